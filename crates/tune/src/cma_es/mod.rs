//! CMA-ES (Hansen 2016, "The CMA evolution strategy: a tutorial", arXiv 1604.00772), maximising.
//!
//! The candidates of a generation share their scenarios; in duels every candidate plays the mean.
//! Differs: candidates are moved into the box before they are evaluated and before they are learned
//! from, weights are positive only, and the covariance is decomposed a tenth as often as advised.

mod rates;

use crate::error::{saved, setting};
use crate::identity::Identity;
use crate::normal::normal;
use crate::run::{Run, Task};
use crate::saved::Saved;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::tuner::{Tuner, TunerKind};
use crate::{Batch, Error, Objective, eigen, exact};
use rates::Rates;
use serde::{Deserialize, Serialize};

/// The settings of CMA-ES.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEsSettings {
    /// λ, at least 4; 0 takes 4 + 3 ln d.
    pub population: u32,
    /// Scenarios in which every candidate is evaluated; 0 divides the budget into 100 + 10 d
    /// generations.
    pub scenarios: u32,
    /// σ: the first spread, in coordinates.
    #[serde(with = "exact")]
    pub spread: f64,
}

impl Default for CmaEsSettings {
    fn default() -> CmaEsSettings {
        CmaEsSettings::of(&Settings::new(CmaEsSettings::DECLARED))
    }
}

const POPULATION: Setting = Setting::new(
    "population",
    Domain::COUNT_OR_NONE,
    SettingValue::Whole(0),
    "candidates in a generation, at least 4; 0 takes 4 + 3 ln d for d coordinates",
);
const SCENARIOS: Setting = Setting::new(
    "scenarios",
    Domain::COUNT_OR_NONE,
    SettingValue::Whole(0),
    "scenarios of a candidate; 0 divides the budget into 100 + 10 d generations",
);
const SPREAD: Setting = Setting::new(
    "spread",
    Domain::POSITIVE,
    SettingValue::Real(0.2),
    "sigma: the first spread, in units of half a range",
);

impl CmaEsSettings {
    /// What can be set.
    pub(crate) const DECLARED: &[Setting] = &[POPULATION, SCENARIOS, SPREAD];

    pub(crate) fn of(settings: &Settings) -> CmaEsSettings {
        CmaEsSettings {
            population: settings.whole(&POPULATION.name),
            scenarios: settings.whole(&SCENARIOS.name),
            spread: settings.real(&SPREAD.name),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        POPULATION.check(self.population)?;
        SCENARIOS.check(self.scenarios)?;
        SPREAD.check(self.spread)?;
        let population = self.population;
        let fits = population == 0 || population >= 4;
        setting(&POPULATION.name, population, fits, "0 or at least 4")
    }
}

/// A run of CMA-ES.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    settings: CmaEsSettings,
    run: Run,
    #[serde(with = "exact")]
    sigma: f64,
    #[serde(with = "exact::list")]
    mean: Vec<f64>,
    #[serde(with = "exact::list")]
    sigma_path: Vec<f64>,
    #[serde(with = "exact::list")]
    path: Vec<f64>,
    /// The covariance, its eigenvectors as columns and the roots of its eigenvalues; the latter
    /// two are brought up to date now and then.
    #[serde(with = "exact::list")]
    covariance: Vec<f64>,
    #[serde(with = "exact::list")]
    vectors: Vec<f64>,
    #[serde(with = "exact::list")]
    roots: Vec<f64>,
    decomposed: u64,
}

impl CmaEs {
    /// Raised when its proposals or recommendations change for the same settings.
    pub const VERSION: u32 = 1;

    /// From the start of the task's space.
    pub fn new(settings: CmaEsSettings, task: Task) -> Result<CmaEs, Error> {
        settings.check()?;
        let mean = task.space.origin();
        let d = mean.len();
        let mut unit = vec![0.0; d * d];
        (0..d).for_each(|i| unit[i * d + i] = 1.0);
        Ok(CmaEs {
            settings,
            run: Run::new(task)?,
            sigma: settings.spread,
            sigma_path: vec![0.0; d],
            path: vec![0.0; d],
            covariance: unit.clone(),
            vectors: unit,
            roots: vec![1.0; d],
            decomposed: 0,
            mean,
        })
    }

