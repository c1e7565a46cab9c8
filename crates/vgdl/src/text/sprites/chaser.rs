//! How chasers are read.

use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::chaser::Chaser;
use crate::sprites::npc::Npc;
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let (flees, line_of_sight) = match name {
        "Chaser" => (false, false),
        "Fleeing" => (true, false),
        "LOSChaser" => (false, true),
        _ => return None,
    };
    let chaser = Chaser {
        npc: Npc::read(reader),
        target: reader.needed_kind("stype", name),
        max_distance: reader.whole("maxDistance", -1),
        flees,
        line_of_sight,
    };
    Some((Class::Chaser(chaser), Npc::nature()))
}
