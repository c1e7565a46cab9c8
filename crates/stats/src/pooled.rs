//! One test of a whole table of figures against a published one.
//!
//! Two statistics are made of the cells' standardised differences z. *Shift* is their weighted sum:
//! for shares the statistic of Mantel and Haenszel (1959), "Statistical aspects of the analysis of data
//! from retrospective studies of disease", for means Stouffer's sum of z (Stouffer et al. 1949, *The
//! American Soldier*). It sees a player that is a little too strong everywhere. *Scatter* is the sum
//! of squares, which sees cells that are wrong in either direction. The table's p is twice the smaller
//! of the two (Bonferroni).
//!
//! Shares are conditioned on the sum of both counts, so that mean and variance of each z are exact
//! however small the counts are; the sum of squares is referred to the scaled chi-squared distribution
//! with the same mean and variance (Satterthwaite 1946), the fourth moments being hypergeometric. Our
//! own cells share their starts and so are correlated; both variances take that into account.

use crate::prediction::{PrintedMean, PrintedShare, SampleMean};
use crate::special::{chi_squared_upper, normal_upper};

/// A cell of a table, ours beside the published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellPair {
    /// Two shares.
    Shares {
        /// Our successes.
        count: u64,
        /// Our trials.
        n: u64,
        /// The published share.
        printed: PrintedShare,
    },
    /// Two means.
    Means {
        /// Ours.
        ours: SampleMean,
        /// Our observations.
        n: u64,
        /// The published one.
        printed: PrintedMean,
    },
}

/// The correlation of our own samples, cell by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Correlations {
    size: usize,
    values: Vec<f64>,
    observations: u64,
}

impl Correlations {
    /// Independent samples.
    pub fn none() -> Correlations {
        Correlations::default()
    }

    /// From a symmetric function of two cells; the correlations were estimated from this number of observations.
    pub fn of(size: usize, observations: u64, of: impl Fn(usize, usize) -> f64) -> Correlations {
        let mut values = vec![0.0; size * size];
        for i in 0..size {
            values[i * size + i] = 1.0;
            for j in 0..i {
                let r = of(i, j);
                let r = if r.is_finite() {
                    r.clamp(-1.0, 1.0)
                } else {
                    0.0
                };
                values[i * size + j] = r;
                values[j * size + i] = r;
            }
        }
        Correlations {
            size,
            values,
            observations,
        }
    }

    /// The correlation of two cells.
    pub fn between(&self, i: usize, j: usize) -> f64 {
        match i < self.size && j < self.size {
            true => self.values[i * self.size + j],
            false => f64::from(u8::from(i == j)),
        }
    }

    /// The lower triangular factor of the matrix, shrunk towards independence as far as too few
    /// observations make it singular; `None` if all cells are independent.
    pub(crate) fn factor(&self, size: usize) -> Option<Vec<f64>> {
        if self.size == 0 {
            return None;
        }
        let keep = self.observations as f64 / (self.observations as f64 + size as f64);
        let mut lower = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let r = if i == j {
                    1.0
                } else {
                    keep * self.between(i, j)
                };
                let sum: f64 = (0..j)
                    .map(|k| lower[i * size + k] * lower[j * size + k])
                    .sum();
                lower[i * size + j] = if i == j {
                    (r - sum).max(1e-9).sqrt()
                } else {
                    (r - sum) / lower[j * size + j]
                };
            }
        }
        Some(lower)
    }
}

/// A standardised difference.
struct Deviation {
    z: f64,
    /// Its weight in the shift.
    weight: f64,
    /// The excess kurtosis of z.
    excess: f64,
    /// The part of the variance that is our sample's.
    own: f64,
}

/// Beyond this z the normal tail is 0.
const LARGEST: f64 = 37.0;

