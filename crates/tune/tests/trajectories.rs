//! Where every method goes on one landscape, on file: whatever a tuner computes shows in where it goes.

use ludometer_tune::{METHODS, Method, Objective, Parameter, Space, Task, Trial};
use std::fmt::Write;
use std::path::Path;

/// A share, a rate on a logarithmic scale, a whole number and a way. The share is best at 0.6, the rate
/// at 2, the number at 6, and the last way of three.
fn space() -> Space {
    Space::new(vec![
        Parameter::real("share", 0.0, 1.0, 0.3),
        Parameter::real("rate", 0.01, 100.0, 1.0).log(),
        Parameter::integer("number", 1, 9, 3),
        Parameter::choice("way", 3, 0),
    ])
    .unwrap()
}

fn worth(point: &[f64]) -> f64 {
    let [share, rate, number, way] = point else {
        panic!("four parameters")
    };
    let off = [
        2.0 * (share - 0.6),
        0.3 * libm::log(rate / 2.0),
        0.1 * (number - 6.0),
    ];
    0.1 * way - off.iter().map(|x| x * x).sum::<f64>()
}

/// What a trial is worth, with the luck of its scenario, which turns round where it is mirrored. Small
/// differences are draws.
fn answer(trial: Trial<'_>) -> f64 {
    let luck = (trial.scenario.wrapping_mul(2_654_435_761) % 1000) as f64 / 1000.0 - 0.4995;
    let luck = if trial.mirrored { -luck } else { luck };
    let worth = worth(trial.point) - trial.against.map_or(0.0, worth) + 0.3 * luck;
    if worth.abs() < 0.01 { 0.0 } else { worth }
}

fn show(point: &[f64]) -> String {
    let numbers = point.iter().map(|x| format!("{x:.8}"));
    numbers.collect::<Vec<_>>().join(" ")
}

/// The first six batches, the last, and how many there were.
fn trajectory(name: &str, objective: Objective) -> String {
    let budget = match name {
        "rspsa-om" | "rspsa-ef" | "rspsa-pol" | "rspsa-ms" | "fdsa-om" => 160_000,
        "rspsa-gr" => 8_000,
        _ => 3_000,
    };
    let task = Task {
        space: space(),
        objective,
        budget,
        seed: 11,
    };
    let mut tuner = Method::named(name).unwrap().start(task).unwrap();
    let mut text = format!("\n{name}, {objective:?}\n");
    let mut batches = 0;
    loop {
        let batch = tuner.ask();
        if batch.is_empty() {
            break;
        }
        let answers: Vec<f64> = batch.trials().map(answer).collect();
        // A point that was asked about shows how far it perturbs, and scenarios which are new.
        let Trial {
            point, scenario, ..
        } = batch.trial(batch.len() - 1);
        let asked = format!("{} in {scenario}", show(point));
        tuner.tell(&answers).unwrap();
        batches += 1;
        if batches <= 6 {
            let best = show(&tuner.best());
            writeln!(text, "{:6} asked {asked}  best {best}", batch.len()).unwrap();
        }
    }
    writeln!(
        text,
        "{:6} spent in {batches}: {}",
        tuner.spent(),
        show(&tuner.best())
    )
    .unwrap();
    text
}

/// `RECORD=1 cargo test -p ludometer-tune --test trajectories` writes the file anew; look at the
/// difference before you commit it.
#[test]
fn every_method_goes_where_it_went() {
    let mut text = String::from(
        "# Trials of a batch, the last point asked about and its scenario, and the best.\n",
    );
    for (name, _) in METHODS {
        for objective in [Objective::Value, Objective::Duel] {
            text += &trajectory(name, objective);
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/trajectories.txt");
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).expect("the file is there: run with RECORD=1");
    for (line, (now, then)) in text.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(now, then, "line {}", line + 1);
    }
    assert_eq!(text.len(), recorded.len(), "the list is shorter or longer");
}

/// All but the plainest end nearer to the top than they began.
#[test]
fn methods_climb() {
    for (name, _) in METHODS {
        for objective in [Objective::Value, Objective::Duel] {
            let text = trajectory(name, objective);
            let last = text.trim_end().rsplit(": ").next().unwrap();
            let point: Vec<f64> = last.split(' ').map(|x| x.parse().unwrap()).collect();
            let (start, end) = (worth(&space().start()), worth(&point));
            assert!(end > start, "{name}: {start} to {end} at {last}");
        }
    }
}
