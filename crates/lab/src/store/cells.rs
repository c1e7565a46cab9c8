//! Cells: their records, how many episodes each has, and how many were asked for.

use super::block::Checksum;
use super::target::Target;
use super::{Ranges, Store, StoreError, checksum_of};
use crate::plan::Cell;
use ludometer_spec::identity;
use rusqlite::{Connection, OptionalExtension, params};

/// The number that a cell has in a store, which means nothing elsewhere, and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellId {
    pub(super) id: i64,
    pub(super) key: [u8; 16],
}

impl CellId {
    /// The key of the cell, the same in every store.
    pub fn key(&self) -> &[u8; 16] {
        &self.key
    }
}

/// The record of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellRecord {
    pub(super) key: [u8; 16],
    pub(super) description: String,
    pub(super) repeatable: bool,
}

impl CellRecord {
    pub(super) fn checksum(&self) -> Checksum {
        let repeatable = [u8::from(self.repeatable)];
        checksum_of(
            "cell",
            &[&self.key, self.description.as_bytes(), &repeatable],
        )
    }

    /// Whether it is what was written.
    pub(super) fn is_whole(&self, checksum: &[u8]) -> bool {
        self.checksum() == *checksum && identity::key(&self.description) == self.key
    }
}

/// How far a cell has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) episodes: u64,
    /// Every number of episodes that was asked for, the last one last.
    pub(super) targets: Vec<Target>,
}

impl Progress {
    pub(super) fn text(&self) -> String {
        let targets: Vec<String> = self.targets.iter().map(Target::written).collect();
        targets.join(" ")
    }

    fn checksum(&self, key: &[u8; 16]) -> Checksum {
        let episodes = self.episodes.to_le_bytes();
        checksum_of("progress", &[key, &episodes, self.text().as_bytes()])
    }

    pub(super) fn read(key: &[u8; 16], (episodes, targets, checksum): Stored) -> Option<Progress> {
        let targets = targets.split_whitespace().map(Target::read);
        let progress = Progress {
            episodes: u64::try_from(episodes).ok()?,
            targets: targets.collect::<Option<_>>()?,
        };
        (progress.checksum(key) == *checksum).then_some(progress)
    }

    pub(super) fn write(&self, connection: &Connection, cell: CellId) -> rusqlite::Result<()> {
        let write = "INSERT OR REPLACE INTO progress (cell, episodes, targets, checksum) VALUES (?1, ?2, ?3, ?4)";
        connection.prepare_cached(write)?.execute(params![
            cell.id,
            self.episodes as i64,
            self.text(),
            self.checksum(&cell.key)
        ])?;
        Ok(())
    }
}

/// A record of progress as it stands in its table.
pub(super) type Stored = (i64, String, Vec<u8>);

/// The progress of a cell inside a transaction; `None` if it is not what was written.
pub(super) fn progress(
    connection: &Connection,
    cell: CellId,
) -> rusqlite::Result<Option<Progress>> {
    let query = "SELECT episodes, targets, checksum FROM progress WHERE cell = ?1";
    let mut statement = connection.prepare_cached(query)?;
    let stored = statement.query_row([cell.id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    Ok(stored
        .optional()?
        .and_then(|stored| Progress::read(&cell.key, stored)))
}

fn catalogue_checksum(cells: i64, studies: i64) -> Checksum {
    checksum_of("catalogue", &[&cells.to_le_bytes(), &studies.to_le_bytes()])
}

/// Writes how many cells and studies there are: one that vanished is found by it.
pub(super) fn write_catalogue(
    connection: &Connection,
    cells: i64,
    studies: i64,
) -> rusqlite::Result<()> {
    let write = "INSERT OR REPLACE INTO catalogue (only_row, cells, sheets, checksum) VALUES (1, ?1, ?2, ?3)";
    let checksum = catalogue_checksum(cells, studies);
    connection.execute(write, params![cells, studies, checksum])?;
    Ok(())
}

/// How many cells and studies there should be; `None` if that is not what was written.
pub(super) fn read_catalogue(connection: &Connection) -> rusqlite::Result<Option<(i64, i64)>> {
    let query = "SELECT cells, sheets, checksum FROM catalogue";
    let mut statement = connection.prepare_cached(query)?;
    let read = statement.query_row([], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
    });
    let read = read.optional()?;
    Ok(read.and_then(|(cells, studies, checksum)| {
        (catalogue_checksum(cells, studies) == *checksum).then_some((cells, studies))
    }))
}

/// Writes the catalogue anew from the tables.
pub(super) fn count_catalogue(connection: &Connection) -> rusqlite::Result<()> {
    let count = |table: &str| {
        connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
            row.get(0)
        })
    };
    write_catalogue(connection, count("cells")?, count("sheets")?)
}

