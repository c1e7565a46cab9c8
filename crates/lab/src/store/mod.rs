//! The store: one SQLite file in which every finished episode is a few rows.
//!
//! Rows are stored under the identity of the cell they were played in, so a plan that changes in one
//! line keeps the rows of every cell that did not change. An episode's rows are written in one
//! transaction with many others; killing the process at any moment loses at most the episodes that
//! were not yet written, and never a part of one.

mod error;
mod file;
mod rows;
mod sheets;

pub use error::StoreError;
pub use rows::Rows;
pub use sheets::{StudyId, StudyStep};

use crate::plan::Cell;
use file::{escaped, file, is_sealed};
use ludometer_arena::play::{Ending, Episode, Forfeited};
use ludometer_core::Reason;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks the file as ours: "ludo" in ASCII.
const APPLICATION: i32 = 0x6c75_646f;

/// Raised whenever the tables change.
const VERSION: i32 = 4;

/// How long a lock of another process is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long is waited between two tries where SQLite itself does not wait.
const PAUSE: Duration = Duration::from_millis(10);

/// An open store.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// The number a cell has in this store. It means nothing elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellId(i64);

/// A finished episode to be stored.
pub struct StoredRow {
    /// Where it was played.
    pub cell: CellId,
    /// Its number.
    pub number: u64,
    /// What became of it.
    pub episode: Episode,
}

impl Store {
    /// Opens a store, or makes one where there is no file yet.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let wrap = |error| StoreError::new(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file(path), flags).map_err(wrap)?;
        connection.busy_timeout(PATIENCE).map_err(wrap)?;
        let mut store = Store {
            connection,
            path: path.to_path_buf(),
        };
        let tables: i64 = store.ask("SELECT count(*) FROM sqlite_master")?;
        if tables == 0 {
            // Another application's file may be empty as well. The version is asked first: a process
            // that makes the store in this moment sets both at once.
            let version: i32 = store.ask("PRAGMA user_version")?;
            let application: i32 = store.ask("PRAGMA application_id")?;
            if (application, version) != (0, 0) && application != APPLICATION {
                return Err(StoreError::not_ours(path));
            }
            store.create().map_err(wrap)?;
        }
        store.modernise()?;
        store.check_version()?;
        Ok(store)
    }

    /// Opens a store that must exist, to read it only; an older one is brought up to date first.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let store = Store::open_as_it_is(path)?;
        if !store.is_older()? {
            store.check_version()?;
            return Ok(store);
        }
        drop(store);
        Store::open(path)?;
        let store = Store::open_as_it_is(path)?;
        store.check_version()?;
        Ok(store)
    }

    fn open_as_it_is(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let wrap = |error| StoreError::new(path, error);
        let mut connection = Connection::open_with_flags(file(path), flags).map_err(wrap)?;
        if is_sealed(&connection, path) {
            let name = format!("file:{}?immutable=1", escaped(&file(path)));
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            connection = Connection::open_with_flags(name, flags).map_err(wrap)?;
        }
        connection.busy_timeout(PATIENCE).map_err(wrap)?;
        Ok(Store {
            connection,
            path: path.to_path_buf(),
        })
    }

    /// Whether it is a store of ours that an earlier version of the program wrote.
    fn is_older(&self) -> Result<bool, StoreError> {
        let application: i32 = self.ask("PRAGMA application_id")?;
        let version: i32 = self.ask("PRAGMA user_version")?;
        Ok(application == APPLICATION && (1..VERSION).contains(&version))
    }

    fn create(&mut self) -> rusqlite::Result<()> {
        // While another process makes the same switch SQLite answers at once that the file is
        // busy, whatever patience it was told to have.
        let mut tries = 0;
        while let Err(error) = self.connection.pragma_update(None, "journal_mode", "wal") {
            let busy = error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
            tries += 1;
            if !busy || tries > PATIENCE.as_millis() / PAUSE.as_millis() {
                return Err(error);
            }
            std::thread::sleep(PAUSE);
        }
        // Two processes may both have found the file empty: the second finds tables it accepts.
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.execute_batch(
            "CREATE TABLE IF NOT EXISTS cells (
                 id INTEGER PRIMARY KEY,
                 key BLOB NOT NULL UNIQUE,
                 description TEXT NOT NULL,
                 repeatable INTEGER NOT NULL
             );
             CREATE TABLE IF NOT EXISTS rows (
                 cell INTEGER NOT NULL REFERENCES cells (id),
                 episode INTEGER NOT NULL,
                 seat INTEGER NOT NULL,
                 plies INTEGER NOT NULL,
                 ended INTEGER NOT NULL,
                 payoff REAL NOT NULL,
                 points REAL NOT NULL,
                 steps INTEGER NOT NULL,
                 evaluations INTEGER NOT NULL,
                 measured REAL,
                 late INTEGER NOT NULL DEFAULT 0,
                 reason TEXT,
                 PRIMARY KEY (cell, episode, seat)
             ) WITHOUT ROWID;",
        )?;
        transaction.commit()
    }

    /// Brings an older store up to date: the first version had no measures, the second did not count
    /// late decisions, the third knew no forfeits.
    fn modernise(&mut self) -> Result<(), StoreError> {
        if !self.is_older()? {
            return Ok(());
        }
        let add = |connection: &mut Connection| {
            let behaviour = rusqlite::TransactionBehavior::Immediate;
            let transaction = connection.transaction_with_behavior(behaviour)?;
            // Another process may have done it while this one waited.
            let version: i32 =
                transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            let changes = [
                "ALTER TABLE rows ADD COLUMN measured REAL",
                "ALTER TABLE rows ADD COLUMN late INTEGER NOT NULL DEFAULT 0",
                "ALTER TABLE rows RENAME COLUMN finished TO ended;
                 ALTER TABLE rows ADD COLUMN reason TEXT",
            ];
            for change in changes.iter().skip(version.max(1) as usize - 1) {
                transaction.execute_batch(change)?;
            }
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()
        };
        let added = add(&mut self.connection);
        self.wrap(added)
    }

    fn check_version(&self) -> Result<(), StoreError> {
        let application: i32 = self.ask("PRAGMA application_id")?;
        if application != APPLICATION {
            return Err(StoreError::not_ours(&self.path));
        }
        let version: i32 = self.ask("PRAGMA user_version")?;
        if version != VERSION {
            return Err(StoreError::other_version(&self.path, version, VERSION));
        }
        let wrap = |error| StoreError::new(&self.path, error);
        // A crash of the machine may cost the last transactions, never the file.
        self.connection
            .pragma_update(None, "synchronous", "normal")
            .map_err(wrap)
    }

    fn ask<T: rusqlite::types::FromSql>(&self, question: &str) -> Result<T, StoreError> {
        let answer = self.connection.query_row(question, [], |row| row.get(0));
        answer.map_err(|error| StoreError::new(&self.path, error))
    }

    fn wrap<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::new(&self.path, error))
    }

    /// The number of a cell, which is given one if it has none.
    pub fn register(&mut self, cell: &Cell) -> Result<CellId, StoreError> {
        if let Some(id) = self.known(cell)? {
            return Ok(id);
        }
        let insert =
            "INSERT OR IGNORE INTO cells (key, description, repeatable) VALUES (?1, ?2, ?3)";
        let values = params![cell.key(), cell.description(), cell.is_repeatable()];
        self.wrap(self.connection.execute(insert, values))?;
        Ok(self.known(cell)?.expect("the cell was just written"))
    }

    /// The number of a cell, if it has one.
    pub fn known(&self, cell: &Cell) -> Result<Option<CellId>, StoreError> {
        self.kept_under(cell.key())
    }

    /// The number of a cell, or else of its rows from before entries had versions, and whether it is
    /// the latter: those can be reported, and are not continued.
    pub fn known_to_report(&self, cell: &Cell) -> Result<Option<(CellId, bool)>, StoreError> {
        Ok(match self.known(cell)? {
            Some(known) => Some((known, false)),
            None => self.kept_under(cell.unversioned_key())?.zip(Some(true)),
        })
    }

    fn kept_under(&self, key: [u8; 16]) -> Result<Option<CellId>, StoreError> {
        let query = "SELECT id FROM cells WHERE key = ?1";
        let id = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| statement.query_row([key], |row| row.get(0)).optional());
        Ok(self.wrap(id)?.map(CellId))
    }

    /// Which of a cell's first `count` episodes are there, one entry each.
    pub fn done(&self, cell: CellId, count: u64) -> Result<Vec<bool>, StoreError> {
        let mut done = vec![false; count as usize];
        let query = "SELECT episode FROM rows WHERE cell = ?1 AND episode >= 0 AND episode < ?2 AND seat = 0";
        let result = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| {
                let mut rows = statement.query(params![cell.0, count as i64])?;
                while let Some(row) = rows.next()? {
                    let episode: i64 = row.get(0)?;
                    done[episode as usize] = true;
                }
                Ok(())
            });
        self.wrap(result)?;
        Ok(done)
    }

    /// Writes a batch in one transaction. Episodes that are there already stay as they are.
    pub fn write(&mut self, batch: &[StoredRow]) -> Result<(), StoreError> {
        let result = insert(&mut self.connection, batch);
        self.wrap(result)
    }

    /// Calls `each` with the number of every stored episode among a cell's first `count`, in order.
    pub fn read(
        &self,
        cell: CellId,
        count: u64,
        mut each: impl FnMut(u64, &Episode),
    ) -> Result<(), StoreError> {
        let mut rows = self.rows(cell, count);
        while let Some((number, episode)) = rows.next()? {
            each(number, episode);
        }
        Ok(())
    }
}

