//! Conformance tests for tuners, public for tuners of other crates.
//!
//! ```
//! # use ludometer_tune::{Method, Saved, conformance};
//! let file = |saved: Saved| {
//!     let text = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
//!     serde_json::from_str(&text).map_err(|error| error.to_string())
//! };
//! conformance::check(&Method::default(), 4000, &file).unwrap();
//! ```

use crate::{Batch, Error, Objective, Parameter, ParameterKind, Saved, Space, Task, TunerKind};

/// Writes a checkpoint and reads it back between two batches, for instance through a file.
pub type RoundTrip<'a> = &'a dyn Fn(Saved) -> Result<Saved, String>;

/// Checks every requirement on a smooth space and on one with integers and choices, with both
/// objectives; `budget` is enough trials to improve on a noiseless hill. Returns the violation, in
/// words.
pub fn check(kind: &dyn TunerKind, budget: u64, round_trip: RoundTrip<'_>) -> Result<(), String> {
    for objective in [Objective::Value, Objective::Duel] {
        for space in [smooth(), mixed()] {
            let task = |seed| Task {
                space: space.clone(),
                objective,
                budget,
                seed,
            };
            let words = |fault| {
                format!(
                    "{objective:?}, {} parameters: {fault}",
                    space.parameters().len()
                )
            };
            repeats(kind, task(1), round_trip).map_err(words)?;
            refuses(kind, task(2)).map_err(words)?;
            ignores_order(kind, task(3)).map_err(words)?;
            improves(kind, task(4)).map_err(words)?;
            is_itself(kind, task(5)).map_err(words)?;
        }
    }
    Ok(())
}

/// Three reals: linear, logarithmic and with a width of its own.
fn smooth() -> Space {
    let parameters = vec![
        Parameter::real("linear", -1.0, 3.0, 0.0),
        Parameter::real("log", 0.01, 100.0, 20.0).log(),
        Parameter::real("wide", 0.0, 1.0, 0.9).width(0.25),
    ];
    Space::new(parameters).expect("these parameters make sense")
}

/// The same kinds with an integer and a choice.
fn mixed() -> Space {
    let parameters = vec![
        Parameter::real("real", -1.0, 1.0, -0.5),
        Parameter::integer("integer", -3, 40, 2),
        Parameter::choice("choice", 3, 0),
    ];
    Space::new(parameters).expect("these parameters make sense")
}

/// The height of a noiseless hill: quadratic in each real and integer, with one good option.
fn height(space: &Space, point: &[f64]) -> f64 {
    let loss = |(parameter, &value): (&Parameter, &f64)| {
        let share = |value: f64| match parameter.scale {
            crate::ParameterScale::Linear => {
                (value - parameter.low) / (parameter.high - parameter.low)
            }
            crate::ParameterScale::Log => {
                libm::log(value / parameter.low) / libm::log(parameter.high / parameter.low)
            }
        };
        match parameter.kind {
            ParameterKind::Choice => f64::from(u8::from(value != parameter.high)) / 4.0,
            ParameterKind::Real | ParameterKind::Integer => libm::pow(share(value) - 0.6, 2.0),
        }
    };
    -space.parameters().iter().zip(point).map(loss).sum::<f64>()
}

fn answers(task: &Task, batch: &Batch) -> Vec<f64> {
    let answer = |trial: crate::Trial<'_>| {
        let against = trial
            .against
            .map_or(0.0, |other| height(&task.space, other));
        height(&task.space, trial.point) - against
    };
    batch.trials().map(answer).collect()
}

/// Same seed, same asks; asking twice asks the same; checkpointed and restored before every result
/// changes nothing; every point is in the box and of its kind.
fn repeats(kind: &dyn TunerKind, task: Task, round_trip: RoundTrip<'_>) -> Result<(), String> {
    let fault = |error: Error| error.to_string();
    let mut tuner = kind.start(task.clone()).map_err(fault)?;
    let mut twin = kind.start(task.clone()).map_err(fault)?;
    for number in 0.. {
        let batch = tuner.ask();
        if batch != tuner.ask() {
            return Err(format!("batch {number} is another when it is asked again"));
        }
        if number < 40 {
            let before = twin.save();
            twin = kind.restore(&round_trip(before.clone())?).map_err(fault)?;
            if twin.save() != before {
                return Err(format!(
                    "batch {number}: the restored tuner has another state"
                ));
            }
        }
        if batch != twin.ask() {
            return Err(format!(
                "batch {number} differs in a copy that was checkpointed and restored"
            ));
        }
        inside(&task, &batch).map_err(|fault| format!("batch {number}: {fault}"))?;
        if batch.is_empty() {
            break;
        }
        let answers = answers(&task, &batch);
        tuner.tell(&answers).map_err(fault)?;
        twin.tell(&answers).map_err(fault)?;
        if tuner.spent() > task.budget {
            return Err(format!("{} trials of {}", tuner.spent(), task.budget));
        }
    }
    if tuner.best() != twin.best() {
        return Err(
            "a copy that was checkpointed and restored recommends another point".to_string(),
        );
    }
    let mut other = kind
        .start(Task {
            seed: 77,
            ..task.clone()
        })
        .map_err(fault)?;
    let batch = other.ask();
    other.tell(&answers(&task, &batch)).map_err(fault)?;
    Ok(())
}

