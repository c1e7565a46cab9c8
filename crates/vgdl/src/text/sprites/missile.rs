//! How missiles are read.

use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::missile::Missile;
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let random = match name {
        "Missile" => false,
        "RandomMissile" => reader.heading("orientation").is_none(),
        _ => return None,
    };
    Some((
        Class::Missile(Missile { random }),
        SpriteParams {
            speed: 1.0,
            oriented: true,
            ..SpriteParams::default()
        },
    ))
}
