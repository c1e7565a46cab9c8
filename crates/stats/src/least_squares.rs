//! Ordinary least squares with a constant: which weighted sum of columns comes nearest to an
//! outcome.
//!
//! The design is made orthonormal by the Gram-Schmidt process with every projection taken twice,
//! which keeps the columns orthogonal to the last digits (Giraud, Langou, Rozložník and van den
//! Eshof 2005, "Rounding error analysis of the classical Gram-Schmidt orthogonalization process");
//! the normal equations, which square the condition, are never formed.

use crate::error::enough;
use crate::{Error, special};

/// A column of the design.
#[derive(Clone, Copy, Debug)]
pub struct RegressionColumn<'a> {
    /// Its name in errors.
    pub name: &'a str,
    /// Its value in each row.
    pub values: &'a [f64],
}

/// How the errors of the coefficients are estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Every row is equally noisy.
    #[default]
    Classical,
    /// Rows differ in noise: White's (1980) estimate times n / (n - p).
    Hc1,
    /// Rows differ in noise: each squared residual over (1 - leverage)², which MacKinnon and White
    /// (1985) recommend for small samples.
    Hc3,
}

/// A coefficient with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The estimate over its error.
    pub t: f64,
    /// The probability of a t at least as far from 0 if the coefficient were 0.
    pub p: f64,
}

/// The result of a regression.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastSquares {
    /// The intercept.
    pub constant: Coefficient,
    /// One for each column, in their order.
    pub coefficients: Vec<Coefficient>,
    /// Outcome minus prediction, row by row.
    pub residuals: Vec<f64>,
    /// The standard deviation of the residuals, on the degrees of freedom.
    pub residual_error: f64,
    /// The share of the outcome's variance that the columns explain.
    pub r_squared: f64,
    /// The same, corrected for the number of columns.
    pub adjusted: f64,
    /// The number of rows.
    pub n: usize,
    /// Rows minus coefficients.
    pub degrees: usize,
}

/// What the columns before a column leave of it must be more than this share of it, or else the
/// column is a sum of them as far as double precision can tell.
const INDEPENDENT: f64 = 1e-10;

/// Regresses `outcome` on a constant and `columns`.
///
/// Refused are a NaN or an infinity, an outcome without spread, fewer than one row more than there
/// are coefficients, and columns that follow from the columns before them, by name; with
/// [`Errors::Hc3`] also a row that a coefficient rests on alone.
pub fn least_squares(
    columns: &[RegressionColumn<'_>],
    outcome: &[f64],
    errors: Errors,
) -> Result<LeastSquares, Error> {
    let (n, p) = (outcome.len(), columns.len() + 1);
    enough("outcome", outcome, p + 1)?;
    finite("outcome", outcome)?;
    for column in columns {
        if column.values.len() != n {
            return Err(Error::Lengths {
                left: column.values.len(),
                right: n,
            });
        }
        finite(column.name, column.values)?;
    }
    if outcome.iter().all(|&value| value == outcome[0]) {
        return Err(Error::Constant { what: "outcome" });
    }
    let basis = Basis::of(columns, n)?;
    let mut residuals = outcome.to_vec();
    let along = basis.project(&mut residuals);
    let values = basis.solve(&along);
    let degrees = n - p;
    let unexplained: f64 = residuals.iter().map(|e| e * e).sum();
    // What is left of the outcome after its mean: the first direction is the constant's.
    let mut deviations = outcome.to_vec();
    Basis::first(n).project(&mut deviations);
    let spread: f64 = deviations.iter().map(|d| d * d).sum();
    if !(spread > 0.0 && spread.is_finite()) {
        return Err(Error::Constant { what: "outcome" });
    }
    let variance = unexplained / degrees as f64;
    let squares = basis.errors(&residuals, variance, errors)?;
    let coefficients = values.iter().zip(squares).map(|(&value, square)| {
        let error = square.sqrt();
        let t = if value == 0.0 { 0.0 } else { value / error };
        Coefficient {
            value,
            error,
            t,
            p: special::student_two_sided(t, degrees as f64),
        }
    });
    let mut coefficients: Vec<Coefficient> = coefficients.collect();
    let rest = coefficients.split_off(1);
    let r_squared = (1.0 - unexplained / spread).clamp(0.0, 1.0);
    Ok(LeastSquares {
        constant: coefficients[0],
        coefficients: rest,
        residuals,
        residual_error: variance.sqrt(),
        r_squared,
        adjusted: 1.0 - (1.0 - r_squared) * (n - 1) as f64 / degrees as f64,
        n,
        degrees,
    })
}

/// Refuses values that are infinite or not a number.
fn finite(name: &str, values: &[f64]) -> Result<(), Error> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(Error::NotFinite {
            column: name.to_string(),
            index,
        }),
    }
}

