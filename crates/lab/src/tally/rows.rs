//! Where rows come from: a store, or memory.

use super::AnalysisStage;
use crate::plan::Plan;
use crate::store::{CellId, PlanSource, Rows, Store, StoreError};
use ludometer_arena::play::Episode;

/// The episodes of a plan's cells, which can be walked as often as one likes.
pub trait RowSource {
    /// The episodes of a cell of the plan, in the order of their numbers.
    fn rows(&self, cell: usize) -> Result<Box<dyn RowReader + '_>, StoreError>;

    /// The stage of the analysis of a cell with that many episodes.
    fn look(&self, cell: usize, episodes: u64) -> Result<AnalysisStage, StoreError>;
}

/// Episodes one after the other.
pub trait RowReader {
    /// The next episode with its number; `None` after the last.
    fn next(&mut self) -> Result<Option<(u64, &Episode)>, StoreError>;
}

impl RowReader for Rows<'_> {
    fn next(&mut self) -> Result<Option<(u64, &Episode)>, StoreError> {
        Rows::next(self)
    }
}

/// The first episodes of a plan's cells in a store.
pub struct StoredRows<'a> {
    store: &'a Store,
    cells: Vec<Option<CellId>>,
    count: u64,
    /// The numbers of episodes that the plan has.
    sizes: [u64; 2],
    source: PlanSource,
    /// Whether some rows are from before entries had versions.
    pub(crate) earlier: bool,
}

impl<'a> StoredRows<'a> {
    /// The first `count` episodes of every cell of a plan.
    pub fn new(plan: &Plan, count: u64, store: &'a Store) -> Result<StoredRows<'a>, StoreError> {
        let mut rows = StoredRows {
            store,
            cells: Vec::with_capacity(plan.cells.len()),
            count,
            sizes: [plan.quick, plan.episodes],
            source: plan.source(),
            earlier: false,
        };
        for cell in &plan.cells {
            let known = store.known_to_report(cell)?;
            rows.earlier |= known.is_some_and(|(_, earlier)| earlier);
            rows.cells.push(known.map(|(id, _)| id));
        }
        Ok(rows)
    }
}

impl RowSource for StoredRows<'_> {
    fn rows(&self, cell: usize) -> Result<Box<dyn RowReader + '_>, StoreError> {
        Ok(match self.cells.get(cell).copied().flatten() {
            Some(id) => Box::new(self.store.rows(id, self.count)),
            None => Box::new(Remembered { rows: &[], at: 0 }),
        })
    }

    fn look(&self, cell: usize, episodes: u64) -> Result<AnalysisStage, StoreError> {
        let Some(id) = self.cells.get(cell).copied().flatten() else {
            return Ok(AnalysisStage::Planned);
        };
        let targets = self.store.targets(id)?;
        let mut own = targets
            .iter()
            .filter(|target| target.concerns(&self.source));
        let planned = own.all(|target| self.sizes.contains(&target.episodes));
        Ok(match (episodes < self.count, planned) {
            (_, false) => AnalysisStage::Changed,
            (true, true) => AnalysisStage::Early,
            (false, true) => AnalysisStage::Planned,
        })
    }
}

/// Episodes in memory, cell by cell, with their numbers.
#[derive(Clone, Debug, Default)]
pub struct MemoryRows {
    /// One entry for each cell of the plan.
    pub cells: Vec<Vec<(u64, Episode)>>,
    /// The stage of the analysis.
    pub look: AnalysisStage,
}

/// A part of [`MemoryRows`].
struct Remembered<'a> {
    rows: &'a [(u64, Episode)],
    at: usize,
}

impl RowReader for Remembered<'_> {
    fn next(&mut self) -> Result<Option<(u64, &Episode)>, StoreError> {
        let row = self.rows.get(self.at);
        self.at += 1;
        Ok(row.map(|(number, episode)| (*number, episode)))
    }
}

impl RowSource for MemoryRows {
    fn rows(&self, cell: usize) -> Result<Box<dyn RowReader + '_>, StoreError> {
        let rows = self.cells.get(cell).map_or(&[][..], Vec::as_slice);
        Ok(Box::new(Remembered { rows, at: 0 }))
    }

    fn look(&self, _: usize, _: u64) -> Result<AnalysisStage, StoreError> {
        Ok(self.look)
    }
}
