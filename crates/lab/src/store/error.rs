//! What can be wrong with a store, in words that say what to do.

use rusqlite::ErrorCode;
use std::path::Path;

/// A store that cannot be used, and the remedy. Nothing recorded was lost.
#[derive(Debug, thiserror::Error)]
#[error("{message}\nhint: {hint}")]
pub struct StoreError {
    message: String,
    hint: String,
    is_damage: bool,
    dispute: Option<Dispute>,
}

/// An episode of which two stores have different rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The key of its cell.
    pub key: [u8; 16],
    /// Its number.
    pub episode: u64,
}

impl StoreError {
    fn says(message: String, hint: impl Into<String>) -> StoreError {
        StoreError {
            message,
            hint: hint.into(),
            is_damage: false,
            dispute: None,
        }
    }

    pub(super) fn new(path: &Path, error: rusqlite::Error) -> StoreError {
        let (what, hint) = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => (
                "is locked by another process",
                "wait until it has finished, or name another store with --store",
            ),
            Some(ErrorCode::DiskFull) => (
                "cannot grow: the disk is full",
                "make room and run the same command again: what was recorded is kept",
            ),
            Some(ErrorCode::NotADatabase) => (
                "is not a store of ludometer",
                "name another file with --store",
            ),
            Some(ErrorCode::CannotOpen) => (
                "cannot be opened",
                "check that the folder exists, and run the plan first",
            ),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => (
                "cannot be written",
                "check the permissions, or name another store with --store",
            ),
            Some(ErrorCode::SystemIoFailure) => (
                "cannot be read or written",
                "check the disk: what was recorded is kept",
            ),
            Some(ErrorCode::OutOfMemory) => (
                "cannot be read: memory is exhausted",
                "end other programs and run the same command again",
            ),
            // Whatever else SQLite says of a question that it understood yesterday: tables, columns
            // or values are not what was written.
            _ => return StoreError::damaged(path, &error.to_string()),
        };
        StoreError::says(
            format!("the store {} {what} ({error})", path.display()),
            hint,
        )
    }

    /// Something is not what was written; `what` says what and where.
    pub(super) fn damaged(path: &Path, what: &str) -> StoreError {
        let path = path.display();
        StoreError {
            message: format!("the store {path} is damaged: {what}"),
            hint: format!(
                "`ludometer store check --store {path}` lists the damage; `ludometer store repair --store {path}` keeps what is whole, and `run` plays the rest again"
            ),
            is_damage: true,
            dispute: None,
        }
    }

    /// Whether the store is damaged, rather than missing, locked or foreign.
    pub fn is_damage(&self) -> bool {
        self.is_damage
    }

    /// What is wrong, without the remedy.
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn not_ours(path: &Path) -> StoreError {
        StoreError::says(
            format!(
                "{} is a database, but not a store of ludometer",
                path.display()
            ),
            "name another file with --store",
        )
    }

    pub(super) fn other_version(path: &Path, found: i32, ours: i32) -> StoreError {
        StoreError::says(
            format!(
                "the store {} has version {found}; this program writes version {ours}",
                path.display()
            ),
            "name another file with --store, or use the program that wrote it",
        )
    }

    /// Two stores have different results of the same episode or trial.
    pub(super) fn disagree(one: &Path, other: &Path, what: &str, cell: &str) -> StoreError {
        StoreError::says(
            format!(
                "{} and {} disagree: {what} of this cell differs\n{cell}",
                one.display(),
                other.display()
            ),
            "one of them was written by another program or on a machine that computes otherwise, or has a time limit: `ludometer store merge --plan PLAN` plays the row again and leaves out the store that is wrong; `ludometer store audit` says which rows repeat",
        )
    }

    /// The same of an episode.
    pub(super) fn disputed(one: &Path, other: &Path, dispute: Dispute, cell: &str) -> StoreError {
        let what = format!("episode {}", dispute.episode);
        StoreError {
            dispute: Some(dispute),
            ..StoreError::disagree(one, other, &what, cell)
        }
    }

    /// The episode about which two stores disagree, if that is what is wrong.
    pub fn dispute(&self) -> Option<Dispute> {
        self.dispute
    }

    /// Another process has a store on a network file system.
    pub(super) fn shared(path: &Path, kind: &str, holder: &str, lock: &Path) -> StoreError {
        StoreError::says(
            format!(
                "the store {} is on a network file system ({kind}) and is being written by {holder}",
                path.display()
            ),
            format!(
                "several machines cannot write one store there: give each a part and a store of its own, `--part I/N --store FILE`, and unite them with `ludometer store merge`; if that process is gone, remove {}",
                lock.display()
            ),
        )
    }

    /// Two stores have rows of a game that was edited between them without a new version.
    pub(super) fn other_rules(one: &Path, other: &Path, cell: &str) -> StoreError {
        StoreError::says(
            format!(
                "{} and {} disagree: the game of this cell was edited between them, and its version is the same\n{cell}",
                one.display(),
                other.display()
            ),
            "raise the version of the edited game, and play its part again",
        )
    }

    /// A file that cannot be moved or made.
    pub(super) fn file(path: &Path, error: &std::io::Error) -> StoreError {
        StoreError::says(
            format!("{}: {error}", path.display()),
            "check the folder and its permissions",
        )
    }

    /// Something that was asked for is not there.
    pub(super) fn unknown(message: String, hint: &str) -> StoreError {
        StoreError::says(message, hint)
    }
}
