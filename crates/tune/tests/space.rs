//! Parameters and points.

use ludometer_tune::{
    Method, Objective, Parameter, ParameterKind, ParameterScale, Saved, Space, Task, Tuner,
};
use proptest::prelude::*;

fn refused(parameters: Vec<Parameter>, words: &[&str]) {
    let fault = Space::new(parameters).unwrap_err().to_string();
    for word in words {
        assert!(fault.contains(word), "{fault} does not say {word}");
    }
}

#[test]
fn faults_name_the_parameter_what_is_wrong_and_what_would_be_right() {
    let real = Parameter::real;
    refused(vec![], &["no parameters", "at least one"]);
    refused(
        vec![real("a", 0.0, 1.0, 0.5), real("a", 0.0, 2.0, 0.5)],
        &["two parameters `a`"],
    );
    refused(
        vec![real("a", 1.0, 1.0, 1.0)],
        &["`a`", "[1, 1]", "low must be below high"],
    );
    refused(vec![real("a", 2.0, 1.0, 1.5)], &["`a`", "[2, 1]"]);
    refused(
        vec![real("a", 0.0, f64::NAN, 1.0)],
        &["`a`", "high is NaN", "finite"],
    );
    refused(
        vec![real("a", f64::NEG_INFINITY, 1.0, 0.0)],
        &["low is -inf"],
    );
    refused(vec![real("a", -1e308, 1e308, 0.0)], &["too long"]);
    refused(
        vec![real("a", 0.0, 1.0, 2.0)],
        &["`a`", "start 2", "[0, 1]"],
    );
    refused(
        vec![real("a", 0.0, 1.0, 0.5).log()],
        &["`a`", "no logarithm", "above 0"],
    );
    refused(
        vec![real("a", 0.0, 1.0, 0.5).width(0.0)],
        &["`a`", "width is 0", "positive"],
    );
    refused(vec![Parameter::choice("a", 1, 0)], &["`a`", "[0, 0]"]);
    refused(vec![Parameter::choice("a", 2, 2)], &["start 2 is outside"]);
    refused(
        vec![Parameter::choice("a", 2000, 2)],
        &["2000 options", "at most 1000"],
    );
    let half = Parameter {
        kind: ParameterKind::Integer,
        ..real("a", 0.0, 1.5, 1.0)
    };
    refused(vec![half], &["`a`", "high 1.5", "whole"]);
}

fn parameter() -> impl Strategy<Value = Parameter> {
    let range = (-100i32..100, 1i32..200, 0.0..=1.0f64, 0u8..4, 0.01..10.0f64);
    range.prop_map(|(low, length, share, kind, width)| {
        let start = low + (share * f64::from(length)) as i32;
        let positive = |value: i32| f64::from(value + 101);
        match kind {
            0 => Parameter::integer("p", low, low + length, start),
            1 => Parameter::choice("p", length as u32 + 1, (start - low) as u32),
            2 => Parameter::real("p", positive(low), positive(low + length), positive(start)).log(),
            _ => Parameter::real("p", low.into(), (low + length).into(), start.into()).width(width),
        }
    })
}

proptest! {
    #[test]
    fn the_start_means_itself(parameter in parameter()) {
        let start = parameter.start;
        let space = Space::new(vec![parameter]).unwrap();
        let settled = space.settle(&space.origin())[0];
        prop_assert!((settled - start).abs() <= 1e-9 * start.abs().max(1.0), "{settled} {start}");
    }

    #[test]
    fn a_space_survives_being_written(parameter in parameter()) {
        let space = Space::new(vec![parameter]).unwrap();
        let text = serde_json::to_string(&space).unwrap();
        prop_assert_eq!(serde_json::from_str::<Space>(&text).unwrap(), space);
    }
}

fn task(parameters: Vec<Parameter>, budget: u64) -> Task {
    Task {
        space: Space::new(parameters).unwrap(),
        objective: Objective::Duel,
        budget,
        seed: 3,
    }
}