    /// Refuses a state that does not fit together: what was read from a file may not.
    pub fn check(&self) -> Result<(), Error> {
        self.settings.check()?;
        let space = self.run.space();
        for (what, list) in [
            ("mean", &self.mean),
            ("sigma_path", &self.sigma_path),
            ("path", &self.path),
            ("roots", &self.roots),
        ] {
            space.fits(what, list)?;
        }
        let square = self.mean.len() * self.mean.len();
        saved("covariance", self.covariance.len(), square)?;
        saved("vectors", self.vectors.len(), square)
    }

    fn population(&self) -> usize {
        match self.settings.population {
            0 => 4 + (3.0 * libm::log(self.mean.len() as f64)) as usize,
            population => population as usize,
        }
    }

    fn scenarios(&self) -> usize {
        let generations = 100 + 10 * self.mean.len() as u64;
        let share = self.run.task.budget / (generations * self.population() as u64);
        match self.settings.scenarios {
            0 => share.max(1) as usize,
            scenarios => scenarios as usize,
        }
    }

    /// Trials of this generation: all or none.
    fn asked(&self) -> usize {
        let whole = self.population() * self.scenarios();
        if self.run.left() < whole as u64 {
            0
        } else {
            whole
        }
    }

    /// The coordinates of a candidate of this generation.
    fn candidate(&self, number: usize) -> Vec<f64> {
        let mut dice = self.run.dice("candidate", number);
        let long: Vec<f64> = self
            .roots
            .iter()
            .map(|root| root * normal(&mut dice))
            .collect();
        let rows = self.vectors.chunks_exact(long.len());
        let mut candidate: Vec<f64> = rows
            .zip(&self.mean)
            .map(|(row, mean)| mean + self.sigma * dot(row, &long))
            .collect();
        self.run.space().clamp(&mut candidate);
        candidate
    }

