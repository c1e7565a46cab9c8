//! How effects that create are read.

use super::resource;
use crate::effects::Effect;
use crate::effects::create::Create;
use crate::game::VgdlGame;
use crate::heading::Heading;
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>, game: &mut VgdlGame) -> Option<Effect> {
    let stype = || reader.needed_kind("stype", name);
    let prob = || reader.real("prob", 1.0);
    let beside = |side| Create::Beside {
        stype: stype(),
        prob: prob(),
        side,
        step_back: reader.flag("stepBack", false),
    };
    Some(Effect::Create(match name {
        "spawn" => Create::Here {
            stype: stype(),
            prob: prob(),
        },
        "spawnAbove" => beside(Heading::UP),
        "spawnBelow" => beside(Heading::DOWN),
        "spawnLeft" => beside(Heading::LEFT),
        "spawnRight" => beside(Heading::RIGHT),
        "spawnIfHasMore" | "spawnIfHasLess" => Create::IfHas {
            stype: stype(),
            prob: prob(),
            resource: resource(reader, "resource", game, name),
            limit: reader.whole("limit", 0),
            more: name == "spawnIfHasMore",
            spend: reader.whole("spend", 0),
        },
        "cloneSprite" => Create::Clone,
        _ => return None,
    }))
}
