//! The store: one SQLite file in which finished episodes are blocks of rows.
//!
//! Rows are stored under the identity of the cell they were played in, so a plan that changes in one
//! line keeps the rows of every cell that did not change. Blocks are written whole, several in one
//! transaction: killing the process at any moment loses at most the episodes that were not yet written,
//! and never a part of one. Every record has a checksum over its content and its address, which is
//! checked whenever it is read. `docs/store.md` describes the tables.

mod block;
mod cells;
mod check;
mod column;
mod compare;
mod convert;
mod error;
mod file;
mod fingerprints;
mod forget;
mod list;
mod lock;
mod merge;
mod network;
mod prune;
mod ranges;
mod repair;
mod rows;
mod studies;
mod target;
mod targets;
mod write;

pub use block::{BLOCK, RowBlock};
pub use cells::CellId;
pub use check::{Checked, Damage};
pub use compare::{CellDifference, Comparison, same_bits};
pub use error::{Dispute, StoreError};
pub use list::{BlockSummary, CellSummary, StoreSummary, StudySummary};
pub use merge::Merged;
pub use network::network_file_system;
pub use prune::Pruned;
pub use ranges::Ranges;
pub use repair::Repaired;
pub use rows::Rows;
pub use studies::{StudyId, StudyStep};
pub use target::{PlanSource, Target};

pub(crate) use cells::hex;

use file::{escaped, file, is_sealed};
use lock::Lock;
use ludometer_arena::play::Episode;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use std::cell::Cell as Slot;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks the file as ours: "ludo" in ASCII.
const APPLICATION: i32 = 0x6c75_646f;

/// Raised whenever the tables change.
const VERSION: i32 = 6;

/// How long a lock of another process is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long is waited between two tries where SQLite itself does not wait.
const PAUSE: Duration = Duration::from_millis(10);

