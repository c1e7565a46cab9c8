//! Several cells walked in lock step: games of the same number in cells that share their openings are one
//! unit.

use super::unit::{Counting, Grouping, Totals, Unit};
use super::{AnalysisStage, CellStats, RowReader};
use crate::plan::Metric;
use crate::store::StoreError;
use ludometer_stats::ValueCounts;

/// The rows of one cell in a walk.
pub(crate) struct Part<'a> {
    rows: Box<dyn RowReader + 'a>,
    grouping: Grouping,
    /// Cells with the same openings have the same.
    openings: [u8; 16],
    /// The seat whose side is taken; `None` for all seats as they are.
    seat: Option<usize>,
    totals: Totals,
    /// Whether `grouping` holds a complete unit that was not taken.
    ready: bool,
}

impl<'a> Part<'a> {
    /// The rows of a cell, counted as those of `like`.
    pub(crate) fn new(
        rows: Box<dyn RowReader + 'a>,
        like: &CellStats,
        openings: [u8; 16],
        seat: Option<usize>,
    ) -> Part<'a> {
        Part {
            rows,
            grouping: Grouping::new(like.grouping.counting.clone()),
            openings,
            seat,
            totals: Totals::default(),
            ready: false,
        }
    }

    /// Reads on to the next complete unit.
    fn advance(&mut self) -> Result<(), StoreError> {
        self.ready = false;
        while let Some((number, episode)) = self.rows.next()? {
            self.totals.add(episode);
            if self.grouping.add(number, episode) {
                self.ready = true;
                break;
            }
        }
        Ok(())
    }
}

/// The units of several cells one after the other, class by class of cells that share their openings.
pub(super) struct Walk<'a> {
    classes: std::vec::IntoIter<Vec<Part<'a>>>,
    class: Vec<Part<'a>>,
    /// How many classes were begun.
    begun: usize,
    totals: Totals,
    /// The unit at hand.
    pub(super) unit: Unit,
}

impl<'a> Walk<'a> {
    pub(super) fn new(parts: Vec<Part<'a>>) -> Walk<'a> {
        Walk {
            classes: classes(parts, |part| part.openings).into_iter(),
            class: Vec::new(),
            begun: 0,
            totals: Totals::default(),
            unit: Unit::default(),
        }
    }

    /// Goes on to the next unit and gives its class and number, which grow; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<(usize, u64)>, StoreError> {
        loop {
            let ready = self.class.iter().filter(|part| part.ready);
            if let Some(number) = ready.map(|part| part.grouping.number).min() {
                self.unit.clear();
                for part in &mut self.class {
                    if part.ready && part.grouping.number == number {
                        self.unit.merge(&part.grouping.unit, part.seat);
                        part.advance()?;
                    }
                }
                return Ok(Some((self.begun, number)));
            }
            for part in &self.class {
                self.totals.merge(&part.totals);
            }
            self.class = match self.classes.next() {
                Some(class) => class,
                None => {
                    self.class.clear();
                    return Ok(None);
                }
            };
            self.begun += 1;
            for part in &mut self.class {
                part.advance()?;
            }
        }
    }
}

/// What has the same key together, in the order of first appearance.
pub(super) fn classes<T, K: PartialEq>(all: Vec<T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut classes: Vec<Vec<T>> = Vec::new();
    for one in all {
        match classes.iter_mut().find(|class| key(&class[0]) == key(&one)) {
            Some(class) => class.push(one),
            None => classes.push(vec![one]),
        }
    }
    classes
}

/// Sums over the units of several cells together.
pub(crate) fn joint(parts: Vec<Part<'_>>, look: AnalysisStage) -> Result<CellStats, StoreError> {
    let counting = parts.first().map(|part| part.grouping.counting.clone());
    let mut stats = CellStats::of(counting.unwrap_or_else(|| Counting::new(1))).seen(look);
    // Cells of one class may all be in one unit.
    let groups = parts.iter().map(|part| part.grouping.counting.group);
    stats.most = groups.sum::<u32>().max(1);
    let mut walk = Walk::new(parts);
    while walk.next()?.is_some() {
        stats.push(&walk.unit);
    }
    stats.totals.merge(&walk.totals);
    Ok(stats)
}

/// How often each value of a metric occurs in the units of several cells: the mean over a unit's games.
pub(crate) fn unit_values(
    parts: Vec<Part<'_>>,
    metric: Metric,
    seat: usize,
) -> Result<ValueCounts, StoreError> {
    let mut counts = ValueCounts::new();
    let mut walk = Walk::new(parts);
    while walk.next()?.is_some() {
        // Not a number, which is left out, where no game has a value.
        counts.push(walk.unit.mean(metric, seat));
    }
    Ok(counts)
}
