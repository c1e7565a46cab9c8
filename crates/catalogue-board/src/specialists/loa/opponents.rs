//! The five opponents of section 5.3 of Kocsis, Szepesvári and Winands (2005): the same search with
//! other evaluations. The paper does not say which. Here each does without a group of features, and
//! the weights of the others are fitted without it, so that it plays another game and not a poor one.

use super::nine::MiaEvaluator;
use ludometer_games_board::loa::FEATURES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Who the opponents are: the features that each does without.
pub(super) const LEFT_OUT: [(&str, &[&str]); 5] = [
    ("no mobility, no walls", &["mobility", "walls"]),
    (
        "no concentration, no uniformity",
        &["concentration", "uniformity"],
    ),
    ("no quads, no connectedness", &["quads", "connectedness"]),
    (
        "no place on the board",
        &["centralisation", "centre-of-mass-position"],
    ),
    (
        "concentration, mobility and the move",
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
        for (name, _) in LEFT_OUT {
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

/// The five evaluations that come with the laboratory.
pub fn opponents() -> [(&'static str, MiaEvaluator); 5] {
    static SHIPPED: OnceLock<Opponents> = OnceLock::new();
    let shipped = SHIPPED.get_or_init(|| {
        let text = include_str!("../../../weights/loa-opponents.toml");
        Opponents::read(text).expect("the shipped opponents can be read")
    });
    LEFT_OUT.map(|(name, _)| {
        let weights = &shipped.weights[name];
        let weights = FEATURES.map(|feature| weights[feature]);
        (name, MiaEvaluator { weights })
    })
}
