//! Effects that kill.

use super::{Effect, Reach, resource};
use crate::dice::Dice;
use crate::game::Game;
use crate::heading::Heading;
use crate::kind::KindId;
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// An effect that kills.
#[derive(Clone, Debug)]
pub enum Kill {
    /// killSprite: the first.
    First,
    /// killBoth.
    Both,
    /// killAll: every sprite of exactly one type.
    All(Option<KindId>),
    /// killIfHasMore: the first, if it holds at least so much.
    IfHasMore {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
    },
    /// killIfHasLess: the first, if it holds at most so much.
    IfHasLess {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
    },
    /// killIfOtherHasMore: the first, if the second holds at least so much.
    IfOtherHasMore {
        /// Of what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
        /// Whether the second then pays it.
        subtract: bool,
    },
    /// killIfFromAbove: the first, if the second came down on it.
    IfFromAbove,
    /// killIfFrontal: the first, if the two met head on or it stood still.
    IfFrontal,
    /// killIfNotFrontal: the first, if they did not meet head on or it stood still.
    IfNotFrontal,
    /// killIfAlive: the first, if the second is not dead.
    IfAlive,
}

/// Reads an effect of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>, game: &mut Game) -> Option<Effect> {
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

impl Kill {
    pub(super) fn reach(&self) -> Reach {
        Reach {
            second: matches!(self, Kill::IfOtherHasMore { subtract: true, .. }),
            ..Reach::default()
        }
    }

    #[inline]
    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        if let Kill::All(stype) = self {
            if let &Some(stype) = stype {
                world.for_members(stype, |world, r| world.kill(r, false));
            }
            return true;
        }
        let Some(a) = a else { return true };
        let dies = match self {
            Kill::First | Kill::All(_) => true,
            Kill::Both => {
                if let Some(b) = b {
                    world.kill(b, false);
                }
                true
            }
            Kill::IfHasMore { resource, limit } => {
                resource.is_some_and(|held| world.amount(a, held) >= *limit)
            }
            Kill::IfHasLess { resource, limit } => {
                resource.is_some_and(|held| world.amount(a, held) <= *limit)
            }
            Kill::IfOtherHasMore {
                resource: Some(held),
                limit,
                subtract,
            } => b.is_some_and(|b| {
                let enough = world.amount(b, *held) >= *limit;
                if enough && *subtract {
                    world.earn(b, *held, limit.saturating_neg());
                }
                enough
            }),
            Kill::IfOtherHasMore { resource: None, .. } => false,
            Kill::IfFromAbove => b.is_some_and(|b| {
                let half = world.level.block / 2;
                let (mine, last, now) = (world.last(a).1, world.last(b).1, world.position(b).1);
                mine > last.saturating_add(half) && now > last
            }),
            Kill::IfFrontal => b.is_some_and(|b| {
                let (u, v) = (displacement(world, a), displacement(world, b));
                u.is_none() || u == v.opposite()
            }),
            Kill::IfNotFrontal => b.is_some_and(|b| {
                let (u, v) = (displacement(world, a), displacement(world, b));
                u.is_none() || u != v.opposite()
            }),
            Kill::IfAlive => b.is_some_and(|b| !world.dead(b)),
        };
        if dies {
            world.kill(a, false);
        }
        dies
    }
}

/// Where a sprite has gone in this tick.
pub(super) fn displacement<D: Dice>(world: &World<'_, D>, r: Ref) -> Heading {
    let (now, last) = (world.position(r), world.last(r));
    Heading::of(now.0.wrapping_sub(last.0), now.1.wrapping_sub(last.1))
}
