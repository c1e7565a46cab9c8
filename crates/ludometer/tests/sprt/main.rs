//! Sequential tests in plans: error rates from rows to verdict, and the same verdict for any number of
//! threads, in parts, and after kills.

mod command_line;
#[path = "../common/mod.rs"]
mod common;

use common::Folder;
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::play::{Ending, Episode, SeatResult};
use ludometer::present::Results;
use ludometer::source::Span;
use ludometer::sprt::{PrefixTest, TestVerdict, halves};
use ludometer::store::Store;
use ludometer::tally::MemoryRows;
use proptest::prelude::*;
use serde_json::Value;
use std::process::Stdio;
use std::time::Duration;

const EQUALS: &str = r#"
title = "Equals"
seed = 5
game = "tic-tac-toe"
seats = ["random", "random"]

[sprt]
elo0 = 0
elo1 = 40
most = 3000
"#;

fn read(text: &str) -> Result<Plan, String> {
    let span = Span::whole("plan.toml", text);
    let registry = ludometer::catalogue();
    Plan::read("plan", &span, &[], &no_files, &registry)
        .map_err(|diagnostic| diagnostic.to_string())
}

fn plan(text: &str) -> Plan {
    read(text).unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

/// An episode with this score of the first seat, in halves of a point.
fn episode(halves: usize) -> Episode {
    let payoff = halves as f64 - 1.0;
    let seat = |payoff| SeatResult {
        payoff,
        ..SeatResult::default()
    };
    Episode {
        plies: 9,
        ending: Ending::Finished,
        seats: vec![seat(payoff), seat(-payoff)],
        record: None,
    }
}

/// Small dice: a 64-bit linear congruential generator, its upper bits.
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn outcome(&mut self, shares: &[f64]) -> usize {
        let mut left = self.share();
        for (outcome, share) in shares.iter().enumerate() {
            left -= share;
            if left < 0.0 {
                return outcome;
            }
        }
        shares.len() - 1
    }
}

/// Shares of outcomes, leaning so that they have this normalised Elo.
fn shares_at(base: &[f64], games: f64, elo: f64) -> Vec<f64> {
    let last = (base.len() - 1) as f64;
    let leaning = |x: f64| -> Vec<f64> {
        let weights = base.iter().enumerate();
        let weights: Vec<f64> = weights
            .map(|(i, share)| share * libm::exp(x * i as f64))
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    };
    let normalised = |shares: &[f64]| {
        let score = |i: usize| i as f64 / last;
        let mean: f64 = (0..shares.len()).map(|i| shares[i] * score(i)).sum();
        let variance: f64 = (0..shares.len())
            .map(|i| shares[i] * (score(i) - mean) * (score(i) - mean))
            .sum();
        (mean - 0.5) / (games * variance).sqrt() * 800.0 / libm::log(10.0)
    };
    let (mut low, mut high) = (-2.0, 2.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if normalised(&leaning(middle)) < elo {
            low = middle;
        } else {
            high = middle;
        }
    }
    leaning(low)
}

/// Two games with this many halves of a point together.
fn pair(halves: usize, dice: &mut Dice) -> [usize; 2] {
    match halves {
        0 => [0, 0],
        1 => [0, 1],
        // A win and a loss, or two draws.
        2 if dice.share() < 0.5 => [2, 0],
        2 => [1, 1],
        3 => [1, 2],
        _ => [2, 2],
    }
}

