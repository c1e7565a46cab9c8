//! How path chasers are read.

use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::npc::Npc;
use crate::sprites::path::{PathAlt, PathChaser};
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let npc = || Npc::read(reader);
    let class = match name {
        "PathChaser" => Class::Path(PathChaser {
            npc: npc(),
            target: reader.needed_kind("stype", name),
        }),
        "PathAltChaser" | "RandomPathAltChaser" => {
            // A sprite never flees from the second kind: the framework builds that list from the first.
            reader.accept(&["stype2"]);
            let epsilon = (name == "RandomPathAltChaser").then(|| reader.real("epsilon", 0.0));
            let random_target = reader.flag("randomTarget", false);
            Class::PathAlt(PathAlt {
                npc: npc(),
                targets: reader.kinds("stype1"),
                random_target,
                epsilon,
            })
        }
        _ => return None,
    };
    reader.accept(&["maxDistance"]);
    Some((class, Npc::nature()))
}