    /// Moves mean, paths, covariance and spread: equations of the tutorial's appendix A, with
    /// `steps` the chosen (x - mean) / sigma, the best first.
    fn learn(&mut self, steps: &[Vec<f64>]) {
        let d = self.mean.len();
        let n = d as f64;
        let rates = Rates::new(d, self.population());
        let (weights, mass) = (&rates.weights, rates.mass);
        let (c_sigma, c_path) = (rates.sigma_path, rates.path);
        let (c_one, c_mu) = (rates.rank_one, rates.rank_mu);
        let step: Vec<f64> = (0..d)
            .map(|i| weights.iter().zip(steps).map(|(w, s)| w * s[i]).sum())
            .collect();
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * step;
        }
        let along: Vec<f64> = (0..d)
            .map(|k| {
                (0..d)
                    .map(|i| self.vectors[i * d + k] * step[i])
                    .sum::<f64>()
                    / self.roots[k]
            })
            .collect();
        let whitened = self.vectors.chunks_exact(d).map(|row| dot(row, &along));
        let fresh = (c_sigma * (2.0 - c_sigma) * mass).sqrt();
        for (p, w) in self.sigma_path.iter_mut().zip(whitened) {
            *p = (1.0 - c_sigma) * *p + fresh * w;
        }
        let length = dot(&self.sigma_path, &self.sigma_path).sqrt();
        let generations = (self.run.batches + 1) as f64;
        let settled = (1.0 - libm::pow(1.0 - c_sigma, 2.0 * generations)).sqrt();
        let moving = length / settled < (1.4 + 2.0 / (n + 1.0)) * rates.expected;
        let fresh = if moving {
            (c_path * (2.0 - c_path) * mass).sqrt()
        } else {
            0.0
        };
        for (p, s) in self.path.iter_mut().zip(&step) {
            *p = (1.0 - c_path) * *p + fresh * s;
        }
        let stalled = if moving { 0.0 } else { c_path * (2.0 - c_path) };
        let keep = 1.0 - c_one - c_mu + c_one * stalled;
        for i in 0..d {
            for j in 0..=i {
                let rank_mu: f64 = weights
                    .iter()
                    .zip(steps)
                    .map(|(w, s)| w * s[i] * s[j])
                    .sum();
                let entry = keep * self.covariance[i * d + j]
                    + c_one * self.path[i] * self.path[j]
                    + c_mu * rank_mu;
                self.covariance[i * d + j] = entry;
                self.covariance[j * d + i] = entry;
            }
        }
        self.sigma *= libm::exp((c_sigma / rates.damping) * (length / rates.expected - 1.0));
        self.sigma = self.sigma.clamp(1e-12, 1e3);
        let due = (self.decomposed as f64) + 1.0 / ((c_one + c_mu) * n);
        if generations >= due {
            let (values, vectors) = eigen::symmetric(&self.covariance, d);
            self.roots = values.iter().map(|value| value.max(1e-20).sqrt()).collect();
            self.vectors = vectors;
            self.decomposed = self.run.batches + 1;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl TunerKind for CmaEsSettings {
    fn identity(&self) -> String {
        let CmaEsSettings {
            population,
            scenarios,
            spread,
        } = self;
        Identity::versioned("cma-es", CmaEs::VERSION)
            .with("population", population)
            .with("scenarios", scenarios)
            .with("spread", spread)
            .end()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(CmaEs::new(*self, task)?))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let tuner: CmaEs = saved.open(&self.identity())?;
        tuner.check()?;
        Ok(Box::new(tuner))
    }
}

impl Tuner for CmaEs {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let (population, scenarios) = (self.population(), self.scenarios());
        let mut batch = self.run.batch();
        if self.asked() == 0 {
            return batch;
        }
        let space = self.run.space();
        let draws = space.draws(&mut self.run.dice("rounding", 0));
        let duel = self.run.task.objective == Objective::Duel;
        let mean = duel.then(|| batch.push_point(|out| space.point(|i| self.mean[i], &draws, out)));
        for number in 0..population {
            let candidate = self.candidate(number);
            let point = batch.push_point(|out| space.point(|i| candidate[i], &draws, out));
            self.run.ask_point(&mut batch, point, mean, scenarios);
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        self.run.check(answers, self.asked(), || self.ask())?;
        if answers.is_empty() {
            return Ok(());
        }
        let scenarios = self.scenarios();
        let mut order: Vec<(usize, f64)> = answers
            .chunks_exact(scenarios)
            .map(|answers| answers.iter().sum())
            .enumerate()
            .collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let steps: Vec<Vec<f64>> = order[..self.population() / 2]
            .iter()
            .map(|&(number, _)| {
                let candidate = self.candidate(number);
                let off = candidate.iter().zip(&self.mean);
                off.map(|(x, mean)| (x - mean) / self.sigma).collect()
            })
            .collect();
        self.learn(&steps);
        self.run.fresh += scenarios.div_ceil(2) as u64;
        self.run.advance(answers.len());
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        self.run.space().settle(&self.mean)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.settings.identity(), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameter, Space};

    fn tuner(coordinates: usize, budget: u64) -> CmaEs {
        let parameter = |i| Parameter::real(&format!("x{i}"), -100.0, 100.0, 0.0);
        let task = Task {
            space: Space::new((0..coordinates).map(parameter).collect()).unwrap(),
            objective: Objective::Value,
            budget,
            seed: 1,
        };
        CmaEs::new(CmaEsSettings::default(), task).unwrap()
    }

    fn near(found: &[f64], right: &[f64]) {
        assert_eq!(found.len(), right.len());
        for (a, b) in found.iter().zip(right) {
            assert!((a - b).abs() < 1e-9, "{found:?} for {right:?}");
        }
    }