/// Thousands of tests, each from its rows: the error rates are held, the estimate after stopping is as
/// often too high as too low, its interval covers, and pairs beyond the last one are in no figure.
#[test]
fn error_rates_are_held_from_rows_to_verdict() {
    const TESTS: usize = 1000;
    let pairs = "[sprt]\nelo0 = 0\nelo1 = 80\nalpha = 0.1\nbeta = 0.05\nmost = 1000\n";
    let head = EQUALS.split("[sprt]").next().unwrap();
    for (mirror, base, games) in [
        (true, &[0.05, 0.2, 0.5, 0.2, 0.05][..], 2.0),
        (false, &[0.35, 0.3, 0.35][..], 1.0),
    ] {
        let plan = plan(&format!("{head}mirror = {mirror}\n{pairs}"));
        let count = plan.episodes;
        assert_eq!(count, if mirror { 2000 } else { 1000 });
        for (elo, seed) in [(0.0, 1), (40.0, 2), (80.0, 3)] {
            let (shares, mut dice) = (shares_at(base, games, elo), Dice(seed));
            let (mut accepted, mut rejected, mut above, mut covered) = (0, 0, 0, 0);
            for _ in 0..TESTS {
                let mut rows = Vec::new();
                // More than enough, so that there is something beyond.
                while rows.len() < 1000 {
                    let outcome = dice.outcome(&shares);
                    match mirror {
                        true => rows.extend(pair(outcome, &mut dice).map(episode)),
                        false => rows.push(episode(outcome)),
                    }
                }
                let rows: Vec<(u64, Episode)> = (0..).zip(rows).collect();
                let units = rows.len() as u64 / games as u64;
                let memory = MemoryRows {
                    cells: vec![rows],
                    ..MemoryRows::default()
                };
                let results = Results::of(&plan, count, memory).unwrap();
                let test = &results.tests[0];
                assert_eq!(test.units + test.beyond, units);
                assert_eq!(test.counts.iter().sum::<u64>(), test.units);
                assert_eq!(results.tallies[0].count(), test.units * games as u64);
                match test.verdict {
                    TestVerdict::AcceptElo1 => accepted += 1,
                    TestVerdict::AcceptElo0 => rejected += 1,
                    // Not all of the most units are there.
                    other => assert_eq!((other, test.beyond), (TestVerdict::Interrupted, 0)),
                }
                if let Some(estimate) = test.normalised_elo {
                    above += usize::from(estimate.value > elo);
                    covered += usize::from(estimate.low <= elo && elo <= estimate.high);
                }
            }
            let decided = accepted + rejected;
            assert!(decided >= TESTS - 2, "{elo}: {decided}");
            let rate = |count: usize| count as f64 / decided as f64;
            // Four standard errors of a simulation.
            let near = |share: f64, wanted: f64| {
                let slack = 4.0 * (wanted * (1.0 - wanted) / TESTS as f64).sqrt();
                assert!(
                    (share - wanted).abs() < slack + 0.01,
                    "{mirror} {elo}: {share} for {wanted}"
                );
            };
            match elo {
                0.0 => near(rate(accepted), 0.1),
                80.0 => near(rate(rejected), 0.05),
                _ => {}
            }
            near(rate(above), 0.5);
            near(rate(covered), 0.95);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(30),
        cases: 60,
        ..ProptestConfig::default()
    })]

    /// Whatever the order in which games are finished, the same pair ends the test in the same way.
    #[test]
    fn the_order_of_finishing_does_not_matter(
        scores in proptest::collection::vec(0_usize..3, 0..400),
        lean in 0_usize..3,
        order in any::<u64>(),
    ) {
        let plan = plan(EQUALS);
        let cell = &plan.cells[0];
        // Many tests lean to one side, so that they end.
        let scores: Vec<usize> = scores
            .iter()
            .enumerate()
            .map(|(at, score)| if at % 3 == 0 { lean } else { *score })
            .collect();
        let mut test = PrefixTest::new(&plan, cell).unwrap();
        for (number, score) in (0..).zip(&scores) {
            test.add(number, *score);
        }
        let mut numbers: Vec<usize> = (0..scores.len()).collect();
        let mut dice = Dice(order);
        for at in (1..numbers.len()).rev() {
            numbers.swap(at, (dice.share() * (at + 1) as f64) as usize);
        }
        let mut shuffled = PrefixTest::new(&plan, cell).unwrap();
        for number in numbers {
            shuffled.add(number as u64, scores[number]);
        }
        let of = |test: &PrefixTest| test.result(cell, 6000, 0.95);
        prop_assert_eq!(of(&test), of(&shuffled));
    }
}

