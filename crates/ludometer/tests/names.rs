//! One public name, one type: a reader who sees a name knows which type it is.

use std::collections::BTreeMap;
use std::path::Path;

/// Names of several types, with the reason.
const SEVERAL: &[(&str, &str)] = &[
    (
        "Answer",
        "what a trial of a tuning gives, and what a person says at a prompt: session::Answer",
    ),
    (
        "Board",
        "the state of one game, named with its module: othello::Board",
    ),
    (
        "Cell",
        "a combination of a plan's variables, and a cell of a table",
    ),
    (
        "Deal",
        "the cards of one game, named with its module: kuhn::Deal",
    ),
    ("Error", "the error of a crate, as is usual: stats::Error"),
    (
        "Move",
        "the action of one game, named with its module: loa::Move",
    ),
    (
        "Position",
        "the state of one game, named with its module: chess::Position",
    ),
];

/// The public types of a file by name.
fn types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("pub ")?;
        let (kind, rest) = rest.split_once(' ')?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        ["struct", "enum", "trait", "type", "union"]
            .contains(&kind)
            .then_some(name)
    })
}

fn gather(folder: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    for entry in std::fs::read_dir(folder).expect("sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            for name in types(&text) {
                let file = path.display().to_string();
                found.entry(name.to_string()).or_default().push(file);
            }
        }
    }
}

#[test]
fn a_public_name_is_one_type() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(crates).expect("crates") {
        gather(&entry.expect("a crate").path().join("src"), &mut found);
    }
    assert!(found.len() > 300, "{} types", found.len());
    for (name, files) in &found {
        let known = SEVERAL.iter().any(|(several, _)| several == name);
        let several = files.len() > 1;
        assert!(known || !several, "`{name}` is several types: {files:#?}");
    }
    for (name, _) in SEVERAL {
        let files = found.get(*name).map_or(0, Vec::len);
        assert!(files > 1, "`{name}` is one type: take it off the list");
    }
}

#[test]
fn types_are_found_in_a_text() {
    let text = "pub struct A;\n    pub enum Bc<T> {\npub(crate) struct D;\npub trait E: F {\npub fn g() {}";
    assert_eq!(types(text).collect::<Vec<_>>(), ["A", "Bc", "E"]);
}
