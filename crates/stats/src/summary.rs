//! Mean and variance in one pass (Welford 1962, "Note on a method for calculating corrected sums of
//! squares and products"), merged by the pairwise formula of Chan, Golub and LeVeque (1979).

use crate::error::open_unit;
use crate::{Alternative, Error, Interval, special};

/// Count, mean and variance of the values seen so far.
///
/// Numbers that overflow or are not finite make the mean and the variance not finite; they are not
/// refused.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningStats {
    count: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl RunningStats {
    /// Nothing seen yet.
    pub fn new() -> RunningStats {
        RunningStats::default()
    }

    /// What values with this count, mean and sample variance would have given.
    pub(crate) fn of_moments(count: u64, mean: f64, variance: f64) -> RunningStats {
        RunningStats {
            count,
            mean,
            squares: variance * count.saturating_sub(1) as f64,
        }
    }

    /// Sees one value.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// What is known after seeing the values of both, up to rounding.
    pub fn merge(self, other: RunningStats) -> RunningStats {
        if self.count == 0 {
            return other;
        }
        if other.count == 0 {
            return self;
        }
        let count = self.count + other.count;
        let share = other.count as f64 / count as f64;
        let apart = other.mean - self.mean;
        RunningStats {
            count,
            mean: self.mean + share * apart,
            squares: self.squares + other.squares + apart * apart * share * self.count as f64,
        }
    }

    /// How many values were seen.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` before the first.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The sample variance, with divisor n - 1; `None` before the second value.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The square root of the sample variance.
    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|v| (v / self.count as f64).sqrt())
    }

    /// Student's interval of the mean (Student 1908) at a two-sided `confidence` such as 0.95. Needs
    /// two values; exact for normal values, approximate otherwise.
    pub fn mean_interval(&self, confidence: f64) -> Result<Interval, Error> {
        open_unit("confidence", confidence)?;
        let Some(error) = self.standard_error() else {
            return Err(Error::TooFew {
                what: "values",
                needed: 2,
                got: self.count as usize,
            });
        };
        let half = error * special::student_critical(confidence, (self.count - 1) as f64);
        Ok(Interval {
            low: self.mean - half,
            high: self.mean + half,
        })
    }
}

/// Whether our mean agrees with a published one of which only the sample size is known: the
/// two-sided p of a z-test in which both samples have our variance.
pub fn mean_against(ours: &RunningStats, published: f64, published_n: u64) -> Result<f64, Error> {
    let n = ours.count() as f64;
    let (Some(mean), Some(variance)) = (ours.mean(), ours.variance()) else {
        return Err(Error::TooFew {
            what: "values",
            needed: 2,
            got: ours.count() as usize,
        });
    };
    if published_n == 0 {
        return Err(Error::TooFew {
            what: "published values",
            needed: 1,
            got: 0,
        });
    }
    if variance == 0.0 {
        return Ok(if mean == published { 1.0 } else { 0.0 });
    }
    let error = (variance * (1.0 / n + 1.0 / published_n as f64)).sqrt();
    Ok(Alternative::TwoSided.of_normal(mean - published, error, 0.0))
}

/// The two-sided p of our mean against a published one with its standard error: a z-test. Where
/// neither varies, equal means give 1 and others 0.
pub fn mean_against_error(ours: &RunningStats, published: f64, error: f64) -> Result<f64, Error> {
    let Some((mean, own)) = ours.mean().zip(ours.standard_error()) else {
        return Err(Error::TooFew {
            what: "values",
            needed: 2,
            got: ours.count() as usize,
        });
    };
    let error = libm::hypot(own, error);
    if error == 0.0 {
        return Ok(if mean == published { 1.0 } else { 0.0 });
    }
    Ok(Alternative::TwoSided.of_normal(mean - published, error, 0.0))
}

impl Extend<f64> for RunningStats {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

impl FromIterator<f64> for RunningStats {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> RunningStats {
        let mut running = RunningStats::new();
        running.extend(values);
        running
    }
}
