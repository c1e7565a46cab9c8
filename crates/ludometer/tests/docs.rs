//! Every command, plan and program in the documentation does what the page says.

#[path = "../../../tests/pages.rs"]
mod pages;

use pages::Page;
use std::path::Path;

fn check(path: &str) {
    let page = Page {
        path,
        prefixes: &["ludometer", "cargo run --release --"],
        program: Path::new(env!("CARGO_BIN_EXE_ludometer")),
    };
    page.check();
}

macro_rules! pages {
    ($($test:ident: $path:literal,)*) => {
        /// Every page that is run here.
        const PAGES: &[&str] = &[$($path),*];

        $(#[test]
        fn $test() {
            check($path);
        })*
    };
}

pages! {
    readme: "README.md",
    architecture: "ARCHITECTURE.md",
    contributing: "CONTRIBUTING.md",
    benchmarks: "BENCHMARKS.md",
    cluster: "docs/cluster.md",
    command_line: "docs/command-line.md",
    engines: "docs/engines.md",
    first_experiment: "docs/first-experiment.md",
    fuzzing: "docs/fuzzing.md",
    games: "docs/games.md",
    glossary: "docs/glossary.md",
    hardening: "docs/hardening.md",
    intervals: "docs/intervals.md",
    learning: "docs/learning.md",
    limits: "docs/limits.md",
    loa: "docs/loa.md",
    matches: "docs/matches.md",
    mcts: "docs/mcts.md",
    odds: "docs/odds.md",
    omaha: "docs/omaha.md",
    othello: "docs/othello.md",
    own_game: "docs/own-game.md",
    plans: "docs/plans.md",
    platforms: "docs/platforms.md",
    python: "docs/python.md",
    ratings: "docs/ratings.md",
    reports: "docs/reports.md",
    search: "docs/search.md",
    solving: "docs/solving.md",
    sprt: "docs/sprt.md",
    store: "docs/store.md",
    studio: "docs/studio.md",
    supply_chain: "docs/supply-chain.md",
    tuning: "docs/tuning.md",
    verdicts: "docs/verdicts.md",
    versioning: "docs/versioning.md",
    vgdl: "docs/vgdl.md",
    vgdl_language: "docs/vgdl-language.md",
    expected_outcome: "papers/expected-outcome.md",
    population_seeding: "papers/population-seeding.md",
    random_minimaxing: "papers/random-minimaxing.md",
    randomised_evaluation: "papers/randomised-evaluation.md",
    rspsa: "papers/rspsa.md",
}

/// A new page is run too.
#[test]
fn every_page_is_run() {
    for folder in ["docs", "papers"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for entry in std::fs::read_dir(root.join(folder)).expect("pages") {
            let name = entry.expect("a page").file_name();
            let path = format!("{folder}/{}", name.to_string_lossy());
            let known = PAGES.contains(&path.as_str()) || !path.ends_with(".md");
            assert!(known, "{path} is not run");
        }
    }
}
