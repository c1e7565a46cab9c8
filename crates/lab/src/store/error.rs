//! What can be wrong with a store, in words that say what to do.

use rusqlite::ErrorCode;
use std::path::Path;

/// A store that cannot be used, and the remedy. Nothing recorded was lost.
#[derive(Debug, thiserror::Error)]
#[error("{message}\nhint: {hint}")]
pub struct StoreError {
    message: String,
    hint: String,
}

impl StoreError {
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.display();
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
            Some(ErrorCode::DatabaseCorrupt) => (
                "is damaged",
                "move it away and run again; `sqlite3 FILE .recover` may save its rows",
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
            _ => ("cannot be used", "name another store with --store"),
        };
        StoreError {
            message: format!("the store {path} {what} ({error})"),
            hint: hint.to_string(),
        }
    }

    pub(super) fn not_ours(path: &Path) -> StoreError {
        StoreError {
            message: format!(
                "{} is a database, but not a store of ludometer",
                path.display()
            ),
            hint: "name another file with --store".to_string(),
        }
    }

    pub(super) fn other_version(path: &Path, found: i32, ours: i32) -> StoreError {
        StoreError {
            message: format!(
                "the store {} has version {found}; this program writes version {ours}",
                path.display()
            ),
            hint: "name another file with --store, or use the program that wrote it".to_string(),
        }
    }
}