#[test]
fn wins_draws_and_losses_are_halves_of_points() {
    assert_eq!([0, 1, 2].map(|n| halves(&episode(n))), [0, 1, 2]);
    let cut = Episode {
        ending: Ending::Truncated,
        ..episode(1)
    };
    assert_eq!(halves(&cut), 1);
}

/// What a run says of its tests, without what depends on how far threads were ahead.
fn tests(text: &str) -> Value {
    let mut read: Value = serde_json::from_str(text).unwrap();
    let schema = read["schema"].as_str().unwrap();
    assert!(schema.starts_with("ludometer/sprt-r"), "{schema}");
    let mut tests = read["data"]["tests"].take();
    for test in tests.as_array_mut().unwrap() {
        let gone = test.as_object_mut().unwrap().remove("beyond");
        assert!(gone.unwrap().is_u64());
    }
    tests
}

/// Two tests of different lengths.
const TWO: &str = r#"
seed = 7
game = "tic-tac-toe"
seats = ["flat({n})", "random"]
[vary]
n = [1, 2]
[sprt]
elo0 = 0
elo1 = 30
most = 4000
"#;

#[test]
fn threads_parts_and_resumption_change_nothing() {
    let folder = Folder::new("sprt-threads");
    folder.write("plan.toml", TWO);
    let run = |store: &str, threads: &str| {
        let told = folder.good(&[
            "run",
            "plan.toml",
            "--store",
            store,
            "--threads",
            threads,
            "--json",
            "-",
        ]);
        (tests(&told.out), told.played())
    };
    let (one, played) = run("one.sqlite", "1");
    let verdicts: Vec<&str> = one
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["verdict"].as_str().unwrap())
        .collect();
    assert!(
        verdicts
            .iter()
            .all(|verdict| verdict.starts_with("accept-elo")),
        "{one}"
    );
    assert!(played < 2 * 8000, "{played}: nothing was stopped");
    for threads in ["2", "5"] {
        let store = format!("{threads}.sqlite");
        assert_eq!(run(&store, threads).0, one, "{threads} threads");
        // What has ended is not played again.
        let (again, played) = run(&store, threads);
        assert_eq!((again, played), (one.clone(), 0));
    }
    // Parts of a smaller plan are played to their ends, and united they say the same.
    let parts = ["--set", "sprt.most=1500"];
    for part in ["1/2", "2/2"] {
        let store = format!("part{}.sqlite", &part[..1]);
        let run = ["run", "plan.toml", "--part", part, "--store", &store];
        folder.good(&[&run[..], &parts[..]].concat());
    }
    folder.good(&[
        "store",
        "merge",
        "part1.sqlite",
        "part2.sqlite",
        "--into",
        "all.sqlite",
    ]);
    let told = folder.good(&[
        "report",
        "plan.toml",
        "--store",
        "all.sqlite",
        "--json",
        "-",
    ]);
    assert_eq!(tests(&told.out), one);
    // The rows beyond are kept.
    let rows = folder.rows("plan.toml", "all.sqlite");
    assert_eq!(rows.lines().count(), 1 + 2 * 2 * 3000);
}

/// How many episodes a store has, as far as it can be read.
fn stored(folder: &Folder) -> u64 {
    let store = Store::open_to_read(&folder.path("a.sqlite")).ok();
    let summary = store.and_then(|store| store.summary().ok());
    summary.map_or(0, |summary| {
        summary.cells.iter().map(|cell| cell.episodes).sum()
    })
}

