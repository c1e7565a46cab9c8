//! A plan with its rows: sums over every cell, and what has to be read of several cells at once.

use super::endings::{EndingCounts, is_reported};
use crate::plan::{Cell, Metric, Plan, RatingScale, TableKind};
use crate::run::Replays;
use crate::sprt::{PrefixRows, TestResult};
use crate::store::{Store, StoreError};
use crate::tally::{
    AnalysisStage, CONFIDENCE, CellStats, Compare, Pair, PairedStats, Part, RowReader, RowSource,
    StatFigure, StoredRows, correlations, joint, paired, unit_values, weighted_sum,
};
use ludometer_stats::{Correlations, UnitMeans, ValueCounts};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Values that are remembered between two tests of a table.
const REMEMBERED: usize = 1 << 20;

/// A plan with what its rows add up to.
///
/// Every cell is read once for its sums. What needs several cells at once, pooled cells, contests and
/// paired differences, is read when it is asked for, in lock step, so that memory does not grow with the
/// number of rows. [`Results::checked`] says whether all of that could be read.
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// One for each of the plan's cells.
    pub tallies: Vec<CellStats>,
    /// What came of the sequential test of each cell; empty in a plan without one.
    pub tests: Vec<TestResult>,
    /// Episodes requested in each cell.
    pub count: u64,
    /// Whether some rows are from before entries had versions.
    pub earlier: bool,
    /// How episodes ended, for each cell.
    pub(super) endings: Vec<EndingCounts>,
    /// What was played again, for each cell; empty where nothing is stored of it.
    pub(super) replays: Vec<Replays>,
    rows: Box<dyn RowSource + 'a>,
    failure: RefCell<Option<StoreError>>,
    joined: RefCell<HashMap<SeatedCells, Rc<CellStats>>>,
    values: RefCell<HashMap<(CellSet, usize, usize), Rc<ValueCounts>>>,
}

/// Cells, each as it is or as one of its seats sees it.
type SeatedCells = Vec<(usize, Option<usize>)>;

/// Cells that are taken together. Cells that differ in nothing but a label have the same rows and count
/// once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet(Vec<usize>);

impl CellSet {
    /// The places of the cells in the plan.
    pub(super) fn cells(&self) -> &[usize] {
        &self.0
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The rating scales of a plan's tables.
fn scales(plan: &Plan) -> Vec<RatingScale> {
    let mut scales: Vec<RatingScale> = Vec::new();
    for table in &plan.tables {
        if let TableKind::Match(Some(scale)) | TableKind::Cross(Some(scale)) = &table.kind
            && !scales.contains(scale)
        {
            scales.push(scale.clone());
        }
    }
    scales
}

impl<'a> Results<'a> {
    /// Reads the first `count` episodes of every cell.
    pub fn read(plan: &'a Plan, count: u64, store: &'a Store) -> Result<Results<'a>, StoreError> {
        let rows = StoredRows::new(plan, count, store)?;
        let earlier = rows.earlier;
        let results = Results::of(plan, count, rows)?;
        let replays = plan
            .cells
            .iter()
            .map(|cell| Replays::read(cell, count, store));
        Ok(Results {
            earlier,
            replays: replays.collect::<Result<_, _>>()?,
            ..results
        })
    }

    /// Sums up rows from anywhere, of which `count` are planned in each cell.
    pub fn of(
        plan: &'a Plan,
        count: u64,
        rows: impl RowSource + 'a,
    ) -> Result<Results<'a>, StoreError> {
        let scales = scales(plan);
        let (rows, tests): (Box<dyn RowSource + 'a>, _) = match plan.sprt {
            Some(_) => {
                let (rows, tests) = PrefixRows::new(plan, rows, (count, CONFIDENCE))?;
                (Box::new(rows), tests)
            }
            None => (Box::new(rows), Vec::new()),
        };
        let mut tallies = Vec::with_capacity(plan.cells.len());
        let mut endings = Vec::with_capacity(plan.cells.len());
        for (at, cell) in plan.cells.iter().enumerate() {
            let mut tally = CellStats::new(cell.group())
                .counting(plan.truncation)
                .rated(&scales);
            let mut episodes = rows.rows(at)?;
            let mut counts = EndingCounts::default();
            let reported = is_reported(cell);
            while let Some((number, episode)) = episodes.next()? {
                tally.add(number, episode);
                if reported {
                    counts.add(episode);
                }
            }
            endings.push(counts);
            let look = rows.look(at, tally.count())?;
            tallies.push(tally.seen(look));
        }
        Ok(Results {
            plan,
            tallies,
            tests,
            count,
            earlier: false,
            endings,
            replays: Vec::new(),
            rows,
            failure: RefCell::default(),
            joined: RefCell::default(),
            values: RefCell::default(),
        })
    }

