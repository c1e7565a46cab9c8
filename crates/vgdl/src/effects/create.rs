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
        let (stype, first) = match self {
            Create::Here { stype, .. } | Create::Beside { stype, .. } => (*stype, false),
            Create::IfHas { stype, spend, .. } => (*stype, *spend != 0),
            Create::Clone => (None, false),
        };
        Reach {
            first,
            creates: stype.into_iter().collect(),
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

#[cfg(test)]
mod tests {
    use crate::Action::Right;
    use crate::worked::Worked;

    #[test]
    fn something_appears_here_or_beside() {
        let sprites = "mole > Immovable\nhill > Immovable";
        let mut game = Worked::new(sprites, "mole avatar > spawn stype=hill", "Am");
        assert_eq!(game.tick(Right).at("hill"), [(10, 0)]);
        assert_eq!(game.dice.steps(), 2, "even when it is certain");
        let mut game = Worked::new(sprites, "mole avatar > spawn stype=hill prob=0", "Am");
        assert_eq!(game.tick(Right).count("hill"), 0);
        let mut game = Worked::new(sprites, "mole avatar > spawnBelow stype=hill", "Am");
        assert_eq!(game.tick(Right).at("hill"), [(10, 10)]);
        let mut game = Worked::new(
            sprites,
            "mole avatar > spawnLeft stype=hill stepBack=True",
            "Am",
        );
        assert_eq!(
            game.tick(Right).at("hill"),
            [(-10, 0)],
            "beside the last place of the second"
        );
        assert_eq!(game.wait(1).count("hill"), 1, "which it has to leave");
        let mut game = Worked::new(sprites, "mole avatar > cloneSprite", "Am");
        assert_eq!(game.tick(Right).at("mole"), [(10, 0), (10, 0)]);
    }

    #[test]
    fn holding_decides_and_pays() {
        let sprites = "coin > Resource limit=9 value=3\nshop > Immovable\nhat > Immovable";
        let rules = "coin avatar > collectResource\navatar shop > spawnIfHasMore resource=coin limit=2 stype=hat spend=2 scoreChange=1";
        let mut game = Worked::new(sprites, rules, "Acs");
        game.tick(Right).tick(Right);
        assert_eq!(
            (game.count("hat"), game.holds("coin"), game.state.score()),
            (1, 1, 1)
        );
        game.wait(1);
        assert_eq!(
            (game.count("hat"), game.dice.steps()),
            (1, 4),
            "drawn before it is asked"
        );
        let rules = "avatar shop > spawnIfHasLess resource=coin limit=0 stype=hat";
        let mut game = Worked::new(sprites, rules, "As");
        assert_eq!(game.tick(Right).count("hat"), 1);
    }
}