/// Killed again and again, a test ends with the same pair and says the same.
#[test]
fn a_killed_test_goes_on_where_it_was() {
    let folder = Folder::new("sprt-killed");
    let text = TWO
        .replace("elo1 = 30", "elo1 = 12")
        .replace("most = 4000", "most = 20000");
    folder.write("plan.toml", text);
    let told = folder.good(&[
        "run",
        "plan.toml",
        "--store",
        "whole.sqlite",
        "--threads",
        "1",
        "--json",
        "-",
    ]);
    let whole = tests(&told.out);
    let run = [
        "run",
        "plan.toml",
        "--store",
        "a.sqlite",
        "--threads",
        "2",
        "--json",
        "-",
    ];
    for _ in 0..5 {
        let before = stored(&folder);
        let mut child = folder
            .command(&run)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Killed as soon as there is something new; at the end there is nothing.
        while stored(&folder) == before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let told = folder.good(&["report", "plan.toml", "--store", "a.sqlite", "--json", "-"]);
        let tests = tests(&told.out);
        for (test, end) in tests
            .as_array()
            .unwrap()
            .iter()
            .zip(whole.as_array().unwrap())
        {
            match test["verdict"].as_str().unwrap() {
                // A test that is not at its end has no verdict and no estimate.
                "interrupted" => {
                    assert!(test["elo"].is_null() && test["normalised_elo"].is_null());
                }
                _ => assert_eq!(test, end),
            }
        }
    }
    let told = folder.good(&run);
    assert_eq!(tests(&told.out), whole);
}

/// A person who stops a test gets no verdict; more pairs than planned may be asked for.
#[test]
fn the_most_pairs_end_a_test_without_a_verdict() {
    let folder = Folder::new("sprt-most");
    folder.write("plan.toml", EQUALS.replace("elo1 = 40", "elo1 = 4"));
    let told = folder.wide(&["run", "plan.toml", "--set", "sprt.most=60"]);
    for part in [
        "undecided: no bound was reached",
        "60",
        "of 60 at most",
        "normalised Elo",
        "Log-likelihood ratio",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    // The same rows under a larger plan are a test that was stopped.
    let told = folder.wide(&["report", "plan.toml"]);
    for part in [
        "none: stopped before a bound was reached",
        "of 3000 at most",
        "no verdict and no estimate",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
}

#[test]
fn slips_in_tests_are_named() {
    for (part, by, says) in [
        ("most = 3000\n", "", "sprt needs the key `most`"),
        ("elo0 = 0\n", "", "sprt needs the key `elo0`"),
        ("elo1 = 40", "elo1 = -1", "finite and greater than elo0"),
        (
            "elo1 = 40",
            "elo1 = 40\nalpha = 0.6\nbeta = 0.5",
            "less than 1 - alpha",
        ),
        ("elo1 = 40", "elo1 = 40\nalpha = 0", "alpha"),
        (
            "elo1 = 40",
            "elo1 = 40\nmodel = \"bayes\"",
            "`model` cannot be `bayes`",
        ),
        ("most = 3000", "most = 0", "`most` cannot be 0"),
        ("most = 3000", "mots = 3000", "did you mean `most`?"),
        (
            "seed = 5",
            "episodes = 5",
            "`[sprt]` says how many games are played at most",
        ),
        (
            "seed = 5",
            "truncated = \"exclude\"",
            "cannot leave truncated games out",
        ),
        (
            "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]",
            "game = \"meteors\"\nseats = [\"random\"]",
            "a sequential test is for two seats, not 1",
        ),
    ] {
        assert!(EQUALS.contains(part), "{part}");
        let text = read(&EQUALS.replace(part, by)).map(|_| ()).unwrap_err();
        assert!(text.contains(says), "`{says}` is not in {text}");
    }
    let plain = plan(EQUALS);
    assert_eq!((plain.episodes, plain.quick), (6000, 6000));
    assert_eq!(plain.cells[0].group(), 2);
    assert_eq!(
        plan(&EQUALS.replace("seed = 5", "mirror = false")).episodes,
        3000
    );
}
