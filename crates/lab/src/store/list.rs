//! The contents of a store, as data.

use super::block::{BlockError, RowBlock};
use super::cells::{CellRecord, hex, records};
use super::rows::{START, next_block};
use super::studies::StudyRecord;
use super::target::Target;
use super::{CellId, Ranges, Store, StoreError, VERSION};
use serde::Serialize;

/// A whole store.
#[derive(Clone, Debug, Serialize)]
pub struct StoreSummary {
    /// The version of its tables.
    pub version: i32,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// Its cells, in the order in which they were entered.
    pub cells: Vec<CellSummary>,
    /// Its tunings, in the order in which they were entered.
    pub studies: Vec<StudySummary>,
}

/// A cell of a store.
#[derive(Clone, Debug, Serialize)]
pub struct CellSummary {
    /// Its key, in hexadecimal.
    pub key: String,
    /// Everything that decides what is played there, by identifiers and versions.
    pub description: String,
    /// Whether its rows repeat to the bit.
    pub repeatable: bool,
    /// How many episodes are stored.
    pub episodes: u64,
    /// Every number of episodes that was asked for, in the order of the runs.
    pub targets: Vec<u64>,
    /// The same with the plans that asked for them.
    pub asked: Vec<Target>,
    /// How many blocks they are in.
    pub blocks: u64,
    /// The size of the blocks in bytes.
    pub bytes: u64,
}

/// A block of a cell.
#[derive(Clone, Debug, Serialize)]
pub struct BlockSummary {
    /// The number of its first episode.
    pub first: u64,
    /// How many episodes it has.
    pub count: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its checksum, in hexadecimal.
    pub checksum: String,
    /// Whether it is what was written.
    pub whole: bool,
}

/// A tuning, or another study that keeps numbered results.
#[derive(Clone, Debug, Serialize)]
pub struct StudySummary {
    /// Its key, in hexadecimal.
    pub key: String,
    /// Everything that decides its results, by identifiers and versions.
    pub description: String,
    /// How many results are stored.
    pub results: u64,
    /// How many batches its tuner was told.
    pub steps: u64,
}

impl Store {
    /// What is in the store.
    pub fn summary(&self) -> Result<StoreSummary, StoreError> {
        let _snapshot = self.snapshot()?;
        let mut cells = Vec::new();
        for (cell, record) in self.cells()? {
            cells.push(self.summary_of(cell, record)?);
        }
        let bytes = std::fs::metadata(&self.path).map_or(0, |file| file.len());
        Ok(StoreSummary {
            version: VERSION,
            bytes,
            cells,
            studies: self.studies()?,
        })
    }

    /// Every cell with its record; one that is not what was written is an error.
    pub(super) fn cells(&self) -> Result<Vec<(CellId, CellRecord)>, StoreError> {
        let records = self.wrap(records(&self.connection))?.into_iter();
        records
            .map(|(id, record)| match record {
                Ok(record) => Ok((
                    CellId {
                        id,
                        key: record.key,
                    },
                    record,
                )),
                Err(key) => Err(self.damaged(&format!(
                    "the record of cell {} is not what was written",
                    hex(&key)
                ))),
            })
            .collect()
    }

    fn summary_of(&self, cell: CellId, record: CellRecord) -> Result<CellSummary, StoreError> {
        let progress = self.progress(cell)?;
        let size = "SELECT count(*), coalesce(sum(length(content)), 0) FROM blocks WHERE cell = ?1";
        let size = self
            .connection
            .prepare_cached(size)
            .and_then(|mut statement| {
                statement.query_row([cell.id], |row| Ok([row.get::<_, i64>(0)?, row.get(1)?]))
            });
        let [blocks, bytes] = self.wrap(size)?.map(|size| size as u64);
        Ok(CellSummary {
            key: hex(&record.key),
            description: record.description,
            repeatable: record.repeatable,
            episodes: progress.episodes,
            targets: progress
                .targets
                .iter()
                .map(|asked| asked.episodes)
                .collect(),
            asked: progress.targets,
            blocks,
            bytes,
        })
    }

    fn studies(&self) -> Result<Vec<StudySummary>, StoreError> {
        let query = "SELECT key, description, state, steps, checksum,
                         (SELECT count(*) FROM answers WHERE sheet = sheets.id)
                     FROM sheets ORDER BY id";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let rows = statement.query_map([], |row| {
                    let record = StudyRecord::read(row)?;
                    let results: i64 = row.get(5)?;
                    Ok(record.map(|record| StudySummary {
                        key: hex(&record.key),
                        description: record.description,
                        results: results as u64,
                        steps: record.steps,
                    }))
                })?;
                rows.collect::<rusqlite::Result<Option<Vec<_>>>>()
            });
        let read = self.wrap(read)?;
        read.ok_or_else(|| self.damaged("the record of a tuning is not what was written"))
    }

    /// The cell whose key begins so; the key is in hexadecimal.
    pub fn find(&self, key: &str) -> Result<(CellId, CellSummary), StoreError> {
        let cells = self.cells()?.into_iter();
        let mut found: Vec<_> = cells
            .filter(|(cell, _)| hex(&cell.key).starts_with(&key.to_lowercase()))
            .collect();
        let path = self.path.display();
        match (found.len(), found.pop()) {
            (1, Some((cell, record))) => Ok((cell, self.summary_of(cell, record)?)),
            (0, _) => Err(StoreError::unknown(
                format!("the store {path} has no cell `{key}`"),
                "`ludometer store list` prints the keys of all cells; their first signs are enough",
            )),
            (count, _) => Err(StoreError::unknown(
                format!("{count} cells of the store {path} have keys that begin with `{key}`"),
                "give more signs of the key",
            )),
        }
    }

    /// The blocks of a cell in order, and the numbers that they have.
    pub fn blocks(&self, cell: CellId) -> Result<(Ranges, Vec<BlockSummary>), StoreError> {
        let _snapshot = self.snapshot()?;
        let mut ranges = Ranges::default();
        let mut blocks = Vec::new();
        let mut after = START;
        loop {
            let next = self.wrap(next_block(&self.connection, cell.id, after))?;
            let Some((first, block)) = next else { break };
            let block = block.ok_or_else(|| {
                let key = hex(&cell.key);
                self.damaged(&format!("blocks of cell {key} have impossible numbers"))
            })?;
            ranges.push(block.first..block.end());
            after = first;
            blocks.push(block.summary(&cell.key));
        }
        Ok((ranges, blocks))
    }
}

impl RowBlock {
    fn summary(&self, key: &[u8; 16]) -> BlockSummary {
        BlockSummary {
            first: self.first,
            count: self.count,
            bytes: self.content.len() as u64,
            checksum: hex(&self.checksum),
            whole: self.open(key).err() != Some(BlockError::Checksum),
        }
    }
}
