//! What clocks and shields do.

use crate::dice::Dice;
use crate::effects::timing::Timing;
use crate::play::World;
use crate::state::Ref;

impl Timing {
    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        _: Option<Ref>,
    ) -> bool {
        match *self {
            Timing::Plan { clock, timer } => world.plan(clock, world.tick.saturating_add(timer)),
            Timing::Shield { stype, effect } => {
                if let (Some(a), Some(stype)) = (a, stype) {
                    let shield = (a.kind, stype, effect);
                    if !world.scratch.shields.contains(&shield) {
                        world.scratch.shields.push(shield);
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::Action::Right;
    use crate::example_game::ExampleGame;

    #[test]
    fn clocks_ring_first_at_once_and_then_by_their_timer() {
        let sprites = "avatar > MovingAvatar healthPoints=9";
        let mut game = ExampleGame::new(
            sprites,
            "avatar TIME > subtractHealthPoints timer=3 repeating=True",
            "A",
        );
        let health: Vec<i32> = (0..7).map(|_| game.wait(1).health()).collect();
        assert_eq!(health, [8, 8, 8, 7, 7, 7, 6]);
        let rules = "avatar TIME > subtractHealthPoints timer=3 nextExecution=3 scoreChange=1";
        let mut game = ExampleGame::new(sprites, rules, "A");
        assert_eq!((game.wait(3).health(), game.state.score()), (9, 0));
        assert_eq!((game.wait(9).health(), game.state.score()), (8, 1));
    }

    #[test]
    fn another_effect_is_planned() {
        let sprites = "bell > Immovable\nmonk > Immovable\nfriar > Immovable";
        let rules = "bell avatar > addTimer timer=2 ftype=transformToAll stype=monk stypeTo=friar\nbell avatar > killSprite";
        let mut game = ExampleGame::new(sprites, rules, "Ab.mm");
        game.tick(Right);
        assert_eq!(game.wait(1).count("friar"), 0);
        assert_eq!(game.wait(1).count("friar"), 2);
    }

    #[test]
    fn a_shield_keeps_one_effect_away_for_a_tick() {
        let sprites = "raft > Immovable\nwater > Immovable";
        let rules =
            "avatar raft > shieldFrom stype=water ftype=killSprite\navatar water > killSprite";
        let mut game = ExampleGame::new(&format!("{sprites}\nplank > Immovable"), rules, "A");
        game.tick(Right);
        assert!(game.open());
        for (map, dies) in [("Aw", true), ("Ar", false)] {
            let mut game = ExampleGame::new(sprites, rules, map);
            game.tick(Right);
            assert_eq!(game.level.avatar(&game.state).unwrap().disabled, dies);
        }
    }
}