fn inside(task: &Task, batch: &Batch) -> Result<(), String> {
    for (index, trial) in batch.trials().enumerate() {
        if trial.against.is_some() != (task.objective == Objective::Duel) {
            return Err(format!("trial {index} does not suit {:?}", task.objective));
        }
        for point in [Some(trial.point), trial.against].into_iter().flatten() {
            for (parameter, value) in task.space.parameters().iter().zip(point) {
                let Parameter {
                    name,
                    low,
                    high,
                    kind,
                    ..
                } = parameter;
                if !(*low..=*high).contains(value) {
                    return Err(format!("`{name}` is {value}, outside of [{low}, {high}]"));
                }
                if *kind != ParameterKind::Real && value.fract() != 0.0 {
                    return Err(format!("`{name}` is {value}, which is not whole"));
                }
            }
        }
    }
    Ok(())
}

/// Answers that are no numbers, too few and too many are refused, and change nothing.
fn refuses(kind: &dyn TunerKind, task: Task) -> Result<(), String> {
    let mut tuner = kind
        .start(task.clone())
        .map_err(|error| error.to_string())?;
    for _ in 0..3 {
        let batch = tuner.ask();
        if batch.is_empty() {
            return Ok(());
        }
        let good = answers(&task, &batch);
        let before = tuner.save();
        let last = batch.trial(batch.len() - 1).number;
        for nonsense in [f64::NAN, f64::INFINITY] {
            let mut bad = good.clone();
            bad[batch.len() - 1] = nonsense;
            match tuner.tell(&bad) {
                Err(Error::NotFinite { trial, .. }) if trial == last => {}
                other => return Err(format!("the answer {nonsense} gave {other:?}")),
            }
        }
        let longer: Vec<f64> = good.iter().copied().chain([0.0]).collect();
        for wrong in [&longer[..], &good[1..]] {
            let expected = Err(Error::Answers {
                given: wrong.len(),
                asked: batch.len(),
            });
            let found = tuner.tell(wrong);
            if found != expected {
                return Err(format!(
                    "{} answers to {} gave {found:?}",
                    wrong.len(),
                    batch.len()
                ));
            }
        }
        if tuner.save() != before {
            return Err("refused answers changed the state".to_string());
        }
        tuner.tell(&good).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The trials of a batch are independent: evaluated backwards it has the same answers.
fn ignores_order(kind: &dyn TunerKind, task: Task) -> Result<(), String> {
    let mut tuner = kind
        .start(task.clone())
        .map_err(|error| error.to_string())?;
    let mut next = 0;
    for _ in 0..3 {
        let batch = tuner.ask();
        let mut backwards = vec![0.0; batch.len()];
        for index in (0..batch.len()).rev() {
            let trial = batch.trial(index);
            if trial.number != next + index as u64 {
                return Err(format!("trial {index} has the number {}", trial.number));
            }
            let against = trial
                .against
                .map_or(0.0, |other| height(&task.space, other));
            backwards[index] = height(&task.space, trial.point) - against;
        }
        if backwards != answers(&task, &batch) {
            return Err("a trial depends on another of its batch".to_string());
        }
        next += batch.len() as u64;
        tuner.tell(&backwards).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The final recommendation is better than the initial point, and inside the box.
fn improves(kind: &dyn TunerKind, task: Task) -> Result<(), String> {
    let mut tuner = kind
        .start(task.clone())
        .map_err(|error| error.to_string())?;
    loop {
        let batch = tuner.ask();
        if batch.is_empty() {
            break;
        }
        let answers = answers(&task, &batch);
        tuner.tell(&answers).map_err(|error| error.to_string())?;
    }
    let best = tuner.best();
    for (parameter, value) in task.space.parameters().iter().zip(&best) {
        let inside = (parameter.low..=parameter.high).contains(value);
        let whole = parameter.kind == ParameterKind::Real || value.fract() == 0.0;
        if !inside || !whole {
            return Err(format!("recommends {value} for `{}`", parameter.name));
        }
    }
    let (found, start) = (
        height(&task.space, &best),
        height(&task.space, &task.space.start()),
    );
    match found > start {
        true => Ok(()),
        false => Err(format!("ends at {found}, started at {start}: {best:?}")),
    }
}

/// A checkpoint has the identity of its kind, and is refused under another.
fn is_itself(kind: &dyn TunerKind, task: Task) -> Result<(), String> {
    let fault = |error: Error| error.to_string();
    let saved = kind.start(task).map_err(fault)?.save();
    let identity = kind.identity();
    if saved.identity() != identity {
        let found = saved.identity();
        return Err(format!("`{identity}` writes a checkpoint of `{found}`"));
    }
    let state: serde_json::Value = saved.open(&identity).map_err(fault)?;
    kind.restore(&Saved::new(identity.clone(), &state))
        .map_err(fault)?;
    let other = format!("another {identity}");
    match kind.restore(&Saved::new(other, &state)) {
        Err(_) => Ok(()),
        Ok(_) => Err("restores a checkpoint of another identity".to_string()),
    }
}
