//! Pearson's r (1895) and Spearman's rho (1904), which is Pearson's r of the midranks, with
//! Student's two-sided p-value on n - 2 degrees of freedom.

use crate::error::{enough, ordered, paired};
use crate::{Error, Ranks, special};

/// A correlation between -1 and 1 and its two-sided p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient.
    pub coefficient: f64,
    /// The probability of a coefficient at least as far from 0 without association.
    pub p: f64,
}

/// Pearson's r of the pairs `(x[i], y[i])`.
///
/// The p-value is exact for normal data. With two pairs r is ±1 and p is 1; a perfect line through
/// more has p = 0. An error where either side is constant: r is not defined there.
pub fn pearson(x: &[f64], y: &[f64]) -> Result<Correlation, Error> {
    check(x, y)?;
    let coefficient = coefficient(x, y)?;
    let degrees = (x.len() - 2) as f64;
    let p = if degrees == 0.0 {
        1.0
    } else {
        let unexplained = (1.0 - coefficient) * (1.0 + coefficient);
        special::incomplete_beta(0.5 * degrees, 0.5, unexplained, coefficient * coefficient)
    };
    Ok(Correlation { coefficient, p })
}

/// Spearman's rho of the pairs `(x[i], y[i])`, ties sharing their rank.
///
/// The p-value is SciPy's default: Student's approximation, good from about ten pairs on, and 0 for
/// a perfect order of three or more. Differs: with two pairs p is 1, where SciPy gives NaN.
pub fn spearman(x: &[f64], y: &[f64]) -> Result<Correlation, Error> {
    check(x, y)?;
    pearson(&Ranks::of(x)?.midranks(), &Ranks::of(y)?.midranks())
}

/// What every correlation asks of its samples: paired, at least two, no NaN.
pub(crate) fn check(x: &[f64], y: &[f64]) -> Result<(), Error> {
    paired(x, y)?;
    enough("x", x, 2)?;
    ordered("x", x)?;
    ordered("y", y)
}

fn coefficient(x: &[f64], y: &[f64]) -> Result<f64, Error> {
    let x = unit_deviations("x", x)?;
    let y = unit_deviations("y", y)?;
    let product: f64 = x.iter().zip(&y).map(|(a, b)| a * b).sum();
    let along = product.signum();
    // Near ±1 the distance of the unit vectors keeps the digits that the product loses.
    let apart: f64 = x
        .iter()
        .zip(&y)
        .map(|(a, b)| libm::pow(a - along * b, 2.0))
        .sum();
    let coefficient = if apart < 0.5 {
        along * (1.0 - 0.5 * apart)
    } else {
        product
    };
    Ok(coefficient.clamp(-1.0, 1.0))
}

/// The deviations from the mean, scaled to length 1.
fn unit_deviations(what: &'static str, values: &[f64]) -> Result<Vec<f64>, Error> {
    if values.iter().all(|&value| value == values[0]) {
        return Err(Error::Constant { what });
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let length = deviations.iter().map(|d| d * d).sum::<f64>().sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return Err(Error::Constant { what });
    }
    Ok(deviations.iter().map(|d| d / length).collect())
}
