//! When games end.

use crate::ending::{Condition, Termination};
use crate::sprite_type_id::SpriteTypeId;
use crate::state::State;

impl Termination {
    /// Whether it ends the game at this tick.
    pub(super) fn holds(&self, state: &State, tick: i32) -> bool {
        let count = |of: &[SpriteTypeId]| of.iter().map(|&kind| state.living(kind)).sum::<i32>();
        match &self.condition {
            Condition::Few { of, limit } => count(of) <= *limit,
            Condition::Many { of, limit } => count(of) >= *limit,
            Condition::Sum {
                of,
                limit,
                more: false,
            } => count(of) == *limit,
            Condition::Sum {
                of,
                limit,
                more: true,
            } => count(of) >= *limit,
            Condition::Spread { of, limit, groups } => {
                let filled = of.iter().filter(|&&kind| state.living(kind) > 0).count();
                count(of) == *limit && filled as i32 == *groups
            }
            Condition::Time { limit } => tick >= *limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Action::Right;
    use crate::Outcome::{Lost, Open, Won};
    use crate::example_game::ExampleGame;

    const SPRITES: &str = "gem > Immovable\n    green >\n    red >\nhole > Immovable";
    const RULES: &str = "gem avatar > killSprite\nhole avatar > transformTo stype=red";

    #[test]
    fn counts_end_games() {
        for (ending, map, outcome) in [
            ("SpriteCounter stype=gem win=True", "Ag", Won),
            ("SpriteCounter stype=gem win=True", "Agg", Open),
            ("SpriteCounter stype=gem limit=1 win=False", "Agg", Lost),
            ("SpriteCounter stype=avatar win=False", "Ag", Open),
            ("SpriteCounterMore stype=gem limit=1 win=True", "Ah", Won),
            (
                "MultiSpriteCounter stype1=gem stype2=hole win=True",
                "Agh",
                Open,
            ),
            (
                "MultiSpriteCounter stype1=gem stype2=hole limit=1 win=True",
                "Agh",
                Won,
            ),
            (
                "MultiSpriteCounter stype1=gem limit=1 win=True",
                "Aggg",
                Open,
            ),
            (
                "MultiSpriteCounter stype1=gem limit=1 win=True min=True",
                "Aggg",
                Won,
            ),
            (
                "MultiSpriteCounterSubTypes stype1=gem limit=2 subTypesNum=2 win=True",
                "Ahg",
                Won,
            ),
            (
                "MultiSpriteCounterSubTypes stype1=gem limit=3 subTypesNum=3 win=True",
                "Ahgg",
                Open,
            ),
            ("Timeout limit=0", "Ag", Lost),
            ("Timeout limit=1 win=True", "Ag", Open),
        ] {
            let mut game = ExampleGame::ending(SPRITES, RULES, ending, map);
            assert_eq!(
                game.tick(Right).state.outcome(),
                outcome,
                "{ending} on {map}"
            );
        }
    }

    #[test]
    fn the_cap_loses() {
        let mut game = ExampleGame::ending("", "", "Timeout limit=9999 win=True", "A");
        assert!(game.wait(2000).open());
        assert_eq!(game.wait(1).state.outcome(), Lost);
        assert_eq!(game.state.tick(), 2001);
        assert_eq!(
            game.wait(5).state.tick(),
            2001,
            "a finished game stays as it is"
        );
    }
}