/// The design as orthonormal directions and the triangle that leads back to its columns.
struct Basis {
    directions: Vec<Vec<f64>>,
    /// `triangle[j][i]` is how much of direction i is in column j, for i <= j.
    triangle: Vec<Vec<f64>>,
}

impl Basis {
    /// The constant alone.
    fn first(n: usize) -> Basis {
        let length = (n as f64).sqrt();
        Basis {
            directions: vec![vec![1.0 / length; n]],
            triangle: vec![vec![length]],
        }
    }

    fn of(columns: &[RegressionColumn<'_>], n: usize) -> Result<Basis, Error> {
        let mut basis = Basis::first(n);
        let mut dependent = Vec::new();
        for column in columns {
            // Scaled by its largest value, a column can be neither too long nor too short to square.
            let scale = column
                .values
                .iter()
                .fold(0.0f64, |most, v| most.max(v.abs()));
            if scale == 0.0 {
                dependent.push(column.name.to_string());
                continue;
            }
            let mut left: Vec<f64> = column.values.iter().map(|v| v / scale).collect();
            let before = length(&left);
            let mut along = basis.project(&mut left);
            let after = length(&left);
            if after <= INDEPENDENT * before {
                dependent.push(column.name.to_string());
                continue;
            }
            left.iter_mut().for_each(|value| *value /= after);
            along.push(after);
            along.iter_mut().for_each(|part| *part *= scale);
            basis.directions.push(left);
            basis.triangle.push(along);
        }
        match dependent.is_empty() {
            true => Ok(basis),
            false => Err(Error::Dependent { columns: dependent }),
        }
    }

    /// Takes from `left` all that lies in the basis, and tells how much of each direction that was.
    fn project(&self, left: &mut [f64]) -> Vec<f64> {
        let mut along = vec![0.0; self.directions.len()];
        for _twice in 0..2 {
            for (part, direction) in along.iter_mut().zip(&self.directions) {
                let dot: f64 = direction.iter().zip(&*left).map(|(a, b)| a * b).sum();
                for (value, step) in left.iter_mut().zip(direction) {
                    *value -= dot * step;
                }
                *part += dot;
            }
        }
        along
    }

    /// The sum of columns that has these parts along the directions.
    fn solve(&self, along: &[f64]) -> Vec<f64> {
        let mut weights = along.to_vec();
        for j in (0..weights.len()).rev() {
            weights[j] /= self.triangle[j][j];
            for i in 0..j {
                weights[i] -= self.triangle[j][i] * weights[j];
            }
        }
        weights
    }

    /// The squared error of each coefficient: every coefficient is a weighted sum of outcomes, and
    /// the noise of the outcomes adds up by the squares of those weights.
    fn errors(&self, residuals: &[f64], variance: f64, errors: Errors) -> Result<Vec<f64>, Error> {
        let (n, p) = (residuals.len(), self.directions.len());
        let mut sums = vec![0.0; p];
        for (row, residual) in residuals.iter().enumerate() {
            let along: Vec<f64> = self.directions.iter().map(|d| d[row]).collect();
            let noise = match errors {
                Errors::Classical => variance,
                Errors::Hc1 => residual * residual * n as f64 / (n - p) as f64,
                Errors::Hc3 => {
                    let free = 1.0 - along.iter().map(|part| part * part).sum::<f64>();
                    if free <= INDEPENDENT {
                        return Err(Error::Leverage { row });
                    }
                    libm::pow(residual / free, 2.0)
                }
            };
            for (sum, weight) in sums.iter_mut().zip(self.solve(&along)) {
                *sum += weight * weight * noise;
            }
        }
        Ok(sums)
    }
}

fn length(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}
