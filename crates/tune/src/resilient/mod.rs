//! The default: RSPSA's idea, a perturbation tied to a step for every coordinate, with sizes that
//! follow evidence and not signs alone.
//!
//! An iteration estimates the gradient by simultaneous perturbations, one mirrored scenario each,
//! and turns it into *significances*: the mean difference along each coordinate in units of its own
//! noise. The centre moves by significance times size / ρ. The size follows *agreement*, the product
//! of a significance with the trend of those before it: agreement means that the steps are too
//! small, disagreement that they overshoot.
//!
//! Differs from RSPSA in three ways, each for a reason.
//!
//! - iRPROP⁻ multiplies a step by η⁺ or η⁻ whenever two signs agree or not. In noise both happen
//!   equally often, η⁺ η⁻ < 1 lets the step shrink, the perturbation with it, and the signal with
//!   that. Here noise has an agreement of nothing on average, and a small drift upwards lets sizes
//!   grow until they show something. Where steps of a size s return to the top by a share k an
//!   iteration, agreement is about -k / 2, so that sizes rest where k balances the drift: far from
//!   the noise, and not much farther.
//! - A sign that is hardly significant moves the centre hardly at all.
//! - The average of the last half of the iterates is recommended, and only if it holds its own against
//!   the initial point in the last tenth of the budget: else the initial point itself.

mod settings;

pub use settings::ResilientSettings;

use crate::average::Average;
use crate::identity::Identity;
use crate::memory::Memory;
use crate::pairs::Sampling;
use crate::run::{Run, Task};
use crate::saved::Saved;
use crate::tuner::{Tuner, TunerKind};
use crate::{Batch, Error, Objective, exact};
use serde::{Deserialize, Serialize};

/// A run of the default tuner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resilient {
    settings: ResilientSettings,
    run: Run,
    average: Average,
    #[serde(with = "exact::list")]
    theta: Vec<f64>,
    /// Perturbations, each of its coordinate.
    #[serde(with = "exact::list")]
    sizes: Vec<f64>,
    /// A fading mean of the significances.
    #[serde(with = "exact::list")]
    trend: Vec<f64>,
    /// By how much the average has beaten the initial point so far.
    #[serde(with = "exact")]
    lead: f64,
    /// The least that perturbed points should be worth on average; known where answers are values.
    #[serde(with = "exact")]
    floor: f64,
}

/// Perturbed points may be worth this many standard deviations of an answer less than the start.
const TOLERATED: f64 = 0.5;

/// What becomes of sizes when they are worth less.
const RETREAT: f64 = 0.7;

impl Resilient {
    /// Raised when its proposals or recommendations change for the same settings.
    pub const VERSION: u32 = 1;

    /// From the start of the task's space.
    pub fn new(settings: ResilientSettings, task: Task) -> Result<Resilient, Error> {
        settings.check()?;
        let theta = task.space.origin();
        let reach = task.space.reach();
        Ok(Resilient {
            settings,
            average: Average::new(theta.len()),
            sizes: reach.iter().map(|reach| settings.first * reach).collect(),
            trend: vec![0.0; theta.len()],
            run: Run::new(task)?,
            lead: 0.0,
            floor: f64::NEG_INFINITY,
            theta,
        })
    }

    /// Refuses a state that does not fit together: what was read from a file may not.
    pub fn check(&self) -> Result<(), Error> {
        let space = self.run.space();
        self.settings.check()?;
        self.average.check(space)?;
        space.fits("theta", &self.theta)?;
        space.fits("sizes", &self.sizes)?;
        space.fits("trend", &self.trend)
    }

    fn sampling(&self) -> Sampling {
        let each = Sampling::simultaneous(1)
            .mirrored()
            .trials(self.run.task.objective);
        let trials = self.settings.batch * (self.run.task.budget as f64).sqrt();
        let count = (trials / each as f64).clamp(1.0, 1e6) as u32;
        Sampling::simultaneous(count).mirrored()
    }

