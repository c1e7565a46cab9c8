//! Intervals that are looked at before the planned number of episodes, and how often intervals hold the truth.

use super::{Rows, cell, looked_at, mark, paid, places, plan, tables, texts, won_of};
use ludometer::bench::coverage::{Simulated, SplitMix64, Truth, simulated};
use ludometer::options::RunOptions;
use ludometer::plan::{Cell, Plan};
use ludometer::present::{CellVerdict, Results, TableVerdict};
use ludometer::run::run;
use ludometer::store::Store;
use ludometer::tally::AnalysisStage;
use ludometer_report::{Estimate, Mark, Table};
use std::sync::atomic::AtomicBool;

fn estimate(table: &Table, row: usize, column: usize) -> Estimate {
    table
        .cell(row, column)
        .and_then(|cell| cell.estimate)
        .expect("an estimate")
}

fn width(estimate: &Estimate) -> f64 {
    estimate.high.unwrap() - estimate.low.unwrap()
}

const WINS: &str = "[[tables]]\nname = \"wins\"\nrows = \"place\"\ncolumns = \"who\"\n";

/// The same rows, looked at in three ways.
#[test]
fn an_early_look_has_a_wider_interval_and_says_so() {
    let seen = |look: AnalysisStage, keys: &str, rows: fn() -> Rows| {
        let plan = places(&format!("{WINS}{keys}"));
        let results = looked_at(&plan, look, |_| rows());
        tables(&results).0.remove(0)
    };
    let shares = || won_of(12, 20);
    let means = || paid(&[1.0, 2.0, 3.0, 6.0, 2.0, 1.0, 0.0, 2.0, 4.0, 3.0].repeat(8));
    for (keys, rows, fixed, any) in [
        ("", shares as fn() -> Rows, "wilson", "anytime"),
        ("value = \"payoff\"", means, "student", "anytime asymptotic"),
    ] {
        let planned = seen(AnalysisStage::Planned, keys, rows);
        let early = seen(AnalysisStage::Early, keys, rows);
        let (a, b) = (estimate(&planned, 0, 1), estimate(&early, 0, 1));
        assert_eq!((a.interval, b.interval), (fixed, any));
        assert_eq!((a.value, a.n, a.units), (b.value, b.n, b.units));
        assert!(b.low < a.low && a.high < b.high, "{a:?} {b:?}");
        assert!(width(&b) < 4.0 * width(&a), "{a:?} {b:?}");
        assert!(!planned.notes[0].contains("anytime"), "{:?}", planned.notes);
        assert!(early.notes[0].contains("in brackets anytime 95 % intervals"));
        assert!(early.notes[0].contains("not all of the planned 20 episodes"));
        let changed = seen(AnalysisStage::Changed, keys, rows);
        assert_eq!(estimate(&changed, 0, 1), b);
        assert!(changed.notes[0].contains("the number of episodes was changed"));
    }
}

/// Tests have no p before the planned number; the sign of a paired difference needs its anytime interval.
#[test]
fn tests_wait() {
    let rows = |who: &str| match who {
        "A" => won_of(10, 100),
        "B" => won_of(60, 100),
        _ => won_of(18, 100),
    };
    let seen = |look: AnalysisStage, keys: &str| {
        let plan = places(&format!(
            "[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\n{keys}"
        ));
        let results = looked_at(&plan, look, |of| rows(of.variable("who").unwrap()));
        tables(&results).0.remove(0)
    };
    let (planned, early) = (
        seen(AnalysisStage::Planned, "kind = \"compare\""),
        seen(AnalysisStage::Early, "kind = \"compare\""),
    );
    assert_eq!(texts(&planned, 0)[4], "all");
    assert_eq!([2, 4, 6].map(|at| texts(&early, 0)[at]), ["", "", ""]);
    let notes = early.notes.join("\n");
    assert!(
        notes.contains("6 of 6 tests wait for the planned number"),
        "{notes}"
    );
    // 8 differences of 100 are enough at the planned number (p = 2 / 2^8, by Holm twice that), and not for an
    // early look that is shared among four comparisons; 50 are.
    let effect = "kind = \"effect\"\nagainst = \"A\"\nsignificance = 0.05";
    let (planned, early) = (
        seen(AnalysisStage::Planned, effect),
        seen(AnalysisStage::Early, effect),
    );
    assert_eq!([1, 2].map(|at| cell(&planned, 0, at).0), ["+", "+"]);
    assert_eq!([1, 2].map(|at| cell(&early, 0, at).0), ["+", "≈"]);
    assert_eq!(mark(&early, 0, 1), Mark::None);
    assert!(
        early
            .notes
            .join("\n")
            .contains("signs are by anytime intervals")
    );
}

/// A choice that looks good too early is shown without its p, on both parts.
#[test]
fn choices_wait() {
    let plan = places(
        "level = [0, 1]\n[[tables]]\nname = \"t\"\nkind = \"best\"\nagainst = \"A\"\nchoose = { level = [0] }\ncheck = { level = [1] }\nrows = \"place\"\ncolumns = \"who\"\n",
    );
    let rows = |of: &Cell| match of.variable("who") {
        Some("B") => won_of(18, 20),
        _ => won_of(4, 20),
    };
    let seen = |look| tables(&looked_at(&plan, look, rows)).0.remove(0);
    let (planned, early) = (seen(AnalysisStage::Planned), seen(AnalysisStage::Early));
    for column in [3, 7] {
        let p = planned.cell(0, column).and_then(|cell| cell.value);
        assert!(p.unwrap() < 0.05);
        let waits = early.cell(0, column).unwrap();
        assert_eq!((waits.text.as_str(), waits.value), ("waits", None));
    }
}

