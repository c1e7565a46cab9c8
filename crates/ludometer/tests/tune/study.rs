//! Studies of several arms, parameter blocks, learners, named objectives and the sensitivity analysis.

use crate::common::Folder;
use crate::{DUEL, PUZZLE, VALUE, bits, read, run, store};
use ludometer::catalogue::shipped;
use ludometer::core::Stop;
use ludometer::define::no_files;
use ludometer::registry::{Answer, Evaluation, ObjectiveEntry, PreparedMatch, Registry};
use ludometer::source::{Diagnostic, Span};
use ludometer::tune::{Study, TuneError, Tuning, study_document};
use ludometer_report::markdown;

fn study(text: &str, settings: &[&str]) -> Result<Study, Diagnostic> {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let span = Span::whole("study.toml", text);
    Study::read("study", &span, &settings, &no_files, shipped())
}

const ARMS: &str = r#"
[[arms]]
name = "spsa"
tuner = "spsa"
[[arms]]
name = "random"
tuner = "random"
"parameters.noise" = { low = 0.0, high = 2.0, start = 0.5 }
[vary]
seed = [1, 2, 3]
"#;

fn arms() -> String {
    let puzzle = PUZZLE.replace("tuner = \"rspsa-drift\"\n", "");
    let (keys, parameters) = puzzle.split_once("[parameters]").unwrap();
    format!("{keys}[parameters]{parameters}{ARMS}")
}

#[test]
fn arms_and_seeds_are_compared_with_seeds_as_units() {
    let text = arms();
    let study = study(&text, &["games=40", "held_out=8", "sensitivity=0"]).unwrap();
    assert_eq!(study.arms.len(), 6);
    assert_eq!(study.names(), ["spsa", "random"]);
    let seeds: Vec<u64> = study.arms.iter().map(|arm| arm.tuning.seed).collect();
    assert_eq!(seeds, [1, 2, 3, 1, 2, 3]);
    assert_eq!(study.arms[0].tuning.start(), [0.2]);
    assert_eq!(study.arms[3].tuning.start(), [0.5]);
    let folder = Folder::new("tune-study");
    let mut store = store(&folder, "study.sqlite");
    let tuned = study.arms.iter();
    let tuned = tuned.map(|arm| run(&arm.tuning, &mut store, 1, |_| false).unwrap());
    let tuned: Vec<_> = tuned.collect();
    let report = markdown(&study_document(&study, &tuned));
    assert!(report.contains("the unit is a seed"), "{report}");
    let row = report.lines().find(|line| line.starts_with("| random"));
    assert!(row.is_some_and(|row| row.contains("| 3 |")), "{report}");
    assert!(report.contains("random, seed 2"), "{report}");
}

#[test]
fn one_arm_is_a_tuning_and_several_are_not() {
    let text = arms();
    let refused = read(&text, &[]).err().unwrap().to_string();
    assert!(refused.contains("a study of 6 arms"), "{refused}");
    let one = read(&text, &["arm=random", "vary={ seed = [9] }"]).unwrap();
    assert_eq!((one.seed, &one.tuner[..]), (9, "random"));
    // One seed for all repeats nothing.
    assert_eq!(study(&text, &["seed=4"]).unwrap().arms.len(), 2);
    for (settings, says) in [
        (&["arm=spas"][..], "did you mean `spsa`"),
        (&["arms=[]"], "lists no arm"),
        (&["arms=[{ tuner = \"spsa\" }]"], "name"),
        (&["vary={ seed = 3 }"], "a list of values"),
        (&["vary={ tuner = [\"spsa\"] }"], "a key of an arm already"),
        (&["vary={ arms = [[]] }"], "no arms of its own"),
    ] {
        let refused = study(&text, settings).err().unwrap().to_string();
        assert!(refused.contains(says), "{settings:?}: {refused}");
    }
}

const LEARNER: &str = r#"
game = "omaha"
agent = "valued(net={net}, samples=6)"
opponents = ["mcraise(samples=6)"]
measure = "payoff"
learner = "td(decks=3, samples=6, lessons=3, epochs=2)"
seed = 3
games = 18
held_out = 4
[parameters]
net = { block = "network" }
"#;

/// Stopped after every iteration, a learner comes to the same bits.
#[test]
fn a_learner_is_stopped_and_resumed() {
    let folder = Folder::new("tune-learner");
    let tuning = read(LEARNER, &[]).unwrap();
    assert_eq!(tuning.objective, "learning");
    let whole = run(&tuning, &mut store(&folder, "whole.sqlite"), 1, |_| false).unwrap();
    // What prepares is a step without trials, then three iterations of six hands.
    let spent: Vec<u64> = whole.steps.iter().map(|step| step.spent).collect();
    assert_eq!(spent, [0, 6, 12, 18]);
    assert_eq!(whole.means().len(), 3);
    assert_eq!(whole.point_before(0), &whole.steps[0].best[..]);
    assert_ne!(whole.point_before(0), &whole.start[..]);
    let mut stops = 0;
    let parts = loop {
        match run(&tuning, &mut store(&folder, "parts.sqlite"), 2, |games| {
            games >= 6
        }) {
            Ok(tuned) => break tuned,
            Err(TuneError::Stopped { .. }) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 20);
    };
    assert!(stops > 0);
    assert_eq!(bits(&tuning, &parts), bits(&tuning, &whole));
}

