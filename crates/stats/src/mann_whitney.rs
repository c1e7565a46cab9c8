//! The rank-sum test of Wilcoxon (1945) and of Mann and Whitney (1947), "On a test of whether one of
//! two random variables is stochastically larger than the other".

use crate::error::{enough, ordered};
use crate::{Alternative, Error, PValueMethod, Ranks};

/// Up to this product of the sample sizes [`PValueMethod::Auto`] is exact (tens of milliseconds).
const QUICK: usize = 10_000;

/// Up to this product of the sample sizes [`PValueMethod::Exact`] answers (seconds).
const LIMIT: usize = 90_000;

/// The outcome of [`mann_whitney`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// How many pairs (x, y) have x > y, each tie counting one half.
    pub u: f64,
    /// The p-value.
    pub p: f64,
    /// Whether `p` comes from the permutation distribution.
    pub exact: bool,
}

impl MannWhitney {
    /// The share of pairs won by x, ties half: the common-language effect size.
    pub fn dominance(&self, x_len: usize, y_len: usize) -> f64 {
        self.u / (x_len as f64 * y_len as f64)
    }
}

/// Whether values of `x` tend to be larger (or smaller) than values of `y`.
///
/// Exact: the distribution of U over all ways to deal the observed values, ties included, to the
/// two samples; without ties it is SciPy's `method="exact"`. Asymptotic: SciPy's
/// `method="asymptotic"`. [`PValueMethod::Auto`] is exact while the product of the sizes is at most
/// 10,000; [`PValueMethod::Exact`] answers up to 90,000.
///
/// Differs: with all values equal p is 1, where SciPy without the continuity correction gives NaN.
pub fn mann_whitney(
    x: &[f64],
    y: &[f64],
    alternative: Alternative,
    method: PValueMethod,
) -> Result<MannWhitney, Error> {
    enough("x", x, 1)?;
    enough("y", y, 1)?;
    ordered("x", x)?;
    ordered("y", y)?;
    let ranks = Ranks::of(&[x, y].concat())?;
    let (m, n) = (x.len(), y.len());
    let rank_sum: u64 = ranks.doubled()[..m].iter().sum();
    let doubled_u = rank_sum as usize - m * (m + 1);
    let u = 0.5 * doubled_u as f64;
    let exact = method.is_exact("the Mann-Whitney test", m.saturating_mul(n), QUICK, LIMIT)?;
    let p = if exact {
        let (lower, upper) = exact_tails(m, n, &ranks, doubled_u);
        alternative.of_tails(lower, upper)
    } else {
        let pairs = m as f64 * n as f64;
        let all = (m + n) as f64;
        let ties = ranks.tie_correction() / (all * (all - 1.0));
        let deviation = (pairs / 12.0 * (all + 1.0 - ties)).max(0.0).sqrt();
        alternative.of_normal(u - 0.5 * pairs, deviation, method.correction())
    };
    Ok(MannWhitney { u, p, exact })
}

/// P(U <= u) and P(U >= u) for the sample of size `m`.
fn exact_tails(m: usize, n: usize, ranks: &Ranks, doubled_u: usize) -> (f64, f64) {
    let unit = if ranks.has_ties() { 2 } else { 1 };
    let distribution = distribution(m.min(n), m.max(n), ranks.groups(), unit);
    let of_smaller = if m <= n {
        doubled_u
    } else {
        2 * m * n - doubled_u
    };
    let at = of_smaller / (2 / unit);
    let lower = distribution[..=at].iter().sum();
    let upper = distribution[at..].iter().sum();
    if m <= n {
        (lower, upper)
    } else {
        (upper, lower)
    }
}

/// The distribution of `unit` times U of the smaller sample, when `groups` of equal values, smallest
/// first, are dealt to samples of sizes `small` and `large`. Odd multiples need `unit` 2.
///
/// Dealt so far: `c` to the smaller sample and `m - c` to the larger. When `j` of a group of `t` go
/// to the smaller one, U grows by `j (m - c)` for the values below and `j (t - j) / 2` for the ties.
/// `states[c]` is the distribution of U given `c`, so all numbers are probabilities: nothing
/// overflows, nothing is subtracted, and small tails keep their digits. With `small` at most 300
/// the least weight, one in C(600, 300), is far from underflow.
fn distribution(small: usize, large: usize, groups: &[usize], unit: usize) -> Vec<f64> {
    let mut states = vec![vec![1.0]];
    let mut dealt = 0;
    for &t in groups {
        let after = dealt + t;
        let mut next: Vec<Vec<f64>> = (0..=small.min(after))
            .map(|c| match after - c {
                rest if rest <= large => vec![0.0; unit * c * rest + 1],
                _ => Vec::new(),
            })
            .collect();
        for (c, state) in states.iter().enumerate() {
            if state.is_empty() {
                continue;
            }
            let rest = dealt - c;
            let mut weight = all_of_group_to_larger(dealt, c, t);
            for j in 0..=t.min(small - c) {
                if rest + t - j <= large {
                    let shift = unit * j * rest + unit * j * (t - j) / 2;
                    let target = &mut next[c + j][shift..shift + state.len()];
                    for (to, from) in target.iter_mut().zip(state) {
                        *to += weight * from;
                    }
                }
                weight *= (t - j) as f64 / (j + 1) as f64;
                weight *= (c + j + 1) as f64 / (after - c - j) as f64;
            }
        }
        states = next;
        dealt = after;
    }
    states.swap_remove(small)
}

/// The hypergeometric weight C(dealt, c) C(t, 0) / C(dealt + t, c).
fn all_of_group_to_larger(dealt: usize, c: usize, t: usize) -> f64 {
    (0..c)
        .map(|i| (dealt - i) as f64 / (dealt + t - i) as f64)
        .product()
}