    /// Four generations in two dimensions, with the steps of three chosen candidates each. The numbers
    /// are of the tutorial's own code (appendix C), carried out elsewhere with numpy. In the third the
    /// steps are so long that the path stalls, and it is the first after which the covariance is
    /// decomposed; the fourth is whitened by it.
    #[test]
    fn four_generations_go_as_in_the_tutorial() {
        let mut tuner = tuner(2, 100_000);
        #[rustfmt::skip]
        let generations = [
            ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
             [0.1430859485, 0.0725914858], [0.8484582962, 0.4304465181], [0.9444376690, 0.4791395263],
             [0.9668091581, 0.0745920749, 0.0745920749, 0.8438675965], 0.1856410588),
            ([[0.5, -1.0], [2.0, 0.25], [-0.5, 0.5]],
             [0.3005964863, -0.0251868520], [1.4761062027, -0.3862642174], [1.4746463813, -0.5154135513],
             [1.1740607191, -0.0702703386, -0.0702703386, 0.7445469896], 0.1984642905),
            ([[4.0, 3.0], [3.0, 4.0], [5.0, 5.0]],
             [1.0535336685, 0.6577971626], [5.3167076893, 3.8673244608], [0.5536492904, -0.1935096784],
             [1.9792739123, 0.6720118969, 0.6720118969, 1.3995705449], 0.7345869706),
            ([[0.1, -2.0], [-0.3, 0.1], [0.2, 0.2]],
             [1.0491339437, -0.2457085832], [3.1929753429, 0.8193780107], [0.2078651131, -0.0726523304],
             [1.8302829945, 0.6084425326, 0.6084425326, 1.4366483473], 1.2139730998),
        ];
        for (generation, (steps, mean, sigma_path, path, covariance, sigma)) in
            generations.into_iter().enumerate()
        {
            tuner.learn(&steps.map(Vec::from));
            near(&tuner.mean, &mean);
            near(&tuner.sigma_path, &sigma_path);
            near(&tuner.path, &path);
            near(&tuner.covariance, &covariance);
            near(&[tuner.sigma], &[sigma]);
            let decomposed = if generation < 2 { 0 } else { 3 };
            assert_eq!(tuner.decomposed, decomposed, "generation {generation}");
            tuner.run.advance(1);
        }
        let mut roots = tuner.roots.clone();
        roots.sort_by(f64::total_cmp);
        near(&roots, &[0.9785528567, 1.5560458746]);
    }

    /// Five scenarios a candidate are two with their mirror images and one without: the next generation
    /// begins with the fourth.
    #[test]
    fn generations_share_no_scenario() {
        let mut tuner = tuner(2, 10_000);
        tuner.settings.scenarios = 5;
        for generation in 0..3 {
            let batch = tuner.ask();
            assert_eq!(batch.len(), 6 * 5);
            let asked: Vec<(u64, bool)> =
                batch.trials().map(|t| (t.scenario, t.mirrored)).collect();
            let first = 3 * generation;
            for candidate in asked.chunks(5) {
                let [a, b, c] = [first, first + 1, first + 2];
                assert_eq!(
                    candidate,
                    [(a, false), (a, true), (b, false), (b, true), (c, false)]
                );
            }
            tuner.tell(&vec![0.0; 30]).unwrap();
        }
    }

    /// λ = 4 + 3 ln d, rounded down, and as many scenarios as make 100 + 10 d generations.
    #[test]
    fn the_population_and_its_scenarios_are_those_that_are_promised() {
        for (coordinates, population) in [(1, 4), (2, 6), (3, 7), (5, 8), (10, 10), (30, 14)] {
            let tuner = tuner(coordinates, 100_000);
            assert_eq!(tuner.population(), population, "{coordinates} coordinates");
            let generations = 100_000 / (population * tuner.scenarios());
            let promised = 100 + 10 * coordinates;
            assert!(generations >= promised && generations < promised + promised / 4);
            assert_eq!(tuner.asked(), population * tuner.scenarios());
        }
        let spread = CmaEsSettings::default().spread;
        assert_eq!((tuner(2, 9).sigma, spread), (0.2, 0.2));
        // Too little for a generation: nothing is asked.
        assert_eq!((tuner(2, 6).asked(), tuner(2, 5).asked()), (6, 0));
    }
}