/// RSPSA (GR) perturbs by 0.005 / 0.7 of 18 here: 0.129 to either side of 18. One draw for both
/// sides separates them by 1 in 0.257 of the pairs and never by 2, as draws of their own would.
#[test]
fn integers_are_rounded_at_random_and_alike_on_both_sides() {
    let whole = Parameter::integer("n", 0, 36, 18);
    let batch = Method::named("rspsa-gr")
        .unwrap()
        .start(task(vec![whole], 500))
        .unwrap()
        .ask();
    let gaps = batch.trials().map(|trial| {
        let against = trial.against.unwrap();
        (trial.point[0] - against[0]).abs()
    });
    let gaps: Vec<f64> = gaps.collect();
    assert!(gaps.iter().all(|&gap| gap == 0.0 || gap == 1.0), "{gaps:?}");
    let share = gaps.iter().sum::<f64>() / 500.0;
    assert!((share - 0.257).abs() < 0.08, "{share}");
}

/// Options are drawn by preference: first the start most often, in the end the better one.
#[test]
fn choices_go_to_the_better_option() {
    let mut tuner = Method::default()
        .start(task(vec![Parameter::choice("c", 4, 0)], 4000))
        .unwrap();
    assert_eq!(tuner.best(), [0.0]);
    loop {
        let batch = tuner.ask();
        if batch.is_empty() {
            break;
        }
        let worth = |point: &[f64]| if point[0] == 2.0 { 1.0 } else { 0.0 };
        let answers = batch
            .trials()
            .map(|t| worth(t.point) - t.against.map_or(0.0, worth));
        let answers: Vec<f64> = answers.collect();
        tuner.tell(&answers).unwrap();
    }
    assert_eq!(tuner.best(), [2.0]);
}

#[test]
fn a_saved_state_that_does_not_fit_together_is_refused() {
    let method = Method::default();
    let tuner = method.start(task(vec![Parameter::real("x", 0.0, 1.0, 0.5)], 100));
    let mut saved = serde_json::to_value(tuner.unwrap().save()).unwrap();
    saved["state"]["theta"] = serde_json::json!(["0.1", "0.2"]);
    let saved: Saved = serde_json::from_value(saved).unwrap();
    let fault = method.restore(&saved).err().unwrap().to_string();
    assert!(fault.contains("2 values of `theta` and needs 1"), "{fault}");
}

#[test]
fn a_saved_state_of_another_method_is_refused() {
    let task = task(vec![Parameter::real("x", 0.0, 1.0, 0.5)], 100);
    let random = Method::named("random").unwrap();
    let saved = random.start(task).unwrap().save();
    let other = Method::named("cma-es").unwrap();
    assert_eq!(
        other.restore(&saved).err().unwrap().to_string(),
        "the saved tuner is `random-search@1(candidates=10, scenarios=0)`, and not \
         `cma-es@1(population=0, scenarios=0, spread=0.2)`: restore it with the tuner and settings that \
         wrote it, or begin anew"
    );
}

/// A run may be given more trials when it is over, and goes on.
#[test]
fn a_run_can_be_extended() {
    for name in ["default", "spsa-fishtest", "cma-es", "random"] {
        let parameter = Parameter::real("x", 0.1, 10.0, 0.5).log();
        assert_eq!(parameter.scale, ParameterScale::Log);
        let mut tuner = Method::named(name)
            .unwrap()
            .start(task(vec![parameter], 2000))
            .unwrap();
        let finish = |tuner: &mut dyn Tuner| {
            loop {
                let batch = tuner.ask();
                if batch.is_empty() {
                    return tuner.spent();
                }
                let worth = |point: &[f64]| -libm::pow(point[0] - 3.0, 2.0);
                let answers = batch
                    .trials()
                    .map(|t| worth(t.point) - t.against.map_or(0.0, worth));
                let answers: Vec<f64> = answers.collect();
                tuner.tell(&answers).unwrap();
            }
        };
        let spent = finish(tuner.as_mut());
        assert!(spent > 1000 && spent <= 2000, "{name}: {spent}");
        tuner.extend(4000);
        let spent = finish(tuner.as_mut());
        assert!(spent > 3000 && spent <= 4000, "{name}: {spent}");
        assert!(
            (tuner.best()[0] - 3.0).abs() < 1.5,
            "{name}: {:?}",
            tuner.best()
        );
    }
}
