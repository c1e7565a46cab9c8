//! How sprites are read that do nothing by themselves.

use crate::kind::Nature;
use crate::sprites::Class;
use crate::sprites::still::{Portal, Resource};
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
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
