//! How spawners are read.

use crate::heading::Heading;
use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::spawner::{Choice, Spawner};
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let (choice, bomber) = match name {
        "SpawnPoint" => (Choice::First, false),
        "SpawnPointMultiSprite" => (Choice::All, false),
        "Bomber" | "RandomBomber" => (Choice::First, true),
        "BomberRandomMissile" => (Choice::Any, true),
        _ => return None,
    };
    let stypes = match choice {
        Choice::First => reader.needed_kind("stype", name).into_iter().collect(),
        Choice::Any => reader.kinds("stypeMissile"),
        Choice::All => reader.kinds("stypes"),
    };
    let spawner = Spawner {
        stypes,
        choice,
        prob: reader.real("prob", 1.0),
        total: reader.whole("total", 0),
        orientation: reader.heading("spawnorientation").unwrap_or_default(),
        wanders: name == "RandomBomber",
    };
    let nature = match name {
        _ if !bomber => SpriteParams {
            stationary: true,
            ..SpriteParams::default()
        },
        "RandomBomber" => SpriteParams {
            speed: 1.0,
            heading: Heading::RIGHT,
            ..SpriteParams::default()
        },
        _ => SpriteParams {
            speed: 0.0,
            heading: Heading::RIGHT,
            ..SpriteParams::default()
        },
    };
    Some((Class::Spawner(spawner), nature))
}
