//! The task of a tuner, and its progress.

use crate::error::setting;
use crate::trial::{Batch, Objective};
use crate::{Error, Space};
use ludometer_core::{Generator, Rng, Seed};
use serde::{Deserialize, Serialize};

/// The task that a tuner is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// What is tuned.
    pub space: Space,
    /// What answers mean.
    pub objective: Objective,
    /// How many trials there may be.
    pub budget: u64,
    /// The seed of the tuner's random streams.
    pub seed: u64,
}

/// The task and its progress: the part of the state that all tuners of this crate share, for tuners of
/// other crates too. Random streams are addressed by batch, so that a batch can be asked for again and
/// no generator need be saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The task.
    pub task: Task,
    /// Batches told so far.
    pub batches: u64,
    /// Trials told so far.
    pub spent: u64,
    /// The next scenario that no trial has had yet.
    pub fresh: u64,
}

impl Run {
    /// At the start of a task. Refuses one without a budget.
    pub fn new(task: Task) -> Result<Run, Error> {
        setting("budget", task.budget, task.budget > 0, "at least 1 trial")?;
        Ok(Run {
            task,
            batches: 0,
            spent: 0,
            fresh: 0,
        })
    }

    /// What is tuned.
    pub fn space(&self) -> &Space {
        &self.task.space
    }

    /// Trials that the budget still has.
    pub fn left(&self) -> u64 {
        self.task.budget.saturating_sub(self.spent)
    }

    /// The share of the budget that is spent.
    pub fn progress(&self) -> f64 {
        self.spent as f64 / self.task.budget as f64
    }

    /// The random stream of the `number`th part of the current batch.
    pub fn dice(&self, part: &str, number: usize) -> Rng {
        let seed = Seed::new(self.task.seed).named(part).nth(self.batches);
        seed.nth(number as u64).rng(Generator::Xoshiro)
    }

    /// An empty batch, whose first trial is the next of the run.
    pub fn batch(&self) -> Batch {
        Batch::new(self.space().parameters().len(), self.spent)
    }

    /// Adds trials of a point, alone or against another: this many scenarios that are new to the run, each
    /// from both seats before the next.
    pub fn ask_point(&self, batch: &mut Batch, point: u32, against: Option<u32>, scenarios: usize) {
        for scenario in 0..scenarios as u64 {
            let mirrored = scenario % 2 == 1;
            batch.push(point, against, self.fresh + scenario / 2, mirrored);
        }
    }

    /// Refuses answers that do not fit the `asked` trials, before anything changes; `batch` is only
    /// made to name an offender.
    pub fn check(
        &self,
        answers: &[f64],
        asked: usize,
        batch: impl FnOnce() -> Batch,
    ) -> Result<(), Error> {
        if answers.len() != asked {
            let given = answers.len();
            return Err(Error::Answers { given, asked });
        }
        match answers.iter().position(|answer| !answer.is_finite()) {
            None => Ok(()),
            Some(index) => Err(Error::NotFinite {
                trial: self.spent + index as u64,
                scenario: batch().trial(index).scenario,
                answer: answers[index],
            }),
        }
    }

    /// Goes on to the next batch, after this many trials.
    pub fn advance(&mut self, trials: usize) {
        self.batches += 1;
        self.spent += trials as u64;
    }
}
