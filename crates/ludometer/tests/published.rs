//! One published cell of each paper, through the whole laboratory: plan, run, store, report.

use ludometer::plan::{self, Plan, Size};
use ludometer::present::{Agreement, Results};
use ludometer::reproduce::papers;
use ludometer::run::{Manner, run};
use ludometer::store::Store;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A shipped plan with settings, played completely.
fn played<T>(name: &str, settings: &[&str], then: impl FnOnce(&Results<'_>) -> T) -> T {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let load = |path: &str| std::fs::read_to_string(path);
    let plan: Plan = plan::find(name, &settings, load).unwrap();
    let file = format!("published-{name}.sqlite");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file);
    let _ = std::fs::remove_file(&path);
    let mut store = Store::open(&path).unwrap();
    let stop = AtomicBool::new(false);
    let manner = Manner {
        threads: 2,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let count = plan.count(Size::Full);
    let ran = run(&plan, count, &mut store, manner).unwrap();
    assert!(ran.is_complete());
    then(&Results::read(&plan, count, &store).unwrap())
}

/// How each table of a plan agrees with its published figures.
fn agreements(name: &str, settings: &[&str]) -> Vec<Agreement> {
    played(name, settings, |results| results.present().1)
}

/// Althöfer and Heuser (2005), Table A1, Eu with Add at its printed intensity: .421 of 1068.
#[test]
fn randomised_evaluation_eu_add_at_depth_4() {
    let cells =
        r#"cells=[{ evaluation = "Eu", randomisation = "Add", leaf = "add(euclidean, 0.1)" }]"#;
    let tables = r#"tables=[{ name = "A1", rows = "evaluation", columns = "randomisation", published_episodes = 1068, published = [[0.421]] }]"#;
    let found = agreements("slide-depth4", &[cells, tables]);
    assert_eq!((found[0].agree, found[0].of), (1, 1), "{found:?}");
}

/// Abramson and Korf (1987), section III.B: the sampler beats weighted squares 48 to 2.
#[test]
fn expected_outcome_48_of_50() {
    let opponent = r#"vary.opponent=["weighted-lucas"]"#;
    let found = agreements("othello-sampler", &["episodes=50", opponent]);
    let won = &found[0].cells[0];
    assert_eq!((won.column.as_str(), won.n), ("won", 50));
    assert!(won.agrees, "{won:?}");
}

/// Levene and Fenner: the examples in whole numbers, and four plies against two in Othello.
#[test]
fn random_minimaxing_examples_and_a_deeper_automaton() {
    let paper = papers()
        .iter()
        .find(|paper| paper.name == "random-minimaxing");
    let paper = paper.unwrap();
    let (_, exact) = paper.exact[0]();
    assert_eq!((exact[0].agree, exact[0].of), (8, 8), "{exact:?}");
    let values = r#"pairs.values=["automaton(t=2)", "automaton(t=3)", "automaton(t=4)"]"#;
    let (_, claims) = paper
        .claims
        .iter()
        .find(|(of, _)| *of == "minimaxing-othello8")
        .unwrap();
    let (_, found) = played("minimaxing-othello8", &["episodes=300", values], claims);
    let cell = &found[0].cells[0];
    assert_eq!(cell.row, "automaton(t=4) against automaton(t=2)");
    // .69 of 3000 games: 300 cannot hide that it is more than half.
    assert!(cell.low.unwrap() > 0.5, "{cell:?}");
}
