//! What effects on health points do.

use crate::dice::Dice;
use crate::effects::health::Health;
use crate::play::World;
use crate::state::Ref;

impl Health {
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
    use crate::example_game::ExampleGame;

    const BODY: &str =
        "avatar > MovingAvatar healthPoints=3 limitHealthPoints=5\ntable > Immovable";

    #[test]
    fn health_rises_below_its_limit() {
        let mut game = ExampleGame::new(BODY, "avatar table > addHealthPoints scoreChange=1", "At");
        game.tick(Right).wait(3);
        assert_eq!(
            (game.health(), game.state.score()),
            (4, 1),
            "three and one, then five is too many"
        );
        let mut game = ExampleGame::new(BODY, "avatar table > addHealthPointsToMax value=9", "At");
        assert_eq!(game.tick(Right).health(), 5);
    }

    #[test]
    fn the_blow_that_kills_scores_otherwise() {
        let rules =
            "avatar table > subtractHealthPoints value=2 scoreChange=-1 scoreChangeIfKilled=-7";
        let mut game = ExampleGame::new(BODY, rules, "At");
        assert_eq!(game.tick(Right).state.score(), -1);
        assert_eq!(game.wait(1).state.score(), -8);
        assert!(game.level.avatar(&game.state).unwrap().disabled);
    }

    #[test]
    fn another_may_suffer() {
        let sprites = "giant > Passive healthPoints=2\ntable > Immovable";
        let mut game = ExampleGame::new(
            sprites,
            "avatar table > subtractHealthPoints stype=giant",
            "At.g",
        );
        assert_eq!(game.tick(Right).count("giant"), 1);
        assert_eq!(game.wait(1).count("giant"), 0);
    }
}
