//! The signed-rank test of Wilcoxon (1945), "Individual comparisons by ranking methods", with the
//! treatments of zeros by Wilcoxon, Pratt (1959) and splitting; the normal approximation with zeros
//! is Cureton's (1967).

use crate::error::{enough, ordered};
use crate::ranks::cubic_excess;
use crate::{Alternative, Error, PValueMethod, Ranks};

/// Up to this many differences [`PValueMethod::Auto`] is exact.
const QUICK: usize = 200;

/// Up to this many differences [`PValueMethod::Exact`] answers; 2^-1000 is still a normal float.
const LIMIT: usize = 1_000;

/// What becomes of differences that are exactly zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeros {
    /// They are dropped before ranking.
    #[default]
    Wilcox,
    /// They are ranked, and their ranks then dropped.
    Pratt,
    /// They are ranked, and their ranks are split evenly between the two sides.
    Split,
}

/// The outcome of [`wilcoxon`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// The rank sum of the positive differences. SciPy's two-sided statistic is the smaller of
    /// `plus` and `minus`, its one-sided statistic is `plus`.
    pub plus: f64,
    /// The rank sum of the negative differences.
    pub minus: f64,
    /// How many differences were not zero.
    pub n: usize,
    /// The p-value.
    pub p: f64,
    /// Whether `p` comes from the permutation distribution.
    pub exact: bool,
}

/// Whether paired `differences` lean to one side of zero.
///
/// Exact: the distribution of `plus` when every sign is a fair coin and the observed magnitudes,
/// ties included, stay. Without ties and zeros it is SciPy's `method="exact"`; with them it is
/// SciPy's permutation test, as SciPy's own `"exact"` is then an approximation. Asymptotic: SciPy's
/// `method="asymptotic"`, whose `correction` is our `continuity`. [`PValueMethod::Auto`] is exact up to
/// 200 non-zero differences; [`PValueMethod::Exact`] answers up to 1,000.
///
/// Magnitudes tie only when equal to the bit: differences of decimal fractions should be rounded
/// by the caller. Differs: with no difference but zero p is 1, where SciPy gives NaN.
pub fn wilcoxon(
    differences: &[f64],
    zeros: Zeros,
    alternative: Alternative,
    method: PValueMethod,
) -> Result<Wilcoxon, Error> {
    enough("differences", differences, 1)?;
    ordered("differences", differences)?;
    let ranked: Vec<f64> = differences
        .iter()
        .copied()
        .filter(|d| zeros != Zeros::Wilcox || *d != 0.0)
        .collect();
    let magnitudes: Vec<f64> = ranked.iter().map(|d| d.abs()).collect();
    let ranks = Ranks::of(&magnitudes)?;
    let sums = Sums::of(&ranked, &ranks);
    let n = differences.iter().filter(|d| **d != 0.0).count();
    let half_of_zeros = match zeros {
        Zeros::Split => 0.25 * sums.zero as f64,
        _ => 0.0,
    };
    let plus = 0.5 * sums.plus as f64 + half_of_zeros;
    let exact = method.is_exact("the Wilcoxon signed-rank test", n, QUICK, LIMIT)?;
    let p = if exact {
        let (lower, upper) = exact_tails(&sums.moving, sums.plus);
        alternative.of_tails(lower, upper)
    } else {
        let (mean, deviation) = normal_moments(ranked.len(), ranked.len() - n, &ranks, zeros);
        alternative.of_normal(plus - mean, deviation, method.correction())
    };
    Ok(Wilcoxon {
        plus,
        minus: 0.5 * sums.minus as f64 + half_of_zeros,
        n,
        p,
        exact,
    })
}

/// Doubled rank sums by sign, and the doubled ranks whose sign could have been the other.
struct Sums {
    plus: u64,
    minus: u64,
    zero: u64,
    moving: Vec<u64>,
}

impl Sums {
    fn of(differences: &[f64], ranks: &Ranks) -> Sums {
        let mut sums = Sums {
            plus: 0,
            minus: 0,
            zero: 0,
            moving: Vec::new(),
        };
        for (&difference, &rank) in differences.iter().zip(ranks.doubled()) {
            if difference == 0.0 {
                sums.zero += rank;
                continue;
            }
            sums.moving.push(rank);
            if difference > 0.0 {
                sums.plus += rank;
            } else {
                sums.minus += rank;
            }
        }
        sums
    }
}

/// P(plus <= observed) and P(plus >= observed), all in doubled ranks.
fn exact_tails(ranks: &[u64], observed: u64) -> (f64, f64) {
    let total: u64 = ranks.iter().sum();
    let mut distribution = vec![0.0; total as usize + 1];
    distribution[0] = 1.0;
    let mut reach = 0;
    for &rank in ranks {
        let rank = rank as usize;
        // Downwards, so that each entry is read before it is written.
        for sum in (0..=reach).rev() {
            let half = 0.5 * distribution[sum];
            distribution[sum] = half;
            distribution[sum + rank] += half;
        }
        reach += rank;
    }
    let at = observed as usize;
    let lower = distribution[..=at].iter().sum();
    let upper = distribution[at..].iter().sum();
    (lower, upper)
}

/// Mean and deviation of `plus` for `count` ranked differences, `zero` of them zero.
fn normal_moments(count: usize, zero: usize, ranks: &Ranks, zeros: Zeros) -> (f64, f64) {
    let triangle = |n: f64| n * (n + 1.0);
    let pyramid = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
    let mut mean = triangle(count as f64);
    let mut variance = pyramid(count as f64);
    let mut ties = ranks.tie_correction();
    if zeros == Zeros::Pratt {
        mean -= triangle(zero as f64);
        variance -= pyramid(zero as f64);
        ties -= cubic_excess(zero);
    }
    (
        0.25 * mean,
        ((variance - 0.5 * ties) / 24.0).max(0.0).sqrt(),
    )
}
