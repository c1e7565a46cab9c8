//! Sprites that do nothing by themselves: Immovable, Door, Passive, Resource, Portal.

use super::Class;
use crate::kind::{KindId, Nature};
use crate::text::Reader;

/// Something that others collect.
#[derive(Clone, Debug)]
pub struct Resource {
    /// How much one is worth.
    pub value: i32,
    /// How much a sprite can hold.
    pub limit: i32,
}

impl Resource {
    /// The limit when none is given.
    pub(crate) const LIMIT: i32 = 2;
}

/// Where `teleportToExit` leads to.
#[derive(Clone, Debug)]
pub struct Portal {
    /// The type of its exits.
    pub exit: Option<KindId>,
}

/// Reads a class of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let fixed = Nature {
        stationary: true,
        ..Nature::default()
    };
    Some(match name {
        "Immovable" | "Door" => (Class::Still, fixed),
        "Passive" => (Class::Passive, Nature::default()),
        "Resource" => {
            let (value, limit) = (
                reader.whole("value", 1),
                reader.whole("limit", Resource::LIMIT),
            );
            reader.accept(&["resource_name"]);
            (
                Class::Resource(Resource { value, limit }),
                Nature::default(),
            )
        }
        "Portal" => (
            Class::Portal(Portal {
                exit: reader.kind("stype"),
            }),
            fixed,
        ),
        _ => return None,
    })
}
