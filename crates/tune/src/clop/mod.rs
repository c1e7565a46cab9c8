//! CLOP: confident local optimisation (Coulom 2011, "CLOP: Confident Local Optimization for Noisy Black-Box
//! Parameter Tuning").
//!
//! A quadratic logistic regression over all results so far says how much is won at every point. Each fit
//! gives every point the weight exp((q(x) - m) / (H s)), where q is the quadratic, m the log-odds of the
//! weighted mean of the results and s the standard deviation of m; a point's weight is the least of
//! those of all fits, and at most 1. The next fit weighs the results by it, the next points are drawn
//! from it by Gibbs sampling, and the recommendation is the weighted mean of all points.
//!
//! Differs: points are asked about in batches, both sides of each; the first fit is of forty points, or of as
//! many as it has coefficients, because a point that an early fit has refused stays refused; and another
//! follows when there are a tenth more. Answers of any size are scaled into [0, 1] by the largest.

mod fit;

use crate::error::saved;
use crate::identity::Identity;
use crate::run::{Run, Task};
use crate::saved::Saved;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::tuner::{Tuner, TunerKind};
use crate::{Batch, Error, Objective, exact};
use fit::{Fit, Results, Terms};
use ludometer_core::Rng;
use serde::{Deserialize, Serialize};
use std::ops::Bound;

/// The settings of CLOP.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClopSettings {
    /// H: how many standard deviations below the mean a point must be to weigh 1/e.
    #[serde(with = "exact")]
    pub h: f64,
    /// Points in a batch, each asked about from both sides.
    pub points: u32,
    /// The most coordinates for which products of two of them are fitted.
    pub interactions: u32,
}

impl Default for ClopSettings {
    fn default() -> ClopSettings {
        ClopSettings::of(&Settings::new(ClopSettings::DECLARED))
    }
}

const H: Setting = Setting::new(
    "h",
    Domain::Real(Bound::Excluded(0.0), Bound::Included(100.0)),
    SettingValue::Real(3.0),
    "deviations below the mean at which a point weighs 1/e",
);
const POINTS: Setting = Setting::new(
    "points",
    Domain::COUNT,
    SettingValue::Whole(4),
    "points in a batch, each asked about from both sides",
);
const INTERACTIONS: Setting = Setting::new(
    "interactions",
    Domain::Whole(0, 60),
    SettingValue::Whole(20),
    "the most coordinates for which their products are fitted",
);

impl ClopSettings {
    /// What can be set.
    pub(crate) const DECLARED: &[Setting] = &[H, POINTS, INTERACTIONS];

    pub(crate) fn of(settings: &Settings) -> ClopSettings {
        ClopSettings {
            h: settings.real(&H.name),
            points: settings.whole(&POINTS.name),
            interactions: settings.whole(&INTERACTIONS.name),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        H.check(self.h)?;
        POINTS.check(self.points)?;
        INTERACTIONS.check(self.interactions)
    }
}

/// Sweeps over all coordinates from an earlier point to a new one.
const SWEEPS: usize = 2;

/// Moves that are tried in each coordinate of a sweep.
const MOVES: usize = 4;

/// Points before the first fit, at least.
const FIRST: usize = 40;

/// A run of CLOP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clop {
    settings: ClopSettings,
    run: Run,
    /// The coordinates of every point that was asked about.
    #[serde(with = "exact::list")]
    points: Vec<f64>,
    /// The sum of the two answers for each.
    #[serde(with = "exact::list")]
    answers: Vec<f64>,
    fits: Vec<Fit>,
    /// The logarithms of the weights of the points, which follow from the fits.
    #[serde(skip)]
    log_weights: Vec<f64>,
    /// The sums of the weights up to each point.
    #[serde(skip)]
    cumulative: Vec<f64>,
}

impl Clop {
    /// Raised when its proposals or recommendations change for the same settings.
    pub const VERSION: u32 = 1;

    /// Without any point.
    pub fn new(settings: ClopSettings, task: Task) -> Result<Clop, Error> {
        settings.check()?;
        Ok(Clop {
            settings,
            run: Run::new(task)?,
            points: Vec::new(),
            answers: Vec::new(),
            fits: Vec::new(),
            log_weights: Vec::new(),
            cumulative: Vec::new(),
        })
    }

    /// Refuses a state that does not fit together: what was read from a file may not.
    pub fn check(&self) -> Result<(), Error> {
        self.settings.check()?;
        let coordinates = self.run.space().coordinates();
        saved(
            "points",
            self.points.len(),
            self.answers.len() * coordinates,
        )?;
        let terms = self.terms();
        let whole = self.fits.iter().filter(|fit| fit.is_whole(terms)).count();
        saved("fits", whole, self.fits.len())
    }

    fn terms(&self) -> Terms {
        let coordinates = self.run.space().coordinates();
        Terms {
            coordinates,
            products: coordinates <= self.settings.interactions as usize,
        }
    }

    /// The logarithm of the weight of a point: exactly, or anything below `least` where it is less.
    fn log_weight(&self, point: &[f64], least: f64) -> f64 {
        let terms = self.terms();
        let mut log_weight = 0.0_f64;
        // The latest are the narrowest, so that most points are refused early.
        for fit in self.fits.iter().rev() {
            log_weight = log_weight.min(fit.log_weight(terms, point, self.settings.h));
            if log_weight < least {
                break;
            }
        }
        log_weight
    }

    /// Points of this batch: each takes two trials.
    fn asked(&self) -> usize {
        (self.run.left() / 2).min(u64::from(self.settings.points)) as usize
    }

