//! Whether a published figure is what a repetition of our experiment, at the published size, would
//! give: prediction intervals from both samples.
//!
//! Shares: given the sum of both counts, the published count is hypergeometric whatever the common
//! share is. The counts that neither tail of that distribution rejects are the exact prediction limits
//! of Thatcher (1964), "Relationships between Bayesian and confidence limits for predictions"; their
//! coverage is at least the confidence. Means: Welch's statistic with Satterthwaite's degrees of
//! freedom (Welch 1947, "The generalization of Student's problem when several different population
//! variances are involved"). A figure was printed with few digits: of the values that round to it,
//! the one that fits best is compared.

use crate::error::{open_unit, share, unit};
use crate::fisher::Margins;
use crate::{Error, Interval, special, wilson};

/// A share as it was printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedShare {
    /// The share.
    pub share: f64,
    /// Digits after the point.
    pub digits: u32,
    /// The trials that it stands for.
    pub n: u64,
}

/// A published figure against ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The two-sided p of the hypothesis that both samples come from the same distribution.
    pub p: f64,
    /// Where the published figure is expected to lie, given ours and both sizes.
    pub published: Interval,
    /// An interval of our figure minus the published one.
    pub difference: Interval,
}

impl PrintedShare {
    fn check(&self) -> Result<(), Error> {
        share(0, self.n)?;
        unit("published share", self.share)
    }

    /// The least and the greatest count that round to the printed share; where none does, the nearest.
    pub fn counts(&self) -> Result<(u64, u64), Error> {
        self.check()?;
        let n = self.n as f64;
        // A little more than half a unit of the last digit: halves are rounded either way.
        let half = 0.5 * libm::exp10(-(self.digits as f64)) * (1.0 + 1e-9);
        let low = ((self.share - half) * n).ceil().max(0.0);
        let high = ((self.share + half) * n).floor().min(n);
        let nearest = (self.share * n).round();
        match low <= high {
            true => Ok((low as u64, high as u64)),
            false => Ok((nearest as u64, nearest as u64)),
        }
    }

    /// The count among those that round to the print which fits `count` of `n` best.
    pub fn nearest_count(&self, count: u64, n: u64) -> Result<u64, Error> {
        share(count, n)?;
        let (low, high) = self.counts()?;
        let expected = count as f64 / n as f64 * self.n as f64;
        Ok((expected.round() as u64).clamp(low, high))
    }
}

/// Our `count` of `n` against a printed share.
pub fn predict_share(
    count: u64,
    n: u64,
    printed: &PrintedShare,
    confidence: f64,
) -> Result<Prediction, Error> {
    open_unit("confidence", confidence)?;
    let published = printed.nearest_count(count, n)?;
    let m = printed.n;
    let tails = |y: u64| tails(count, n, y, m);
    let (lower, upper) = tails(published);
    let risk = 0.5 * (1.0 - confidence);
    // Both tails grow towards the figure that fits, so each end is found by bisection.
    let low = first(0, m, |y| tails(y).0 >= risk);
    let high = m - first(0, m, |below| tails(m - below).1 >= risk);
    let share = |y: u64| y as f64 / m as f64;
    Ok(Prediction {
        p: (2.0 * lower.min(upper)).min(1.0),
        published: Interval {
            low: share(low.min(high)),
            high: share(high.max(low)),
        },
        difference: newcombe((count, n), (published, m), confidence)?,
    })
}

/// The probabilities of at most and of at least `y` of `m`, given that both samples together have
/// `count + y`.
fn tails(count: u64, n: u64, y: u64, m: u64) -> (f64, f64) {
    let margins = Margins {
        row: m,
        other_row: n,
        column: count + y,
    };
    let (mut below, mut at, mut above) = (0.0, 0.0, 0.0);
    for (k, weight) in margins.weights() {
        match k.cmp(&y) {
            std::cmp::Ordering::Less => below += weight,
            std::cmp::Ordering::Equal => at += weight,
            std::cmp::Ordering::Greater => above += weight,
        }
    }
    let sum = below + at + above;
    ((below + at) / sum, (at + above) / sum)
}