impl CellPair {
    fn deviation(&self) -> Option<Deviation> {
        match self {
            CellPair::Shares { count, n, printed } => {
                let published = printed.nearest_count(*count, *n).ok()?;
                let [x, n, y, m] = [*count, *n, published, printed.n].map(|number| number as f64);
                let (total, all) = (x + y, n + m);
                let variance = n * m * total * (all - total) / (all * all * (all - 1.0));
                (variance > 0.0).then(|| Deviation {
                    z: (x - n * total / all) / variance.sqrt(),
                    weight: variance.sqrt(),
                    excess: hypergeometric_excess(all, total, n),
                    own: m / all,
                })
            }
            CellPair::Means { ours, n, printed } => {
                let numbers = [ours.mean, ours.error, printed.mean];
                if *n == 0 || printed.n == 0 || numbers.iter().any(|number| !number.is_finite()) {
                    return None;
                }
                let found = printed.against(ours, *n);
                if found.error == 0.0 && (printed.error.is_none() || found.difference == 0.0) {
                    return None;
                }
                let z = found.deviate().unwrap_or(f64::INFINITY);
                let z = z.abs().min(LARGEST).copysign(found.difference);
                Some(Deviation {
                    z,
                    weight: 1.0,
                    excess: 0.0,
                    own: match found.error > 0.0 {
                        true => libm::pow(ours.error / found.error, 2.0),
                        false => 0.0,
                    },
                })
            }
        }
    }

    /// Whether it adds to the test at all: something was seen in one of the samples, and not always.
    pub fn is_informative(&self) -> bool {
        self.deviation().is_some()
    }

    fn is_share(&self) -> bool {
        matches!(self, CellPair::Shares { .. })
    }
}

/// The excess kurtosis of a hypergeometric count: `draws` of `all`, of which `marked` are marked.
fn hypergeometric_excess(all: f64, marked: f64, draws: f64) -> f64 {
    if all <= 3.0 {
        // Two or three in all: the count has two values of one half, or of one and two thirds.
        return if all == 2.0 { -2.0 } else { -1.5 };
    }
    let (others, rest) = (all - marked, all - draws);
    let product = draws * marked * others * rest;
    let first =
        (all - 1.0) * all * all * (all * (all + 1.0) - 6.0 * marked * others - 6.0 * draws * rest);
    (first + 6.0 * product * (5.0 * all - 6.0)) / (product * (all - 2.0) * (all - 3.0))
}

/// A table against the published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PooledTest {
    /// The number of informative cells.
    pub cells: usize,
    /// The shift in standard errors; positive where our figures are higher.
    pub shift: f64,
    /// The sum of squared z.
    pub scatter: f64,
    /// The degrees of freedom that the sum of squares is worth.
    pub degrees: f64,
    /// The two-sided p of the shift.
    pub p_shift: f64,
    /// The p of a sum of squares at least as large.
    pub p_scatter: f64,
    /// Twice the smaller of both, at most 1.
    pub p: f64,
}

