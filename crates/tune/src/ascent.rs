//! SPSA, RSPSA and FDSA: a gradient estimated from pairs, and a rule that follows it.

use crate::average::Average;
use crate::identity::Identity;
use crate::memory::Memory;
use crate::pairs::Sampling;
use crate::rule::Rule;
use crate::run::{Run, Task};
use crate::saved::Saved;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::stepper::{Clock, Stepper};
use crate::tuner::{Tuner, TunerKind};
use crate::{Batch, Error, exact};
use serde::{Deserialize, Serialize};

/// The settings of SPSA, RSPSA and FDSA: how the gradient is estimated and followed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AscentSettings {
    /// How an estimate is made.
    pub sampling: Sampling,
    /// How it is followed.
    pub rule: Rule,
    /// The last share of the budget over which iterates are averaged into the point that is
    /// recommended; 0 recommends the last iterate.
    #[serde(with = "exact")]
    pub average: f64,
}

const AVERAGE: Setting = Setting::new(
    "average",
    Domain::SHARE,
    SettingValue::Real(0.0),
    "the last share of the budget whose iterates are averaged; 0 takes the last one",
);

impl AscentSettings {
    /// What can be set beside sampling and rule.
    pub(crate) const DECLARED: &[Setting] = &[AVERAGE];

    pub(crate) fn of(sampling: Sampling, rule: Rule, settings: &Settings) -> AscentSettings {
        AscentSettings {
            sampling,
            rule,
            average: settings.real(&AVERAGE.name),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        self.sampling.check()?;
        self.rule.check()?;
        AVERAGE.check(self.average)
    }
}

/// A run of stochastic gradient ascent: SPSA, RSPSA or FDSA.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ascent {
    settings: AscentSettings,
    run: Run,
    stepper: Stepper,
    memory: Memory,
    average: Average,
    #[serde(with = "exact::list")]
    theta: Vec<f64>,
}

impl Ascent {
    /// Raised when its proposals or recommendations change for the same settings.
    pub const VERSION: u32 = 1;

    /// An ascent from the start of the task's space.
    pub fn new(settings: AscentSettings, task: Task) -> Result<Ascent, Error> {
        settings.check()?;
        let theta = task.space.origin();
        Ok(Ascent {
            settings,
            stepper: Stepper::new(settings.rule, theta.len())?,
            run: Run::new(task)?,
            memory: Memory::default(),
            average: Average::new(theta.len()),
            theta,
        })
    }

    /// Refuses a state that does not fit together: what was read from a file may not.
    pub fn check(&self) -> Result<(), Error> {
        self.settings.check()?;
        self.stepper.check(self.run.space())?;
        self.average.check(self.run.space())?;
        self.run.space().fits("theta", &self.theta)
    }

    fn clock(&self) -> Clock {
        let sampling = &self.settings.sampling;
        let each = sampling.trials(self.run.task.objective);
        let trials = each as f64 * sampling.whole(&self.run) as f64;
        Clock {
            now: self.run.spent as f64 / trials + 1.0,
            last: (self.run.task.budget as f64 / trials).max(1.0),
            trials,
        }
    }

    fn sizes(&self) -> Vec<f64> {
        let mut sizes = vec![0.0; self.theta.len()];
        self.stepper.sizes(self.clock(), &mut sizes);
        sizes
    }
}

impl TunerKind for AscentSettings {
    fn identity(&self) -> String {
        let AscentSettings {
            sampling,
            rule,
            average,
        } = self;
        sampling
            .identify(Identity::versioned("ascent", Ascent::VERSION))
            .with("rule", rule.identity())
            .with("average", average)
            .end()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Ascent::new(*self, task)?))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let tuner: Ascent = saved.open(&self.identity())?;
        tuner.check()?;
        Ok(Box::new(tuner))
    }
}

impl Tuner for Ascent {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let sampling = &self.settings.sampling;
        sampling.ask(&self.run, &self.memory, &self.theta, &self.sizes())
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        let asked = self.settings.sampling.asked(&self.run);
        self.run.check(answers, asked, || self.ask())?;
        if answers.is_empty() {
            return Ok(());
        }
        let sampling = self.settings.sampling;
        let (clock, sizes) = (self.clock(), self.sizes());
        let differences = sampling.tell(&mut self.run, &mut self.memory, answers);
        let mut gradient = vec![0.0; self.theta.len()];
        let mut direction = vec![0.0; self.theta.len()];
        // Equation (2), averaged over perturbations. Directions are -1, 0 or 1, so that dividing
        // by them is multiplying; one at a time, each coordinate has one perturbation.
        for (number, difference) in differences.iter().enumerate() {
            sampling.direction(&self.run, number, &mut direction);
            for (g, d) in gradient.iter_mut().zip(&direction) {
                *g += difference * d;
            }
        }
        let count = match sampling.directions {
            crate::Directions::Simultaneous => differences.len().max(1) as f64,
            crate::Directions::OneAtATime => 1.0,
        };
        for (g, c) in gradient.iter_mut().zip(&sizes) {
            *g /= 2.0 * c * count;
        }
        let mut theta = std::mem::take(&mut self.theta);
        self.stepper.step(clock, &gradient, &sizes, &mut theta);
        self.run.space().clamp(&mut theta);
        self.theta = theta;
        self.run.advance(answers.len());
        if self.run.progress() > 1.0 - self.settings.average {
            self.average.add(&self.theta);
        }
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        let coordinates = self.average.mean().unwrap_or(&self.theta);
        self.run.space().settle(coordinates)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.settings.identity(), self)
    }
}