impl Store {
    /// The number of a cell, which is given one if it has none.
    pub fn register(&mut self, cell: &Cell) -> Result<CellId, StoreError> {
        self.enter(&CellRecord {
            key: cell.key(),
            description: cell.description().to_string(),
            repeatable: cell.is_repeatable(),
        })
    }

    pub(super) fn enter(&mut self, record: &CellRecord) -> Result<CellId, StoreError> {
        if let Some(id) = self.kept_under(record.key)? {
            return Ok(id);
        }
        let enter = |store: &mut Store| {
            let transaction = store.begin()?;
            let insert = "INSERT OR IGNORE INTO cells (key, description, repeatable, checksum) VALUES (?1, ?2, ?3, ?4)";
            let CellRecord {
                key,
                description,
                repeatable,
            } = record;
            let values = params![key, description, repeatable, record.checksum()];
            if transaction.execute(insert, values)? > 0 {
                let cell = CellId {
                    id: transaction.last_insert_rowid(),
                    key: *key,
                };
                Progress::default().write(&transaction, cell)?;
                if let Some((cells, studies)) = read_catalogue(&transaction)? {
                    write_catalogue(&transaction, cells + 1, studies)?;
                }
            }
            transaction.commit()
        };
        let entered = enter(self);
        self.wrap(entered)?;
        let known = self.kept_under(record.key)?;
        known.ok_or_else(|| self.damaged("a cell that was just written is not there"))
    }

    /// The number of a cell, if it has one.
    pub fn known(&self, cell: &Cell) -> Result<Option<CellId>, StoreError> {
        self.kept_under(cell.key())
    }

    /// The number of a cell, or else of its rows by an earlier version of the program, and whether it
    /// is the latter: those can be reported, and are not continued.
    pub fn known_to_report(&self, cell: &Cell) -> Result<Option<(CellId, bool)>, StoreError> {
        if let Some(known) = self.known(cell)? {
            return Ok(Some((known, false)));
        }
        for key in cell.earlier_keys() {
            if let Some(known) = self.kept_under(key)? {
                return Ok(Some((known, true)));
            }
        }
        Ok(None)
    }

