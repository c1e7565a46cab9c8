//! Keeping what is whole of a damaged store.

use super::cells::{CellId, progress, records};
use super::check::{each_answer, each_step, flaw, walk};
use super::studies::{StudyRecord, step_checksum};
use super::target::Target;
use super::{Checked, RowBlock, Store, StoreError, fingerprints};
use ludometer_spec::identity;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Blocks that are written in one transaction.
const BATCH: usize = 256;

/// What a repair did.
#[derive(Clone, Debug, Serialize)]
pub struct Repaired {
    /// What was whole and what was not.
    pub before: Checked,
    /// What is in the store now.
    pub after: Checked,
    /// Where the damaged file is now; `None` if there was no damage.
    pub damaged: Option<PathBuf>,
}

impl Store {
    /// Writes what is whole of a damaged store into a new one under its name and keeps the damaged file
    /// beside it. Blocks that are damaged are left out, so `run` plays their episodes again; a tuning
    /// whose state is damaged starts again from the results that are whole.
    pub fn repair(path: &Path) -> Result<Repaired, StoreError> {
        let old = Store::open_unchanged(path)?;
        let before = old.check()?;
        if before.damage.is_empty() {
            let after = before.clone();
            return Ok(Repaired {
                before,
                after,
                damaged: None,
            });
        }
        let made = beside(path, ".repaired");
        remove(&made)?;
        let mut new = Store::open(&made)?;
        old.save_cells(&mut new)?;
        old.save_studies(&mut new)?;
        let after = new.check()?;
        drop(new);
        drop(old);
        let damaged = free(path);
        for end in ["", "-wal", "-shm"] {
            rename(&beside(path, end), &beside(&damaged, end))?;
        }
        rename(&made, path)?;
        Ok(Repaired {
            before,
            after,
            damaged: Some(damaged),
        })
    }

    fn save_cells(&self, new: &mut Store) -> Result<(), StoreError> {
        let _snapshot = self.snapshot()?;
        // Without the list of cells nobody knows what the blocks are of.
        let records = self.wrap(records(&self.connection))?;
        for (id, record) in records {
            let Ok(record) = record else { continue };
            let cell = CellId {
                id,
                key: record.key,
            };
            let saved = new.enter(&record)?;
            let mut batch: Vec<(CellId, RowBlock)> = Vec::new();
            let mut failed = None;
            let mut end = 0;
            let walked = walk(&self.connection, cell, |block| {
                if failed.is_none() && flaw(&cell, &block, end).is_none() {
                    end = block.end();
                    batch.push((saved, block));
                    if batch.len() == BATCH {
                        failed = new.write_blocks(std::mem::take(&mut batch)).err();
                    }
                }
                Ok(())
            });
            self.wrap(walked)?;
            if let Some(error) = failed {
                return Err(error);
            }
            new.write_blocks(batch)?;
            if let Ok(Some(Ok(fingerprint))) = fingerprints::read(&self.connection, cell) {
                new.note_fingerprint(saved, &fingerprint)?;
            }
            // Without the record of what was asked for, only what is there can be said to have been.
            let targets = match progress(&self.connection, cell).ok().flatten() {
                Some(progress) => progress.targets,
                None => vec![Target {
                    episodes: new.progress(saved)?.episodes,
                    plan: None,
                }],
            };
            new.note_targets(saved, &targets)?;
        }
        Ok(())
    }

    fn save_studies(&self, new: &mut Store) -> Result<(), StoreError> {
        let _snapshot = self.snapshot()?;
        let query = "SELECT key, description, state, steps, checksum, id FROM sheets ORDER BY id";
        let mut statement = self.wrap(self.connection.prepare(query))?;
        let mut rows = self.wrap(statement.query([]))?;
        while let Some(row) = self.wrap(rows.next())? {
            // A description that has its key is whole, whatever became of the state beside it.
            let named = || {
                let (key, description): ([u8; 16], String) = (row.get(0).ok()?, row.get(1).ok()?);
                (identity::key(&description) == key).then_some((key, description))
            };
            let (Some((key, description)), Ok(id)) = (named(), row.get(5)) else {
                continue;
            };
            let study = new.study(&description)?;
            let mut answers = Vec::new();
            // As far as they can be read: the others are computed again.
            let _ = each_answer(&self.connection, id, &key, |number, answer| {
                answers.extend(Some(number).zip(answer));
                Ok(())
            });
            new.write_answers(study, &answers)?;
            let Some(record) = StudyRecord::read(row).ok().flatten() else {
                continue;
            };
            let mut steps = Vec::new();
            let read = each_step(&self.connection, id, &key, |_, step| {
                steps.extend(step);
                Ok(())
            });
            // A state belongs to all of its steps.
            if read.is_ok() && steps.len() as u64 == record.steps {
                new.change(study, |connection, entered| {
                    for step in &steps {
                        step.insert(connection, study.id, &step_checksum(&key, step))?;
                    }
                    entered.state = record.state;
                    entered.steps = record.steps;
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}

/// A file beside another one.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A name for the damaged file that nothing has yet.
fn free(path: &Path) -> PathBuf {
    let mut names = (1..).map(|n| match n {
        1 => beside(path, ".damaged"),
        n => beside(path, &format!(".damaged-{n}")),
    });
    names
        .find(|name| !name.exists())
        .expect("some name is free")
}

fn remove(path: &Path) -> Result<(), StoreError> {
    for end in ["", "-wal", "-shm"] {
        let file = beside(path, end);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::file(&file, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Moves a file if it is there.
fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::file(from, &error))
        }
        _ => Ok(()),
    }
}
