//! Uniting the stores of parts, with an arbiter: a row about which stores disagree is played again.
//!
//! Rows that repeat to the bit can only differ if a machine computed otherwise. The store that has a wrong
//! row is shut out as a whole: what it has that no other store has may be wrong too.

use super::{RunError, recorded};
use crate::plan::{Cell, Plan};
use crate::store::{Dispute, Merged, Store, StoreError, same_bits};
use ludometer_arena::play::Episode;
use ludometer_core::{Repeatability, Stop};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What was united.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct United {
    /// The stores that were united with what was added, in their order.
    pub merged: Vec<(PathBuf, Merged)>,
    /// The stores that were left out.
    pub shut_out: Vec<ShutOut>,
}

/// A store that has a wrong row and was left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShutOut {
    /// The store.
    pub store: PathBuf,
    /// The description of the cell of the wrong row.
    pub description: String,
    /// The number of the wrong row.
    pub episode: u64,
    /// Episodes that had come from it and were removed again.
    pub removed: u64,
}

/// Adds everything that other stores have to one, in any order; a store is opened when its turn comes. With
/// a plan, rows of it that differ are played again, and a store that has a wrong one is left out. Without, or
/// for rows that need not repeat, the first difference is an error.
///
/// `tick` is called from time to time with the number of the store and the episodes of it that were looked at.
pub fn unite(
    into: &mut Store,
    from: &[PathBuf],
    plan: Option<&Plan>,
    tick: &mut dyn FnMut(usize, u64),
) -> Result<United, RunError> {
    let mut merged: Vec<Option<Merged>> = vec![None; from.len()];
    let mut shut_out: Vec<Option<ShutOut>> = vec![None; from.len()];
    let mut at = 0;
    while at < from.len() {
        if shut_out[at].is_some() {
            at += 1;
            continue;
        }
        let store = Store::open_unchanged(&from[at])?;
        let error = match into.merge(&store, &mut |looked| tick(at, looked)) {
            Ok(done) => {
                // What was added before it was added again counts as well.
                let known = merged[at].map_or(0, |before| before.added);
                let done = Merged {
                    added: done.added.max(known),
                    ..done
                };
                merged[at] = Some(done);
                at += 1;
                continue;
            }
            Err(error) => error,
        };
        let Some((dispute, cell)) = disputed(&error, plan) else {
            return Err(error.into());
        };
        let right = played(cell, dispute.episode)?;
        let arbiter = Arbiter {
            cell,
            episode: dispute.episode,
            right: &right,
        };
        drop(store);
        let ours = arbiter.judge(into)?;
        let mut judged = Vec::new();
        for (number, path) in from.iter().enumerate() {
            judged.push(match shut_out[number] {
                Some(_) => None,
                None => arbiter.judge(&Store::open_unchanged(path)?)?,
            });
        }
        if ours != Some(true) && !judged.contains(&Some(true)) {
            return Err(RunError::NeitherIsRight {
                one: into.path().display().to_string(),
                other: from[at].display().to_string(),
                cell: cell.description().to_string(),
                episode: dispute.episode,
            });
        }
        if !judged.contains(&Some(false)) {
            return Err(RunError::UnionIsWrong {
                store: into.path().display().to_string(),
                cell: cell.description().to_string(),
                episode: dispute.episode,
            });
        }
        for (number, path) in from.iter().enumerate() {
            if judged[number] == Some(false) {
                // What came from it goes, now or in an earlier union, also where another store has the same:
                // that is added again.
                let removed = forget(into, &Store::open_unchanged(path)?)?;
                merged[number] = None;
                shut_out[number] = Some(ShutOut {
                    store: path.clone(),
                    description: cell.description().to_string(),
                    episode: dispute.episode,
                    removed,
                });
            }
        }
        at = 0;
    }
    let merged = from.iter().cloned().zip(merged);
    Ok(United {
        merged: merged
            .filter_map(|(path, merged)| Some((path, merged?)))
            .collect(),
        shut_out: shut_out.into_iter().flatten().collect(),
    })
}

/// The dispute of an error that can be decided, and its cell.
fn disputed<'a>(error: &StoreError, plan: Option<&'a Plan>) -> Option<(Dispute, &'a Cell)> {
    let dispute = error.dispute()?;
    let mut cells = plan?.cells.iter();
    let cell = cells.find(|cell| cell.key() == dispute.key)?;
    (cell.repeatability() == Repeatability::Proved).then_some((dispute, cell))
}

/// An episode, played here.
fn played(cell: &Cell, number: u64) -> Result<Episode, RunError> {
    match cell.prepare()?.play_until(number, Stop::NEVER) {
        Ok(episode) => Ok(recorded(episode)),
        Err(_) => Err(RunError::Broken {
            cell: cell.description().to_string(),
            episode: number,
            message: "it was stopped though nobody asked".to_string(),
        }),
    }
}

/// A row that was played again.
struct Arbiter<'a> {
    cell: &'a Cell,
    episode: u64,
    right: &'a Episode,
}

impl Arbiter<'_> {
    /// Whether a store has the row as it was played here; `None` if it does not have it.
    fn judge(&self, store: &Store) -> Result<Option<bool>, StoreError> {
        let Some(cell) = store.known(self.cell)? else {
            return Ok(None);
        };
        let episode = store.episode(cell, self.episode)?;
        Ok(episode.map(|episode| same_bits(&episode, self.right)))
    }
}

/// Removes from one store every episode that another has, and gives how many there were.
fn forget(into: &mut Store, wrong: &Store) -> Result<u64, StoreError> {
    let mut removed = 0;
    for key in wrong.keys()? {
        let (Some(here), Some(there)) = (into.cell(key)?, wrong.cell(key)?) else {
            continue;
        };
        let both = into.there(here)?.common(&wrong.there(there)?);
        if both.count() > 0 {
            removed += into.forget(here, &both)?;
        }
    }
    Ok(removed)
}

/// The stores of a folder: its files that end in `.sqlite`, in the order of their names, without those in
/// which nothing was written yet.
pub fn stores_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut stores = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_store = path.extension().is_some_and(|ending| ending == "sqlite");
        if is_store && entry.metadata()?.len() > 0 {
            stores.push(path);
        }
    }
    stores.sort();
    Ok(stores)
}
