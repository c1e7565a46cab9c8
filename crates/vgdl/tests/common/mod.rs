//! The corpus and its traces, which are not part of the project.

#[path = "../../../../tests/skipped.rs"]
mod skipped;

use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder of the corpus; where it is absent the test is skipped.
pub(crate) fn corpus() -> Option<PathBuf> {
    skipped::shared("gvgai")
}

/// The names of the 110 games.
#[allow(dead_code)]
pub(crate) fn names(corpus: &Path) -> Vec<String> {
    let list = std::fs::read_to_string(corpus.join("all_games_sp.csv")).expect("the list of games");
    let grid = list
        .lines()
        .filter_map(|line| line.trim().split_once("gridphysics/"));
    grid.map(|(_, file)| file.trim_end_matches(".txt").to_owned())
        .collect()
}

/// A description.
pub(crate) fn description(corpus: &Path, game: &str) -> String {
    read(&corpus.join(format!("gridphysics/{game}.txt")))
}

/// A level.
pub(crate) fn map(corpus: &Path, game: &str, level: u32) -> String {
    read(&corpus.join(format!("gridphysics/{game}_lvl{level}.txt")))
}

fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lines of a recorded trace, if the game has one.
#[allow(dead_code)]
pub(crate) fn trace(corpus: &Path, game: &str) -> Option<String> {
    let file = std::fs::File::open(corpus.join(format!("traces/{game}.jsonl.gz"))).ok()?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("a gzipped trace");
    Some(text)
}
