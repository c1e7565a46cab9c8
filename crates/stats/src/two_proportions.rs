//! The two-proportion z-test with the pooled share, as in Fleiss, Levin and Paik (2003),
//! *Statistical Methods for Rates and Proportions*, section 3.1, without continuity correction.

use crate::{Alternative, Error, error::share};

/// A standardised difference and its p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZTest {
    /// The first share minus the second, in standard errors.
    pub z: f64,
    /// Two-sided.
    pub p: f64,
}

/// Whether the shares `left.0 / left.1` and `right.0 / right.1` differ, two-sided.
///
/// An approximation: with expected counts under about five take [`fisher_exact`](crate::fisher_exact).
/// Where every trial went the same way in both, z is 0 and p is 1.
pub fn two_proportions(left: (u64, u64), right: (u64, u64)) -> Result<ZTest, Error> {
    share(left.0, left.1)?;
    share(right.0, right.1)?;
    let (k, m) = (left.0 as f64, left.1 as f64);
    let (l, n) = (right.0 as f64, right.1 as f64);
    let pooled = (k + l) / (m + n);
    let deviation = (pooled * (1.0 - pooled) * (1.0 / m + 1.0 / n)).sqrt();
    let difference = k / m - l / n;
    Ok(ZTest {
        z: if deviation == 0.0 {
            0.0
        } else {
            difference / deviation
        },
        p: Alternative::TwoSided.of_normal(difference, deviation, 0.0),
    })
}