    /// The coordinates of a point of this batch: uniform before the first fit, afterwards some sweeps of
    /// Metropolis moves, one coordinate at a time, from an earlier point that was drawn by its weight.
    fn drawn(&self, number: usize) -> Vec<f64> {
        let mut dice = self.run.dice("point", number);
        let reach = self.run.space().reach();
        if self.fits.is_empty() {
            return reach.iter().map(|&reach| dice.symmetric(reach)).collect();
        }
        let from = self.earlier(&mut dice) * reach.len();
        let mut point = self.points[from..from + reach.len()].to_vec();
        let mut height = self.log_weight(&point, f64::NEG_INFINITY);
        for _ in 0..SWEEPS {
            for (at, &reach) in reach.iter().enumerate() {
                for _ in 0..MOVES {
                    let here = point[at];
                    // Steps of all sizes: a region may be the box or a thousandth of it.
                    let size = reach * libm::exp2(1.0 - 10.0 * dice.unit());
                    point[at] = here + dice.symmetric(size);
                    let least = height + libm::log(dice.unit().max(1e-300));
                    let inside = point[at].abs() <= reach;
                    let there = match inside {
                        true => self.log_weight(&point, least),
                        false => f64::NEG_INFINITY,
                    };
                    match inside && there >= least {
                        true => height = there,
                        false => point[at] = here,
                    }
                }
            }
        }
        point
    }

    /// An earlier point, drawn by its weight.
    fn earlier(&self, dice: &mut Rng) -> usize {
        let total = self.cumulative.last().copied().unwrap_or(0.0);
        let left = dice.unit() * total;
        let found = self.cumulative.partition_point(|&sum| sum <= left);
        // Where no weight can be told from 0 it is the last point.
        found.min(self.cumulative.len() - 1)
    }

    /// Adds a weight to those by which points are drawn.
    fn weighed(&mut self, log_weight: f64) {
        let sum = self.cumulative.last().copied().unwrap_or(0.0);
        self.log_weights.push(log_weight);
        self.cumulative.push(sum + libm::exp(log_weight));
    }

    /// Weighs all points by the fits.
    fn weigh(&mut self) {
        self.log_weights.clear();
        self.cumulative.clear();
        let width = self.run.space().coordinates();
        for from in (0..self.points.len()).step_by(width) {
            let point = &self.points[from..from + width];
            self.weighed(self.log_weight(point, f64::NEG_INFINITY));
        }
    }

    /// Fits anew when there are a tenth more points than at the last time.
    fn fit(&mut self, before: usize) {
        let least = self.terms().count().max(FIRST);
        let due = |points: usize| match points < least {
            true => 0,
            // One more at each factor of 1.1.
            false => 1 + (libm::log(points as f64 / least as f64) / libm::log(1.1)) as u32,
        };
        if due(self.answers.len()) == due(before) {
            return;
        }
        let largest = self.answers.iter().fold(2.0, |a: f64, b| a.max(b.abs()));
        let shares = self.answers.iter().map(|sum| 0.5 + 0.5 * sum / largest);
        let results = Results {
            points: &self.points,
            shares: &shares.collect::<Vec<f64>>(),
            log_weights: &self.log_weights,
        };
        let fit = Fit::new(self.terms(), &results, self.fits.last());
        self.fits.push(fit);
        self.weigh();
    }
}

impl TunerKind for ClopSettings {
    fn identity(&self) -> String {
        let ClopSettings {
            h,
            points,
            interactions,
        } = self;
        Identity::versioned("clop", Clop::VERSION)
            .with("h", h)
            .with("points", points)
            .with("interactions", interactions)
            .end()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Clop::new(*self, task)?))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let mut tuner: Clop = saved.open(&self.identity())?;
        tuner.check()?;
        tuner.weigh();
        Ok(Box::new(tuner))
    }
}

impl Tuner for Clop {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let mut batch = self.run.batch();
        let space = self.run.space();
        let asked = self.asked();
        let against = match self.run.task.objective {
            Objective::Duel if asked > 0 => Some(batch.push_point(|out| out.extend(space.start()))),
            _ => None,
        };
        for number in 0..asked {
            let drawn = self.drawn(number);
            let point = batch.push_point(|out| out.extend(space.settle(&drawn)));
            for mirrored in [false, true] {
                batch.push(point, against, self.run.fresh + number as u64, mirrored);
            }
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        let asked = self.asked();
        self.run.check(answers, 2 * asked, || self.ask())?;
        if asked == 0 {
            return Ok(());
        }
        let drawn: Vec<Vec<f64>> = (0..asked).map(|number| self.drawn(number)).collect();
        let before = self.answers.len();
        for (point, answers) in drawn.iter().zip(answers.chunks_exact(2)) {
            self.weighed(self.log_weight(point, f64::NEG_INFINITY));
            self.points.extend(point);
            self.answers.push(answers[0] + answers[1]);
        }
        self.run.fresh += asked as u64;
        self.run.advance(2 * asked);
        self.fit(before);
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        let space = self.run.space();
        if self.fits.is_empty() {
            return space.start();
        }
        let mut mean = vec![0.0; space.coordinates()];
        let top = self.log_weights.iter().copied();
        let top = top.fold(f64::NEG_INFINITY, f64::max);
        let mut total = 0.0;
        let points = self.points.chunks_exact(mean.len());
        for (point, &log_weight) in points.zip(&self.log_weights) {
            let weight = libm::exp(log_weight - top);
            total += weight;
            for (sum, x) in mean.iter_mut().zip(point) {
                *sum += weight * x;
            }
        }
        mean.iter_mut().for_each(|sum| *sum /= total);
        space.settle(&mean)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.settings.identity(), self)
    }
}
