//! What is played stays what it was: golden rows, and versions that say when it did not.

mod common;

use common::Folder;
use ludometer::catalogue::shipped;
use ludometer::golden::{GoldenChanges, GoldenLine, lines};
use ludometer::source::Span;
use ludometer::spec::Spec;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Knobs that cannot be turned by a rule, or whose turning no row shows, each with its reason.
const UNTURNED: &[(&str, &str)] = &[
    (
        "mia@1 wins",
        "the search is that of `pvs`, where it shows; random play seldom corners `mia`",
    ),
    (
        "norm-minus@1 a",
        "the order of 1 - U[0, a] / e is that of U[0, 1] / e",
    ),
    (
        "norm-plus@1 a",
        "the order of 1 + U[0, a] / e is that of U[0, 1] / e",
    ),
    (
        "policy@1 odds",
        "the model is that of `valued`, where it shows",
    ),
    (
        "uct@2 threads",
        "the decision is the same for any number of threads",
    ),
];

/// One test, so that everything is played once.
#[test]
fn golden_rows() {
    let folder = Folder::new("golden");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let lines =
        lines(shipped(), &folder.path(""), threads).unwrap_or_else(|error| panic!("{error}"));
    every_entry_has_a_line(&lines);
    every_parameter_shows(&lines);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/rows.txt");
    let file = std::fs::read_to_string(file).expect("golden/rows.txt is there");
    let changes = GoldenChanges::between(&file, &lines);
    assert!(
        changes.is_empty(),
        "{changes}`bash scripts/golden` renews the file where versions were raised"
    );
}

/// Every game, and every agent, evaluator, start and measure of it, is named in some line.
fn every_entry_has_a_line(lines: &[GoldenLine]) {
    let abouts: BTreeSet<(&str, &str)> = lines
        .iter()
        .map(|line| (line.kind, line.about.split(' ').next().unwrap()))
        .collect();
    for entry in shipped().games() {
        let played = lines.iter().filter(|line| line.kind == "game");
        let played = played.filter(|line| line.subject.contains(&format!("game {}", entry.id)));
        assert_eq!(played.count(), entry.examples.len(), "{}", entry.name);
        for example in &entry.examples {
            let spec = Spec::parse(&Span::whole("game", example)).unwrap();
            let (game, _) = shipped().open(&spec).unwrap();
            for (kind, listed) in game.names() {
                // What a program from outside plays is not for us to promise.
                if listed.name == "engine" {
                    continue;
                }
                let known = abouts.contains(&(kind, listed.id.as_str()));
                assert!(
                    known,
                    "{kind} {} of {example} has no golden row",
                    listed.name
                );
            }
        }
    }
    let tuners = lines.iter().filter(|line| line.kind == "tuner").count();
    assert_eq!(tuners, 2 * ludometer_tune::METHODS.len());
    let named = |kind: &str| lines.iter().filter(|line| line.kind == kind).count();
    assert_eq!(named("plan"), shipped().plans().len());
    // One line for each arm of a study.
    let tunings = lines.iter().filter(|line| line.kind == "tuning");
    let tunings: BTreeSet<&str> = tunings.map(|line| line.about.as_str()).collect();
    assert_eq!(tunings.len(), shipped().tunings().len());
}

/// A parameter that is turned changes rows somewhere, or nothing would notice if it stopped working.
fn every_parameter_shows(lines: &[GoldenLine]) {
    let mut shown: BTreeMap<&str, bool> = BTreeMap::new();
    let turnable = ["agent", "evaluator"];
    for line in lines.iter().filter(|line| turnable.contains(&line.kind)) {
        let Some((entry, _)) = line.about.split_once(' ') else {
            continue;
        };
        let game = |line: &GoldenLine| line.subject.split(';').next().unwrap().to_string();
        let bases = lines.iter().filter(|base| {
            (base.kind, base.about.as_str()) == (line.kind, entry) && game(base) == game(line)
        });
        let differs = bases.clone().count() > 0 && bases.clone().all(|base| base.hash != line.hash);
        *shown.entry(&line.about).or_default() |= differs;
    }
    let excused: BTreeSet<&str> = UNTURNED.iter().map(|(param, _)| *param).collect();
    let silent = shown
        .iter()
        .filter(|(_, shown)| !**shown)
        .map(|(param, _)| *param);
    assert_eq!(silent.collect::<BTreeSet<&str>>(), excused);
}
