//! How effects are read by which one sprite becomes another.

use crate::effects::Effect;
use crate::effects::transform::{Transform, TransformTarget};
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<Effect> {
    let to = |key| reader.needed_kind(key, name);
    let what = match name {
        "transformTo" => TransformTarget::First(to("stype")),
        "transformToAll" => TransformTarget::All {
            from: to("stype"),
            to: to("stypeTo"),
        },
        "transformIfCount" => TransformTarget::IfCount {
            to: to("stype"),
            otherwise: reader.kind("estype"),
            of: to("stypeCount"),
            geq: reader.whole("geq", 0),
            leq: reader.whole("leq", i32::MAX),
        },
        "transformToRandomChild" => TransformTarget::RandomChild(to("stype")),
        "transformToSingleton" => TransformTarget::Singleton {
            to: to("stype"),
            other: to("stype_other"),
            take_orientation: reader.flag("takeOrientation", false),
        },
        _ => return None,
    };
    Some(Effect::Transform(Transform {
        what,
        kill_second: reader.flag("killSecond", false),
        force_orientation: reader.flag("forceOrientation", false),
    }))
}
