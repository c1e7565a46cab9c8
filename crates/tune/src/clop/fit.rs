//! Quadratic logistic regression: the model of CLOP.

use crate::exact;
use serde::{Deserialize, Serialize};

/// The precision of the normal prior of every coefficient but the constant: a standard deviation of 10 in
/// log-odds, which says nothing where there are samples and keeps the first fits finite.
const PRIOR: f64 = 0.01;

/// Games behind the share that was won at a point: one from each side.
const GAMES: f64 = 2.0;

/// Newton steps of a fit, which begins where the last one ended.
const STEPS: usize = 25;

/// One fit: the log-odds of winning as a quadratic function, and the weight that it gives to points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fit {
    /// Constant, linear terms, squares, and products if there are any.
    #[serde(with = "exact::list")]
    coefficients: Vec<f64>,
    /// The log-odds of the weighted mean of all results.
    #[serde(with = "exact")]
    mean: f64,
    /// The standard deviation of that.
    #[serde(with = "exact")]
    deviation: f64,
}

/// The terms of a quadratic function of so many coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) coordinates: usize,
    /// Whether products of two coordinates are among them.
    pub(super) products: bool,
}

impl Terms {
    /// How many there are.
    pub(super) fn count(self) -> usize {
        let n = self.coordinates;
        1 + 2 * n + if self.products { n * (n - 1) / 2 } else { 0 }
    }

    /// Their values at a point.
    fn write(self, point: &[f64], out: &mut [f64]) {
        let (constant, rest) = out.split_at_mut(1);
        constant[0] = 1.0;
        let (linear, rest) = rest.split_at_mut(self.coordinates);
        linear.copy_from_slice(point);
        let (squares, products) = rest.split_at_mut(self.coordinates);
        for (square, x) in squares.iter_mut().zip(point) {
            *square = x * x;
        }
        let mut products = products.iter_mut();
        for (i, x) in point.iter().enumerate() {
            for (y, product) in point[..i].iter().zip(products.by_ref()) {
                *product = x * y;
            }
        }
    }

    /// The quadratic function with these coefficients at a point.
    fn value(self, coefficients: &[f64], point: &[f64]) -> f64 {
        let (linear, rest) = coefficients[1..].split_at(self.coordinates);
        let (squares, products) = rest.split_at(self.coordinates);
        let mut value = coefficients[0];
        for ((x, a), b) in point.iter().zip(linear).zip(squares) {
            value += x * (a + b * x);
        }
        let mut products = products.iter();
        for (i, x) in point.iter().enumerate() {
            for (y, c) in point[..i].iter().zip(products.by_ref()) {
                value += c * x * y;
            }
        }
        value
    }
}

/// The results to fit: each with its point, the share that was won, and the logarithm of its weight.
pub(super) struct Results<'a> {
    pub(super) points: &'a [f64],
    pub(super) shares: &'a [f64],
    pub(super) log_weights: &'a [f64],
}

impl Fit {
    /// The most probable coefficients, from where an earlier fit ended.
    pub(super) fn new(terms: Terms, results: &Results<'_>, before: Option<&Fit>) -> Fit {
        let (mut won, mut total) = (0.0, 0.0);
        let weights: Vec<f64> = results.log_weights.iter().map(|&w| libm::exp(w)).collect();
        for (share, weight) in results.shares.iter().zip(&weights) {
            won += weight * share;
            total += weight;
        }
        // A result of each kind more, so that a mean of nothing but wins has log-odds too.
        let share = (won + 0.5) / (total + 1.0);
        let mean = libm::log(share / (1.0 - share));
        let deviation = 1.0 / (GAMES * total * share * (1.0 - share)).max(1e-9).sqrt();
        let mut coefficients = match before {
            Some(fit) => fit.coefficients.clone(),
            None => {
                let mut coefficients = vec![0.0; terms.count()];
                coefficients[0] = mean;
                coefficients
            }
        };
        for _ in 0..STEPS {
            let moved = newton(terms, results, &weights, &mut coefficients);
            if moved < 1e-6 {
                break;
            }
        }
        Fit {
            coefficients,
            mean,
            deviation,
        }
    }

    /// The logarithm of the weight of a point, with this many deviations from the mean to the natural
    /// logarithm: below 0 where less than the mean is won there.
    pub(super) fn log_weight(&self, terms: Terms, point: &[f64], spread: f64) -> f64 {
        let value = terms.value(&self.coefficients, point);
        (value - self.mean) / (spread * self.deviation)
    }

    /// Whether it has a coefficient for every term, and numbers alone.
    pub(super) fn is_whole(&self, terms: Terms) -> bool {
        let mut numbers = self
            .coefficients
            .iter()
            .chain([&self.mean, &self.deviation]);
        self.coefficients.len() == terms.count() && numbers.all(|number| number.is_finite())
    }
}

