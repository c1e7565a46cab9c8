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
