//! How sprites are read that do nothing by themselves.

use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::still::{Portal, Resource};
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let fixed = SpriteParams {
        stationary: true,
        ..SpriteParams::default()
    };
    Some(match name {
        "Immovable" | "Door" => (Class::Still, fixed),
        "Passive" => (Class::Passive, SpriteParams::default()),
        "Resource" => {
            let (value, limit) = (
                reader.whole("value", 1),
                reader.whole("limit", Resource::LIMIT),
            );
            reader.accept(&["resource_name"]);
            (
                Class::Resource(Resource { value, limit }),
                SpriteParams::default(),
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
