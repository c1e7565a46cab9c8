//! Differences between cells, game by game of the same number.

use super::unit::{Counting, METRICS};
use super::walk::classes;
use super::{AnalysisStage, CellStats, RowReader, StatFigure};
use crate::plan::Metric;
use crate::store::StoreError;
use ludometer_stats::{UnitMeans, UnitShares, ValueCounts};

/// A metric here minus the metric there, over the games that both have, unit by unit.
#[derive(Clone, Debug)]
pub struct PairedStats {
    shares: UnitShares,
    means: UnitMeans,
    is_share: bool,
    differences: ValueCounts,
    look: AnalysisStage,
}

impl PairedStats {
    /// No pairs.
    pub(crate) fn nothing(metric: Metric) -> PairedStats {
        PairedStats {
            shares: UnitShares::differences(1),
            means: UnitMeans::new(),
            is_share: metric.is_share(),
            differences: ValueCounts::new(),
            look: AnalysisStage::Planned,
        }
    }

    /// The mean difference with an interval of this confidence; `None` without any pair.
    pub fn figure(&self, confidence: f64) -> Option<StatFigure> {
        match self.is_share {
            true => StatFigure::of_shares(&self.shares, self.look, confidence),
            false => StatFigure::of_means(&self.means, self.look, confidence),
        }
    }

    /// How often each difference occurs, one a unit.
    pub fn differences(&self) -> &ValueCounts {
        &self.differences
    }

    /// The stage of the analysis, which decides the kind of its intervals.
    pub fn look(&self) -> AnalysisStage {
        self.look
    }
}

/// What is compared.
#[derive(Clone, Copy)]
pub(crate) struct Compare {
    pub(crate) metric: Metric,
    pub(crate) seat: usize,
    /// Whether only games count that the seat won on both sides.
    pub(crate) given_won: bool,
}

/// The rows of one seat in one cell, group by group.
struct Side<'a> {
    rows: Box<dyn RowReader + 'a>,
    counting: Counting,
    seat: usize,
    /// The number of the group at hand, and the rows of its games.
    number: u64,
    group: Vec<[f64; METRICS]>,
    /// The row that was read beyond it.
    next: Option<(u64, [f64; METRICS])>,
    ended: bool,
}

impl<'a> Side<'a> {
    fn new(rows: Box<dyn RowReader + 'a>, like: &CellStats, seat: usize) -> Side<'a> {
        Side {
            rows,
            counting: like.grouping.counting.clone(),
            seat,
            number: 0,
            group: Vec::new(),
            next: None,
            ended: false,
        }
    }

    fn read(&mut self) -> Result<Option<(u64, [f64; METRICS])>, StoreError> {
        if let Some(next) = self.next.take() {
            return Ok(Some(next));
        }
        let row = self.rows.next()?;
        Ok(row.and_then(|(number, episode)| {
            let seated = self.seat < episode.seats.len();
            seated.then(|| (number, self.counting.row(episode, self.seat)))
        }))
    }

    /// Goes on to the next complete group; whether there is one.
    fn advance(&mut self) -> Result<bool, StoreError> {
        let size = u64::from(self.counting.group);
        while !self.ended {
            self.group.clear();
            loop {
                let Some((number, row)) = self.read()? else {
                    self.ended = true;
                    break;
                };
                if self.group.is_empty() {
                    self.number = number / size;
                } else if number / size != self.number {
                    self.next = Some((number, row));
                    break;
                }
                self.group.push(row);
                if self.group.len() as u64 == size {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Two cells that are compared, in lock step.
pub(crate) struct Pair<'a> {
    sides: [Side<'a>; 2],
    openings: [u8; 16],
    /// The number of the unit at hand, the sum of its differences and how many these are.
    unit: Option<(u64, f64, u32)>,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(
        rows: [Box<dyn RowReader + 'a>; 2],
        like: [&CellStats; 2],
        openings: [u8; 16],
        seat: usize,
    ) -> Pair<'a> {
        let [ours, theirs] = rows;
        Pair {
            sides: [
                Side::new(ours, like[0], seat),
                Side::new(theirs, like[1], seat),
            ],
            openings,
            unit: None,
        }
    }

    fn group(&self) -> u32 {
        self.sides[0].counting.group
    }

    fn advance(&mut self, compare: Compare) -> Result<(), StoreError> {
        self.unit = None;
        let [ours, theirs] = &mut self.sides;
        if !(ours.advance()? && theirs.advance()?) {
            return Ok(());
        }
        while ours.number != theirs.number {
            let behind = match ours.number < theirs.number {
                true => &mut *ours,
                false => &mut *theirs,
            };
            if !behind.advance()? {
                return Ok(());
            }
        }
        let (at, won) = (compare.metric as usize, Metric::Won as usize);
        let (mut sum, mut games) = (0.0, 0);
        for (one, other) in ours.group.iter().zip(&theirs.group) {
            let difference = one[at] - other[at];
            let counts = !compare.given_won || (one[won] == 1.0 && other[won] == 1.0);
            if counts && !difference.is_nan() {
                sum += difference;
                games += 1;
            }
        }
        self.unit = Some((ours.number, sum, games));
        Ok(())
    }
}

/// The differences of pairs of cells; games of the same number in pairs that share their openings are one
/// unit.
pub(crate) fn paired(
    pairs: Vec<Pair<'_>>,
    compare: Compare,
    look: AnalysisStage,
) -> Result<PairedStats, StoreError> {
    let most = pairs.iter().map(Pair::group).sum();
    let mut stats = PairedStats {
        shares: UnitShares::differences(most),
        look,
        ..PairedStats::nothing(compare.metric)
    };
    for mut class in classes(pairs, |pair| pair.openings) {
        for pair in &mut class {
            pair.advance(compare)?;
        }
        loop {
            let numbers = class.iter().filter_map(|pair| pair.unit);
            let Some(number) = numbers.map(|(number, ..)| number).min() else {
                break;
            };
            let (mut sum, mut games) = (0.0, 0);
            for pair in &mut class {
                if let Some((_, more, count)) = pair.unit.filter(|unit| unit.0 == number) {
                    sum += more;
                    games += count;
                    pair.advance(compare)?;
                }
            }
            match stats.is_share {
                true => stats.shares.push((2.0 * sum) as i32, games),
                false => stats.means.push(sum, games),
            }
            stats.differences.push(sum / f64::from(games));
        }
    }
    Ok(stats)
}
