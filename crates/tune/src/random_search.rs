//! Random search: the baseline of the other tuners.

use crate::identity::Identity;
use crate::run::{Run, Task};
use crate::saved::Saved;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::tuner::{Tuner, TunerKind};
use crate::{Batch, Error, Objective, exact};
use serde::{Deserialize, Serialize};

/// The settings of random search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomSearchSettings {
    /// Candidates in a batch.
    pub candidates: u32,
    /// Scenarios in which every candidate is evaluated; 0 divides the budget into 20 batches.
    pub scenarios: u32,
}

impl Default for RandomSearchSettings {
    fn default() -> RandomSearchSettings {
        RandomSearchSettings::of(&Settings::new(RandomSearchSettings::DECLARED))
    }
}

const CANDIDATES: Setting = Setting::new(
    "candidates",
    Domain::COUNT,
    SettingValue::Whole(10),
    "candidates in a batch",
);
const SCENARIOS: Setting = Setting::new(
    "scenarios",
    Domain::COUNT_OR_NONE,
    SettingValue::Whole(0),
    "scenarios of a candidate; 0 divides the budget into 20 batches",
);

impl RandomSearchSettings {
    /// What can be set.
    pub(crate) const DECLARED: &[Setting] = &[CANDIDATES, SCENARIOS];

    pub(crate) fn of(settings: &Settings) -> RandomSearchSettings {
        RandomSearchSettings {
            candidates: settings.whole(&CANDIDATES.name),
            scenarios: settings.whole(&SCENARIOS.name),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        CANDIDATES.check(self.candidates)?;
        SCENARIOS.check(self.scenarios)
    }
}

/// A run of random search: candidates drawn uniformly from the box; the best of a batch takes the place
/// of the incumbent if it did better, in duels by playing it, else in the same scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomSearch {
    settings: RandomSearchSettings,
    run: Run,
    #[serde(with = "exact::list")]
    incumbent: Vec<f64>,
}

impl RandomSearch {
    /// Raised when its proposals or recommendations change for the same settings.
    pub const VERSION: u32 = 1;

    /// With the initial point as the incumbent.
    pub fn new(settings: RandomSearchSettings, task: Task) -> Result<RandomSearch, Error> {
        settings.check()?;
        Ok(RandomSearch {
            incumbent: task.space.origin(),
            settings,
            run: Run::new(task)?,
        })
    }

    /// Refuses a state that does not fit together: what was read from a file may not.
    pub fn check(&self) -> Result<(), Error> {
        self.settings.check()?;
        self.run.space().fits("incumbent", &self.incumbent)
    }

    /// Points that are evaluated in a batch.
    fn points(&self) -> usize {
        let incumbent = match self.run.task.objective {
            Objective::Value => 1,
            Objective::Duel => 0,
        };
        self.settings.candidates as usize + incumbent
    }

    fn scenarios(&self) -> usize {
        match self.settings.scenarios {
            0 => (self.run.task.budget / (20 * self.points() as u64)).max(1) as usize,
            scenarios => scenarios as usize,
        }
    }

    /// Trials of this batch: all or none.
    fn asked(&self) -> usize {
        let whole = self.points() * self.scenarios();
        if self.run.left() < whole as u64 {
            0
        } else {
            whole
        }
    }

    fn candidate(&self, number: usize) -> Vec<f64> {
        let mut dice = self.run.dice("candidate", number);
        let reach = self.run.space().reach();
        reach.iter().map(|&reach| dice.symmetric(reach)).collect()
    }
}

impl TunerKind for RandomSearchSettings {
    fn identity(&self) -> String {
        let RandomSearchSettings {
            candidates,
            scenarios,
        } = self;
        Identity::versioned("random-search", RandomSearch::VERSION)
            .with("candidates", candidates)
            .with("scenarios", scenarios)
            .end()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(RandomSearch::new(*self, task)?))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let tuner: RandomSearch = saved.open(&self.identity())?;
        tuner.check()?;
        Ok(Box::new(tuner))
    }
}

impl Tuner for RandomSearch {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let mut batch = self.run.batch();
        let scenarios = self.scenarios();
        if self.asked() == 0 {
            return batch;
        }
        let space = self.run.space();
        let incumbent = batch.push_point(|out| out.extend(space.settle(&self.incumbent)));
        let against = match self.run.task.objective {
            Objective::Duel => Some(incumbent),
            Objective::Value => {
                self.run.ask_point(&mut batch, incumbent, None, scenarios);
                None
            }
        };
        for number in 0..self.settings.candidates as usize {
            let candidate = self.candidate(number);
            let point = batch.push_point(|out| out.extend(space.settle(&candidate)));
            self.run.ask_point(&mut batch, point, against, scenarios);
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        self.run.check(answers, self.asked(), || self.ask())?;
        if answers.is_empty() {
            return Ok(());
        }
        let scenarios = self.scenarios();
        let sums = answers
            .chunks_exact(scenarios)
            .map(|s| s.iter().sum::<f64>());
        let mut sums: Vec<f64> = sums.collect();
        let bar = match self.run.task.objective {
            Objective::Duel => 0.0,
            Objective::Value => sums.remove(0),
        };
        let best = sums
            .iter()
            .enumerate()
            .fold((0, bar), |best, (number, &sum)| {
                if sum > best.1 {
                    (number + 1, sum)
                } else {
                    best
                }
            });
        if best.0 > 0 {
            self.incumbent = self.candidate(best.0 - 1);
        }
        self.run.fresh += scenarios.div_ceil(2) as u64;
        self.run.advance(answers.len());
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        self.run.space().settle(&self.incumbent)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.settings.identity(), self)
    }
}
