//! Running a plan: every missing episode, on any number of threads, into the store.
//!
//! An episode depends on the plan and its number alone, so what is stored does not depend on the
//! order in which threads come to it.

use crate::plan::Plan;
use crate::store::{CellId, Store, StoreError, StoredRow};
use ludometer_arena::options::RunOptions;
use ludometer_arena::play::Cancelled;
use ludometer_arena::registry::PreparedMatch;
use ludometer_core::Stop;
use ludometer_spec::source::Diagnostic;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

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

/// Consecutive episodes of one cell.
struct Stint {
    cell: usize,
    episodes: Vec<u64>,
}

/// Episodes in a stint: few, so that threads end together.
const STINT: usize = 16;

/// A transaction is written when this many episodes wait, or after [`PAUSE`].
const BATCH: usize = 8192;

/// How long a finished episode waits at most before it is written.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays what is missing of the first `count` episodes of every cell.
pub fn run(
    plan: &Plan,
    count: u64,
    store: &mut Store,
    manner: RunOptions<'_>,
) -> Result<Ran, RunError> {
    let mut ids: Vec<CellId> = Vec::new();
    let mut stints = Vec::new();
    let mut stored = 0;
    let mut seen = HashSet::new();
    for (cell, described) in plan.cells.iter().enumerate() {
        let id = store.register(described)?;
        // Cells that say the same have the same rows: the first one plays them.
        if seen.insert(id) {
            let done = store.done(id, count)?;
            stored += done.iter().filter(|done| **done).count() as u64;
            let missing: Vec<u64> = (0..count).filter(|&n| !done[n as usize]).collect();
            let parts = missing.chunks(STINT).map(<[u64]>::to_vec);
            stints.extend(parts.map(|episodes| Stint { cell, episodes }));
        }
        ids.push(id);
    }
    let of = count * seen.len() as u64;
    let mut ran = Ran {
        stored,
        of,
        played: 0,
    };
    (manner.progress)(ran.stored, of);
    if stints.is_empty() {
        return Ok(ran);
    }
    let tables = plan
        .cells
        .iter()
        .map(|cell| cell.prepare())
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    work(plan, &tables, &ids, &stints, store, manner, &mut ran)?;
    Ok(ran)
}

fn work(
    plan: &Plan,
    tables: &[Box<dyn PreparedMatch>],
    ids: &[CellId],
    stints: &[Stint],
    store: &mut Store,
    manner: RunOptions<'_>,
    ran: &mut Ran,
) -> Result<(), RunError> {
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let (sender, receiver) = sync_channel::<Result<StoredRow, RunError>>(BATCH);
    std::thread::scope(|scope| {
        for _ in 0..manner.threads.max(1) {
            let sender = sender.clone();
            let (next, halt, stop) = (&next, &halt, manner.stop);
            scope.spawn(move || {
                while let Some(stint) = stints.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for &number in &stint.episodes {
                        if stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed) {
                            return;
                        }
                        // What was stopped before its end is played anew the next time.
                        let Some(played) = play(plan, tables, ids, stint.cell, number, stop) else {
                            return;
                        };
                        if sender.send(played).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        collect(receiver, &halt, store, manner.progress, ran)
    })
}

/// Writes what the workers send until the last of them is done; after a failure they are told to
/// end, and what they had finished is still written. The receiver is gone when this returns, so no
/// worker waits for room that never comes.
fn collect(
    receiver: Receiver<Result<StoredRow, RunError>>,
    halt: &AtomicBool,
    store: &mut Store,
    progress: &mut dyn FnMut(u64, u64),
    ran: &mut Ran,
) -> Result<(), RunError> {
    let mut failed = None;
    let mut batch = Vec::new();
    let mut written = Instant::now();
    loop {
        let received = receiver.recv_timeout(PAUSE);
        let over = matches!(received, Err(RecvTimeoutError::Disconnected));
        match received {
            Ok(Ok(record)) => batch.push(record),
            Ok(Err(error)) => {
                halt.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
            Err(_) => {}
        }
        if over || batch.len() >= BATCH || written.elapsed() >= PAUSE {
            let stored = store.write(&batch);
            halt.fetch_or(stored.is_err(), Ordering::Relaxed);
            stored?;
            ran.stored += batch.len() as u64;
            ran.played += batch.len() as u64;
            progress(ran.stored, ran.of);
            batch.clear();
            written = Instant::now();
        }
        if over {
            return failed.map_or(Ok(()), Err);
        }
    }
}

fn play(
    plan: &Plan,
    tables: &[Box<dyn PreparedMatch>],
    ids: &[CellId],
    cell: usize,
    number: u64,
    stop: &AtomicBool,
) -> Option<Result<StoredRow, RunError>> {
    let stop = Stop::when(stop);
    let played = catch_unwind(AssertUnwindSafe(|| tables[cell].play_until(number, stop)));
    Some(match played {
        Ok(Err(Cancelled)) => return None,
        Ok(Ok(episode)) => Ok(StoredRow {
            cell: ids[cell],
            number,
            episode,
        }),
        Err(panic) => Err(RunError::Broken {
            cell: plan.cells[cell].description().to_string(),
            episode: number,
            message: panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("it gave no reason")
                .to_string(),
        }),
    })
}