/// How rows say how an episode ended.
fn number_of(ending: &Ending) -> i64 {
    match ending {
        Ending::Truncated => 0,
        Ending::Finished => 1,
        Ending::Forfeited(_) => 2,
    }
}

/// How an episode ended; who forfeited, and why, is in the rows.
fn ending(number: i64) -> Ending {
    match number {
        0 => Ending::Truncated,
        1 => Ending::Finished,
        _ => Ending::Forfeited(Forfeited {
            agent: 0,
            forfeit: Reason::Other.into(),
        }),
    }
}

fn insert(connection: &mut Connection, batch: &[StoredRow]) -> rusqlite::Result<()> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    {
        let mut statement = transaction.prepare_cached(
            "INSERT INTO rows
             (cell, episode, seat, plies, ended, payoff, points, steps, evaluations, measured,
              late, reason)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT DO NOTHING",
        )?;
        for record in batch {
            let episode = &record.episode;
            for (seat, share) in episode.seats.iter().enumerate() {
                statement.execute(params![
                    record.cell.0,
                    record.number as i64,
                    seat as i64,
                    episode.plies,
                    number_of(&episode.ending),
                    share.payoff,
                    share.points,
                    share.spent.steps as i64,
                    share.spent.evaluations as i64,
                    share.measured,
                    share.late,
                    episode.ending.reason(seat),
                ])?;
            }
        }
    }
    transaction.commit()
}
