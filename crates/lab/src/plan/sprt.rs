//! The key `[sprt]`: a sequential test that ends the games of a cell.

use super::template::MOST_EPISODES;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::Node;
use ludometer_spec::source::Diagnostic;
use ludometer_stats::{EloModel, Sprt};

/// The units of a test's bounds, by the names that plans use.
pub const ELO_MODELS: [(&str, EloModel); 2] = [
    ("normalised", EloModel::Normalised),
    ("logistic", EloModel::Logistic),
];

/// The risks that a test has where the plan does not name them.
const RISK: f64 = 0.05;

/// The most that a bound can be, in Elo.
const MOST_ELO: f64 = 2000.0;

/// The sequential test of the first seat against the second, in every cell of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtRule {
    /// Bounds and risks.
    pub test: Sprt,
    /// The most units that are played: pairs, or games where openings are not mirrored.
    pub most: u64,
}

impl SprtRule {
    pub(super) fn read(node: &Node) -> Result<SprtRule, Diagnostic> {
        let mut fields = Fields::of(node, "sprt")?;
        let elo0 = fields.number("elo0", -MOST_ELO, MOST_ELO)?;
        let elo1 = fields.number("elo1", -MOST_ELO, MOST_ELO)?;
        let model = fields.word("model", &ELO_MODELS.map(|(name, _)| name))?;
        let model = ELO_MODELS
            .iter()
            .find(|(name, _)| Some(*name) == model)
            .map_or(EloModel::default(), |(_, model)| *model);
        let alpha = fields.number("alpha", 0.0, 1.0)?.unwrap_or(RISK);
        let beta = fields.number("beta", 0.0, 1.0)?.unwrap_or(RISK);
        let most = fields.whole("most", 1, MOST_EPISODES / 2)?;
        let needed = |key, elo: Option<f64>| elo.ok_or_else(|| fields.missing(key));
        let bounds = (needed("elo0", elo0)?, needed("elo1", elo1)?);
        let most = most.ok_or_else(|| {
            let missing = fields.missing("most");
            match missing.to_string().contains("\nhint: ") {
                true => missing,
                false => missing.hint(
                    "the most pairs to play; `ludometer sprt-plan` says how many a test takes",
                ),
            }
        })?;
        fields.done()?;
        let test = Sprt::new(model, bounds, alpha, beta)
            .map_err(|error| Diagnostic::at(&node.span, error.to_string()))?;
        Ok(SprtRule { test, most })
    }
}
