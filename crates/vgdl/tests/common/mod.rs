//! The corpus and its traces, which are not part of the project.

use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder of the corpus: `$LUDOMETER_SHARED/gvgai`, or `../shared/gvgai` beside the project.
pub(crate) fn corpus() -> Option<PathBuf> {
    let root = match std::env::var_os("LUDOMETER_SHARED") {
        Some(shared) => PathBuf::from(shared),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let folder = root.join("gvgai");
    folder.is_dir().then_some(folder)
}

/// The corpus, or a message that the test is skipped.
#[macro_export]
macro_rules! corpus_or_skip {
    () => {
        match common::corpus() {
            Some(folder) => folder,
            None => {
                #[allow(clippy::print_stderr)]
                {
                    eprintln!("skipped: no corpus at $LUDOMETER_SHARED/gvgai or ../shared/gvgai");
                }
                return;
            }
        }
    };
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
