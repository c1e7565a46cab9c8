//! How effects are read, one file a family.

mod create;
mod health;
mod kill;
mod motion;
mod resource;
mod timing;
mod transform;

use super::Reader;
use crate::effects::Effect;
use crate::game::VgdlGame;
use crate::sprites::still::Resource;

/// The effects that a description may name.
pub const EFFECTS: [&str; 43] = [
    "stepBack",
    "undoAll",
    "killSprite",
    "killBoth",
    "killAll",
    "killIfHasMore",
    "killIfHasLess",
    "killIfOtherHasMore",
    "killIfFromAbove",
    "killIfFrontal",
    "killIfNotFrontal",
    "killIfAlive",
    "transformTo",
    "transformToAll",
    "transformIfCount",
    "transformToRandomChild",
    "transformToSingleton",
    "spawn",
    "spawnAbove",
    "spawnBelow",
    "spawnLeft",
    "spawnRight",
    "spawnIfHasMore",
    "spawnIfHasLess",
    "cloneSprite",
    "collectResource",
    "collectResourceIfHeld",
    "changeResource",
    "addHealthPoints",
    "addHealthPointsToMax",
    "subtractHealthPoints",
    "reverseDirection",
    "flipDirection",
    "align",
    "attractGaze",
    "turnAround",
    "bounceForward",
    "wrapAround",
    "teleportToExit",
    "pullWithIt",
    "shieldFrom",
    "setSpeedForAll",
    "addTimer",
];

/// Reads an effect; `None` when there is none of that name.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>, game: &mut VgdlGame) -> Option<Effect> {
    kill::read(name, reader, game)
        .or_else(|| transform::read(name, reader))
        .or_else(|| create::read(name, reader, game))
        .or_else(|| motion::read(name, reader, game))
        .or_else(|| resource::read(name, reader, game))
        .or_else(|| health::read(name, reader))
        .or_else(|| timing::read(name, reader, game))
}

/// The resource that a parameter names, as a position among the game's.
pub(crate) fn resource(
    reader: Reader<'_, '_>,
    key: &str,
    game: &mut VgdlGame,
    what: &str,
) -> Option<usize> {
    let kind = reader.needed_kind(key, what)?;
    Some(game.resource(kind).unwrap_or_else(|| {
        game.resources.push((kind, Resource::LIMIT));
        game.resources.len() - 1
    }))
}
