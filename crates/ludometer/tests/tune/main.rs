//! Tuning: the same bits on any number of threads and after any interruption, faults that say what
//! to do, and a bad start that becomes better where nothing was tuned.

#[path = "../common/mod.rs"]
mod common;

mod broken;
mod declared;
mod diagnostics;
mod killed;
mod luck;
mod mirrored;
mod moves;
mod outside;
mod schema;
mod spsa;
mod study;
mod tuners;

use common::Folder;
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::Size;
use ludometer::source::{Diagnostic, Span};
use ludometer::store::Store;
use ludometer::tune::{
    Arm, Phase, TuneError, TuneOptions, Tuned, Tuning, document, figures, find_study, tune,
};
use ludometer_report::{Style, html, markdown, terminal};
use std::sync::atomic::{AtomicBool, Ordering};

/// A value from opponents in turn, with a number, a whole number and a choice.
const VALUE: &str = r#"
title = "Lines"
game = "tic-tac-toe({side}, {side}, 3)"
agent = "depth(t={t}, leaf=weigh(open-lines={lines}), wins={wins})"
opponents = ["random", "depth(t=1, leaf=open-lines)"]
seed = 3
games = 240
quick = 60
held_out = 80
[parameters]
lines = { low = -2.0, high = 2.0, start = -1.0, width = 0.5 }
t = { kind = "integer", low = 1, high = 2, start = 1 }
wins = { kind = "choice", options = ["shortest", "any"] }
[scenarios]
side = [3, 4]
"#;

/// Tuned points meet each other.
const DUEL: &str = r#"
game = "tic-tac-toe"
agent = "depth(t=1, leaf=weigh(open-lines={lines}, points={points}))"
opponents = "self"
tuner = "spsa"
seed = 4
games = 120
held_out = 48
[parameters]
lines = { low = -2.0, high = 2.0, start = -1.0 }
points = { low = 0.1, high = 10.0, start = 1.0, log = true }
"#;

/// A puzzle, alone.
const PUZZLE: &str = r#"
game = "slide(k=3)"
start = "distance(6)"
moves = 12
agent = "depth(t=2, leaf=add(euclidean, {noise}))"
tuner = "rspsa-drift"
seed = 5
games = 900
held_out = 60
[parameters]
noise = { low = 0.0, high = 5.0, start = 0.2 }
"#;

/// Moves that a search judges.
const MOVES: &str = r#"
game = "tic-tac-toe(5, 5, 4)"
start = "walk(4)"
agent = "depth(t=1, leaf=weigh(open-lines={lines}))"
measure = "move-score"
tuner = "spsa"
seed = 6
games = 120
held_out = 40
[move_score]
judge = "pvs(t=3, leaf=open-lines, tt=8)"
budget = { steps = 400 }
positions = 24
win = 50.0
from = "random"
[parameters]
lines = { low = -2.0, high = 2.0, start = -1.0 }
"#;

const PLANS: [&str; 4] = [VALUE, DUEL, PUZZLE, MOVES];

fn read(text: &str, settings: &[&str]) -> Result<Tuning, Diagnostic> {
    let settings: Vec<String> = settings.iter().map(|text| text.to_string()).collect();
    let span = Span::whole("plan.toml", text);
    Tuning::read("plan", &span, &settings, &no_files, shipped())
}

/// Runs until it is over or `ends` says of the games played now that it should stop.
fn run(
    tuning: &Tuning,
    store: &mut Store,
    threads: usize,
    ends: impl Fn(u64) -> bool,
) -> Result<Tuned, TuneError> {
    let stop = AtomicBool::new(false);
    let mut first = None;
    let mut progress = |phase: &Phase<'_>| {
        if let Phase::Tuning { games, .. } = phase {
            let first = *first.get_or_insert(*games);
            stop.fetch_or(ends(games - first), Ordering::Relaxed);
        }
    };
    let options = TuneOptions {
        threads,
        stop: &stop,
        progress: &mut progress,
    };
    tune(tuning, Size::Full, store, options)
}