/// The least number for which `holds`, which holds from somewhere on; `high` if nowhere before.
fn first(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The interval of a difference of two shares by Newcombe's hybrid score method (Newcombe 1998,
/// "Interval estimation for the difference between independent proportions", method 10).
pub fn newcombe(left: (u64, u64), right: (u64, u64), confidence: f64) -> Result<Interval, Error> {
    let (one, other) = (
        wilson(left.0, left.1, confidence)?,
        wilson(right.0, right.1, confidence)?,
    );
    let share = |(k, n): (u64, u64)| k as f64 / n as f64;
    let (p, q) = (share(left), share(right));
    Ok(Interval {
        low: p - q - libm::hypot(p - one.low, other.high - q),
        high: p - q + libm::hypot(one.high - p, q - other.low),
    })
}

/// A sample's mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// Degrees of freedom of the standard error; infinite where it is known.
    pub degrees: f64,
}

/// A mean as it was printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedMean {
    /// The mean.
    pub mean: f64,
    /// Digits after the point.
    pub digits: u32,
    /// Its standard error, if it was printed; else ours is scaled to the published size.
    pub error: Option<f64>,
    /// The observations that it stands for.
    pub n: u64,
}

/// A difference of two means in standard errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeanDifference {
    pub(crate) difference: f64,
    pub(crate) error: f64,
    pub(crate) degrees: f64,
}

impl MeanDifference {
    /// The standard normal deviate with the same tail as Student's.
    pub(crate) fn deviate(&self) -> Option<f64> {
        if self.error == 0.0 {
            return (self.difference == 0.0).then_some(0.0);
        }
        let t = self.difference / self.error;
        let p = special::student_two_sided(t, self.degrees.min(1e9));
        let z = special::normal_critical(1.0 - p.max(1e-300));
        Some(if t < 0.0 { -z } else { z })
    }
}

impl PrintedMean {
    /// The standard error of the published mean and its degrees of freedom. A printed error may be
    /// larger by half a unit of its last digit.
    pub(crate) fn error(&self, ours: &SampleMean, n: u64) -> (f64, f64) {
        let half = self.half();
        match self.error {
            Some(error) => (error + half, self.n.saturating_sub(1).max(1) as f64),
            None => (
                ours.error * (n as f64 / self.n as f64).sqrt(),
                f64::INFINITY,
            ),
        }
    }

    fn half(&self) -> f64 {
        0.5 * libm::exp10(-(self.digits as f64))
    }

    /// Our mean of `n` observations minus the published one.
    pub(crate) fn against(&self, ours: &SampleMean, n: u64) -> MeanDifference {
        let half = self.half();
        let nearest = ours.mean.clamp(self.mean - half, self.mean + half);
        let (error, degrees) = self.error(ours, n);
        MeanDifference {
            difference: ours.mean - nearest,
            error: libm::hypot(ours.error, error),
            degrees: match self.error {
                Some(_) => welch(ours, error, degrees),
                // Both errors come from our variance.
                None => ours.degrees,
            },
        }
    }
}

/// Satterthwaite's degrees of freedom.
fn welch(ours: &SampleMean, error: f64, degrees: f64) -> f64 {
    let (a, b) = (ours.error * ours.error, (error * error));
    let below = a * a / ours.degrees + b * b / degrees;
    match below > 0.0 {
        true => libm::pow(a + b, 2.0) / below,
        false => degrees,
    }
}

