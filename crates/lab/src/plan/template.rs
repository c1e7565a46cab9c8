//! What the cells of a plan are made from.

use super::budget::Budgets;
use super::secret::PlanSeed;
use crate::named_engines::NamedEngines;
use ludometer_arena::play::MatchRules;
use ludometer_spec::spec::Value;

/// The most episodes that a cell can have.
pub(crate) const MOST_EPISODES: u64 = 10_000_000;

/// What the cells of a plan are made from.
pub(super) struct Template {
    pub(super) game: Value,
    pub(super) start: Value,
    pub(super) seats: Vec<Value>,
    /// What seats call engines by.
    pub(super) engines: NamedEngines,
    pub(super) measure: Option<Value>,
    /// Without budgets, which may depend on variables.
    pub(super) rules: MatchRules,
    pub(super) budgets: Budgets,
    /// Whether every opening is played from all seats, if the plan sets it.
    pub(super) mirror: Option<bool>,
    pub(super) seed: PlanSeed,
    /// Whether games are recorded, if the plan sets it.
    pub(super) record: Option<bool>,
}

impl Template {
    /// The variables that what is played depends on.
    pub(super) fn placeholders(&self) -> Vec<String> {
        let parts = [&self.game, &self.start]
            .into_iter()
            .chain(&self.seats)
            .chain(&self.measure);
        let parts = parts.flat_map(Value::placeholders);
        let parts = parts.chain(self.engines.placeholders());
        parts.chain(self.budgets.placeholders()).collect()
    }
}
