//! The five opponents of section 5.3 of Kocsis, Szepesvári and Winands (2005): the same search with
//! other evaluations. The paper does not say which. Here each does without a group of features, and
//! the weights of the others are fitted without it, so that it plays another game and not a poor one.

use super::mia_eval::MiaEvaluator;
use ludometer_games_board::loa::FEATURES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Who the opponents are: the name in the file, the word in `mia-eval(weights=...)`, and the features
/// that each does without.
pub(super) const LEFT_OUT: [(&str, &str, &[&str]); 5] = [
    (
        "no mobility, no walls",
        "no-mobility",
        &["mobility", "walls"],
    ),
    (
        "no concentration, no uniformity",
        "no-concentration",
        &["concentration", "uniformity"],
    ),
    (
        "no quads, no connectedness",
        "no-quads",
        &["quads", "connectedness"],
    ),
    (
        "no place on the board",
        "no-place",
        &["centralisation", "centre-of-mass-position"],
    ),
    (
        "concentration, mobility and the move",
        "few",
        &[
            "centralisation",
            "centre-of-mass-position",
            "quads",
            "walls",
            "connectedness",
            "uniformity",
        ],
    ),
];

/// A file of opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// The command that made it.
    pub made_by: String,
    /// Positions of the regressions.
    pub positions: u64,
    /// By the name of the opponent and of the feature; 0 where it does without.
    pub weights: BTreeMap<String, BTreeMap<String, f64>>,
}

impl Opponents {
    /// Reads a file; each opponent must be there, with each of the nine features.
    pub fn read(text: &str) -> Result<Opponents, String> {
        let read: Opponents = toml::from_str(text).map_err(|error| error.to_string())?;
        for (name, ..) in LEFT_OUT {
            let Some(weights) = read.weights.get(name) else {
                return Err(format!("[weights] has no \"{name}\""));
            };
            if let Some(missing) = FEATURES.iter().find(|name| !weights.contains_key(**name)) {
                return Err(format!("[weights.\"{name}\"] has no `{missing}`"));
            }
        }
        Ok(read)
    }
}

/// The shipped evaluation of an opponent, by its name.
pub(super) fn without(name: &str) -> MiaEvaluator {
    static SHIPPED: OnceLock<Opponents> = OnceLock::new();
    let shipped = SHIPPED.get_or_init(|| {
        let text = include_str!("../../../weights/loa-opponents.toml");
        Opponents::read(text).expect("the shipped opponents can be read")
    });
    let weights = &shipped.weights[name];
    MiaEvaluator {
        weights: FEATURES.map(|feature| weights[feature]),
    }
}
