//! Objectives of tunings by name, beside those that every tuning knows (`value`, `duel`, `move-score`,
//! `learning`).

use super::{AnyGame, MatchSpec, NameTaken, PreparedMatch, Registry, stem};
use crate::play::MatchRules;
use ludometer_core::{Reason, Seed, Stop};
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
    /// The opponent in every other seat, where there is one.
    pub opponent: Option<&'a Spec>,
    /// The match rules; mirrored, so that consecutive episodes, as many as there are players, share their
    /// opening and their chance.
    pub rules: MatchRules,
    /// The root of the random streams.
    pub seed: Seed,
}

impl ObjectiveRequest<'_> {
    /// The agent, and its opponent once for every other seat.
    pub fn agents(&self) -> Vec<Spec> {
        let seats = self.game.facts().players.saturating_sub(1);
        let others = self.opponent.into_iter();
        let others = others.flat_map(|opponent| std::iter::repeat_n(opponent, seats));
        std::iter::once(self.agent).chain(others).cloned().collect()
    }

    /// The match of these agents, ready to play any episode.
    pub fn prepare_match(
        &self,
        measure: Option<&Spec>,
    ) -> Result<Box<dyn PreparedMatch>, Diagnostic> {
        self.game.prepare(&MatchSpec {
            agents: &self.agents(),
            start: self.start,
            measure,
            rules: self.rules.clone(),
            seed: self.seed,
        })
    }
}

/// An agent made ready for evaluation. Answers are functions of the number of the episode alone, so that
/// agents that are compared meet the same openings in the same seats.
pub trait Evaluation: Send + Sync {
    /// The answer of an episode.
    fn answer(&self, episode: u64, stop: Stop<'_>) -> Result<Answer, Diagnostic>;
}

/// What an episode says of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Larger is better.
    pub value: f64,
    /// Why a player forfeited, if one did: reports count these.
    pub forfeit: Option<Reason>,
}

impl From<f64> for Answer {
    fn from(value: f64) -> Answer {
        Answer {
            value,
            forfeit: None,
        }
    }
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
    pub fn objective(&mut self, entry: ObjectiveEntry) -> Result<(), NameTaken> {
        let built_in = BUILT_IN_OBJECTIVES.iter().map(|(name, _)| *name);
        let mut known = built_in.chain(self.objectives.iter().map(|known| known.name.as_str()));
        if let Some(name) = known.find(|name| *name == entry.name) {
            return Err(NameTaken::name("objective", &entry.name, name, name));
        }
        let same = |known: &&ObjectiveEntry| stem(&known.id) == stem(&entry.id);
        if let Some(known) = self.objectives.iter().find(same) {
            let (name, holder) = (&entry.name, &known.name);
            return Err(NameTaken::identifier("objective", name, &known.id, holder));
        }
        self.objectives.push(entry);
        Ok(())
    }
}