/// Tests whether every cell of a table comes from the same distribution as the published one; `None` if
/// no cell is informative.
pub fn pooled_test(cells: &[CellPair], correlations: &Correlations) -> Option<PooledTest> {
    let found: Vec<(usize, Deviation)> = cells
        .iter()
        .enumerate()
        .filter_map(|(at, cell)| Some((at, cell.deviation()?)))
        .collect();
    let count = found.len() as f64;
    if found.is_empty() {
        return None;
    }
    // Weights of shares are relative, so that a table may have means as well.
    let shares = || found.iter().filter(|(at, _)| cells[*at].is_share());
    let squares: f64 = shares().map(|(_, cell)| cell.weight * cell.weight).sum();
    let unit = (squares / shares().count().max(1) as f64).sqrt();
    let weight = |at: usize, cell: &Deviation| match cells[at].is_share() {
        true => cell.weight / unit,
        false => 1.0,
    };
    let (mut sum, mut variance, mut scatter, mut spread) = (0.0, 0.0, 0.0, 0.0);
    let mut crossed = 0.0;
    for (position, (at, cell)) in found.iter().enumerate() {
        let w = weight(*at, cell);
        sum += w * cell.z;
        variance += w * w;
        scatter += cell.z * cell.z;
        spread += 2.0 + cell.excess;
        if correlations.size == 0 {
            continue;
        }
        for (before, other) in &found[..position] {
            let r = correlations.between(*at, *before) * (cell.own * other.own).sqrt();
            crossed += 2.0 * w * weight(*before, other) * r;
            // The expectation of a squared correlation that is none.
            let noise = 1.0 / (correlations.observations.max(2) - 1) as f64;
            let squared = (r * r - noise * cell.own * other.own).max(0.0);
            spread += 4.0 * squared;
        }
    }
    // A negative sum of correlations is not credited.
    let shift = sum / (variance + crossed.max(0.0)).sqrt();
    let (p_scatter, degrees) = match spread > 1e-9 {
        true => {
            let degrees = 2.0 * count * count / spread;
            (
                chi_squared_upper(scatter * degrees / count, degrees),
                degrees,
            )
        }
        // No table but this one was possible.
        false => (1.0, 0.0),
    };
    let p_shift = (2.0 * normal_upper(shift.abs())).min(1.0);
    Some(PooledTest {
        cells: found.len(),
        shift,
        scatter,
        degrees,
        p_shift,
        p_scatter,
        p: (2.0 * p_shift.min(p_scatter)).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(count: u64, n: u64, published: u64, m: u64) -> CellPair {
        let share = published as f64 / m as f64;
        CellPair::Shares {
            count,
            n,
            printed: PrintedShare {
                share,
                digits: 9,
                n: m,
            },
        }
    }

    /// The formula against moments by enumeration.
    #[test]
    fn fourth_moments_are_hypergeometric() {
        for (all, marked, draws) in [(10u64, 4u64, 5u64), (25, 3, 20), (12, 11, 6), (200, 1, 90)] {
            let margins = crate::fisher::Margins {
                row: draws,
                other_row: all - draws,
                column: marked,
            };
            let weights = margins.weights();
            let sum: f64 = weights.iter().map(|(_, w)| w).sum();
            let mean: f64 = weights.iter().map(|(k, w)| *k as f64 * w).sum::<f64>() / sum;
            let moment = |power| {
                let terms = weights.iter();
                let terms = terms.map(|(k, w)| libm::pow(*k as f64 - mean, f64::from(power)) * w);
                terms.sum::<f64>() / sum
            };
            let wanted = moment(4) / libm::pow(moment(2), 2.0) - 3.0;
            let found = hypergeometric_excess(all as f64, marked as f64, draws as f64);
            assert!((wanted - found).abs() < 1e-9, "{wanted} {found}");
        }
    }

    #[test]
    fn shifts_and_scatter_are_both_seen() {
        let none = Correlations::none();
        let same: Vec<CellPair> = (0..20).map(|_| shares(50, 100, 50, 100)).collect();
        assert_eq!(pooled_test(&same, &none).unwrap().p, 1.0);
        // Each cell alone has p = .26.
        let shifted: Vec<CellPair> = (0..20).map(|_| shares(58, 100, 50, 100)).collect();
        let found = pooled_test(&shifted, &none).unwrap();
        assert!(found.p < 1e-5 && found.p_scatter > 0.01, "{found:?}");
        let scattered = (0..20).map(|i| shares(50 + 14 * (i % 2) - 7, 100, 50, 100));
        let scattered: Vec<CellPair> = scattered.collect();
        assert_eq!(pooled_test(&scattered, &none).unwrap().p_shift, 1.0);
        let scattered = (0..20).map(|i| shares(38 + 24 * (i % 2), 100, 50, 100));
        let scattered: Vec<CellPair> = scattered.collect();
        assert!(pooled_test(&scattered, &none).unwrap().p < 1e-3);
        // What never happened in either says nothing.
        assert_eq!(pooled_test(&[shares(0, 100, 0, 100)], &none), None);
        // Correlated cells say less.
        let all = Correlations::of(20, 1000, |_, _| 0.5);
        let found = pooled_test(&shifted, &all).unwrap();
        assert!(found.p > 0.05, "{found:?}");
    }

    #[test]
    fn a_mean_that_is_missing_says_nothing_and_one_that_never_varies_everything() {
        let cell = |mean: f64, error: f64| CellPair::Means {
            ours: SampleMean {
                mean,
                error,
                degrees: 29.0,
            },
            n: 30,
            printed: PrintedMean {
                mean: 1.0,
                digits: 2,
                error: Some(0.5),
                n: 100,
            },
        };
        let test = |cell| pooled_test(&[cell], &Correlations::none());
        assert_eq!(test(cell(f64::NAN, 1.0)), None);
        assert!(test(cell(1.0, 1.0)).unwrap().p > 0.99);
        assert!(test(cell(5.0, 0.0)).unwrap().p < 1e-6);
    }
}
