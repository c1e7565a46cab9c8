//! What effects do to what sprites hold.

use crate::dice::Dice;
use crate::effects::resource::Change;
use crate::play::World;
use crate::sprites::Class;
use crate::state::Ref;

impl Change {
    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        let Some(a) = a else { return false };
        match *self {
            Change::Collect { kill } => {
                let (Some(b), Some(Class::Resource(own))) = (b, &world.kind(a.kind).class) else {
                    return false;
                };
                let Some(held) = world.game.resource(a.kind) else {
                    return false;
                };
                let amount = world.amount(b, held);
                if amount >= own.limit {
                    return false;
                }
                world.earn(b, held, own.value.min(own.limit.saturating_sub(amount)));
                if kill {
                    world.kill(a, false);
                }
                true
            }
            Change::CollectIfHeld { held, value } => {
                let (Some(b), Some(Class::Resource(own))) = (b, &world.kind(a.kind).class) else {
                    return false;
                };
                let (Some(held), Some(mine)) = (held, world.game.resource(a.kind)) else {
                    return false;
                };
                if world.amount(b, held) < value {
                    return false;
                }
                let fits = world.amount(b, mine).saturating_add(value) <= own.limit;
                if fits {
                    world.earn(b, mine, value);
                }
                world.kill(a, false);
                fits
            }
            Change::Change {
                resource,
                value,
                kill,
            } => {
                let Some(held) = resource else { return false };
                if world.amount(a, held).saturating_add(value) > world.game.resources[held].1 {
                    return false;
                }
                world.earn(a, held, value);
                if let (true, Some(b)) = (kill, b) {
                    world.kill(b, false);
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
    fn what_is_collected_stays_below_the_limit() {
        let sprites = "coin > Resource value=3 limit=4";
        let rules = "coin avatar > collectResource scoreChange=1";
        let mut game = ExampleGame::new(sprites, rules, "Accc");
        game.tick(Right).tick(Right).tick(Right);
        assert_eq!(
            (game.holds("coin"), game.count("coin"), game.state.score()),
            (4, 1, 2)
        );
        let mut game = ExampleGame::new(
            sprites,
            "coin avatar > collectResource killResource=False",
            "Ac",
        );
        assert_eq!(game.tick(Right).count("coin"), 1);
    }

    #[test]
    fn one_thing_after_another() {
        let sprites = "bowl > Resource limit=1\nsoup > Resource limit=1";
        let rules = "bowl avatar > collectResource\nsoup avatar > collectResourceIfHeld heldResource=bowl scoreChange=2";
        let mut game = ExampleGame::new(sprites, rules, "As");
        game.tick(Right);
        assert_eq!((game.count("soup"), game.state.score()), (1, 0));
        let mut game = ExampleGame::new(sprites, rules, "Abs");
        game.tick(Right).tick(Right);
        assert_eq!(
            (game.holds("soup"), game.count("soup"), game.state.score()),
            (1, 0, 2)
        );
    }

    #[test]
    fn changes_stop_at_nothing_and_at_the_limit() {
        let sprites = "coin > Resource limit=3\nshop > Immovable";
        let mut game = ExampleGame::new(
            sprites,
            "avatar shop > changeResource resource=coin value=2",
            "As",
        );
        game.tick(Right).wait(3);
        assert_eq!(game.holds("coin"), 2);
        let rules = "avatar shop > changeResource resource=coin value=-5 killResource=True";
        let mut game = ExampleGame::new(sprites, rules, "As");
        game.tick(Right);
        assert_eq!((game.holds("coin"), game.count("shop")), (0, 0));
    }
}
