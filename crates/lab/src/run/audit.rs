//! Playing stored episodes again and comparing them to the bit.

use super::{RunError, out_of_order, recorded};
use crate::plan::Plan;
use crate::store::{CellId, Store, same_bits};
use crate::work::{WorkError, Workers};
use ludometer_arena::options::RunOptions;
use ludometer_arena::play::Episode;
use ludometer_core::{Repeatability, Stop};
use serde::Serialize;
use std::collections::HashSet;

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Audited {
    /// Stored episodes that were played again.
    pub played: u64,
    /// Stored episodes that they were drawn from.
    pub of: u64,
    /// Cells that have a time limit, so that their rows do not repeat: none was played.
    pub skipped: u64,
    /// Episodes that came out otherwise.
    pub different: Vec<RowDifference>,
    /// Whether it was stopped before the end.
    pub stopped: bool,
}

/// A stored episode that differs when it is played again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowDifference {
    /// The key of its cell, in hexadecimal.
    pub key: String,
    /// What is played there.
    pub description: String,
    /// The number of the episode.
    pub episode: u64,
}

/// Episodes that are held at a time.
const HELD: usize = 1 << 14;

/// Whether an episode belongs to the sample: a function of the seed, the cell and the number.
fn is_drawn(seed: u64, cell: CellId, number: u64, share: f64) -> bool {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"ludometer audit");
    hasher.update(&seed.to_le_bytes());
    hasher.update(cell.key());
    hasher.update(&number.to_le_bytes());
    let hash = hasher.finalize();
    let hash = u64::from_le_bytes(std::array::from_fn(|i| hash.as_bytes()[i]));
    (hash as f64) < share * libm::exp2(64.0)
}

/// Plays a share of a plan's stored episodes again, at least one of every cell that has any, and
/// compares them to the bit.
pub fn audit(
    plan: &Plan,
    store: &Store,
    share: f64,
    seed: u64,
    options: RunOptions<'_>,
) -> Result<Audited, RunError> {
    let mut audited = Audited::default();
    let mut seen = HashSet::new();
    for cell in &plan.cells {
        let Some(id) = store.known(cell)? else {
            continue;
        };
        if !seen.insert(id) {
            continue;
        }
        if cell.repeatability() == Repeatability::No {
            audited.skipped += 1;
            continue;
        }
        let table = cell.prepare()?;
        let mut rows = store.rows(id, u64::MAX);
        let mut sample: Vec<(u64, Episode)> = Vec::new();
        let mut more = true;
        let mut any = false;
        while more && !audited.stopped {
            match rows.next()? {
                None => more = false,
                Some((number, episode)) => {
                    audited.of += 1;
                    if !any || is_drawn(seed, id, number, share) {
                        any = true;
                        sample.push((number, episode.clone()));
                    }
                }
            }
            if sample.len() < HELD && more || sample.is_empty() {
                continue;
            }
            let mut different = Vec::new();
            let held = std::mem::take(&mut sample);
            let workers = Workers::new(options.threads, options.stop).in_order();
            let worked = workers.run(
                held.iter(),
                |(number, stored), stop: Stop<'_>| match table.play_until(*number, stop) {
                    Ok(played) => Ok(Some(same_bits(stored, &recorded(played)))),
                    Err(unplayed) => out_of_order(unplayed, cell, *number),
                },
                |done| {
                    audited.played += done.len() as u64;
                    let differ = done.into_iter().filter(|(_, same)| !same);
                    different.extend(differ.map(|((number, _), _)| *number));
                    (options.progress)(audited.played, audited.of);
                    Ok(())
                },
            );
            match worked {
                Ok(worked) => audited.stopped = worked.stopped,
                Err(WorkError::Sink(error) | WorkError::Failed { error, .. }) => return Err(error),
                Err(WorkError::Panicked { unit, message }) => {
                    return Err(RunError::Broken {
                        cell: cell.description().to_string(),
                        episode: unit.0,
                        message,
                    });
                }
            }
            audited
                .different
                .extend(different.into_iter().map(|episode| RowDifference {
                    key: id.key().iter().map(|byte| format!("{byte:02x}")).collect(),
                    description: cell.description().to_string(),
                    episode,
                }));
        }
    }
    Ok(audited)
}
