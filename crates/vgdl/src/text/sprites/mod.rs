//! How sprite classes are read, one file a family.

mod avatar;
mod chaser;
mod flicker;
mod missile;
mod npc;
mod path;
mod spawner;
mod still;

use super::Reader;
use crate::sprite_type::{Appearance, SpriteParams};
use crate::sprites::Class;

/// The physics that is implemented.
const GRID: &str = "GRID";

/// The sprite classes that a description may name.
pub const SPRITE_CLASSES: [&str; 32] = [
    "Immovable",
    "Door",
    "Passive",
    "Resource",
    "Portal",
    "Missile",
    "RandomMissile",
    "Flicker",
    "OrientedFlicker",
    "Spreader",
    "RandomNPC",
    "Chaser",
    "Fleeing",
    "LOSChaser",
    "PathChaser",
    "PathAltChaser",
    "RandomPathAltChaser",
    "SpawnPoint",
    "SpawnPointMultiSprite",
    "Bomber",
    "RandomBomber",
    "BomberRandomMissile",
    "MovingAvatar",
    "HorizontalAvatar",
    "VerticalAvatar",
    "FlakAvatar",
    "OrientedAvatar",
    "ShootAvatar",
    "MissileAvatar",
    "OngoingAvatar",
    "OngoingTurningAvatar",
    "OngoingShootAvatar",
];

/// Reads a class and the parameters that all classes have; `None` when there is none of that name.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let families = [
        still::read,
        missile::read,
        flicker::read,
        npc::read,
        chaser::read,
        path::read,
        spawner::read,
        avatar::read,
    ];
    let (class, mut nature) = families.iter().find_map(|read| read(name, reader))?;
    nature.speed = reader.real("speed", nature.speed);
    nature.cooldown = reader.whole("cooldown", nature.cooldown).max(1);
    nature.rotates = reader.flag("rotateInPlace", nature.rotates);
    if let Some(heading) = reader.heading("orientation") {
        nature.heading = heading;
    }
    nature.oriented |= !nature.heading.is_none();
    nature.health = reader.whole("healthPoints", 0);
    nature.health_limit = reader.whole("limitHealthPoints", 1000);
    nature.time_to_live = reader.whole("timeToLive", -1);
    if let Some(physics) = reader.raw("physicstype")
        && !physics.eq_ignore_ascii_case(GRID)
    {
        reader.error(format!(
            "physicstype={physics} is not supported: sprites move on the grid, physicstype={GRID}"
        ));
    }
    reader.accept(&[
        "singleton",
        "portal",
        "autotiling",
        "randomtiling",
        "frameRate",
        "draw_arrow",
    ]);
    Some((class, nature))
}

/// Reads how a sprite of a class may be drawn.
pub(crate) fn look(class: &str, reader: Reader<'_, '_>) -> Appearance {
    let says = |key| {
        reader
            .raw(key)
            .is_some_and(|flag| flag.eq_ignore_ascii_case("true"))
    };
    Appearance {
        img: reader.raw("img").map(str::to_owned),
        color: reader.raw("color").map(str::to_owned),
        door: class == "Door",
        hidden: says("hidden"),
        invisible: says("invisible"),
        shrink: reader.real("shrinkfactor", 1.0),
    }
}
