//! Playing some games of programs from outside again, to see whether they repeat.
//!
//! A program under a limit of nodes or depth, with one thread and no clock, is expected to play the same
//! game twice, and nothing proves it. So one group of mirrored games in fifty is played again and compared
//! move by move. What came of it is stored, so that no group is played again twice.

use super::{RunError, out_of_order, recorded};
use crate::plan::{Cell, Plan};
use crate::store::{CellId, Store, StoreError, same_bits};
use crate::work::{WorkError, Workers};
use ludometer_arena::options::RunOptions;
use ludometer_arena::play::Episode;
use ludometer_core::{Repeatability, Stop};
use std::collections::BTreeMap;

/// One group of mirrored games in this number is played again.
const EVERY: u64 = 50;

/// What is known of the groups of a cell that were played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replays {
    /// Groups that came out the same, move by move.
    pub same: u64,
    /// The numbers of groups that did not.
    pub different: Vec<u64>,
}

impl Replays {
    /// How many were played again.
    pub fn count(&self) -> u64 {
        self.same + self.different.len() as u64
    }

    /// What is stored of a cell, among its first `count` episodes.
    pub fn read(cell: &Cell, count: u64, store: &Store) -> Result<Replays, StoreError> {
        let mut replays = Replays::default();
        let Some(study) = store.known_study(&description(cell))? else {
            return Ok(replays);
        };
        for (group, same) in store.answered(study)? {
            match same == 1.0 {
                _ if group >= count.div_ceil(cell.group() as u64) => {}
                true => replays.same += 1,
                false => replays.different.push(group),
            }
        }
        Ok(replays)
    }

    /// Every group of a cell that was played again, and whether it came out the same.
    pub(crate) fn groups(cell: &Cell, store: &Store) -> Result<Vec<(u64, bool)>, StoreError> {
        let Some(study) = store.known_study(&description(cell))? else {
            return Ok(Vec::new());
        };
        let answers = store.answered(study)?.into_iter();
        Ok(answers.map(|(group, same)| (group, same == 1.0)).collect())
    }

    /// Keeps what came of groups that were played again elsewhere.
    pub(crate) fn keep(
        cell: &Cell,
        store: &mut Store,
        groups: &[(u64, bool)],
    ) -> Result<(), StoreError> {
        if groups.is_empty() {
            return Ok(());
        }
        let study = store.study(&description(cell))?;
        let known: BTreeMap<u64, f64> = store.answered(study)?.into_iter().collect();
        let new = groups
            .iter()
            .filter(|(group, _)| !known.contains_key(group));
        let answers = new.map(|&(group, same)| (group, f64::from(u8::from(same))));
        store.write_answers(study, &answers.collect::<Vec<_>>())
    }
}

/// What the results of replays are stored under.
fn description(cell: &Cell) -> String {
    format!("replays@1\n{}", cell.description())
}

/// Plays what is to be played again of the stored games of a plan, and stores what came of it.
pub(super) fn replay(
    plan: &Plan,
    count: u64,
    store: &mut Store,
    options: &RunOptions<'_>,
) -> Result<(), RunError> {
    for cell in &plan.cells {
        if cell.repeatability() != Repeatability::Observed {
            continue;
        }
        let Some(id) = store.known(cell)? else {
            continue;
        };
        let study = store.study(&description(cell))?;
        let done: BTreeMap<u64, f64> = store.answered(study)?.into_iter().collect();
        let games = wanted(cell, id, count, store, &done)?;
        if games.is_empty() {
            continue;
        }
        let table = cell.prepare()?;
        let mut same: BTreeMap<u64, (u64, bool)> = BTreeMap::new();
        let group = cell.group() as u64;
        let workers = Workers::new(options.threads, options.stop);
        let worked = workers.run(
            games.iter(),
            |(number, stored), stop: Stop<'_>| match table.play_until(*number, stop) {
                Ok(played) => Ok(Some(same_bits(stored, &recorded(played)))),
                Err(unplayed) => out_of_order(unplayed, cell, *number),
            },
            |done| {
                for ((number, _), is_same) in done {
                    let (games, all) = same.entry(number / group).or_insert((0, true));
                    *games += 1;
                    *all &= is_same;
                }
                Ok(())
            },
        );
        match worked {
            Ok(_) => {}
            Err(WorkError::Sink(error) | WorkError::Failed { error, .. }) => return Err(error),
            Err(WorkError::Panicked { unit, message }) => {
                return Err(RunError::Broken {
                    cell: cell.description().to_string(),
                    episode: unit.0,
                    message,
                });
            }
        }
        // A group of which only some games were played again is played again whole the next time.
        let whole = same.into_iter().filter(|(_, (games, _))| *games == group);
        let answers = whole.map(|(group, (_, same))| (group, f64::from(u8::from(same))));
        store.write_answers(study, &answers.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// The stored games of the groups that are to be played again and were not yet.
fn wanted(
    cell: &Cell,
    id: CellId,
    count: u64,
    store: &Store,
    done: &BTreeMap<u64, f64>,
) -> Result<Vec<(u64, Episode)>, StoreError> {
    let group = cell.group() as u64;
    let mut games = Vec::new();
    let mut rows = store.games(id, count);
    while let Some((number, episode)) = rows.next()? {
        let at = number / group;
        if at.is_multiple_of(EVERY) && !done.contains_key(&at) {
            games.push((number, episode.clone()));
        }
    }
    Ok(games)
}
