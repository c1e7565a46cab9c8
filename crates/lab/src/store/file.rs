//! Paths as SQLite must be given them.

use rusqlite::{Connection, ErrorCode};
use std::path::{Path, PathBuf};

/// The path as SQLite takes it for a file: an empty name and `:memory:` would be stores that are
/// gone when the command ends.
pub(super) fn file(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Whether the file and its folder may only be read and no log waits: it cannot change then, and
/// SQLite must be told so, since it keeps its locks in a file beside it.
pub(super) fn is_sealed(connection: &Connection, path: &Path) -> bool {
    let denied = connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()));
    let denied = denied.err().and_then(|error| error.sqlite_error_code());
    matches!(denied, Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
        && path.is_file()
        && has_no_log(path)
}

/// Whether nothing waits beside a file to be written into it or to be undone.
pub(super) fn has_no_log(path: &Path) -> bool {
    ["-wal", "-journal"].into_iter().all(|ending| {
        let mut log = path.as_os_str().to_owned();
        log.push(ending);
        std::fs::metadata(log).map_or(true, |log| log.len() == 0)
    })
}

/// A path inside a URI.
pub(super) fn escaped(path: &Path) -> String {
    let escape = |sign: char| match sign {
        '%' | '?' | '#' => format!("%{:02x}", sign as u32),
        sign => sign.to_string(),
    };
    path.to_string_lossy().chars().map(escape).collect()
}
