//! How games end.

use crate::kind::KindId;
use crate::state::State;
use crate::text::Reader;

/// A termination: a condition, and whether it is a win.
#[derive(Clone, Debug)]
pub struct Ending {
    /// When.
    pub condition: Condition,
    /// Whether the player has then won.
    pub win: bool,
}

/// When a game ends. Counts are of sprites in all subtypes that are not disabled.
#[derive(Clone, Debug)]
pub enum Condition {
    /// At most so many are left (`SpriteCounter`).
    Few {
        /// The groups counted.
        of: Vec<KindId>,
        /// The most.
        limit: i32,
    },
    /// At least so many exist (`SpriteCounterMore`).
    Many {
        /// The groups counted.
        of: Vec<KindId>,
        /// The least.
        limit: i32,
    },
    /// The sum over several types is exactly so many, or more (`MultiSpriteCounter`).
    Sum {
        /// The groups counted, a type named twice counting twice.
        of: Vec<KindId>,
        /// The number.
        limit: i32,
        /// Whether more than the number ends the game too.
        more: bool,
    },
    /// The sum is exactly so many, spread over so many groups (`MultiSpriteCounterSubTypes`).
    Spread {
        /// The groups counted.
        of: Vec<KindId>,
        /// The number.
        limit: i32,
        /// How many groups have a sprite.
        groups: i32,
    },
    /// The clock (`Timeout`).
    Time {
        /// From this tick on.
        limit: i32,
    },
}

impl Ending {
    /// Reads one termination; `None` when there is none of that name.
    pub(crate) fn read(
        name: &str,
        reader: Reader<'_, '_>,
        subtypes: impl Fn(KindId) -> Vec<KindId>,
    ) -> Option<Ending> {
        let limit = reader.whole("limit", 0);
        let one = || {
            reader
                .needed_kind("stype", name)
                .map(&subtypes)
                .unwrap_or_default()
        };
        let several = || -> Vec<KindId> {
            let keys = ["stype1", "stype2", "stype3"];
            keys.iter()
                .filter_map(|key| reader.kind(key))
                .flat_map(&subtypes)
                .collect()
        };
        let condition = match name {
            "SpriteCounter" => Condition::Few { of: one(), limit },
            "SpriteCounterMore" => Condition::Many { of: one(), limit },
            "MultiSpriteCounter" => Condition::Sum {
                of: several(),
                limit,
                more: reader.flag("min", false),
            },
            "MultiSpriteCounterSubTypes" => Condition::Spread {
                of: several(),
                limit,
                groups: reader.whole("subTypesNum", 0),
            },
            "Timeout" => Condition::Time { limit },
            _ => return None,
        };
        reader.accept(&["count_score"]);
        let win = reader
            .raw("win")
            .is_some_and(|win| win.eq_ignore_ascii_case("true"));
        Some(Ending { condition, win })
    }

    /// Whether it ends the game at this tick.
    pub(crate) fn holds(&self, state: &State, tick: i32) -> bool {
        let count = |of: &[KindId]| of.iter().map(|&kind| state.living(kind)).sum::<i32>();
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
    use crate::worked::Worked;

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
            let mut game = Worked::ending(SPRITES, RULES, ending, map);
            assert_eq!(
                game.tick(Right).state.outcome(),
                outcome,
                "{ending} on {map}"
            );
        }
    }

    #[test]
    fn the_cap_loses() {
        let mut game = Worked::ending("", "", "Timeout limit=9999 win=True", "A");
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
