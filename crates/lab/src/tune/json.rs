//! The figures of a tuning as JSON.

use super::tuned_param::split;
use super::{HeldOut, Tuned, TunedParam, Tuning};
use ludometer_tune::ParameterKind;
use serde_json::{Value, json};

/// Every figure of a tuning, and every batch.
pub fn as_json(tuning: &Tuning, tuned: &Tuned) -> Value {
    let value = |param: &TunedParam, numbers: &[f64]| match param.parameter().map(|p| p.kind) {
        Some(ParameterKind::Choice) => json!(param.shown(numbers[0])),
        Some(_) => json!(numbers[0]),
        None => json!(numbers),
    };
    let points = split(tuning.parameters(), &tuned.start);
    let points = points.zip(split(tuning.parameters(), &tuned.tuned));
    let parameters = points.map(|((param, start), (_, end))| {
        json!({"name": param.name(), "start": value(param, start), "tuned": value(param, end)})
    });
    let sensitivity = tuned.sensitivity.iter().map(|found| {
        let param = &tuning.parameters()[found.parameter];
        let shifts = found.shifts.iter().map(|shift| {
            json!({
                "value": value(param, &[shift.value]),
                "change": shift.difference,
                "interval": shift.interval.map(|interval| [interval.low, interval.high]),
                "p": shift.p,
            })
        });
        json!({"parameter": param.name(), "moved": shifts.collect::<Vec<_>>()})
    });
    let interval = |interval: Option<ludometer_stats::Interval>| {
        interval.map(|interval| [interval.low, interval.high])
    };
    let steps = tuned.steps.iter().map(|step| {
        json!({"games": step.spent, "budget": step.budget, "mean": step.mean, "best": step.best})
    });
    let curve = tuned.curve.iter().map(|point| {
        json!({"games": point.games, "difference": point.difference, "interval": interval(point.interval)})
    });
    let last = |result: &HeldOut| {
        json!({
            "games": result.games,
            "openings": result.openings,
            "start": result.start,
            "tuned": result.tuned,
            "difference": result.difference,
            "interval": interval(result.interval),
            "p": result.p,
            "elo": result.elo.map(|elo| elo.difference),
        })
    };
    json!({
        "name": tuning.name,
        "title": tuning.title,
        "tuner": tuning.tuner,
        "seed": tuning.seed,
        "games": tuned.games,
        "measure": tuning.measure,
        "result": tuning.result,
        "judge": tuning.judge(),
        "objective": tuning.objective,
        "repeatable": tuning.is_repeatable(),
        "agent": tuning.agent(&tuned.tuned),
        "parameters": parameters.collect::<Vec<_>>(),
        "held_out": last(&tuned.held_out),
        "held_out_moves": tuned.moves.as_ref().map(last),
        "batches": steps.collect::<Vec<_>>(),
        "curve": curve.collect::<Vec<_>>(),
        "sensitivity": sensitivity.collect::<Vec<_>>(),
    })
}