fn store(folder: &Folder, name: &str) -> Store {
    Store::open(&folder.path(name)).expect("the store opens")
}

fn bits(tuning: &Tuning, tuned: &Tuned) -> String {
    serde_json::to_string(&figures(tuning, tuned)).unwrap()
}

#[test]
fn one_thread_and_three_have_the_same_bits() {
    let folder = Folder::new("tune-threads");
    for (number, text) in PLANS.iter().enumerate() {
        let tuning = read(text, &[]).unwrap();
        let [one, three] = [1, 3].map(|threads| {
            let mut store = store(&folder, &format!("{number}-{threads}.sqlite"));
            bits(
                &tuning,
                &run(&tuning, &mut store, threads, |_| false).unwrap(),
            )
        });
        assert_eq!(one, three, "{text}");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let folder = Folder::new("tune-stopped");
    for (number, text) in PLANS.iter().enumerate() {
        let tuning = read(text, &[]).unwrap();
        let mut whole = store(&folder, &format!("{number}-whole.sqlite"));
        let whole = bits(&tuning, &run(&tuning, &mut whole, 2, |_| false).unwrap());
        let mut stops = 0;
        let parts = loop {
            let mut store = store(&folder, &format!("{number}-parts.sqlite"));
            match run(&tuning, &mut store, 2, |games| games > 20) {
                Ok(tuned) => break bits(&tuning, &tuned),
                Err(TuneError::Stopped { .. }) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 200, "it does not come to an end");
        };
        assert!(stops >= 2, "{stops} stops are too few");
        assert_eq!(parts, whole, "{text}");
    }
}

#[test]
fn a_finished_run_goes_on_with_more_games_and_not_with_fewer() {
    let folder = Folder::new("tune-extended");
    for text in [VALUE, DUEL] {
        let ends = ["a", "b"].map(|name| {
            let mut store = store(&folder, &format!("{name}-{}.sqlite", text.len()));
            run(&read(text, &[]).unwrap(), &mut store, 2, |_| false).unwrap();
            let more = read(text, &["games=400"]).unwrap();
            if name == "b" {
                // Stopped within a batch, given more games than before and then fewer again.
                let most = read(text, &["games=999"]).unwrap();
                assert!(run(&most, &mut store, 2, |_| true).is_err());
            }
            let tuned = run(&more, &mut store, 2, |_| false).unwrap();
            assert!(tuned.games <= 400 && tuned.games > 350, "{}", tuned.games);
            assert!(tuned.steps.windows(2).any(|w| w[0].budget != w[1].budget));
            let fewer = run(&read(text, &["games=100"]).unwrap(), &mut store, 1, |_| {
                false
            });
            let fault = fewer.err().expect("a refusal").to_string();
            assert!(fault.contains("which is more than 100"), "{fault}");
            bits(&more, &tuned)
        });
        assert_eq!(ends[0], ends[1], "{text}");
    }
}

/// Squares of Othello that are worth nothing to begin with.
const NOTHING: &str = r#"
game = "othello(size=6)"
start = "walk(4)"
agent = "depth(t=1, leaf=weigh(class-a1={corner}, class-b1={beside}, class-b2={before}))"
opponents = "self"
seed = 6
games = 800
held_out = 300
[parameters]
corner = { low = -1.0, high = 1.0, start = 0.0 }
beside = { low = -1.0, high = 1.0, start = 0.0 }
before = { low = -1.0, high = 1.0, start = 0.0 }
"#;

#[test]
fn a_bad_start_becomes_better_where_nothing_was_tuned() {
    let folder = Folder::new("tune-better");
    for opponents in ["opponents=self", "opponents=[\"random\"]"] {
        let tuning = read(NOTHING, &[opponents]).unwrap();
        let mut store = store(&folder, &format!("{}.sqlite", opponents.len()));
        let tuned = run(&tuning, &mut store, 2, |_| false).unwrap();
        let result = &tuned.held_out;
        assert!(tuned.tuned[0] > 0.2, "{:?}", tuned.tuned);
        assert!(result.p < 1e-4 && result.difference > 0.1, "{result:?}");
        let interval = result.interval.unwrap();
        assert!(interval.low > 0.0 && interval.contains(result.difference));
        let report = document(&tuning, &tuned);
        let text = terminal(&report, Style::default());
        for part in [
            "tuned is better",
            "corner",
            "-1 to 1",
            "The tuned agent: ",
            "held out",
            "< 0.0001",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(markdown(&report).contains("| parameter"), "no table");
        let page = html(&report);
        assert!(page.contains("<svg") && page.contains("Learning curve"));
        // The windows of the paper's figures; points that meet each other have another curve.
        let windows = "in windows of 15 and 10 batches";
        assert_eq!(text.contains(windows), !tuning.is_duel(), "{text}");
    }
}

/// Both points play the same games: a point beside itself differs by nothing at all.
#[test]
fn the_last_match_is_paired() {
    let folder = Folder::new("tune-paired");
    let tuning = read(PUZZLE, &["games=1", "tuner=spsa"]).unwrap();
    let mut store = store(&folder, "a.sqlite");
    let tuned = run(&tuning, &mut store, 2, |_| false).unwrap();
    assert_eq!(tuned.tuned, tuned.start);
    assert_eq!((tuned.held_out.difference, tuned.held_out.p), (0.0, 1.0));
    assert_eq!(tuned.held_out.start, tuned.held_out.tuned);
    let text = terminal(&document(&tuning, &tuned), Style::default());
    assert!(text.contains("the tuner recommends the start"), "{text}");
}

/// Another budget may ask other trials: answers to those of a batch that was not told must go.
#[test]
fn a_new_budget_forgets_answers_that_were_not_told() {
    let folder = Folder::new("tune-forgets");
    let mut store = store(&folder, "a.sqlite");
    let study = store.study("one").unwrap();
    let other = store.study("two").unwrap();
    let answers: Vec<(u64, f64)> = (0..6).map(|n| (n, n as f64 / 3.0)).collect();
    for study in [study, other] {
        store.write_answers(study, &answers).unwrap();
    }
    store.keep(study, "state", None, 4).unwrap();
    let there = |store: &Store, study| store.answers(study, 0, 7).unwrap().iter().flatten().count();
    assert_eq!((there(&store, study), there(&store, other)), (4, 6));
    assert_eq!(store.answers(study, 3, 2).unwrap(), [Some(1.0), None]);
    assert_eq!(store.state(study).unwrap().as_deref(), Some("state"));
    assert_eq!(store.study("one").unwrap(), study);
}

/// Answers whose numbers leave gaps are found with their numbers, in order, and stay as they were.
#[test]
fn answers_with_gaps_are_found_again() {
    let folder = Folder::new("tune-gaps");
    let mut store = store(&folder, "a.sqlite");
    let study = store.study("one").unwrap();
    let other = store.study("two").unwrap();
    assert_eq!(store.answered(study).unwrap(), []);
    store
        .write_answers(study, &[(900, 0.25), (7, -1.5)])
        .unwrap();
    store
        .write_answers(study, &[(7, 3.0), (8, f64::MAX)])
        .unwrap();
    store.write_answers(other, &[(1, 1.0)]).unwrap();
    assert_eq!(
        store.answered(study).unwrap(),
        [(7, -1.5), (8, f64::MAX), (900, 0.25)]
    );
}

#[test]
fn shipped_tunings_can_be_read() {
    for known in shipped().tunings() {
        let study = find_study(&known.name, &[], no_files, shipped());
        let study = study.unwrap_or_else(|fault| panic!("{fault}"));
        for Arm { tuning, .. } in &study.arms {
            assert!(
                tuning.quick < tuning.games && tuning.quick > 0,
                "{}",
                known.name
            );
            assert!(!tuning.title.is_empty() && !tuning.parameters().is_empty());
        }
    }
}