    pub(super) fn kept_under(&self, key: [u8; 16]) -> Result<Option<CellId>, StoreError> {
        let query = "SELECT id, description, repeatable, checksum FROM cells WHERE key = ?1";
        let found = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let found = statement.query_row([key], |row| {
                    let record = CellRecord {
                        key,
                        description: row.get(1)?,
                        repeatable: row.get(2)?,
                    };
                    let checksum: Vec<u8> = row.get(3)?;
                    Ok((
                        CellId {
                            id: row.get(0)?,
                            key,
                        },
                        record.is_whole(&checksum),
                    ))
                });
                found.optional()
            });
        match self.wrap(found)? {
            Some((cell, true)) => Ok(Some(cell)),
            Some((cell, false)) => Err(self.damaged(&format!(
                "the record of cell {} is not what was written",
                hex(&cell.key)
            ))),
            // It may be there and not be found.
            None if self.checked[0].get() => Ok(None),
            None => {
                self.check_cells()?;
                self.checked[0].set(true);
                Ok(None)
            }
        }
    }

    /// Checks that every cell is there, can be found, and is what was written.
    fn check_cells(&self) -> Result<(), StoreError> {
        let _snapshot = self.snapshot()?;
        let counted = self.wrap(read_catalogue(&self.connection))?;
        let Some((cells, _)) = counted else {
            return Err(self.damaged("the catalogue of cells is not what was written"));
        };
        let mut there = 0;
        for (id, record) in self.wrap(records(&self.connection))? {
            let record = record.map_err(|key| {
                let key = hex(&key);
                self.damaged(&format!("the record of cell {key} is not what was written"))
            })?;
            let find = "SELECT id FROM cells WHERE key = ?1";
            let found = self
                .connection
                .prepare_cached(find)
                .and_then(|mut statement| {
                    statement
                        .query_row([record.key], |row| row.get::<_, i64>(0))
                        .optional()
                });
            if self.wrap(found)? != Some(id) {
                let key = hex(&record.key);
                return Err(self.damaged(&format!("cell {key} is missing in the index of cells")));
            }
            there += 1;
        }
        match there == cells {
            true => Ok(()),
            false => Err(self.damaged(&format!("{there} cells are there, and {cells} were"))),
        }
    }

    /// The progress of a cell, checked against its blocks.
    pub(super) fn progress(&self, cell: CellId) -> Result<Progress, StoreError> {
        let query = "SELECT p.episodes, p.targets, p.checksum,
                         (SELECT coalesce(sum(count), 0) FROM blocks WHERE cell = p.cell)
                     FROM progress p WHERE p.cell = ?1";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let row = statement.query_row([cell.id], |row| {
                    let stored: Stored = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Ok((stored, row.get::<_, i64>(3)?))
                });
                row.optional()
            });
        let progress = self.wrap(read)?.and_then(|(stored, sum)| {
            let progress = Progress::read(&cell.key, stored)?;
            Some((progress, sum))
        });
        let key = hex(&cell.key);
        match progress {
            None => Err(self.damaged(&format!(
                "the record of how far cell {key} has come is not what was written"
            ))),
            Some((progress, sum)) if sum != progress.episodes as i64 => {
                Err(self.damaged(&format!(
                    "the blocks of cell {key} have {sum} episodes, and {} were written",
                    progress.episodes
                )))
            }
            Some((progress, _)) => Ok(progress),
        }
    }

    /// Which of a cell's first `count` episodes are there.
    pub fn done(&self, cell: CellId, count: u64) -> Result<Ranges, StoreError> {
        let _snapshot = self.snapshot()?;
        self.progress(cell)?;
        let query = "SELECT first, count FROM blocks WHERE cell = ?1 AND first < ?2 ORDER BY first";
        let read = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let mut ranges = Ranges::default();
                let mut end = 0;
                let mut rows = statement.query(params![cell.id, count.min(LAST) as i64])?;
                while let Some(row) = rows.next()? {
                    let (first, block): (i64, i64) = (row.get(0)?, row.get(1)?);
                    let (Ok(first), Ok(block)) = (u64::try_from(first), u64::try_from(block))
                    else {
                        return Ok(None);
                    };
                    if first < end || block > LAST - first {
                        return Ok(None);
                    }
                    end = first + block;
                    ranges.push(first..end.min(count));
                }
                Ok(Some(ranges))
            });
        let found = self.wrap(read)?;
        found.ok_or_else(|| {
            let key = hex(&cell.key);
            self.damaged(&format!("blocks of cell {key} have impossible numbers"))
        })
    }
}

/// The largest number that SQLite can keep.
pub(super) const LAST: u64 = i64::MAX as u64;

/// A record of a table: what was written, or the key as it stands where it is not.
pub(super) type Kept<T> = Result<T, Vec<u8>>;

/// Every cell, in the order of its number in this store.
pub(super) fn records(connection: &Connection) -> rusqlite::Result<Vec<(i64, Kept<CellRecord>)>> {
    let query = "SELECT id, key, description, repeatable, checksum FROM cells ORDER BY id";
    let mut statement = connection.prepare(query)?;
    let rows = statement.query_map([], |row| {
        let key: Vec<u8> = row.get(1).unwrap_or_default();
        let record = || -> Option<CellRecord> {
            let record = CellRecord {
                key: key.clone().try_into().ok()?,
                description: row.get(2).ok()?,
                repeatable: row.get(3).ok()?,
            };
            record
                .is_whole(&row.get::<_, Vec<u8>>(4).ok()?)
                .then_some(record)
        };
        let record = record();
        Ok((row.get(0)?, record.ok_or(key)))
    })?;
    rows.collect()
}

/// A key as it is shown.
pub(crate) fn hex(key: &[u8]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}
