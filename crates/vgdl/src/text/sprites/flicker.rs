//! How sprites that do not last are read.

use crate::sprite_type::SpriteParams;
use crate::sprites::Class;
use crate::sprites::flicker::{Flicker, Spreader};
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, SpriteParams)> {
    let limit = || reader.whole("limit", 1);
    let oriented = SpriteParams {
        oriented: true,
        ..SpriteParams::default()
    };
    Some(match name {
        "Flicker" => (
            Class::Flicker(Flicker { limit: limit() }),
            SpriteParams::default(),
        ),
        "OrientedFlicker" => (Class::Flicker(Flicker { limit: limit() }), oriented),
        "Spreader" => {
            let (prob, stype) = (reader.real("spreadprob", 1.0), reader.kind("stype"));
            (
                Class::Spreader(Spreader {
                    limit: limit(),
                    prob,
                    stype,
                }),
                SpriteParams::default(),
            )
        }
        _ => return None,
    })
}
