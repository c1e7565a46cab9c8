//! What tests need that is not part of the project, and how they say that it is not there. Crates
//! take this file in by its path.

// Every test file is a crate of its own and uses its own share of this.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file or folder of `$LUDOMETER_SHARED`, or of `../shared` beside the project. Where it is absent
/// the test is [skipped](skip).
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("LUDOMETER_SHARED") {
        Some(shared) => PathBuf::from(shared),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let path = root.join(name);
    if !path.exists() {
        skip(&format!("../shared/{name}"));
        return None;
    }
    Some(path)
}

/// Says that the test looks at nothing, and what it needs: a line on stderr that the harness does not
/// capture, and the same line in the file that `LUDOMETER_SKIPPED` names, which `scripts/check` counts.
pub(crate) fn skip(needs: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!(
        "skipped: {}::{test}: needs {needs}\n",
        env!("CARGO_CRATE_NAME")
    );
    // A test must not fail because nobody listens.
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Some(file) = std::env::var_os("LUDOMETER_SKIPPED") {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        file.write_all(line.as_bytes())
            .expect("the list of skipped tests can be written");
    }
}
