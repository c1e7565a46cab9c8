//! The four learners of section 5.2, for training a single network.

use super::contest::NetworkContest;
use super::poker_network::NetworkRole;
use super::progress::TrainingProgress;
use super::training::{Training, fresh_rprop, supervised};
use ludometer_arena::weights::NetworkFile;
use ludometer_core::Seed;
use ludometer_stats::{highest, smoothed};

/// Who learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// SPSA(EF).
    Spsa,
    /// SPSA(POL).
    SpsaPolicy,
    /// TD(EF).
    Td,
    /// spvTD(EF).
    SupervisedTd,
}

impl Learner {
    fn name(self) -> &'static str {
        match self {
            Learner::Spsa => "spsa",
            Learner::SpsaPolicy => "spsa-policy",
            Learner::Td => "td",
            Learner::SupervisedTd => "supervised-td",
        }
    }
}

/// What is to be learned, and on how many hands.
#[derive(Clone, Copy, Debug)]
pub struct Learn {
    /// Who learns.
    pub learner: Learner,
    /// Hands an iteration.
    pub hands: u64,
    /// Iterations.
    pub iterations: u64,
    /// Card configurations a decision.
    pub samples: u64,
    /// The random seed.
    pub seed: u64,
}

/// Perturbations of an iteration, as published, where there are hands enough.
const PERTURBATIONS: u64 = 100;

/// How often the hands of a supervised start are gone through.
const EPOCHS: u64 = 300;

/// Iterations in a window of Figure 2.
pub const WINDOW: usize = 15;

impl Learn {
    /// Perturbations, and decks of each: both sides play them from both seats.
    fn batch(&self) -> (u32, u32) {
        let decks = (self.hands / (4 * PERTURBATIONS)).clamp(1, u32::MAX.into());
        let perturbations = (self.hands / (4 * decks)).clamp(1, u32::MAX.into());
        (perturbations as u32, decks as u32)
    }

    /// Hands that are played, all together.
    pub fn all(&self) -> u64 {
        let (perturbations, decks) = self.batch();
        let spsa = 4 * u64::from(perturbations) * u64::from(decks);
        let td = 2 * (self.hands / 2).max(1);
        match self.learner {
            Learner::Spsa | Learner::SpsaPolicy => self.iterations * spsa,
            Learner::Td => self.iterations * td,
            Learner::SupervisedTd => self.iterations * td + self.hands,
        }
    }

    /// The best network and what it won a hand while it learned, smoothed; `None` if it was stopped.
    pub fn learn(
        &self,
        progress: &TrainingProgress<'_>,
    ) -> Result<Option<(NetworkFile, f64)>, String> {
        let seed = Seed::new(self.seed);
        let contest = |name| NetworkContest::new(self.samples, seed.named(name));
        let decks = (self.hands / 2).max(1);
        let ascent =
            |role: NetworkRole| Training::spsa(role, &role.start(seed), self.batch(), self.seed);
        let mut course = match self.learner {
            Learner::Spsa => ascent(NetworkRole::Evaluation)?,
            Learner::SpsaPolicy => ascent(NetworkRole::Policy)?,
            Learner::Td => {
                let start = NetworkRole::Evaluation.start(seed);
                Training::td(start, fresh_rprop()?, decks)
            }
            Learner::SupervisedTd => {
                let Some(lessons) = contest("lessons").lessons(self.hands, progress) else {
                    return Ok(None);
                };
                let taught = supervised(&lessons, EPOCHS, seed)?;
                Training::td(taught.weights, taught.rprop, decks)
            }
        };
        let training = contest("training");
        for _ in 0..self.iterations {
            if !course.iterate(&training, progress)? {
                return Ok(None);
            }
        }
        let performances = course.steps().iter().map(|step| step.performance);
        let performances: Vec<f64> = performances.collect();
        let best = highest(&performances, WINDOW);
        let mean = smoothed(&performances, WINDOW)[best].mean;
        Ok(Some((
            course.poker_network(best).file(self.command()),
            mean,
        )))
    }

    fn command(&self) -> String {
        let Learn {
            learner,
            hands,
            iterations,
            samples,
            seed,
        } = self;
        format!(
            "ludometer train omaha-network --by {} --hands {hands} --iterations {iterations} --samples {samples} --seed {seed}",
            learner.name()
        )
    }
}
