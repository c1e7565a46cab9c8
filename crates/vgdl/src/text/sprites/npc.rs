//! How wanderers are read.

use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::npc::Npc;
use crate::text::Reader;

impl Npc {
    /// What all that wander have in common.
    pub(super) fn nature() -> SpriteParams {
        SpriteParams {
            speed: 1.0,
            ..SpriteParams::default()
        }
    }

    pub(super) fn read(reader: Reader<'_, '_>) -> Npc {
        Npc {
            cons: reader.whole("cons", 0),
        }
    }
}

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    (name == "RandomNPC").then(|| (Class::Npc(Npc::read(reader)), Npc::nature()))
}
