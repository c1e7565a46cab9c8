//! Several samples side by side, unit by unit of the same number: weighted sums and correlations.

use super::walk::{Part, Walk};
use crate::plan::Metric;
use crate::store::StoreError;
use ludometer_stats::{Correlations, UnitMeans};

/// Calls `each` with the values of a metric in all samples, one a unit, and not a number where a sample
/// does not have the unit. Units are the same that have the same number; of samples with several classes
/// of openings, in classes of the same place.
fn aligned(
    samples: Vec<Vec<Part<'_>>>,
    (metric, seat): (Metric, usize),
    mut each: impl FnMut(&[f64]),
) -> Result<(), StoreError> {
    let mut walks: Vec<Walk<'_>> = samples.into_iter().map(Walk::new).collect();
    let mut at = Vec::with_capacity(walks.len());
    for walk in &mut walks {
        at.push(walk.next()?);
    }
    let mut values = vec![f64::NAN; walks.len()];
    while let Some(first) = at.iter().flatten().min().copied() {
        for ((walk, at), value) in walks.iter_mut().zip(&mut at).zip(&mut values) {
            *value = f64::NAN;
            if *at == Some(first) {
                *value = walk.unit.mean(metric, seat);
                *at = walk.next()?;
            }
        }
        each(&values);
    }
    Ok(())
}

/// The weighted sum of a metric over samples, of the units that all of them have.
pub(crate) fn weighted_sum(
    samples: Vec<Vec<Part<'_>>>,
    weights: &[f64],
    of: (Metric, usize),
) -> Result<UnitMeans, StoreError> {
    let mut sums = UnitMeans::new();
    aligned(samples, of, |values| {
        let sum: f64 = values.iter().zip(weights).map(|(x, w)| x * w).sum();
        if !sum.is_nan() {
            sums.push(sum, 1);
        }
    })?;
    Ok(sums)
}

/// Sums over the units that two samples have, of differences from the first value of each.
#[derive(Clone, Copy, Default)]
struct PairSums {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl PairSums {
    fn add(&mut self, x: f64, y: f64) {
        self.n += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// Pearson's correlation; 0 where one of the two does not vary.
    fn correlation(&self) -> f64 {
        let variance = |sum: f64, squares: f64| squares - sum * sum / self.n;
        let spread = variance(self.x, self.xx) * variance(self.y, self.yy);
        match spread > 0.0 {
            true => (self.xy - self.x * self.y / self.n) / spread.sqrt(),
            false => 0.0,
        }
    }
}

/// Pearson's correlations of a metric between samples, each over the units that both have. The least of
/// the samples has `least` units.
pub(crate) fn correlations(
    samples: Vec<Vec<Part<'_>>>,
    of: (Metric, usize),
    least: u64,
) -> Result<Correlations, StoreError> {
    let size = samples.len();
    let mut firsts = vec![f64::NAN; size];
    // Of the pair (i, j), where j < i, at i (i - 1) / 2 + j.
    let mut pairs = vec![PairSums::default(); size * size.saturating_sub(1) / 2];
    let mut moved = vec![f64::NAN; size];
    aligned(samples, of, |values| {
        for ((first, moved), value) in firsts.iter_mut().zip(&mut moved).zip(values) {
            if first.is_nan() {
                *first = *value;
            }
            *moved = value - *first;
        }
        let mut pairs = pairs.iter_mut();
        for (i, x) in moved.iter().enumerate() {
            for (y, pair) in moved[..i].iter().zip(&mut pairs) {
                if !x.is_nan() && !y.is_nan() {
                    pair.add(*x, *y);
                }
            }
        }
    })?;
    let place = |i: usize, j: usize| i * i.saturating_sub(1) / 2 + j;
    Ok(Correlations::of(size, least, |i, j| {
        pairs[place(i.max(j), i.min(j))].correlation()
    }))
}