    /// For each coordinate, how far the mean difference along it is from nothing, in standard
    /// deviations of what noise alone would give: no unit of the answers is left.
    fn significances(&self, sampling: &Sampling, differences: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.theta.len()];
        let mut direction = vec![0.0; self.theta.len()];
        let mut squares = 0.0;
        for (number, difference) in differences.iter().enumerate() {
            // Draws are frequent, and say nothing.
            if *difference == 0.0 {
                continue;
            }
            sampling.direction(&self.run, number, &mut direction);
            squares += difference * difference;
            for (sum, sign) in sums.iter_mut().zip(&direction) {
                *sum += difference * sign;
            }
        }
        let deviation = squares.sqrt();
        if deviation > 0.0 {
            sums.iter_mut().for_each(|sum| *sum /= deviation);
        }
        sums
    }

    /// Moves the centre and the sizes.
    fn step(&mut self, significances: &[f64]) {
        let s = self.settings;
        // Under noise alone the trend has a variance of (1 - memory) / (1 + memory).
        let unit = ((1.0 + s.memory) / (1.0 - s.memory)).sqrt();
        let reach = self.run.task.space.reach();
        for (i, z) in significances.iter().enumerate() {
            let z = z.clamp(-s.clip, s.clip);
            let agreement = (z * self.trend[i] * unit).clamp(-4.0, 4.0);
            self.theta[i] += z * self.sizes[i] / s.rho;
            self.trend[i] = s.memory * self.trend[i] + (1.0 - s.memory) * z;
            let size = self.sizes[i] * libm::exp(s.learn * agreement + s.drift);
            self.sizes[i] = size.clamp(1e-6 * reach[i], s.largest * reach[i]);
        }
        self.run.task.space.clamp(&mut self.theta);
    }

    /// The mean of values at the start, less what is tolerated.
    fn measure(&mut self, answers: &[f64]) {
        let count = answers.len() as f64;
        let mean = answers.iter().sum::<f64>() / count;
        let squares: f64 = answers
            .iter()
            .map(|answer| libm::pow(answer - mean, 2.0))
            .sum();
        if squares > 0.0 {
            self.floor = mean - TOLERATED * (squares / count).sqrt();
        }
    }

    /// Makes all sizes smaller if perturbed points are worth too little: far from the start every
    /// game may be lost on either side, and no difference is left to learn from.
    fn retreat(&mut self, answers: &[f64]) {
        let mean = answers.iter().sum::<f64>() / answers.len() as f64;
        if mean < self.floor {
            self.sizes.iter_mut().for_each(|size| *size *= RETREAT);
        }
    }

    /// Whether the start is to be evaluated by itself: first of all, where answers are values.
    fn measuring(&self) -> bool {
        self.run.batches == 0 && self.run.task.objective == Objective::Value
    }

    fn verifying(&self) -> bool {
        self.run.progress() >= 1.0 - self.settings.verify
    }

    fn candidate(&self) -> &[f64] {
        self.average.mean().unwrap_or(&self.theta)
    }
}

impl TunerKind for ResilientSettings {
    fn identity(&self) -> String {
        self.identify(Identity::versioned("resilient", Resilient::VERSION))
            .end()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Resilient::new(*self, task)?))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let tuner: Resilient = saved.open(&self.identity())?;
        tuner.check()?;
        Ok(Box::new(tuner))
    }
}

impl Tuner for Resilient {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        if !self.verifying() && !self.measuring() {
            return self
                .sampling()
                .ask(&self.run, &Memory::default(), &self.theta, &self.sizes);
        }
        let mut batch = self.run.batch();
        let space = self.run.space();
        if self.measuring() {
            let start = batch.push_point(|out| out.extend(space.start()));
            let count = 2 * u64::from(self.sampling().perturbations);
            for scenario in (self.run.fresh..).take(count.min(self.run.left() / 2) as usize) {
                batch.push(start, None, scenario, false);
                batch.push(start, None, scenario, true);
            }
            return batch;
        }
        let point = batch.push_point(|out| out.extend(space.settle(self.candidate())));
        let start = batch.push_point(|out| out.extend(space.start()));
        let duel = self.run.task.objective == Objective::Duel;
        let each = if duel { 2 } else { 4 };
        for scenario in (self.run.fresh..).take((self.run.left() / each) as usize) {
            for mirrored in [false, true] {
                match duel {
                    true => batch.push(point, Some(start), scenario, mirrored),
                    false => {
                        batch.push(point, None, scenario, mirrored);
                        batch.push(start, None, scenario, mirrored);
                    }
                }
            }
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        let asked = match self.measuring() || self.verifying() {
            true => self.ask().len(),
            false => self.sampling().asked(&self.run),
        };
        self.run.check(answers, asked, || self.ask())?;
        if answers.is_empty() {
            return Ok(());
        }
        if self.verifying() {
            self.lead += match self.run.task.objective {
                Objective::Duel => answers.iter().sum::<f64>(),
                Objective::Value => answers.chunks_exact(2).map(|pair| pair[0] - pair[1]).sum(),
            };
            self.run.fresh += answers.len() as u64 / 2;
            self.run.advance(answers.len());
            return Ok(());
        }
        if self.measuring() {
            self.measure(answers);
            self.run.fresh += answers.len() as u64 / 2;
            self.run.advance(answers.len());
            return Ok(());
        }
        let sampling = self.sampling();
        let differences = sampling.tell(&mut self.run, &mut Memory::default(), answers);
        let significances = self.significances(&sampling, &differences);
        self.step(&significances);
        self.retreat(answers);
        self.run.advance(answers.len());
        let ascent = 1.0 - self.settings.verify;
        if self.run.progress() > (1.0 - self.settings.average) * ascent {
            self.average.add(&self.theta);
        }
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        if self.lead < 0.0 {
            return self.run.space().start();
        }
        self.run.space().settle(self.candidate())
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
        // What was averaged and compared belongs to the old end.
        self.average = Average::new(self.theta.len());
        self.lead = 0.0;
    }