    /// Whether everything that was asked for could be read: to be asked before it is shown.
    pub fn checked(&self) -> Result<(), StoreError> {
        match self.failure.borrow_mut().take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// What was read, or nothing and a failure that is remembered.
    fn read_or<T>(&self, read: Result<T, StoreError>, otherwise: impl FnOnce() -> T) -> T {
        read.unwrap_or_else(|failure| {
            self.failure.borrow_mut().get_or_insert(failure);
            otherwise()
        })
    }

    /// The episodes of a cell, in the order of their numbers.
    pub(super) fn rows(&self, cell: usize) -> Result<Box<dyn RowReader + '_>, StoreError> {
        self.rows.rows(cell)
    }

    /// The cells with these values of their variables.
    pub fn sample(&self, wanted: &[(&str, &str)]) -> CellSet {
        let fits = |cell: &Cell| {
            let mut all = wanted.iter();
            all.all(|(name, value)| cell.variable(name) == Some(value))
        };
        let cells = self.plan.cells.iter().enumerate();
        self.once(cells.filter(|(_, cell)| fits(cell)).map(|(at, _)| at))
    }

    /// These cells together.
    pub(super) fn together<'s>(&self, samples: impl IntoIterator<Item = &'s CellSet>) -> CellSet {
        self.once(samples.into_iter().flat_map(|sample| sample.0.clone()))
    }

    /// Every cell once that is not another's copy under another label.
    fn once(&self, cells: impl Iterator<Item = usize>) -> CellSet {
        let mut keys: Vec<[u8; 16]> = Vec::new();
        let mut sample = CellSet::default();
        for at in cells {
            let key = self.plan.cells[at].key();
            if !keys.contains(&key) {
                keys.push(key);
                sample.0.push(at);
            }
        }
        sample
    }

    /// How a sample is looked at: as the worst of its cells that have rows.
    pub(super) fn look(&self, sample: &CellSet) -> AnalysisStage {
        let tallies = sample.0.iter().map(|&cell| &self.tallies[cell]);
        let looks = tallies.filter(|tally| !tally.is_empty());
        looks.map(|tally| tally.look()).max().unwrap_or_default()
    }

    /// What a sample adds up to.
    pub fn stats(&self, sample: &CellSet) -> Option<Cow<'_, CellStats>> {
        match sample.0[..] {
            [] => None,
            [only] => Some(Cow::Borrowed(&self.tallies[only])),
            ref several => {
                let parts: Vec<_> = several.iter().map(|&cell| (cell, None)).collect();
                Some(Cow::Owned(self.joined(&parts).as_ref().clone()))
            }
        }
    }

    /// What the cells with these values of their variables add up to, all together.
    pub fn tally(&self, wanted: &[(&str, &str)]) -> Option<Cow<'_, CellStats>> {
        self.stats(&self.sample(wanted))
    }

    /// Sums over several cells, each as it is or as one of its seats sees it.
    pub(super) fn joined(&self, parts: &[(usize, Option<usize>)]) -> Rc<CellStats> {
        if let Some(known) = self.joined.borrow().get(parts) {
            return Rc::clone(known);
        }
        let look = self.look(&CellSet(parts.iter().map(|(cell, _)| *cell).collect()));
        let read = self.parts(parts.iter().copied());
        let read = read.and_then(|parts| joint(parts, look));
        let stats = Rc::new(self.read_or(read, || CellStats::new(1)));
        let mut joined = self.joined.borrow_mut();
        joined.insert(parts.to_vec(), Rc::clone(&stats));
        stats
    }

    fn parts(
        &self,
        cells: impl Iterator<Item = (usize, Option<usize>)>,
    ) -> Result<Vec<Part<'_>>, StoreError> {
        let parts = cells.map(|(cell, seat)| {
            let openings = self.plan.cells[cell].openings();
            let rows = self.rows.rows(cell)?;
            Ok(Part::new(rows, &self.tallies[cell], openings, seat))
        });
        parts.collect()
    }

    /// How often each value of a metric occurs in a sample, one a unit.
    pub(super) fn values(&self, sample: &CellSet, metric: Metric, seat: usize) -> Rc<ValueCounts> {
        let key = (sample.clone(), metric as usize, seat);
        if let Some(known) = self.values.borrow().get(&key) {
            return Rc::clone(known);
        }
        let parts = self.parts(sample.0.iter().map(|&cell| (cell, None)));
        let read = parts.and_then(|parts| unit_values(parts, metric, seat));
        let counts = Rc::new(self.read_or(read, ValueCounts::new));
        let mut values = self.values.borrow_mut();
        let kept: usize = values.values().map(|counts| counts.values().count()).sum();
        if kept > REMEMBERED {
            values.clear();
        }
        values.insert(key, Rc::clone(&counts));
        counts
    }

    /// The parts of several samples.
    fn parts_of<'s>(
        &self,
        samples: impl Iterator<Item = &'s CellSet>,
    ) -> Result<Vec<Vec<Part<'_>>>, StoreError> {
        let parts = |sample: &CellSet| self.parts(sample.0.iter().map(|&cell| (cell, None)));
        samples.map(parts).collect()
    }

    /// The weighted sum of a metric over samples, with an interval of this confidence: episodes of the same
    /// number are one observation, if all samples have it. `None` without any.
    pub fn weighted_sum(
        &self,
        samples: &[(CellSet, f64)],
        (metric, seat): (Metric, usize),
        confidence: f64,
    ) -> Option<StatFigure> {
        let parts = self.parts_of(samples.iter().map(|(sample, _)| sample));
        let weights: Vec<f64> = samples.iter().map(|(_, weight)| *weight).collect();
        let read = parts.and_then(|parts| weighted_sum(parts, &weights, (metric, seat)));
        let sums = self.read_or(read, UnitMeans::new);
        let looks = samples.iter().map(|(sample, _)| self.look(sample));
        StatFigure::of_means(&sums, looks.max().unwrap_or_default(), confidence)
    }

    /// How a metric is correlated between samples: episodes of one number share their start and chance.
    /// `None` where a sample has fewer than `enough` units.
    pub(super) fn correlations(
        &self,
        samples: &[CellSet],
        (metric, seat): (Metric, usize),
        enough: u64,
    ) -> Option<Correlations> {
        let units = |sample: &CellSet| {
            let stats = self.stats(sample);
            stats.map_or(0, |stats| stats.running(metric, seat, false).count())
        };
        let least = samples.iter().map(units).min()?;
        if least < enough {
            return None;
        }
        let parts = self.parts_of(samples.iter());
        let read = parts.and_then(|parts| correlations(parts, (metric, seat), least));
        Some(self.read_or(read, Correlations::none))
    }

    /// One sample minus another, game by game of the same number. Each cell is compared with the one that
    /// has the same openings, or, where none has, with the one in the same place.
    pub(super) fn paired(&self, ours: &CellSet, theirs: &CellSet, compare: Compare) -> PairedStats {
        let openings = |cell: usize| self.plan.cells[cell].openings();
        let mut free: Vec<usize> = theirs.0.clone();
        let mut aligned = Vec::new();
        for &cell in &ours.0 {
            let same = |other: &usize| openings(*other) == openings(cell);
            if let Some(at) = free.iter().position(same) {
                aligned.push((cell, free.remove(at)));
            }
        }
        if aligned.is_empty() {
            aligned.extend(ours.0.iter().copied().zip(theirs.0.iter().copied()));
        }
        let look = self.look(ours).max(self.look(theirs));
        let pair = |(one, other): (usize, usize)| {
            let rows = [self.rows.rows(one)?, self.rows.rows(other)?];
            let like = [&self.tallies[one], &self.tallies[other]];
            Ok(Pair::new(rows, like, openings(one), compare.seat))
        };
        let pairs: Result<Vec<_>, StoreError> = aligned.into_iter().map(pair).collect();
        let read = pairs.and_then(|pairs| paired(pairs, compare, look));
        self.read_or(read, || PairedStats::nothing(compare.metric))
    }
}
