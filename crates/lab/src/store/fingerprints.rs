//! Fingerprints: how the game of a cell played when its rows were played.
//!
//! Rows are found by the identifier and version of their game. A game that was edited under the same
//! version would go on with rows of other rules; the fingerprint tells.

use super::block::Checksum;
use super::cells::hex;
use super::{CellId, Store, StoreError, checksum_of};
use rusqlite::{Connection, OptionalExtension, params};

/// The table of fingerprints. It is made when the first one is noted: stores without it are of the same
/// version.
const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS fingerprints (
        cell INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        checksum BLOB NOT NULL
    );";

fn checksum(cell: CellId, fingerprint: &str) -> Checksum {
    checksum_of("fingerprint", &[&cell.key, fingerprint.as_bytes()])
}

/// Whether a store has the table.
pub(super) fn is_there(connection: &Connection) -> rusqlite::Result<bool> {
    let query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'fingerprints'";
    let mut statement = connection.prepare_cached(query)?;
    statement.query_row([], |row| Ok(row.get::<_, i64>(0)? > 0))
}

/// The fingerprint of a cell, if one was noted; `Err` if it is not what was written.
pub(super) fn read(
    connection: &Connection,
    cell: CellId,
) -> rusqlite::Result<Option<Result<String, ()>>> {
    if !is_there(connection)? {
        return Ok(None);
    }
    let query = "SELECT fingerprint, checksum FROM fingerprints WHERE cell = ?1";
    let mut statement = connection.prepare_cached(query)?;
    let read = statement.query_row([cell.id], |row| {
        let read: Option<(String, Vec<u8>)> = row.get(0).ok().zip(row.get(1).ok());
        let whole = read.filter(|(fingerprint, sum)| checksum(cell, fingerprint) == **sum);
        Ok(whole.map(|(fingerprint, _)| fingerprint).ok_or(()))
    });
    read.optional()
}

impl Store {
    /// How the game of a cell played when its rows were played, if that was noted.
    pub fn fingerprint(&self, cell: CellId) -> Result<Option<String>, StoreError> {
        match self.wrap(read(&self.connection, cell))? {
            None => Ok(None),
            Some(Ok(fingerprint)) => Ok(Some(fingerprint)),
            Some(Err(())) => Err(self.damaged(&format!(
                "the fingerprint of cell {} is not what was written",
                hex(&cell.key)
            ))),
        }
    }

    /// Notes how the game of a cell plays, unless that was noted before, and gives what is noted.
    pub fn note_fingerprint(
        &mut self,
        cell: CellId,
        fingerprint: &str,
    ) -> Result<String, StoreError> {
        if let Some(noted) = self.fingerprint(cell)? {
            return Ok(noted);
        }
        let note = |store: &mut Store| {
            let transaction = store.begin()?;
            if !is_there(&transaction)? {
                transaction.execute_batch(TABLE)?;
            }
            // Another process may have noted one while this one waited.
            transaction.execute(
                "INSERT OR IGNORE INTO fingerprints (cell, fingerprint, checksum) VALUES (?1, ?2, ?3)",
                params![cell.id, fingerprint, checksum(cell, fingerprint)],
            )?;
            transaction.commit()
        };
        let noted = note(self);
        self.wrap(noted)?;
        let noted = self.fingerprint(cell)?;
        noted.ok_or_else(|| self.damaged("a fingerprint that was just written is not there"))
    }
}
