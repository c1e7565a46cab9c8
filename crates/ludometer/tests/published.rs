//! One published cell of each paper, through the whole laboratory: plan, run, store, report.

use ludometer::catalogue;
use ludometer::options::RunOptions;
use ludometer::plan::{self, Plan, Size};
use ludometer::present::{Agreement, CellVerdict, Results, TableVerdict};
use ludometer::reproduce::{Changes, ClaimVerdict, Context, Scale, papers, reproduce};
use ludometer::run::run;
use ludometer::store::Store;
use ludometer_report::{Document, markdown};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A shipped plan with settings, played completely.
fn played<T>(name: &str, settings: &[&str], then: impl FnOnce(&Results<'_>) -> T) -> T {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let load = |path: &str| std::fs::read_to_string(path);
    let plan: Plan = plan::find(name, &settings, load, catalogue::shipped()).unwrap();
    let file = format!("published-{name}.sqlite");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file);
    let _ = std::fs::remove_file(&path);
    let mut store = Store::open(&path).unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions {
        threads: 2,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let count = plan.count(Size::Full);
    let ran = run(&plan, count, &mut store, options).unwrap();
    assert!(ran.is_complete());
    then(&Results::read(&plan, count, &store).unwrap())
}

/// How each table of a plan agrees with its published figures.
fn agreements(name: &str, settings: &[&str]) -> Vec<Agreement> {
    played(name, settings, |results| results.present().unwrap().1)
}

/// Althöfer and Heuser (2005), Table A1, Eu with Add at its printed intensity: .421 of 1068. Our sample
/// is large, so that only the error of the published one is left.
#[test]
fn randomised_evaluation_eu_add_at_depth_4() {
    let cells =
        r#"cells=[{ evaluation = "Eu", randomisation = "Add", leaf = "add(euclidean, 0.1)" }]"#;
    let tables = r#"tables=[{ name = "A1", rows = "evaluation", columns = "randomisation", published_episodes = 1068, published = [[0.421]] }]"#;
    let found = agreements("slide-depth4", &[cells, tables, "episodes=20000"]);
    assert_eq!(found[0].count(CellVerdict::Consistent), 1, "{found:?}");
    // One cell cannot be told from a wrong player's: it confirms no table.
    assert_eq!(found[0].verdict, TableVerdict::CannotTell, "{found:?}");
}

/// Abramson and Korf (1987), section III.B: the sampler beats weighted squares 48 to 2.
#[test]
fn expected_outcome_48_of_50() {
    let opponent = r#"vary.opponent=["weighted-lucas"]"#;
    let found = agreements("othello-sampler", &["episodes=50", opponent]);
    let won = &found[0].cells[0];
    assert_eq!((won.column.as_str(), won.n), ("won", 50));
    // Other weighted squares stand in for the paper's: this one counts in no total.
    assert!(!won.counts, "{won:?}");
    assert_eq!(won.verdict, CellVerdict::Consistent, "{won:?}");
}

/// Levene and Fenner: the examples in whole numbers, and four plies against two in Othello.
#[test]
fn random_minimaxing_examples_and_a_deeper_automaton() {
    let paper = papers()
        .iter()
        .find(|paper| paper.name == "random-minimaxing");
    let paper = paper.unwrap();
    let (_, compute) = paper.exact[0];
    let exact = compute().tables;
    assert_eq!(exact[0].count(CellVerdict::Same), 8, "{exact:?}");
    assert_eq!(exact[0].verdict, TableVerdict::Confirmed);
    let values =
        r#"pairs.values=["random-minimax(t=2)", "random-minimax(t=3)", "random-minimax(t=4)"]"#;
    let (_, claims) = paper
        .claims
        .iter()
        .find(|(of, _)| *of == "minimaxing-othello8")
        .unwrap();
    let found = played("minimaxing-othello8", &["episodes=300", values], claims);
    let claim = &found.claims[0];
    assert_eq!(claim.who, "random-minimax(t=4) against random-minimax(t=2)");
    // .69 of 3000 games: 300 cannot hide that it is more than half.
    assert_eq!(claim.verdict, ClaimVerdict::Confirmed, "{claim:?}");
}

/// Kocsis, Szepesvári and Winands (2005), section 5.3, tiny: however often it is stopped, and on
/// however many threads, it comes to the same.
#[test]
fn rspsa_goes_on_where_it_was_stopped() {
    let paper = papers().iter().find(|paper| paper.name == "rspsa").unwrap();
    let work = |file: &str, threads: usize, most: u64| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file);
        let mut store = Store::open(&path).unwrap();
        let stop = AtomicBool::new(false);
        // Told from time to time.
        let told = AtomicU64::new(0);
        let watch = |_: &str, done: u64, of: u64| {
            assert!(done <= of, "{done} of {of}");
            let told = told.fetch_add(1, Ordering::Relaxed);
            stop.fetch_or(told >= most, Ordering::Relaxed);
        };
        let mut context = Context {
            registry: catalogue::shipped(),
            scale: Scale::Quick,
            changes: Changes {
                nodes: Some(8),
                iterations: Some(2),
                ..Changes::default()
            },
            store: &mut store,
            threads,
            stop: &stop,
            section: Some("5.3"),
            watch: &watch,
            done: &|_| {},
        };
        let worked = reproduce(paper, &mut context);
        worked.map(|reproduction| {
            assert_eq!((reproduction.scale, reproduction.parts.len()), ("quick", 1));
            // Quick size gives no verdict on learning.
            let claims = &reproduction.parts[0].finding.claims;
            assert!(
                claims
                    .iter()
                    .all(|claim| claim.verdict == ClaimVerdict::Undecided)
            );
            let (title, blocks) = (String::new(), reproduction.parts[0].finding.blocks.clone());
            markdown(&Document::new(title).blocks(blocks))
        })
    };
    for file in ["rspsa-whole.sqlite", "rspsa-stopped.sqlite"] {
        for end in ["", "-wal", "-shm"] {
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{file}{end}"));
            let _ = std::fs::remove_file(path);
        }
    }
    let whole = work("rspsa-whole.sqlite", 1, u64::MAX).unwrap();
    let mut stops: u64 = 0;
    let pieces = loop {
        // What is told depends on time: the first tries are short for a fast machine, and later ones last
        // longer, so that a busy one gets on too.
        match work("rspsa-stopped.sqlite", 2, 2 * (1 + stops)) {
            Ok(pieces) => break pieces,
            Err(error) => assert!(error.to_string().contains("goes on from there"), "{error}"),
        }
        stops += 1;
        assert!(stops < 40);
    };
    assert!(stops > 0, "it was never stopped");
    assert_eq!(pieces, whole);
    assert!(whole.contains("121 probabilities are tuned; 8 forward-model calls a decision, 320"));
}
