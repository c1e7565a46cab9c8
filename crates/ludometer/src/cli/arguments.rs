//! The arguments of the command: those of the process, unless others were given.

use std::ffi::OsString;
use std::sync::{PoisonError, RwLock};

static GIVEN: RwLock<Option<Vec<OsString>>> = RwLock::new(None);

/// Puts these arguments, the program's name first, in place of those of the process.
pub(super) fn set(arguments: Vec<OsString>) {
    *GIVEN.write().unwrap_or_else(PoisonError::into_inner) = Some(arguments);
}

/// All arguments, the program's name first.
pub(super) fn all() -> Vec<OsString> {
    let given = GIVEN.read().unwrap_or_else(PoisonError::into_inner);
    given
        .clone()
        .unwrap_or_else(|| std::env::args_os().collect())
}

/// The arguments behind the program's name, as far as they are text.
pub(super) fn texts() -> impl Iterator<Item = String> {
    let words = all().into_iter().skip(1);
    words.map(|word| word.to_string_lossy().into_owned())
}