#[test]
fn blocks_learners_and_objectives_are_refused_by_name() {
    let says = |text: &str, settings: &[&str], says: &str| {
        let refused = read(text, settings).err().unwrap().to_string();
        assert!(refused.contains(says), "{settings:?}: {refused}");
    };
    let block = |name: &str| format!("parameters.net={{ block = \"{name}\" }}");
    says(LEARNER, &[&block("netwrok")], "did you mean `network`");
    says(LEARNER, &[&block("network(role=critic)")], "`critic`");
    says(
        LEARNER,
        &[&block("network(role=policy)")],
        "learns 181 numbers",
    );
    says(LEARNER, &["learner=tdd"], "td");
    says(LEARNER, &["tuner=spsa"], "a learner needs no tuner");
    says(LEARNER, &["objective=value"], "an objective of its own");
    says(VALUE, &["objective=learning"], "nothing learns here");
    says(VALUE, &["objective=duel"], "opponents = \"self\"");
    says(DUEL, &["objective=value"], "no value of their own");
    says(VALUE, &["objective=move-scor"], "did you mean `move-score`");
    says(VALUE, &["objective=move-score"], "move_score");
    assert_eq!(read(DUEL, &["objective=duel"]).unwrap().objective, "duel");
    assert_eq!(read(VALUE, &[]).unwrap().objective, "value");
}

/// An objective of another crate: short games.
struct Short(Box<dyn PreparedMatch>);

impl Evaluation for Short {
    fn answer(&self, episode: u64, _: Stop<'_>) -> Result<Answer, Diagnostic> {
        Ok((-f64::from(self.0.play(episode).plies)).into())
    }
}

fn registry() -> Registry {
    let mut registry = shipped().clone();
    let entry = ObjectiveEntry::new("short", "short@1", "few plies", |request| {
        Ok(Box::new(Short(request.prepare_match(None)?)))
    });
    registry.objective(entry.clone()).unwrap();
    assert!(registry.objective(entry.clone()).is_err());
    let mut renamed = entry;
    renamed.name = "brief".into();
    assert!(registry.objective(renamed).is_err());
    registry
}

#[test]
fn an_outside_objective_is_optimised() {
    let folder = Folder::new("tune-objective");
    let settings = ["objective=short".to_string(), "games=60".to_string()];
    let span = Span::whole("plan.toml", VALUE);
    let tuning = Tuning::read("plan", &span, &settings, &no_files, &registry()).unwrap();
    assert!(tuning.description().contains("short@1"));
    assert_eq!(
        (&tuning.objective[..], &tuning.result[..]),
        ("short", "score")
    );
    let tuned = run(&tuning, &mut store(&folder, "short.sqlite"), 2, |_| false).unwrap();
    // Between three and sixteen plies.
    let means = tuned.means();
    assert!(
        means.iter().all(|mean| (-16.0..=-3.0).contains(mean)),
        "{means:?}"
    );
}

/// A book of one position in which the first player mates at once: every game of the tuning has one ply.
#[test]
fn a_book_of_openings_begins_the_games_of_a_tuning() {
    let text = "game = 'chess'\nagent = 'pvs(t=2, leaf=add(material, {noise}))'\nopponents = ['pvs(t=2)']\nobjective = 'short'\nmoves = 8\ngames = 12\nheld_out = 8\nsensitivity = 0\ntuner = 'random'\nopenings = { file = 'book.epd' }\n[parameters]\nnoise = { low = 0.0, high = 0.5, start = 0.1 }\n";
    let load = |name: &str| match name {
        "book.epd" => Ok("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n".to_string()),
        "other.epd" => Ok("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1\n".to_string()),
        _ => Err(std::io::Error::other("no such file")),
    };
    let read = |settings: &[&str]| {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let span = Span::whole("plan.toml", text);
        Tuning::read("plan", &span, &settings, &load, &registry())
    };
    let folder = Folder::new("tune-book");
    let tuning = read(&[]).unwrap();
    let tuned = run(&tuning, &mut store(&folder, "book.sqlite"), 2, |_| false).unwrap();
    assert!(
        tuned.means().iter().all(|&mean| mean == -1.0),
        "{:?}",
        tuned.means()
    );
    // The book is part of what a run is known by.
    let other = read(&["openings={ file = 'other.epd' }"]).unwrap();
    assert_ne!(other.description(), tuning.description());
    for (settings, says) in [
        ("openings={ file = 'none.epd' }", "cannot be read"),
        (
            "openings={ file = 'book.epd', order = 'sequential' }",
            "cannot be `sequential`",
        ),
        ("start='walk(2)'", "not both"),
    ] {
        let refused = read(&[settings]).err().unwrap().to_string();
        assert!(refused.contains(says), "{settings}: {refused}");
    }
}

/// Noise that ruins a player is shown to matter, and the value is bracketed where moving is worse.
#[test]
fn sensitivity_says_what_matters() {
    let folder = Folder::new("tune-sensitivity");
    let settings = ["games=40", "sensitivity=600", "tuner=random"];
    let tuning = read(PUZZLE, &settings).unwrap();
    let tuned = run(&tuning, &mut store(&folder, "s.sqlite"), 2, |_| false).unwrap();
    let [found] = &tuned.sensitivity[..] else {
        panic!("one parameter is moved");
    };
    assert!((1..=2).contains(&found.shifts.len()));
    for shift in &found.shifts {
        assert!((shift.value - tuned.tuned[0]).abs() <= 0.5 + 1e-9);
        let interval = shift.interval.unwrap();
        assert!(interval.low <= shift.difference && shift.difference <= interval.high);
        assert!((0.0..=1.0).contains(&shift.p));
    }
    let none = read(PUZZLE, &["games=40", "sensitivity=0"]).unwrap();
    let none = run(&none, &mut store(&folder, "n.sqlite"), 1, |_| false).unwrap();
    assert!(none.sensitivity.is_empty());
}
