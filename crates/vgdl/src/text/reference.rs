//! The reference of the language, `docs/vgdl-language.md`, against what is read: every name, and the
//! parameters of each.

use super::diagnostic::Diagnostics;
use super::params::{Names, Param, Reader};
use super::{EFFECTS, SPRITE_CLASSES, TERMINATIONS, effects, sprites};
use crate::ending::Termination;
use crate::game::VgdlGame;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Keys = BTreeSet<String>;

/// The words in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string)
}

/// The rows of the tables between a heading and the next: names in the first cell, parameters in the
/// second.
fn documented(page: &str, heading: &str) -> BTreeMap<String, Keys> {
    let begin = format!("## {heading}\n");
    let (_, section) = page
        .split_once(&begin)
        .unwrap_or_else(|| panic!("no {begin}"));
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut found = BTreeMap::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').collect();
        for name in quoted(cells[1]) {
            let known = found.insert(name.clone(), quoted(cells[2]).collect());
            assert!(known.is_none(), "{name} has two rows");
        }
    }
    found
}

/// The parameters in the first cells of a table of common ones.
fn common(page: &str, heading: &str) -> Keys {
    documented(page, heading).into_keys().collect()
}

/// Every word in quotation marks in the files that read texts: names, parameters and more.
fn words() -> Keys {
    fn gather(folder: &Path, words: &mut Keys) {
        for entry in std::fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                gather(&path, words);
            } else {
                let text = std::fs::read_to_string(&path).expect("a text");
                let word = |piece: &&str| {
                    !piece.is_empty() && piece.chars().all(|c| c.is_alphanumeric() || c == '_')
                };
                words.extend(text.split('"').filter(word).map(str::to_string));
            }
        }
    }
    let mut words = Keys::new();
    gather(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text"),
        &mut words,
    );
    words
}

/// Which parameters `read` asks for, and whether there is anything of that name.
fn asked(words: &Keys, read: impl Fn(Reader<'_, '_>) -> bool) -> (bool, Keys) {
    let params: Vec<Param<'_>> = words
        .iter()
        .map(|key| Param {
            key,
            value: "1",
            place: (1, 1),
            known: Cell::new(false),
        })
        .collect();
    let all: Vec<&Param<'_>> = params.iter().collect();
    let (names, diagnostics) = (Names::new(), Diagnostics::default());
    let exists = read(Reader {
        params: &all,
        names: &names,
        diagnostics: &diagnostics,
        place: (1, 1),
        strict: true,
    });
    let known = params.iter().filter(|param| param.known.get());
    (exists, known.map(|param| param.key.to_string()).collect())
}

/// Compares a section of the page with a list and with what `read` reads.
fn compare(heading: &str, list: &[&str], read: impl Fn(&str, Reader<'_, '_>) -> bool + Copy) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/vgdl-language.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let words = words();
    let listed: Keys = list.iter().map(ToString::to_string).collect();
    let readable = words
        .iter()
        .filter(|word| asked(&words, |r| read(word, r)).0);
    assert_eq!(listed, readable.cloned().collect(), "the list of {heading}");
    let common = common(
        &page,
        &format!("Parameters of all {}", heading.to_lowercase()),
    );
    let rows = documented(&page, heading);
    assert_eq!(
        listed,
        rows.keys().cloned().collect(),
        "the page on {heading}"
    );
    for (name, own) in rows {
        let (_, read) = asked(&words, |reader| read(&name, reader));
        let all = |keys: &Keys| keys.union(&common).cloned().collect::<Keys>();
        assert_eq!(all(&own), all(&read), "the parameters of {name}");
    }
}

#[test]
fn the_page_has_every_sprite_class() {
    compare("Sprite classes", &SPRITE_CLASSES, |name, reader| {
        sprites::look(name, reader);
        sprites::read(name, reader).is_some()
    });
}

#[test]
fn the_page_has_every_effect() {
    compare("Effects", &EFFECTS, |name, reader| {
        let description = "BasicGame\n SpriteSet\n  x > Immovable\n";
        let (mut game, _) = VgdlGame::parse(description).expect("a game");
        effects::read(name, reader, &mut game).is_some()
    });
}

#[test]
fn the_page_has_every_termination() {
    compare("Terminations", &TERMINATIONS, |name, reader| {
        Termination::read(name, reader, |_| Vec::new()).is_some()
    });
}