/// A published table is judged at the planned number of episodes and at no other.
#[test]
fn verdicts_wait() {
    let plan = places(
        "[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\npublished_episodes = 100\npublished = [[0.5, 0.6, 0.1], [0.5, 0.6, 0.1]]\n",
    );
    let judged = |look: AnalysisStage| {
        let results = looked_at(&plan, look, |of| match of.variable("who") {
            Some("A") => won_of(10, 20),
            Some("B") => won_of(12, 20),
            _ => won_of(2, 20),
        });
        tables(&results).1.remove(0)
    };
    let planned = judged(AnalysisStage::Planned);
    assert_eq!(planned.count(CellVerdict::Consistent), 6);
    assert!(planned.test.is_some());
    for (look, said) in [
        (
            AnalysisStage::Early,
            "not all of the planned episodes were played",
        ),
        (AnalysisStage::Changed, "the number of episodes was changed"),
    ] {
        let waits = judged(look);
        assert_eq!(waits.verdict, TableVerdict::CannotTell);
        assert_eq!(waits.count(CellVerdict::CannotBeJudged), 6);
        assert!(waits.test.is_none() && waits.cells.iter().all(|cell| cell.p_holm.is_none()));
        let words = waits.words();
        assert!(words.contains(&format!("cannot tell ({said}")), "{words}");
    }
}

/// The least share of hits that `samples` samples would show in all but one of ten thousand trials if the
/// true coverage were `coverage`.
fn least(coverage: f64, samples: f64) -> f64 {
    coverage - 3.9 * (coverage * (1.0 - coverage) / samples).sqrt()
}

fn held(
    simulated: &Simulated,
    truths: &[Truth],
    (units, samples): (usize, u32),
    dice: &mut SplitMix64,
) -> Vec<f64> {
    let fixed = (units, AnalysisStage::Planned);
    let held = truths.iter();
    held.map(|truth| simulated.coverage(truth, fixed, samples, dice).0)
        .collect()
}

/// From rows to the figures of tables: 93 to 97 % averaged over the truths, and at least 90 % of every one from
/// 30 units on, as far as so few samples can tell. `ludometer bench coverage` has more of them.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let mut dice = SplitMix64::new(5);
    for simulated in simulated() {
        for (units, samples) in [(10, 150), (30, 150), (100, 60)] {
            let size = (units, samples);
            let all = held(&simulated, &simulated.truths, size, &mut dice);
            let rare = held(&simulated, &simulated.rare, size, &mut dice);
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            let samples = f64::from(samples);
            let total = samples * all.len() as f64;
            let name = simulated.name;
            assert!(mean >= least(0.93, total), "{name} of {units}: {mean}");
            assert!(
                1.0 - mean >= least(0.03, total),
                "{name} of {units}: {mean}"
            );
            let worst = all.iter().chain(&rare).copied().fold(1.0, f64::min);
            let bound = if units < 30 { 0.80 } else { 0.90 };
            assert!(worst >= least(bound, samples), "{name} of {units}: {worst}");
        }
    }
}

/// A hundred looks at one run: the anytime interval misses in at most one run of twenty, where the fixed one,
/// looked at as often, misses in every third.
#[test]
fn anytime_intervals_survive_a_hundred_looks() {
    let mut dice = SplitMix64::new(6);
    let simulated = simulated();
    for (at, truth, runs) in [(0, 6, 30), (1, 0, 20), (3, 2, 40), (4, 3, 20)] {
        let of = &simulated[at];
        let looks = ((100, 5), AnalysisStage::Early);
        let held = of.coverage_of_looks(&of.truths[truth], looks, runs, &mut dice);
        assert!(held >= least(0.95, f64::from(runs)), "{}: {held}", of.name);
    }
}

/// A store decides how a report looks at its rows: too few of them, as many as planned, or after the plan had
/// another number of episodes.
#[test]
fn a_store_says_how_its_rows_are_looked_at() {
    let of = |episodes: u64, quick: u64| {
        plan(&format!(
            "game = \"kuhn\"\nseats = [\"{{who}}\", \"random\"]\nepisodes = {episodes}\nquick = {quick}\n\
             [vary]\nwho = [\"random\"]\n[[tables]]\nname = \"t\"\nrows = \"who\"\n"
        ))
    };
    let file = format!("ludometer-looks-{}.sqlite", std::process::id());
    let path = std::env::temp_dir().join(file);
    let mut store = Store::open(&path).unwrap();
    let mut played = |plan: &Plan, count: u64| {
        let options = RunOptions {
            threads: 1,
            stop: &AtomicBool::new(false),
            progress: &mut |_, _| {},
        };
        run(plan, count, &mut store, options).unwrap();
        let interval = |count: u64| {
            let results = Results::read(plan, count, &store).unwrap();
            let table = tables(&results).0.remove(0);
            (estimate(&table, 0, 1).interval, table.notes.join("\n"))
        };
        (interval(plan.quick), interval(plan.episodes))
    };
    // The quick size is played: it is as planned, and for the full size it is early.
    let (quick, full) = played(&of(40, 20), 20);
    assert_eq!((quick.0, full.0), ("wilson", "anytime"));
    assert!(full.1.contains("not all of the planned 40 episodes"));
    // The full size is played.
    let (quick, full) = played(&of(40, 20), 40);
    assert_eq!((quick.0, full.0), ("wilson", "wilson"));
    // The plan is extended: neither number was fixed beforehand.
    let (quick, full) = played(&of(60, 20), 60);
    assert_eq!((quick.0, full.0), ("anytime", "anytime"));
    assert!(full.1.contains("the number of episodes was changed"));
    drop(store);
    std::fs::remove_file(&path).unwrap();
}
