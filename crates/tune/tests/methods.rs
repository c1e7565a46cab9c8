//! The settings of every method, on file: published ones are as published, and a change must be meant.

use ludometer_tune::{METHODS, Method};
use std::fmt::Write;
use std::path::Path;

/// `RECORD=1 cargo test -p ludometer-tune --test methods` writes the file anew; look at the difference
/// before you commit it.
#[test]
fn every_method_has_the_settings_it_had() {
    let mut text = String::from("# Tuners by name, with their settings.\n");
    for (name, _) in METHODS {
        writeln!(text, "\n{name}\n{:#?}", Method::named(name).unwrap()).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/methods.txt");
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).expect("the file is there: run with RECORD=1");
    for (line, (now, then)) in text.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(now, then, "line {}", line + 1);
    }
    assert_eq!(text.len(), recorded.len(), "the list is shorter or longer");
}