    fn save(&self) -> Saved {
        Saved::new(self.settings.identity(), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameter, Space};

    fn tuner(objective: Objective) -> Resilient {
        let task = Task {
            space: Space::new(vec![Parameter::real("x", 0.0, 1.0, 0.5)]).unwrap(),
            objective,
            budget: 10_000,
            seed: 3,
        };
        Resilient::new(ResilientSettings::default(), task).unwrap()
    }

    fn near(found: f64, right: f64) {
        assert!((found - right).abs() < 1e-12, "{found} for {right}");
    }

    /// Sizes begin at a quarter of the reach. Under noise alone the trend has a standard deviation of
    /// sqrt(0.15 / 1.85) = 1 / 3.5119.
    #[test]
    fn centre_trend_and_size_move_as_is_written() {
        let mut tuner = tuner(Objective::Duel);
        near(tuner.sizes[0], 0.25);
        // Without a trend there is nothing to agree with: the size only drifts.
        tuner.step(&[1.0]);
        near(tuner.theta[0], 0.25 / 6.0);
        near(tuner.trend[0], 0.15);
        near(tuner.sizes[0], 0.25 * libm::exp(0.008f64));
        // A significance of three is taken for two.
        let (before, size) = (tuner.theta[0], tuner.sizes[0]);
        tuner.step(&[3.0]);
        near(tuner.theta[0], before + 2.0 * size / 6.0);
        near(tuner.trend[0], 0.85 * 0.15 + 0.15 * 2.0);
        let agreement = 2.0 * 0.15 * (1.85f64 / 0.15).sqrt();
        near(tuner.sizes[0], size * libm::exp(0.1 * agreement + 0.008));
        // Agreement is bounded by four, and sizes by half the reach and a millionth of it.
        let (size, trend) = (tuner.sizes[0], 1.9);
        tuner.trend[0] = trend;
        tuner.step(&[-2.0]);
        near(tuner.sizes[0], size * libm::exp(-0.4f64 + 0.008));
        tuner.sizes[0] = 0.49;
        tuner.trend[0] = trend;
        tuner.step(&[2.0]);
        assert_eq!(tuner.sizes[0], 0.5);
        tuner.sizes[0] = 1.2e-6;
        tuner.step(&[-2.0]);
        assert_eq!(tuner.sizes[0], 1e-6);
    }

    /// Answers of 1 and 3 at the start have a mean of 2 and a standard deviation of 1: half of it less
    /// is tolerated, and nothing below.
    #[test]
    fn sizes_retreat_where_points_are_worth_too_little() {
        let mut tuner = tuner(Objective::Value);
        tuner.measure(&[1.0, 3.0, 3.0, 1.0]);
        assert_eq!(tuner.floor, 1.5);
        tuner.retreat(&[1.0, 2.0]);
        assert_eq!(tuner.sizes[0], 0.25);
        tuner.retreat(&[1.0, 1.9]);
        near(tuner.sizes[0], 0.25 * 0.7);
        // Where nothing varies nothing is known.
        let mut still = super::tests::tuner(Objective::Value);
        still.measure(&[2.0, 2.0]);
        assert_eq!(still.floor, f64::NEG_INFINITY);
    }

    /// 0.7 times the root of the budget in trials: 70, in duels of two games and in values of four.
    #[test]
    fn batches_grow_with_the_root_of_the_budget() {
        assert_eq!(tuner(Objective::Duel).sampling().perturbations, 35);
        assert_eq!(tuner(Objective::Value).sampling().perturbations, 17);
    }
}