/// Our mean of `n` observations against a printed one.
///
/// Where neither sample varies and they differ, p is 0. Where only ours is known to vary by nothing
/// and no error was printed, nothing can be said.
pub fn predict_mean(
    ours: &SampleMean,
    n: u64,
    printed: &PrintedMean,
    confidence: f64,
) -> Result<Prediction, Error> {
    open_unit("confidence", confidence)?;
    let numbers = [ours.mean, ours.error, printed.mean];
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(Error::NotANumber {
            what: "mean",
            index: 0,
        });
    }
    if n == 0 || printed.n == 0 {
        return Err(Error::TooFew {
            what: "observations",
            needed: 1,
            got: 0,
        });
    }
    let found = printed.against(ours, n);
    if found.error == 0.0 && printed.error.is_none() {
        return Err(Error::Constant { what: "our sample" });
    }
    let (p, critical) = match found.error > 0.0 {
        true => (
            special::student_two_sided(found.difference / found.error, found.degrees.min(1e9)),
            special::student_critical(confidence, found.degrees.min(1e9)),
        ),
        false => (f64::from(u8::from(found.difference == 0.0)), 0.0),
    };
    let half = critical * found.error;
    let rounding = printed.half();
    let between = |centre: f64, half: f64| Interval {
        low: centre - half,
        high: centre + half,
    };
    Ok(Prediction {
        p,
        published: between(ours.mean, half + rounding),
        difference: between(ours.mean - printed.mean, half),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(share: f64, digits: u32, n: u64) -> PrintedShare {
        PrintedShare { share, digits, n }
    }

    #[test]
    fn a_printed_share_stands_for_the_counts_that_round_to_it() {
        assert_eq!(printed(0.36, 2, 100).counts().unwrap(), (36, 36));
        assert_eq!(printed(0.355, 3, 1068).counts().unwrap(), (379, 379));
        assert_eq!(printed(0.3, 1, 1000).counts().unwrap(), (250, 350));
        assert_eq!(printed(0.0, 3, 1068).counts().unwrap(), (0, 0));
        // No count of seven rounds to .50.
        assert_eq!(printed(0.5, 2, 7).counts().unwrap(), (4, 4));
        assert!(printed(f64::NAN, 2, 7).counts().is_err());
        assert!(printed(0.5, 2, 0).counts().is_err());
        // Of 250 to 350 the nearest to ours is compared.
        let p = |count| predict_share(count, 1000, &printed(0.3, 1, 1000), 0.95);
        assert_eq!(p(350).unwrap().p, 1.0);
        assert!(p(450).unwrap().p < 1e-4);
    }

    /// By hand: one of one against none of one. Given one success of two trials, none of the
    /// published one has probability 1/2.
    #[test]
    fn the_smallest_samples_tell_nothing() {
        let found = predict_share(1, 1, &printed(0.0, 2, 1), 0.95).unwrap();
        assert_eq!(found.p, 1.0);
        assert_eq!((found.published.low, found.published.high), (0.0, 1.0));
        // Five of five against none of five: 1 / C(10, 5), twice.
        let found = predict_share(5, 5, &printed(0.0, 2, 5), 0.95).unwrap();
        assert!((found.p - 2.0 / 252.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn what_the_interval_contains_is_what_the_test_accepts() {
        for (count, n, m) in [(3, 20, 50), (0, 30, 100), (400, 1068, 1068), (5, 5, 100)] {
            let figure = |y: u64| printed(y as f64 / m as f64, 9, m);
            let found = predict_share(count, n, &figure(m / 2), 0.95).unwrap();
            for y in 0..=m {
                let p = predict_share(count, n, &figure(y), 0.95).unwrap().p;
                let inside = found.published.contains(y as f64 / m as f64);
                assert_eq!(inside, p >= 0.05, "{count} of {n}, {y} of {m}: {p}");
            }
        }
    }

    #[test]
    fn means_are_compared_by_student_and_within_the_print() {
        let ours = SampleMean {
            mean: 10.0,
            error: 1.0,
            degrees: 4.0,
        };
        let print = PrintedMean {
            mean: 10.0,
            digits: 1,
            error: None,
            n: 5,
        };
        let found = predict_mean(&ours, 5, &print, 0.95).unwrap();
        assert_eq!(found.p, 1.0);
        // t(4) at 97.5 % is 2.776, the error sqrt(2); the print adds .05.
        let half = 2.776_445_105 * 2f64.sqrt();
        assert!((found.published.high - 10.05 - half).abs() < 1e-6);
        assert!((found.difference.high - half).abs() < 1e-6);
        let far = PrintedMean {
            mean: 14.0,
            error: Some(0.1),
            n: 100,
            ..print
        };
        let far = predict_mean(&ours, 5, &far, 0.95).unwrap().p;
        assert!((0.01..0.02).contains(&far), "{far}");
        let still = SampleMean { error: 0.0, ..ours };
        assert!(predict_mean(&still, 5, &print, 0.95).is_err());
        let missing = SampleMean {
            mean: f64::NAN,
            ..ours
        };
        assert!(predict_mean(&missing, 5, &print, 0.95).is_err());
    }

    /// Newcombe (1998), table II, method 10: 56/70 against 48/80, .0524 to .3339.
    #[test]
    fn differences_of_shares_are_newcombes() {
        let found = newcombe((56, 70), (48, 80), 0.95).unwrap();
        assert!((found.low - 0.0524).abs() < 5e-5, "{found:?}");
        assert!((found.high - 0.3339).abs() < 5e-5, "{found:?}");
    }
}
