//! How wanderers are read.

use crate::kind::Nature;
use crate::sprites::Class;
use crate::sprites::npc::Npc;
use crate::text::Reader;

impl Npc {
    /// What all that wander have in common.
    pub(super) fn nature() -> Nature {
        Nature {
            speed: 1.0,
            ..Nature::default()
        }
    }

    pub(super) fn read(reader: Reader<'_, '_>) -> Npc {
        Npc {
            cons: reader.whole("cons", 0),
        }
    }
}

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    (name == "RandomNPC").then(|| (Class::Npc(Npc::read(reader)), Npc::nature()))
}
