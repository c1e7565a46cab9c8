//! The evaluation: nine features (Winands, van den Herik and Uiterwijk 2003), weighed. MIA's weights
//! are not published; these are fitted to games of the program against itself.

use ludometer_core::{Evaluator, Player, Seat};
use ludometer_games_board::loa::{FEATURES, Loa, Position, features};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A weighed sum of the nine features; it changes its sign with the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MiaEvaluator {
    /// In the order of [`FEATURES`].
    pub weights: [f64; 9],
}

impl MiaEvaluator {
    /// The value of a position to a player.
    #[inline]
    pub fn worth(&self, position: &Position, player: Player) -> f64 {
        let features = features(position, player);
        let products = self.weights.iter().zip(features);
        products
            .map(|(weight, feature)| weight * f64::from(feature))
            .sum()
    }

    /// The weights that come with the laboratory.
    pub fn fitted() -> MiaEvaluator {
        shipped().mia_eval(|file| &file.weights)
    }

    /// All features weigh the same, in units of their spread in random play.
    pub fn equal() -> MiaEvaluator {
        let spread = shipped().mia_eval(|file| &file.spread);
        MiaEvaluator {
            weights: spread.weights.map(|spread| 1.0 / spread),
        }
    }
}

impl Evaluator<Loa> for MiaEvaluator {
    #[inline]
    fn evaluate(&mut self, _: &mut Seat<'_, Loa>, position: &Position, player: Player) -> f64 {
        self.worth(position, player)
    }
}

/// A file of fitted weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedWeights {
    /// The command that made it.
    pub made_by: String,
    /// Positions of the last regression.
    pub positions: u64,
    /// The share of the variance of outcomes that the features explain.
    pub r2: f64,
    /// Standard deviations of the features in random play.
    pub spread: BTreeMap<String, f64>,
    /// The weights.
    pub weights: BTreeMap<String, f64>,
    /// Their standard errors.
    pub errors: BTreeMap<String, f64>,
}

impl FittedWeights {
    /// Numbers by the names of the features.
    pub(super) fn named(numbers: [f64; 9]) -> BTreeMap<String, f64> {
        let names = FEATURES.iter().map(ToString::to_string);
        names.zip(numbers).collect()
    }

    fn mia_eval(&self, of: impl Fn(&FittedWeights) -> &BTreeMap<String, f64>) -> MiaEvaluator {
        MiaEvaluator {
            weights: FEATURES.map(|name| of(self)[name]),
        }
    }

    /// Reads a file; each of the nine features must be in each table.
    pub fn read(text: &str) -> Result<FittedWeights, String> {
        let read: FittedWeights = toml::from_str(text).map_err(|error| error.to_string())?;
        for (table, numbers) in [("spread", &read.spread), ("weights", &read.weights)] {
            if let Some(missing) = FEATURES.iter().find(|name| !numbers.contains_key(**name)) {
                return Err(format!("[{table}] has no `{missing}`"));
            }
        }
        Ok(read)
    }
}

fn shipped() -> &'static FittedWeights {
    static SHIPPED: OnceLock<FittedWeights> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let text = include_str!("../../../weights/loa-features.toml");
        FittedWeights::read(text).expect("the shipped weights can be read")
    })
}
