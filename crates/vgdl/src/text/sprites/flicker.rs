//! How sprites that do not last are read.

use crate::kind::Nature;
use crate::sprites::Class;
use crate::sprites::flicker::{Flicker, Spreader};
use crate::text::Reader;

/// Reads a class of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let limit = || reader.whole("limit", 1);
    let oriented = Nature {
        oriented: true,
        ..Nature::default()
    };
    Some(match name {
        "Flicker" => (
            Class::Flicker(Flicker { limit: limit() }),
            Nature::default(),
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
                Nature::default(),
            )
        }
        _ => return None,
    })
}