/// One step of Newton's method; how far the log-odds of the results can have moved by it, about.
fn newton(terms: Terms, results: &Results<'_>, weights: &[f64], coefficients: &mut [f64]) -> f64 {
    let count = terms.count();
    let mut matrix = vec![0.0; count * count];
    let mut slope = vec![0.0; count];
    for i in 1..count {
        matrix[i * count + i] = PRIOR;
        slope[i] = -PRIOR * coefficients[i];
    }
    // The constant has next to no prior.
    matrix[0] = 1e-9;
    let mut row = vec![0.0; count];
    let points = results.points.chunks_exact(terms.coordinates);
    for ((point, share), &weight) in points.zip(results.shares).zip(weights) {
        // What hardly counts is left out: it cannot move a coefficient.
        if weight < 1e-12 {
            continue;
        }
        terms.write(point, &mut row);
        let value = terms.value(coefficients, point).clamp(-30.0, 30.0);
        let odds = 1.0 / (1.0 + libm::exp(-value));
        let curvature = weight * (odds * (1.0 - odds)).max(1e-9);
        let residual = weight * (share - odds);
        for i in 0..count {
            let scaled = curvature * row[i];
            slope[i] += residual * row[i];
            let line = &mut matrix[i * count..=i * count + i];
            for (entry, value) in line.iter_mut().zip(&row) {
                *entry += scaled * value;
            }
        }
    }
    solve(&mut matrix, &mut slope, count);
    // Steps of more than this overshoot where a fit begins far away.
    let length = slope.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let short = (4.0 / length).min(1.0);
    for (coefficient, step) in coefficients.iter_mut().zip(&slope) {
        *coefficient += short * step;
    }
    length * short
}

/// Solves a positive definite system by Cholesky's decomposition, in place; the matrix has its lower half
/// by rows.
fn solve(matrix: &mut [f64], vector: &mut [f64], n: usize) {
    for i in 0..n {
        for j in 0..=i {
            let (above, row) = matrix.split_at(i * n);
            let other = if j == i {
                &row[..j]
            } else {
                &above[j * n..j * n + j]
            };
            let dot: f64 = row[..j].iter().zip(other).map(|(a, b)| a * b).sum();
            let rest = row[j] - dot;
            matrix[i * n + j] = match i == j {
                true => rest.max(1e-12).sqrt(),
                false => rest / matrix[j * n + j],
            };
        }
    }
    for i in 0..n {
        let row = &matrix[i * n..i * n + i];
        let dot: f64 = row.iter().zip(&*vector).map(|(a, b)| a * b).sum();
        vector[i] = (vector[i] - dot) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let below = (i + 1..n).map(|k| matrix[k * n + i] * vector[k]);
        let dot: f64 = below.sum();
        vector[i] = (vector[i] - dot) / matrix[i * n + i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    #[test]
    fn values_are_sums_of_terms() {
        for products in [false, true] {
            let terms = Terms {
                coordinates: 3,
                products,
            };
            let point = [0.5, -2.0, 3.0];
            let mut row = vec![0.0; terms.count()];
            terms.write(&point, &mut row);
            let all = [1.0, 0.5, -2.0, 3.0, 0.25, 4.0, 9.0, -1.0, 1.5, -6.0];
            assert_eq!(row, all[..terms.count()]);
            let coefficients: Vec<f64> = (1..=terms.count()).map(|i| i as f64).collect();
            let sum: f64 = row.iter().zip(&coefficients).map(|(a, b)| a * b).sum();
            assert_eq!(terms.value(&coefficients, &point), sum);
        }
    }

    #[test]
    fn a_system_is_solved() {
        // [[4, 2, 0], [2, 5, 1], [0, 1, 3]] times (1, -2, 3) is (0, -5, 7).
        let mut matrix = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, 0.0, 1.0, 3.0];
        let mut vector = [0.0, -5.0, 7.0];
        solve(&mut matrix, &mut vector, 3);
        for (found, wanted) in vector.iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{vector:?}");
        }
    }

    /// Shares that are exactly those of a quadratic give it back, but for the prior.
    #[test]
    fn exact_shares_give_the_quadratic_back() {
        let terms = Terms {
            coordinates: 2,
            products: true,
        };
        let truth = [0.3, -0.8, 0.5, -1.5, -0.7, 0.9];
        let mut dice = Seed::new(3).rng(Generator::Xoshiro);
        let points: Vec<f64> = (0..8000).map(|_| dice.symmetric(1.0)).collect();
        let values = points.chunks_exact(2).map(|p| terms.value(&truth, p));
        let shares: Vec<f64> = values.map(|v| 1.0 / (1.0 + libm::exp(-v))).collect();
        let results = Results {
            points: &points,
            shares: &shares,
            log_weights: &vec![0.0; shares.len()],
        };
        let fit = Fit::new(terms, &results, None);
        for (found, wanted) in fit.coefficients.iter().zip(truth) {
            assert!((found - wanted).abs() < 2e-3, "{fit:?}");
        }
        let share = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!((fit.mean - libm::log(share / (1.0 - share))).abs() < 1e-3);
        // Where half is won, a mean of n games has the deviation 2 / sqrt(n) in log-odds.
        assert!((fit.deviation * (8000.0 * share * (1.0 - share)).sqrt() - 1.0).abs() < 1e-3);
        // Another begins where this one ended.
        assert_eq!(Fit::new(terms, &results, Some(&fit)).mean, fit.mean);
    }
}
