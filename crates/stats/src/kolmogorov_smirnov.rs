//! The two-sample test of Smirnov (1939) with Kolmogorov's (1933) limit distribution.

use std::f64::consts::PI;

use crate::Error;
use crate::error::{enough, ordered};

/// The outcome of [`kolmogorov_smirnov`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KolmogorovSmirnov {
    /// The largest distance between the two empirical distribution functions.
    pub distance: f64,
    /// Two-sided, from the limit distribution.
    pub p: f64,
}

/// Whether `x` and `y` come from one distribution, against any alternative.
///
/// The p-value is Kolmogorov's limit at distance · sqrt(mn / (m + n)); it is meant for samples of
/// some dozens or more, and is conservative with ties. Differs: SciPy's `method="asymp"` puts the
/// finite one-sample distribution at the rounded effective size instead of the limit.
pub fn kolmogorov_smirnov(x: &[f64], y: &[f64]) -> Result<KolmogorovSmirnov, Error> {
    enough("x", x, 1)?;
    enough("y", y, 1)?;
    ordered("x", x)?;
    ordered("y", y)?;
    let mut all: Vec<(f64, bool)> = x.iter().map(|&v| (v, true)).collect();
    all.extend(y.iter().map(|&v| (v, false)));
    all.sort_by(|a, b| a.0.partial_cmp(&b.0).expect("NaN was refused above"));
    let (m, n) = (x.len() as f64, y.len() as f64);
    let (mut from_x, mut from_y) = (0.0, 0.0);
    let mut distance: f64 = 0.0;
    for group in all.chunk_by(|a, b| a.0 == b.0) {
        let in_x = group.iter().filter(|(_, in_x)| *in_x).count();
        from_x += in_x as f64;
        from_y += (group.len() - in_x) as f64;
        distance = distance.max((from_x / m - from_y / n).abs());
    }
    let p = kolmogorov_upper((m * n / (m + n)).sqrt() * distance);
    Ok(KolmogorovSmirnov { distance, p })
}

/// P(K > x): 2 Σ (-1)^(k-1) exp(-2k²x²), or for small x its theta transform,
/// 1 - sqrt(2π)/x Σ exp(-(2k-1)²π²/8x²). Six terms are enough on either side of 1.
fn kolmogorov_upper(x: f64) -> f64 {
    const TERMS: i32 = 6;
    if x <= 0.0 {
        return 1.0;
    }
    if x < 1.0 {
        let sum: f64 = (1..=TERMS)
            .map(|k| libm::exp(-libm::pow(f64::from(2 * k - 1), 2.0) * PI * PI / (8.0 * x * x)))
            .sum();
        return 1.0 - (2.0 * PI).sqrt() / x * sum;
    }
    let sum: f64 = (1..=TERMS)
        .map(|k| {
            let term = libm::exp(-2.0 * f64::from(k * k) * x * x);
            if k % 2 == 1 { term } else { -term }
        })
        .sum();
    2.0 * sum
}
