//! Effects, one file a family.
//!
//! To add an effect, write it into its family's file: a variant with its parameters, the arm of `read`
//! that reads them, the arm of `apply` that does it, and in `reach` whom it changes other than by
//! killing. A new family also gets a variant of [`Effect`] and a line in each function here.

pub mod create;
pub mod health;
pub mod kill;
pub mod motion;
pub mod resource;
pub mod timing;
pub mod transform;

use crate::dice::Dice;
use crate::game::Game;
use crate::kind::KindId;
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// What happens when two sprites meet, one leaves the screen or the clock rings.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Killing.
    Kill(kill::Kill),
    /// One sprite becomes another.
    Transform(transform::Transform),
    /// New sprites.
    Create(create::Create),
    /// Places and directions.
    Motion(motion::Motion),
    /// Things that sprites hold.
    Resource(resource::Change),
    /// Health points.
    Health(health::Health),
    /// Clocks and shields.
    Timing(timing::Timing),
}

/// What may be written for an effect, for messages.
pub(crate) const NAMES: &str = "stepBack, undoAll, killSprite, killBoth, killAll, killIfHasMore, killIfHasLess, \
    killIfOtherHasMore, killIfFromAbove, killIfFrontal, killIfNotFrontal, killIfAlive, transformTo, transformToAll, \
    transformIfCount, transformToRandomChild, transformToSingleton, spawn, spawnAbove, spawnBelow, spawnLeft, \
    spawnRight, spawnIfHasMore, spawnIfHasLess, cloneSprite, collectResource, collectResourceIfHeld, changeResource, \
    addHealthPoints, addHealthPointsToMax, subtractHealthPoints, reverseDirection, flipDirection, align, attractGaze, \
    turnAround, bounceForward, wrapAround, teleportToExit, pullWithIt, shieldFrom, setSpeedForAll and addTimer are known";

/// Reads an effect; `None` when there is none of that name.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>, game: &mut Game) -> Option<Effect> {
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
    game: &mut Game,
    what: &str,
) -> Option<usize> {
    let kind = reader.needed_kind(key, what)?;
    Some(game.resource(kind).unwrap_or_else(|| {
        game.resources
            .push((kind, crate::sprites::still::Resource::LIMIT));
        game.resources.len() - 1
    }))
}

/// Whom an effect changes other than by killing, and whom it creates. Types that nothing changes can be
/// tiles; types that nothing creates and no level maps make their rules idle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    pub(crate) first: bool,
    pub(crate) second: bool,
    pub(crate) kinds: Vec<KindId>,
    /// Whom it creates.
    pub(crate) creates: Vec<KindId>,
}

/// Whom an effect changes.
pub(crate) fn reach(effect: &Effect) -> Reach {
    match effect {
        Effect::Kill(effect) => effect.reach(),
        Effect::Transform(effect) => effect.reach(),
        Effect::Create(effect) => effect.reach(),
        Effect::Motion(effect) => effect.reach(),
        Effect::Resource(effect) => effect.reach(),
        Effect::Health(effect) => effect.reach(),
        Effect::Timing(effect) => effect.reach(),
    }
}

impl Effect {
    /// Does it to the first sprite, with the second where there is one. Returns whether it scores.
    pub(crate) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        rule: u16,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match self {
            Effect::Kill(effect) => effect.apply(world, a, b),
            Effect::Transform(effect) => effect.apply(world, a, b),
            Effect::Create(effect) => effect.apply(world, a, b),
            Effect::Motion(effect) => effect.apply(world, rule, a, b),
            Effect::Resource(effect) => effect.apply(world, a, b),
            Effect::Health(effect) => effect.apply(world, a, b),
            Effect::Timing(effect) => effect.apply(world, a, b),
        }
    }
}
