//! How missiles are read.

use crate::kind::Nature;
use crate::sprites::Class;
use crate::sprites::missile::Missile;
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let random = match name {
        "Missile" => false,
        "RandomMissile" => reader.heading("orientation").is_none(),
        _ => return None,
    };
    Some((
        Class::Missile(Missile { random }),
        Nature {
            speed: 1.0,
            oriented: true,
            ..Nature::default()
        },
    ))
}
