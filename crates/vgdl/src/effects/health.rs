//! Effects on health points.

use super::{Effect, Reach};
use crate::dice::Dice;
use crate::kind::KindId;
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// An effect on health points.
#[derive(Clone, Debug)]
pub enum Health {
    /// addHealthPoints: the first gains, if it stays below its limit.
    Add {
        /// How many.
        value: i32,
        /// Whether the second then dies.
        kill_second: bool,
    },
    /// addHealthPointsToMax: the first gains up to its limit.
    AddToMax {
        /// How many.
        value: i32,
        /// Whether the second then dies.
        kill_second: bool,
    },
    /// subtractHealthPoints: the first, or another, loses and may die.
    Subtract {
        /// How many.
        value: i32,
        /// It dies at this or less.
        limit: i32,
        /// Who loses instead of the first.
        stype: Option<KindId>,
        /// The score for a death; any other loss scores the rule's.
        killed: i32,
    },
}

/// Reads an effect of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<Effect> {
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

impl Health {
    pub(super) fn reach(&self) -> Reach {
        match self {
            Health::Subtract {
                stype: Some(stype), ..
            } => Reach {
                kinds: vec![*stype],
                ..Reach::default()
            },
            _ => Reach {
                first: true,
                ..Reach::default()
            },
        }
    }

    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match *self {
            Health::Add { value, kill_second } => {
                let Some(a) = a else { return false };
                let sum = world.health(a).saturating_add(value);
                sum < world.kind(a.kind).nature.health_limit && gain(world, a, b, sum, kill_second)
            }
            Health::AddToMax { value, kill_second } => {
                let Some(a) = a else { return false };
                let sum = world
                    .health(a)
                    .saturating_add(value)
                    .min(world.kind(a.kind).nature.health_limit);
                gain(world, a, b, sum, kill_second)
            }
            Health::Subtract {
                value,
                limit,
                stype,
                killed,
            } => {
                let other = stype.map(|stype| {
                    let filled = world
                        .kind(stype)
                        .subtypes
                        .iter()
                        .rev()
                        .find(|&&sub| world.state.count(sub) > 0);
                    filled.and_then(|&sub| world.first_member(sub))
                });
                let Some(target) = other.unwrap_or(a) else {
                    return false;
                };
                let health = world.health(target).saturating_sub(value);
                if let Some(sprite) = world.sprite_mut(target) {
                    sprite.health = health;
                }
                if health > limit {
                    return true;
                }
                world.kill(target, false);
                world.state.score = world.state.score.saturating_add(killed);
                false
            }
        }
    }
}

fn gain<D: Dice>(
    world: &mut World<'_, D>,
    a: Ref,
    b: Option<Ref>,
    sum: i32,
    kill_second: bool,
) -> bool {
    if let Some(sprite) = world.sprite_mut(a) {
        sprite.health = sum;
    }
    if let (true, Some(b)) = (kill_second, b) {
        world.kill(b, false);
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::Action::Right;
    use crate::worked::Worked;

    const BODY: &str =
        "avatar > MovingAvatar healthPoints=3 limitHealthPoints=5\ntable > Immovable";

    #[test]
    fn health_rises_below_its_limit() {
        let mut game = Worked::new(BODY, "avatar table > addHealthPoints scoreChange=1", "At");
        game.tick(Right).wait(3);
        assert_eq!(
            (game.health(), game.state.score()),
            (4, 1),
            "three and one, then five is too many"
        );
        let mut game = Worked::new(BODY, "avatar table > addHealthPointsToMax value=9", "At");
        assert_eq!(game.tick(Right).health(), 5);
    }

    #[test]
    fn the_blow_that_kills_scores_otherwise() {
        let rules =
            "avatar table > subtractHealthPoints value=2 scoreChange=-1 scoreChangeIfKilled=-7";
        let mut game = Worked::new(BODY, rules, "At");
        assert_eq!(game.tick(Right).state.score(), -1);
        assert_eq!(game.wait(1).state.score(), -8);
        assert!(game.level.avatar(&game.state).unwrap().disabled);
    }

    #[test]
    fn another_may_suffer() {
        let sprites = "giant > Passive healthPoints=2\ntable > Immovable";
        let mut game = Worked::new(
            sprites,
            "avatar table > subtractHealthPoints stype=giant",
            "At.g",
        );
        assert_eq!(game.tick(Right).count("giant"), 1);
        assert_eq!(game.wait(1).count("giant"), 0);
    }
}
