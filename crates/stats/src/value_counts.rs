//! Rank tests of samples that are known by how often each value occurs: their memory is bounded by the
//! number of different values, and that is bounded too.

use crate::ranks::cubic_excess;
use crate::{
    Alternative, Error, MannWhitney, PValueMethod, Wilcoxon, Zeros, mann_whitney, wilcoxon,
};
use std::collections::BTreeMap;

/// With more different values than this the last bits of all are dropped.
const MOST_VALUES: usize = 1 << 16;

/// Samples of up to this size are tested as they are.
const SMALL: u64 = 1_000;

/// How often each value occurs in a sample.
///
/// Up to 65,536 different values are kept as they are. Of more, the last bits of the significand of every
/// value are dropped, as few as will do: the values that tie by this are nearly equal, and the result does
/// not depend on the order in which values come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueCounts {
    counts: BTreeMap<u64, u64>,
    size: u64,
    dropped: u32,
}

impl ValueCounts {
    /// An empty sample.
    pub fn new() -> ValueCounts {
        ValueCounts::default()
    }

    /// Adds a value; what is not a number is left out.
    pub fn push(&mut self, value: f64) {
        self.add(value, 1);
    }

    /// Adds a value that occurs several times.
    pub fn add(&mut self, value: f64, times: u64) {
        if value.is_nan() || times == 0 {
            return;
        }
        self.size += times;
        *self.counts.entry(ordered(value, self.dropped)).or_default() += times;
        while self.counts.len() > MOST_VALUES {
            self.drop_bits(self.dropped + 1);
        }
    }

    fn drop_bits(&mut self, bits: u32) {
        let counts = std::mem::take(&mut self.counts);
        self.dropped = bits;
        for (key, count) in counts {
            *self.counts.entry(ordered(value(key), bits)).or_default() += count;
        }
    }

    /// The size of the sample.
    pub fn len(&self) -> u64 {
        self.size
    }

    /// Whether the sample is empty.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// How many of the 52 bits of the significand were dropped.
    pub fn dropped_bits(&self) -> u32 {
        self.dropped
    }

    /// Every value with its count, the smallest first.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts.iter().map(|(key, count)| (value(*key), *count))
    }

    fn sample(&self) -> Vec<f64> {
        let values = self.values();
        values
            .flat_map(|(value, count)| std::iter::repeat_n(value, count as usize))
            .collect()
    }
}

impl FromIterator<f64> for ValueCounts {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> ValueCounts {
        let mut counts = ValueCounts::new();
        values.into_iter().for_each(|value| counts.push(value));
        counts
    }
}

/// A number that is ordered as the value is, less its last bits.
fn ordered(value: f64, dropped: u32) -> u64 {
    // Both zeros are one.
    let bits = (value + 0.0).to_bits() >> dropped << dropped;
    match bits >> 63 {
        0 => bits | 1 << 63,
        _ => !bits,
    }
}

fn value(key: u64) -> f64 {
    f64::from_bits(match key >> 63 {
        1 => key & !(1 << 63),
        _ => !key,
    })
}

/// [`mann_whitney`] of two samples by their counts: the same p for samples of up to a thousand values
/// together, and the asymptotic one, whatever the method, for larger ones.
pub fn mann_whitney_of_counts(
    x: &ValueCounts,
    y: &ValueCounts,
    alternative: Alternative,
    method: PValueMethod,
) -> Result<MannWhitney, Error> {
    if x.is_empty() || y.is_empty() || x.len() + y.len() <= SMALL {
        return mann_whitney(&x.sample(), &y.sample(), alternative, method);
    }
    let dropped = x.dropped.max(y.dropped);
    let mut both: BTreeMap<u64, [u64; 2]> = BTreeMap::new();
    for (side, counts) in [x, y].into_iter().enumerate() {
        for (value, count) in counts.values() {
            both.entry(ordered(value, dropped)).or_default()[side] += count;
        }
    }
    let (mut u, mut below, mut ties) = (0.0, 0.0, 0.0);
    for [ours, theirs] in both.into_values() {
        u += ours as f64 * (below + 0.5 * theirs as f64);
        below += theirs as f64;
        ties += cubic_excess((ours + theirs) as usize);
    }
    let (m, n) = (x.len() as f64, y.len() as f64);
    let (pairs, all) = (m * n, m + n);
    let ties = ties / (all * (all - 1.0));
    let deviation = (pairs / 12.0 * (all + 1.0 - ties)).max(0.0).sqrt();
    Ok(MannWhitney {
        u,
        p: alternative.of_normal(u - 0.5 * pairs, deviation, method.correction()),
        exact: false,
    })
}

/// [`wilcoxon`] of a sample of differences by their counts: the same p for up to a thousand of them, and
/// the asymptotic one, whatever the method, for more.
pub fn wilcoxon_of_counts(
    differences: &ValueCounts,
    zeros: Zeros,
    alternative: Alternative,
    method: PValueMethod,
) -> Result<Wilcoxon, Error> {
    if differences.len() <= SMALL {
        return wilcoxon(&differences.sample(), zeros, alternative, method);
    }
    // Positive and negative ones of each magnitude, the smallest first.
    let mut sizes: BTreeMap<u64, [u64; 2]> = BTreeMap::new();
    for (value, count) in differences.values() {
        sizes.entry(ordered(value.abs(), 0)).or_default()[usize::from(value < 0.0)] += count;
    }
    let zero = sizes.remove(&ordered(0.0, 0)).map_or(0, |[count, _]| count);
    let ranked_zeros = if zeros == Zeros::Wilcox { 0 } else { zero };
    let (mut plus, mut minus, mut ties) = (0.0, 0.0, cubic_excess(ranked_zeros as usize));
    let mut before = ranked_zeros as f64;
    for [positive, negative] in sizes.into_values() {
        let (positive, negative) = (positive as f64, negative as f64);
        let rank = before + 0.5 * (positive + negative + 1.0);
        plus += rank * positive;
        minus += rank * negative;
        before += positive + negative;
        ties += cubic_excess((positive + negative) as usize);
    }
    if zeros == Zeros::Split {
        let half = 0.25 * ranked_zeros as f64 * (ranked_zeros as f64 + 1.0);
        plus += half;
        minus += half;
    }
    let triangle = |n: f64| n * (n + 1.0);
    let pyramid = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
    let (mut mean, mut variance) = (triangle(before), pyramid(before));
    if zeros == Zeros::Pratt {
        mean -= triangle(zero as f64);
        variance -= pyramid(zero as f64);
        ties -= cubic_excess(zero as usize);
    }
    let deviation = ((variance - 0.5 * ties) / 24.0).max(0.0).sqrt();
    Ok(Wilcoxon {
        plus,
        minus,
        n: (differences.len() - zero) as usize,
        p: alternative.of_normal(plus - 0.25 * mean, deviation, method.correction()),
        exact: false,
    })
}
