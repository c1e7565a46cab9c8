//! How effects that kill are read.

use super::resource;
use crate::effects::Effect;
use crate::effects::kill::Kill;
use crate::game::VgdlGame;
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>, game: &mut VgdlGame) -> Option<Effect> {
    let limit = || reader.whole("limit", 0);
    Some(Effect::Kill(match name {
        "killSprite" => Kill::First,
        "killBoth" => Kill::Both,
        "killAll" => Kill::All(reader.needed_kind("stype", name)),
        "killIfHasMore" => Kill::IfHasMore {
            limit: limit(),
            resource: resource(reader, "resource", game, name),
        },
        "killIfHasLess" => Kill::IfHasLess {
            limit: limit(),
            resource: resource(reader, "resource", game, name),
        },
        "killIfOtherHasMore" => Kill::IfOtherHasMore {
            limit: limit(),
            resource: resource(reader, "resource", game, name),
            subtract: reader.flag("subtract", false),
        },
        "killIfFromAbove" => Kill::IfFromAbove,
        "killIfFrontal" => Kill::IfFrontal,
        "killIfNotFrontal" => Kill::IfNotFrontal,
        "killIfAlive" => Kill::IfAlive,
        _ => return None,
    }))
}
