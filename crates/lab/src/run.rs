//! Running a plan: every missing episode, on any number of threads, into the store.
//!
//! An episode depends on the plan and its number alone, so what is stored does not depend on the
//! order in which threads come to it.

use crate::plan::Plan;
use crate::store::{CellId, Store, StoreError, StoredRow};
use crate::work::{Sink, WorkError, Workers};
use ludometer_arena::options::RunOptions;
use ludometer_arena::play::Cancelled;
use ludometer_core::Stop;
use ludometer_spec::source::Diagnostic;
use std::collections::HashSet;

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Episodes that are in the store now.
    pub stored: u64,
    /// Episodes that the plan has.
    pub of: u64,
    /// Episodes that this run played.
    pub played: u64,
}

impl Ran {
    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.stored == self.of
    }
}

/// Why a run ended badly. Whatever was stored stays stored.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The plan cannot be played.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game or an agent broke its contract.
    #[error(
        "episode {episode} of this cell failed: {message}\n{cell}hint: this is a defect of a game or an agent; every other finished episode was stored"
    )]
    Broken {
        /// The description of the cell.
        cell: String,
        /// The number of the episode.
        episode: u64,
        /// What it said.
        message: String,
    },
}

/// One episode of a cell.
#[derive(Clone, Copy)]
struct Unit {
    cell: usize,
    number: u64,
}

/// A transaction is written when this many episodes wait, or at the next [`TICK`](crate::work::TICK).
const BATCH: usize = 8192;

/// Plays what is missing of the first `count` episodes of every cell.
pub fn run(
    plan: &Plan,
    count: u64,
    store: &mut Store,
    manner: RunOptions<'_>,
) -> Result<Ran, RunError> {
    let mut ids: Vec<CellId> = Vec::new();
    let mut units = Vec::new();
    let mut stored = 0;
    let mut seen = HashSet::new();
    for (cell, described) in plan.cells.iter().enumerate() {
        let id = store.register(described)?;
        // Cells that say the same have the same rows: the first one plays them.
        if seen.insert(id) {
            let done = store.done(id, count)?;
            stored += done.iter().filter(|done| **done).count() as u64;
            let missing = (0..count).filter(|&number| !done[number as usize]);
            units.extend(missing.map(|number| Unit { cell, number }));
        }
        ids.push(id);
    }
    let of = count * seen.len() as u64;
    let ran = Ran {
        stored,
        of,
        played: 0,
    };
    (manner.progress)(ran.stored, of);
    if units.is_empty() {
        return Ok(ran);
    }
    let tables = plan
        .cells
        .iter()
        .map(|cell| cell.prepare())
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    let mut writer = Writer {
        store,
        batch: Vec::new(),
        ran,
        progress: manner.progress,
    };
    // What was stopped before its end is played anew the next time.
    let play = |unit: &Unit, stop: Stop<'_>| match tables[unit.cell].play_until(unit.number, stop) {
        Ok(episode) => Ok(Some(StoredRow {
            cell: ids[unit.cell],
            number: unit.number,
            episode,
        })),
        Err(Cancelled) => Ok(None),
    };
    let pack = |done: Vec<(Unit, StoredRow)>| -> Vec<StoredRow> {
        done.into_iter().map(|(_, row)| row).collect()
    };
    let workers = Workers::new(manner.threads, manner.stop);
    let worked = workers.run_packed(units, play, pack, &mut writer);
    match worked {
        Ok(_) => Ok(writer.ran),
        Err(WorkError::Sink(error) | WorkError::Failed { error, .. }) => Err(error),
        Err(WorkError::Panicked { unit, message }) => Err(RunError::Broken {
            cell: plan.cells[unit.cell].description().to_string(),
            episode: unit.number,
            message,
        }),
    }
}

/// The one place that writes.
struct Writer<'a> {
    store: &'a mut Store,
    batch: Vec<StoredRow>,
    ran: Ran,
    progress: &'a mut dyn FnMut(u64, u64),
}

impl Sink<Vec<StoredRow>, RunError> for Writer<'_> {
    fn take(&mut self, done: Vec<StoredRow>, _: usize) -> Result<(), RunError> {
        self.batch.extend(done);
        if self.batch.len() >= BATCH {
            self.tick()?;
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), RunError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        self.store.write(&self.batch)?;
        self.ran.stored += self.batch.len() as u64;
        self.ran.played += self.batch.len() as u64;
        (self.progress)(self.ran.stored, self.ran.of);
        self.batch.clear();
        Ok(())
    }
}