/// The tables of a store.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS cells (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL UNIQUE,
        description TEXT NOT NULL,
        repeatable INTEGER NOT NULL,
        checksum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS progress (
        cell INTEGER PRIMARY KEY,
        episodes INTEGER NOT NULL,
        targets TEXT NOT NULL,
        checksum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS blocks (
        cell INTEGER NOT NULL,
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        checksum BLOB NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (cell, first)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sheets (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL UNIQUE,
        description TEXT NOT NULL,
        state TEXT,
        steps INTEGER NOT NULL,
        checksum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS answers (
        sheet INTEGER NOT NULL,
        number INTEGER NOT NULL,
        answer REAL NOT NULL,
        checksum BLOB NOT NULL,
        PRIMARY KEY (sheet, number)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS steps (
        sheet INTEGER NOT NULL,
        number INTEGER NOT NULL,
        spent INTEGER NOT NULL,
        budget INTEGER NOT NULL,
        mean REAL NOT NULL,
        best TEXT NOT NULL,
        checksum BLOB NOT NULL,
        PRIMARY KEY (sheet, number)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS catalogue (
        only_row INTEGER PRIMARY KEY,
        cells INTEGER NOT NULL,
        sheets INTEGER NOT NULL,
        checksum BLOB NOT NULL
    );";

/// An open store.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Streams that read one state of the store.
    readers: Slot<usize>,
    /// Whether the records of all cells, and those of all studies, were checked since it was opened.
    checked: [Slot<bool>; 2],
    /// Held while a store on a network file system is written.
    lock: Option<Lock>,
}

/// A finished episode to be stored.
pub struct StoredRow {
    /// Where it was played.
    pub cell: CellId,
    /// The number of the episode.
    pub number: u64,
    /// What became of it.
    pub episode: Episode,
}

/// A checksum of a record: its kind, and everything that belongs to it.
fn checksum_of(kind: &str, parts: &[&[u8]]) -> block::Checksum {
    let mut hasher = blake3::Hasher::new();
    for part in [kind.as_bytes()].iter().chain(parts) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let hash = hasher.finalize();
    std::array::from_fn(|i| hash.as_bytes()[i])
}

impl Store {
    /// Opens a store, or makes one where there is no file yet. On a network file system one process has it
    /// for itself.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_on(path, network::of(path))
    }

    /// The same with the name of the network file system that it is on, if it is on one.
    fn open_on(path: &Path, network: Option<String>) -> Result<Store, StoreError> {
        let lock = match &network {
            Some(kind) => Some(Lock::take(path, kind)?),
            None => None,
        };
        let wrap = |error| StoreError::new(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file(path), flags).map_err(wrap)?;
        let mut store = Store::of(connection, path)?;
        if lock.is_some() {
            store.keep_alone()?;
        }
        store.lock = lock;
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
        if store.is_older()? {
            store.convert()?;
        }
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
        Store::open_unchanged(path)
    }

    /// Opens a store of this version that must exist, to read it only.
    pub fn open_unchanged(path: &Path) -> Result<Store, StoreError> {
        let store = Store::open_as_it_is(path)?;
        store.check_version()?;
        Ok(store)
    }

    fn open_as_it_is(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let wrap = |error| StoreError::new(path, error);
        let mut connection = Connection::open_with_flags(file(path), flags).map_err(wrap)?;
        let network = network::of(path);
        if let Some(kind) = &network {
            Lock::refuse_other_hosts(path, kind)?;
        }
        let rests = || !Lock::is_there(path) && file::has_no_log(path);
        if is_sealed(&connection, path) || (network.is_some() && rests()) {
            let name = format!("file:{}?immutable=1", escaped(&file(path)));
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            connection = Connection::open_with_flags(name, flags).map_err(wrap)?;
        }
        Store::of(connection, path)
    }

    fn of(connection: Connection, path: &Path) -> Result<Store, StoreError> {
        let wrap = |error| StoreError::new(path, error);
        connection.busy_timeout(PATIENCE).map_err(wrap)?;
        Ok(Store {
            connection,
            path: path.to_path_buf(),
            readers: Slot::new(0),
            checked: Default::default(),
            lock: None,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a store of ours that an earlier version of the program wrote.
    fn is_older(&self) -> Result<bool, StoreError> {
        let application: i32 = self.ask("PRAGMA application_id")?;
        let version: i32 = self.ask("PRAGMA user_version")?;
        Ok(application == APPLICATION && (1..VERSION).contains(&version))
    }

    /// Locks the file for this process alone and keeps no log beside it: write-ahead logging needs memory that
    /// is shared by all processes, which machines do not have in common.
    fn keep_alone(&self) -> Result<(), StoreError> {
        self.wrap(
            self.connection
                .pragma_update(None, "locking_mode", "exclusive"),
        )?;
        self.wrap(
            self.connection
                .pragma_update(None, "journal_mode", "delete"),
        )
    }

    fn create(&mut self) -> rusqlite::Result<()> {
        // While another process makes the same switch SQLite answers at once that the file is
        // busy, whatever patience it was told to have.
        let mut tries = 0;
        while self.lock.is_none()
            && let Err(error) = self.connection.pragma_update(None, "journal_mode", "wal")
        {
            let busy = error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
            tries += 1;
            if !busy || tries > PATIENCE.as_millis() / PAUSE.as_millis() {
                return Err(error);
            }
            std::thread::sleep(PAUSE);
        }
        // Two processes may both have found the file empty: the second finds tables it accepts.
        let transaction = self.begin()?;
        let there: i64 = transaction.query_row(
            "SELECT count(*) FROM sqlite_master WHERE name = 'catalogue'",
            [],
            |row| row.get(0),
        )?;
        if there == 0 {
            make_tables(&transaction)?;
        }
        transaction.commit()
    }

    /// Begins to write: other processes wait.
    fn begin(&mut self) -> rusqlite::Result<Transaction<'_>> {
        let behaviour = TransactionBehavior::Immediate;
        self.connection.transaction_with_behavior(behaviour)
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
        // A crash of the machine may cost the last transactions, never the file.
        self.wrap(self.connection.pragma_update(None, "synchronous", "normal"))
    }

    fn ask<T: rusqlite::types::FromSql>(&self, question: &str) -> Result<T, StoreError> {
        self.wrap(self.connection.query_row(question, [], |row| row.get(0)))
    }

    fn wrap<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::new(&self.path, error))
    }

    fn damaged(&self, what: &str) -> StoreError {
        StoreError::damaged(&self.path, what)
    }

    /// One state of the store for as long as it is held, whatever other processes write.
    fn snapshot(&self) -> Result<Snapshot<'_>, StoreError> {
        if self.readers.get() == 0 {
            self.wrap(self.connection.execute_batch("BEGIN"))?;
        }
        self.readers.set(self.readers.get() + 1);
        Ok(Snapshot(self))
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

/// Makes the tables of a new store.
fn make_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    connection.execute_batch(TABLES)?;
    cells::write_catalogue(connection, 0, 0)
}

/// Ends the read transaction with the last one.
struct Snapshot<'a>(&'a Store);

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let Snapshot(store) = self;
        store.readers.set(store.readers.get() - 1);
        if store.readers.get() == 0 {
            // Nothing was written; a transaction that cannot end does so with the connection.
            let _ = store.connection.execute_batch("COMMIT");
        }
    }
}
