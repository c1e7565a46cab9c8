//! Kendall's tau-b: Kendall (1945), "The treatment of ties in ranking problems"; pairs are counted by
//! Knight's (1966) merge sort; the variance with ties is from Kendall (1970), *Rank Correlation
//! Methods*, section 4.2.

use crate::correlation::check;
use crate::{Alternative, Correlation, Error};

/// Up to this many pairs the distribution without ties is enumerated, as SciPy does.
const QUICK: usize = 33;

/// Kendall's tau-b of the pairs `(x[i], y[i])`.
///
/// The two-sided p-value is SciPy's default: exact without ties up to 33 pairs, or when at most one
/// pair is out of order; otherwise the normal approximation with tie correction. An error where
/// either side is constant. Differs: two pairs with a tie are constant on one side, hence an error.
pub fn kendall(x: &[f64], y: &[f64]) -> Result<Correlation, Error> {
    check(x, y)?;
    let mut pairs: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    sort(&mut pairs);
    let tied_both = Ties::of(&pairs, |a, b| a == b);
    let tied_x = Ties::of(&pairs, |a, b| a.0 == b.0);
    let mut y_sorted: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let discordant = sort_counting(&mut y_sorted);
    let tied_y = Ties::of(&y_sorted, |a, b| a == b);

    let n = x.len() as f64;
    let all = 0.5 * n * (n - 1.0);
    if tied_x.pairs == all {
        return Err(Error::Constant { what: "x" });
    }
    if tied_y.pairs == all {
        return Err(Error::Constant { what: "y" });
    }
    let discordant = discordant as f64;
    let balance = all - tied_x.pairs - tied_y.pairs + tied_both.pairs - 2.0 * discordant;
    let tau = balance / (all - tied_x.pairs).sqrt() / (all - tied_y.pairs).sqrt();

    let untied = tied_x.pairs == 0.0 && tied_y.pairs == 0.0;
    let out_of_order = discordant.min(all - discordant);
    let p = if untied && (x.len() <= QUICK || out_of_order <= 1.0) {
        let tail = at_most_inversions(x.len(), out_of_order as usize);
        (2.0 * tail).min(1.0)
    } else {
        let ordered_pairs = n * (n - 1.0);
        let triples = tied_x.triples * tied_y.triples;
        let variance = (ordered_pairs * (2.0 * n + 5.0) - tied_x.weighted - tied_y.weighted) / 18.0
            + 2.0 * tied_x.pairs * tied_y.pairs / ordered_pairs
            + triples / (9.0 * ordered_pairs * (n - 2.0));
        Alternative::TwoSided.of_normal(balance, variance.sqrt(), 0.0)
    };
    Ok(Correlation {
        coefficient: tau.clamp(-1.0, 1.0),
        p,
    })
}

/// Sums over groups of t equal values.
struct Ties {
    /// t (t - 1) / 2.
    pairs: f64,
    /// t (t - 1) (t - 2).
    triples: f64,
    /// t (t - 1) (2t + 5).
    weighted: f64,
}

impl Ties {
    fn of<T>(sorted: &[T], equal: impl Fn(&T, &T) -> bool) -> Ties {
        let mut ties = Ties {
            pairs: 0.0,
            triples: 0.0,
            weighted: 0.0,
        };
        for group in sorted.chunk_by(equal) {
            let t = group.len() as f64;
            let ordered = t * (t - 1.0);
            ties.pairs += 0.5 * ordered;
            ties.triples += ordered * (t - 2.0);
            ties.weighted += ordered * (2.0 * t + 5.0);
        }
        ties
    }
}

/// Sorts by x, then by y. NaN was refused before.
fn sort(pairs: &mut [(f64, f64)]) {
    pairs.sort_by(|a, b| a.partial_cmp(b).expect("NaN was refused before"));
}

/// Sorts `values` and says how many pairs were strictly out of order.
fn sort_counting(values: &mut [f64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let middle = values.len() / 2;
    let mut count = sort_counting(&mut values[..middle]) + sort_counting(&mut values[middle..]);
    let (left, right) = (values[..middle].to_vec(), values[middle..].to_vec());
    let (mut i, mut j) = (0, 0);
    for slot in values.iter_mut() {
        let from_right = i == left.len() || (j < right.len() && right[j] < left[i]);
        if from_right {
            *slot = right[j];
            j += 1;
            count += (left.len() - i) as u64;
        } else {
            *slot = left[i];
            i += 1;
        }
    }
    count
}

/// The probability that a random order of `n` has at most `most` inversions. Inserting the j-th item
/// adds 0 to j - 1 inversions, all equally likely.
fn at_most_inversions(n: usize, most: usize) -> f64 {
    let mut distribution = vec![0.0; most + 1];
    distribution[0] = 1.0;
    for j in 2..=n {
        let mut next = vec![0.0; most + 1];
        for (inversions, slot) in next.iter_mut().enumerate() {
            let fewest = (inversions + 1).saturating_sub(j);
            *slot = distribution[fewest..=inversions].iter().sum::<f64>() / j as f64;
        }
        distribution = next;
    }
    distribution.iter().sum()
}
