//! How effects on health points are read.

use crate::effects::Effect;
use crate::effects::health::Health;
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>) -> Option<Effect> {
    let value = || reader.whole("value", 1);
    let kill_second = || reader.flag("killSecond", false);
    Some(Effect::Health(match name {
        "addHealthPoints" => Health::Add {
            value: value(),
            kill_second: kill_second(),
        },
        "addHealthPointsToMax" => Health::AddToMax {
            value: value(),
            kill_second: kill_second(),
        },
        "subtractHealthPoints" => Health::Subtract {
            value: value(),
            limit: reader.whole("limit", 0),
            stype: reader.kind("stype"),
            killed: reader.score("scoreChangeIfKilled"),
        },
        _ => return None,
    }))
}
