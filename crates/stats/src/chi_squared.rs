//! Pearson's chi-squared test (1900): counts against expectations, and counts against counts.

use crate::error::enough;
use crate::{Error, special};

/// The outcome of a chi-squared test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquared {
    /// The sum of (observed - expected)² / expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u64,
    /// P of a statistic at least as large; trustworthy with expected counts of about five or more.
    pub p: f64,
}

/// Whether `observed` counts come from a distribution with these `expected` counts, all positive
/// and of the same total (to one part in 10⁸). One degree of freedom less than categories.
pub fn goodness_of_fit(observed: &[u64], expected: &[f64]) -> Result<ChiSquared, Error> {
    enough("observed", observed, 2)?;
    if observed.len() != expected.len() {
        return Err(Error::Lengths {
            left: observed.len(),
            right: expected.len(),
        });
    }
    for &value in expected {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Error::OutOfRange {
                what: "expected",
                value,
                expected: "positive and finite",
            });
        }
    }
    let observed_total: f64 = observed.iter().map(|&o| o as f64).sum();
    let expected_total: f64 = expected.iter().sum();
    if (observed_total - expected_total).abs() > 1e-8 * expected_total {
        return Err(Error::OutOfRange {
            what: "expected",
            value: expected_total,
            expected: "of the same total as the observed counts",
        });
    }
    let statistic = observed.iter().zip(expected).map(distance).sum();
    Ok(outcome(statistic, observed.len() - 1))
}

/// Whether two vectors of counts over the same categories come from one distribution. Categories
/// empty in both are left out; no continuity correction.
///
/// Both need a positive total. With one category left there is nothing to test: 0 degrees, p = 1.
pub fn homogeneity(left: &[u64], right: &[u64]) -> Result<ChiSquared, Error> {
    if left.len() != right.len() {
        return Err(Error::Lengths {
            left: left.len(),
            right: right.len(),
        });
    }
    let total = |counts: &[u64]| counts.iter().map(|&c| c as f64).sum::<f64>();
    let (left_total, right_total) = (total(left), total(right));
    for (what, value) in [("left", left_total), ("right", right_total)] {
        if value == 0.0 {
            return Err(Error::OutOfRange {
                what,
                value,
                expected: "of positive total",
            });
        }
    }
    let left_share = left_total / (left_total + right_total);
    let right_share = right_total / (left_total + right_total);
    let mut statistic = 0.0;
    let mut categories = 0;
    for (&a, &b) in left.iter().zip(right) {
        let both = a as f64 + b as f64;
        if both > 0.0 {
            categories += 1;
            statistic += distance((&a, &(both * left_share)));
            statistic += distance((&b, &(both * right_share)));
        }
    }
    Ok(outcome(statistic, categories - 1))
}

fn distance((&observed, &expected): (&u64, &f64)) -> f64 {
    libm::pow(observed as f64 - expected, 2.0) / expected
}

fn outcome(statistic: f64, degrees: usize) -> ChiSquared {
    ChiSquared {
        statistic,
        degrees: degrees as u64,
        p: match degrees {
            0 => 1.0,
            _ => special::chi_squared_upper(statistic, degrees as f64),
        },
    }
}
