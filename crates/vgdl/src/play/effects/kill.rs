//! What effects do that kill.

use crate::dice::Dice;
use crate::effects::kill::Kill;
use crate::heading::Heading;
use crate::play::World;
use crate::state::Ref;

impl Kill {
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

#[cfg(test)]
mod tests {
    use crate::Action::{Left, Right};
    use crate::example_game::ExampleGame;

    #[test]
    fn the_first_dies_or_both_or_all() {
        let sprites = "gem > Immovable\nhole > Immovable";
        let mut game = ExampleGame::new(sprites, "gem avatar > killSprite scoreChange=3", "Ag");
        game.tick(Right);
        assert_eq!((game.count("gem"), game.state.score()), (0, 3));
        let mut game = ExampleGame::new(sprites, "gem avatar > killBoth", "Ag");
        game.tick(Right);
        assert_eq!(
            (game.count("gem"), game.count("avatar")),
            (0, 1),
            "a dead avatar stays"
        );
        assert!(game.level.avatar(&game.state).unwrap().disabled);
        assert_eq!(game.tick(Left).at("avatar"), [(10, 0)], "and moves no more");
        let mut game = ExampleGame::new(sprites, "hole avatar > killAll stype=gem", "Ahggg");
        assert_eq!(game.tick(Right).count("gem"), 0);
    }

    #[test]
    fn a_killed_avatar_still_scores_with_every_partner() {
        let rules = "avatar gem > killSprite scoreChange=-1";
        let mut game = ExampleGame::new("gem > Passive\ngum > Passive", rules, "Agg");
        game.tick(Right).tick(Right);
        assert_eq!(game.state.score(), -2, "it collides on, once a tick");
    }

    #[test]
    fn holding_decides() {
        let sprites = "key > Resource limit=1\ndoor > Immovable";
        let rules = "key avatar > collectResource\ndoor avatar > killIfOtherHasMore resource=key limit=1 scoreChange=5";
        let mut game = ExampleGame::new(sprites, rules, "dAk");
        game.tick(Left);
        assert_eq!((game.count("door"), game.state.score()), (1, 0));
        game.tick(Right).tick(Right).tick(Left).tick(Left);
        assert_eq!((game.count("door"), game.state.score()), (0, 5));
        let rules =
            "key avatar > collectResource\navatar door > killIfHasLess resource=key limit=0";
        let mut game = ExampleGame::new(sprites, rules, "dA.");
        game.tick(Left);
        assert!(game.level.avatar(&game.state).unwrap().disabled);
        let rules =
            "key avatar > collectResource\navatar door > killIfHasMore resource=key limit=1";
        let mut game = ExampleGame::new(sprites, rules, "dA.");
        game.tick(Left);
        assert!(!game.level.avatar(&game.state).unwrap().disabled);
    }

    #[test]
    fn meeting_head_on() {
        for (effect, heading, dies) in [
            ("killIfFrontal", "LEFT", true),
            ("killIfNotFrontal", "LEFT", false),
            ("killIfFrontal", "DOWN", false),
            ("killIfNotFrontal", "DOWN", true),
        ] {
            let sprites = format!("dart > Missile orientation={heading}");
            let map = if heading == "LEFT" { "A.d" } else { ".d\nA." };
            let mut game = ExampleGame::new(&sprites, &format!("avatar dart > {effect}"), map);
            game.wait(1).tick(Right);
            let avatar = game.level.avatar(&game.state).unwrap();
            assert_eq!(avatar.disabled, dies, "{effect} {heading}");
        }
    }

    #[test]
    fn falling_on_a_head() {
        let sprites = "rock > Missile orientation=DOWN";
        let mut game = ExampleGame::new(sprites, "avatar rock > killIfFromAbove", "r\n.\nA");
        game.wait(2);
        assert!(!game.level.avatar(&game.state).unwrap().disabled);
        game.wait(1);
        assert!(game.level.avatar(&game.state).unwrap().disabled);
    }
}
