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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{AnalysisStage, CellStats, MemoryRows, RowSource};
    use ludometer_arena::play::{Ending, Episode, SeatResult};

    /// Two cells with these payoffs, which have the same openings; the second begins with episode 1.
    fn cells(payoffs: [&[f64]; 2]) -> MemoryRows {
        let episode = |&payoff: &f64| Episode {
            plies: 1,
            ending: Ending::Finished,
            seats: vec![SeatResult {
                payoff,
                ..SeatResult::default()
            }],
            record: None,
        };
        let rows = |first: u64, payoffs: &[f64]| {
            let episodes = payoffs.iter().map(episode);
            (first..).zip(episodes).collect::<Vec<_>>()
        };
        MemoryRows {
            cells: vec![rows(0, payoffs[0]), rows(1, payoffs[1])],
            look: AnalysisStage::Planned,
        }
    }

    fn samples(rows: &MemoryRows) -> Vec<Vec<Part<'_>>> {
        groups(rows, 1)
    }

    /// The same with so many consecutive episodes that share their chance.
    fn groups(rows: &MemoryRows, group: usize) -> Vec<Vec<Part<'_>>> {
        let like = CellStats::new(group);
        let part = |cell| Part::new(rows.rows(cell).unwrap(), &like, [7; 16], None);
        vec![vec![part(0)], vec![part(1)]]
    }

    const OF: (Metric, usize) = (Metric::Payoff, 0);

    /// Episode 0 is in the first sample alone and episode 5 in the second. The others have 14.75, 28.75 and
    /// 8.75 for the sums of products and squares about the means of 1, 4, 2, 8 and 2, 3, 1, 5.
    #[test]
    fn episodes_of_one_number_are_correlated() {
        let rows = cells([&[100.0, 1.0, 4.0, 2.0, 8.0], &[2.0, 3.0, 1.0, 5.0, -90.0]]);
        let found = correlations(samples(&rows), OF, 5).unwrap();
        assert!((found.between(0, 1) - 0.929_970_3).abs() < 1e-7);
        assert_eq!(found.between(0, 1), found.between(1, 0));
        let constant = cells([&[0.1, 0.1, 0.1], &[1.0, 2.0, 0.1]]);
        let found = correlations(samples(&constant), OF, 3).unwrap();
        assert_eq!(found.between(0, 1), 0.0);
    }

    /// 2 x - y of the four episodes that both have: 0, 5, 3 and 11.
    #[test]
    fn a_weighted_sum_is_of_the_episodes_that_all_have() {
        let rows = cells([&[100.0, 1.0, 4.0, 2.0, 8.0], &[2.0, 3.0, 1.0, 5.0, -90.0]]);
        let found = weighted_sum(samples(&rows), &[2.0, -1.0], OF).unwrap();
        let running = found.as_running();
        assert_eq!((running.count(), running.mean()), (4, Some(4.75)));
        // The squares about the mean add up to 64.75.
        assert!((running.variance().unwrap() - 64.75 / 3.0).abs() < 1e-12);
    }

    /// A pair of games is one observation, of their mean: 3 and 5 of the first sample, 2 and 3 of the second
    /// in the pairs (2, 3) and (4, 5), which both have whole.
    #[test]
    fn a_pair_counts_with_its_mean() {
        let rows = cells([
            &[100.0, 1.0, 4.0, 2.0, 8.0, 2.0],
            &[50.0, 3.0, 1.0, 5.0, 1.0],
        ]);
        let found = weighted_sum(groups(&rows, 2), &[1.0, 1.0], OF).unwrap();
        let running = found.as_running();
        assert_eq!((running.count(), running.mean()), (2, Some(6.5)));
        // The pairs' sums are 3 + 2 and 5 + 3.
        assert!((running.variance().unwrap() - 4.5).abs() < 1e-12);
    }
}
