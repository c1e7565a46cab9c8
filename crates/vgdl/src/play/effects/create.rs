//! What effects do that create sprites.

use crate::dice::Dice;
use crate::effects::create::Create;
use crate::play::World;
use crate::state::Ref;

impl Create {
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
    use crate::example_game::ExampleGame;

    #[test]
    fn something_appears_here_or_beside() {
        let sprites = "mole > Immovable\nhill > Immovable";
        let mut game = ExampleGame::new(sprites, "mole avatar > spawn stype=hill", "Am");
        assert_eq!(game.tick(Right).at("hill"), [(10, 0)]);
        assert_eq!(game.dice.steps(), 2, "even when it is certain");
        let mut game = ExampleGame::new(sprites, "mole avatar > spawn stype=hill prob=0", "Am");
        assert_eq!(game.tick(Right).count("hill"), 0);
        let mut game = ExampleGame::new(sprites, "mole avatar > spawnBelow stype=hill", "Am");
        assert_eq!(game.tick(Right).at("hill"), [(10, 10)]);
        let mut game = ExampleGame::new(
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
        let mut game = ExampleGame::new(sprites, "mole avatar > cloneSprite", "Am");
        assert_eq!(game.tick(Right).at("mole"), [(10, 0), (10, 0)]);
    }

    #[test]
    fn holding_decides_and_pays() {
        let sprites = "coin > Resource limit=9 value=3\nshop > Immovable\nhat > Immovable";
        let rules = "coin avatar > collectResource\navatar shop > spawnIfHasMore resource=coin limit=2 stype=hat spend=2 scoreChange=1";
        let mut game = ExampleGame::new(sprites, rules, "Acs");
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
        let mut game = ExampleGame::new(sprites, rules, "As");
        assert_eq!(game.tick(Right).count("hat"), 1);
    }
}
