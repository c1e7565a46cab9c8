//! Merging stores, block by block.

use super::block::RowBlock;
use super::cells::{hex, progress};
use super::compare::{Side, first_difference};
use super::rows::{START, next_block};
use super::studies::{StudyId, StudyRecord, insert_answers, step_checksum};
use super::write::{add, missing};
use super::{CellId, Dispute, Store, StoreError};
use serde::Serialize;

/// Blocks that are written in one transaction.
const BATCH: usize = 256;

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// Cells of the other store.
    pub cells: u64,
    /// Episodes that were added.
    pub added: u64,
    /// Episodes that were there already, and are the same.
    pub known: u64,
    /// Tunings of the other store.
    pub studies: u64,
}

impl Store {
    /// Adds everything that another store has. Episodes that both have must be the same, and so must the
    /// fingerprints of games; what was added before one was found that is not stays. Merging again goes
    /// on from there.
    ///
    /// `tick` is called from time to time with the number of episodes that were looked at.
    pub fn merge(&mut self, from: &Store, tick: &mut dyn FnMut(u64)) -> Result<Merged, StoreError> {
        let _snapshot = from.snapshot()?;
        let mut merged = Merged::default();
        for (cell, record) in from.cells()? {
            let theirs = from.progress(cell)?;
            let ours = self.enter(&record)?;
            if let Some(theirs) = from.fingerprint(cell)?
                && self.note_fingerprint(ours, &theirs)? != theirs
            {
                let (path, description) = (&self.path, &record.description);
                return Err(StoreError::other_rules(path, &from.path, description));
            }
            let mut after = START;
            loop {
                let mut batch = Vec::new();
                while batch.len() < BATCH
                    && let Some((first, block)) =
                        from.wrap(next_block(&from.connection, cell.id, after))?
                {
                    after = first;
                    let block = block.filter(|block| block.is_whole(&cell.key));
                    batch.push(block.ok_or_else(|| {
                        let key = hex(&cell.key);
                        from.damaged(&format!(
                            "the block at episode {first} of cell {key} is not what was written"
                        ))
                    })?);
                }
                if batch.is_empty() {
                    break;
                }
                let looked: u64 = batch.iter().map(|block| block.count).sum();
                let added = self.merge_blocks(ours, batch, from, &record.description)?;
                merged.added += added;
                merged.known += looked - added;
                tick(merged.added + merged.known);
            }
            self.note_targets(ours, &theirs.targets)?;
            self.compact(ours)?;
            merged.cells += 1;
        }
        merged.studies = self.merge_studies(from)?;
        Ok(merged)
    }

    fn merge_blocks(
        &mut self,
        cell: CellId,
        blocks: Vec<RowBlock>,
        from: &Store,
        description: &str,
    ) -> Result<u64, StoreError> {
        let path = self.path.clone();
        let sql = |error| StoreError::new(&path, error);
        let transaction = self.begin().map_err(sql)?;
        let mut after = progress(&transaction, cell).map_err(sql)?.ok_or_else(|| {
            let key = hex(&cell.key);
            StoreError::damaged(
                &path,
                &format!("the record of how far cell {key} has come is not what was written"),
            )
        })?;
        let mut added = 0;
        for block in blocks {
            let range = block.first..block.end();
            if missing(&transaction, cell, range.clone()).map_err(sql)? != [range] {
                let here = Side {
                    connection: &transaction,
                    path: &path,
                };
                if let Some(number) = first_difference(&here, cell, &block)? {
                    let dispute = Dispute {
                        key: cell.key,
                        episode: number,
                    };
                    return Err(StoreError::disputed(
                        &path,
                        &from.path,
                        dispute,
                        description,
                    ));
                }
            }
            added += add(&transaction, cell, block).map_err(sql)?;
        }
        if added > 0 {
            after.episodes += added;
            after.write(&transaction, cell).map_err(sql)?;
        }
        transaction.commit().map_err(sql)?;
        Ok(added)
    }

    fn merge_studies(&mut self, from: &Store) -> Result<u64, StoreError> {
        let query = "SELECT key, description, state, steps, checksum, id FROM sheets ORDER BY id";
        let mut statement = from.wrap(from.connection.prepare(query))?;
        let mut rows = from.wrap(statement.query([]))?;
        let mut count = 0;
        while let Some(row) = from.wrap(rows.next())? {
            let record = from.wrap(StudyRecord::read(row))?;
            let id: i64 = from.wrap(row.get(5))?;
            let record = record
                .ok_or_else(|| from.damaged("the record of a tuning is not what was written"))?;
            self.merge_study(from, id, record)?;
            count += 1;
        }
        Ok(count)
    }

    /// Adds the results of a tuning, and its state if it came further there.
    fn merge_study(
        &mut self,
        from: &Store,
        id: i64,
        theirs: StudyRecord,
    ) -> Result<(), StoreError> {
        let study = self.study(&theirs.description)?;
        let there = StudyId {
            id,
            key: theirs.key,
        };
        let answers = from.answered(there)?;
        let disagree = |store: &Store, what: String| {
            StoreError::disagree(&store.path, &from.path, &what, &theirs.description)
        };
        let ours: std::collections::HashMap<u64, f64> = self.answered(study)?.into_iter().collect();
        for (number, answer) in &answers {
            if ours
                .get(number)
                .is_some_and(|ours| ours.to_bits() != answer.to_bits())
            {
                return Err(disagree(self, format!("result {number}")));
            }
        }
        let steps = from.steps(there)?;
        let known = self.steps(study)?;
        let common = known.iter().zip(&steps);
        for (ours, step) in common {
            if ours.number != step.number || ours.spent != step.spent || ours.best != step.best {
                return Err(disagree(self, format!("step {}", step.number)));
            }
        }
        let further = steps.len() > known.len() || self.state(study)?.is_none();
        self.change(study, |connection, record| {
            insert_answers(connection, study, &answers)?;
            if further {
                for step in &steps {
                    step.insert(connection, study.id, &step_checksum(&study.key, step))?;
                }
                record.state = theirs.state.clone();
                record.steps = steps.len().max(known.len()) as u64;
            }
            Ok(())
        })
    }
}
