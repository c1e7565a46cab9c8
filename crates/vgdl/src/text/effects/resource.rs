//! How effects on what sprites hold are read.

use super::resource;
use crate::effects::Effect;
use crate::effects::resource::Change;
use crate::game::VgdlGame;
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>, game: &mut VgdlGame) -> Option<Effect> {
    Some(Effect::Resource(match name {
        "collectResource" => Change::Collect {
            kill: reader.flag("killResource", true),
        },
        "collectResourceIfHeld" => Change::CollectIfHeld {
            held: resource(reader, "heldResource", game, name),
            value: reader.whole("value", 1),
        },
        "changeResource" => Change::Change {
            resource: resource(reader, "resource", game, name),
            value: reader.whole("value", 1),
            kill: reader.flag("killResource", false),
        },
        _ => return None,
    }))
}
