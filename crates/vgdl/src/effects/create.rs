//! Effects that create sprites.

use super::{Effect, Reach, resource};
use crate::dice::Dice;
use crate::game::Game;
use crate::heading::Heading;
use crate::kind::KindId;
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// An effect that creates.
#[derive(Clone, Debug)]
pub enum Create {
    /// spawn: where the first stands.
    Here {
        /// What.
        stype: Option<KindId>,
        /// With which chance.
        prob: f64,
    },
    /// spawnAbove, spawnBelow, spawnLeft, spawnRight: beside the second.
    Beside {
        /// What.
        stype: Option<KindId>,
        /// With which chance.
        prob: f64,
        /// On which side.
        side: Heading,
        /// Beside its last position, and only if it has left it.
        step_back: bool,
    },
    /// spawnIfHasMore, spawnIfHasLess: where the first stands, if it holds enough or little enough.
    IfHas {
        /// What.
        stype: Option<KindId>,
        /// With which chance.
        prob: f64,
        /// Holding what.
        resource: Option<usize>,
        /// How much.
        limit: i32,
        /// Whether at least or at most so much.
        more: bool,
        /// What it pays.
        spend: i32,
    },
    /// cloneSprite: another of the first.
    Clone,
}

/// Reads an effect of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>, game: &mut Game) -> Option<Effect> {
    let stype = || reader.needed_kind("stype", name);
    let prob = || reader.real("prob", 1.0);
    let beside = |side| Create::Beside {
        stype: stype(),
        prob: prob(),
        side,
        step_back: reader.flag("stepBack", false),
    };
    Some(Effect::Create(match name {
        "spawn" => Create::Here {
            stype: stype(),
            prob: prob(),
        },
        "spawnAbove" => beside(Heading::UP),
        "spawnBelow" => beside(Heading::DOWN),
        "spawnLeft" => beside(Heading::LEFT),
        "spawnRight" => beside(Heading::RIGHT),
        "spawnIfHasMore" | "spawnIfHasLess" => Create::IfHas {
            stype: stype(),
            prob: prob(),
            resource: resource(reader, "resource", game, name),
            limit: reader.whole("limit", 0),
            more: name == "spawnIfHasMore",
            spend: reader.whole("spend", 0),
        },
        "cloneSprite" => Create::Clone,
        _ => return None,
    }))
}

impl Create {
    pub(super) fn reach(&self) -> Reach {
        Reach {
            first: matches!(self, Create::IfHas { spend, .. } if *spend != 0),
            ..Reach::default()
        }
    }

    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match self {
            Create::Here { stype, prob } => {
                if world.dice.unit() < *prob
                    && let (Some(a), &Some(stype)) = (a, stype)
                {
                    world.create(stype, world.position(a), false);
                }
                true
            }
            Create::Beside {
                stype,
                prob,
                side,
                step_back,
            } => {
                if world.dice.unit() < *prob
                    && let (Some(b), &Some(stype)) = (b, stype)
                {
                    let (now, last) = (world.position(b), world.last(b));
                    let (x, y) = if *step_back { last } else { now };
                    if !*step_back || now != last {
                        let (dx, dy) = side.times(world.level.block);
                        world.create(stype, (x.wrapping_add(dx), y.wrapping_add(dy)), false);
                    }
                }
                true
            }
            Create::IfHas {
                stype,
                prob,
                resource,
                limit,
                more,
                spend,
            } => {
                if world.dice.unit() >= *prob {
                    return false;
                }
                let (Some(a), &Some(held)) = (a, resource) else {
                    return false;
                };
                let amount = world.amount(a, held);
                let fits = if *more {
                    amount >= *limit
                } else {
                    amount <= *limit
                };
                if !fits {
                    return false;
                }
                if let &Some(stype) = stype {
                    world.create(stype, world.position(a), false);
                }
                if *spend != 0 {
                    world.earn(a, held, spend.saturating_neg());
                }
                true
            }
            Create::Clone => {
                if let Some(a) = a {
                    world.create(a.kind, world.position(a), false);
                }
                true
            }
        }
    }
}
