//! Objectives of tunings by name, beside those that every tuning knows (`value`, `duel`, `move-score`,
//! `learning`).

use super::{AnyGame, Registry, Taken, stem};
use crate::play::MatchRules;
use ludometer_core::{Seed, Stop};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// What is to be evaluated: an agent in a game, with everything else that decides its answers.
pub struct ObjectiveRequest<'a> {
    /// The game.
    pub game: &'a Arc<dyn AnyGame>,
    /// Where episodes begin.
    pub start: &'a Spec,
    /// The agent, with values for all its parameters.
    pub agent: &'a Spec,
    /// The opponent, where there is one.
    pub opponent: Option<&'a Spec>,
    /// The match rules; mirrored, so that an even episode and the odd one after it share their chance.
    pub rules: MatchRules,
    /// The root of the random streams.
    pub seed: Seed,
}

/// An agent made ready for evaluation. Answers are functions of the opening and the seat alone, so that
/// agents that are compared meet the same ones.
pub trait Evaluation: Send + Sync {
    /// The answer at an opening, from one of two seats; larger is better.
    fn answer(&self, opening: u64, turn: u64, stop: Stop<'_>) -> Result<f64, Diagnostic>;
}

type Prepare =
    dyn Fn(&ObjectiveRequest<'_>) -> Result<Box<dyn Evaluation>, Diagnostic> + Send + Sync;

/// An objective by name, for `objective = "..."` in tunings.
#[derive(Clone)]
pub struct ObjectiveEntry {
    /// The name.
    pub name: String,
    /// The identity in stored results: an identifier, `@` and a version that is raised when answers
    /// change.
    pub id: String,
    /// One line that says what it measures.
    pub about: String,
    prepare: Arc<Prepare>,
}

impl ObjectiveEntry {
    /// An objective whose evaluations `prepare` makes.
    pub fn new(
        name: impl Into<String>,
        id: impl Into<String>,
        about: impl Into<String>,
        prepare: impl Fn(&ObjectiveRequest<'_>) -> Result<Box<dyn Evaluation>, Diagnostic>
        + Send
        + Sync
        + 'static,
    ) -> ObjectiveEntry {
        ObjectiveEntry {
            name: name.into(),
            id: id.into(),
            about: about.into(),
            prepare: Arc::new(prepare),
        }
    }

    /// Makes an agent ready for evaluation, or returns why it cannot be.
    pub fn prepare(
        &self,
        request: &ObjectiveRequest<'_>,
    ) -> Result<Box<dyn Evaluation>, Diagnostic> {
        (self.prepare)(request)
    }
}

/// The names of objectives that every tuning knows.
pub const BUILT_IN_OBJECTIVES: [(&str, &str); 4] = [
    (
        "value",
        "a metric of games of the agent against fixed opponents, or alone",
    ),
    (
        "duel",
        "how much better one point does than another in games of the two",
    ),
    (
        "move-score",
        "a judge's value of the moves that the agent chooses in fixed positions",
    ),
    (
        "learning",
        "a learner improves a parameter block from play of its own",
    ),
];

impl Registry {
    /// Objectives of tunings that were added to [`BUILT_IN_OBJECTIVES`].
    pub fn objectives(&self) -> &[ObjectiveEntry] {
        &self.objectives
    }

    /// Adds an objective of tunings; a name or an identifier that is taken is refused.
    pub fn objective(&mut self, entry: ObjectiveEntry) -> Result<(), Taken> {
        let built_in = BUILT_IN_OBJECTIVES.iter().map(|(name, _)| *name);
        let mut known = built_in.chain(self.objectives.iter().map(|known| known.name.as_str()));
        if let Some(name) = known.find(|name| *name == entry.name) {
            return Err(Taken::name("objective", &entry.name, name, name));
        }
        let same = |known: &&ObjectiveEntry| stem(&known.id) == stem(&entry.id);
        if let Some(known) = self.objectives.iter().find(same) {
            let (name, holder) = (&entry.name, &known.name);
            return Err(Taken::identifier("objective", name, &known.id, holder));
        }
        self.objectives.push(entry);
        Ok(())
    }
}
