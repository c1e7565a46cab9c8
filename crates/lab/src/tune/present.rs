//! What came of a tuning, as a document and as JSON.

use super::curve::{merged, smoothed};
use super::dial::four_digits;
use super::{HeldOut, Tuned, TunedParam, Tuning};
use crate::store::StudyStep;
use crate::tally::CONFIDENCE;
use ludometer_report::{Axis, Cell, Column, Document, Mark, Plot, Point, Series, Table};
use ludometer_stats::Elo;
use ludometer_tune::{ParameterKind, ParameterScale};
use serde_json::{Value, json};

/// P-values below are said to be below.
const LEAST_P: f64 = 1e-4;

/// From which p on a difference is not taken for one.
const SIGNIFICANCE: f64 = 0.05;

/// The windows of the paper's learning curves, in batches.
const WINDOWS: [usize; 2] = [15, 10];

/// The report: the final match, the parameters, the learning curve and the trajectories of the
/// parameters.
pub fn document(tuning: &Tuning, tuned: &Tuned) -> Document {
    let mut document = Document::new(&tuning.title);
    if !tuning.about.is_empty() {
        document = document.text(&tuning.about);
    }
    if let Some(source) = &tuning.source {
        document = document.text(source);
    }
    document = document
        .verdict(verdict(tuned))
        .table(parameters(tuning, tuned))
        .table(held_out(tuning, tuned))
        .text(format!("The tuned agent: `{}`", tuning.agent(&tuned.tuned)))
        .plot(curve(tuning, tuned));
    let traces = tuning.dials().iter().enumerate();
    let traces = traces.map(|(index, dial)| trace(tuning, dial, index, tuned));
    let title = format!("What the tuner recommended, by {}", tuning.trials());
    document.panels(&title, 3, traces)
}

fn verdict(tuned: &Tuned) -> String {
    if tuned.tuned == tuned.start {
        return "the tuner recommends the start: nothing that it found is better".into();
    }
    let said = |result: &HeldOut, openings: &str| {
        let change = signed(result.difference);
        let (p, n) = (p_value(result.p), result.openings);
        match (result.p < SIGNIFICANCE, result.difference > 0.0) {
            (true, true) => {
                format!("tuned is better than the start by {change} (p {p}, {n} {openings})")
            }
            (true, false) => {
                format!("tuned is worse than the start by {change} (p {p}, {n} {openings})")
            }
            _ => format!("no difference is shown: {change} (p {p}, {n} {openings})"),
        }
    };
    let games = said(&tuned.held_out, "openings");
    match &tuned.moves {
        None => games,
        Some(moves) => format!("{games}; by move score: {}", said(moves, "positions")),
    }
}

fn parameters(tuning: &Tuning, tuned: &Tuned) -> Table {
    let mut table = Table::new("parameters", "Parameters")
        .column(Column::left("parameter"))
        .column(Column::decimal("start"))
        .column(Column::decimal("tuned"))
        .column(Column::left("range"));
    for (index, dial) in tuning.dials().iter().enumerate() {
        let p = &dial.parameter;
        let range = match p.kind {
            ParameterKind::Choice => dial.options().join(", "),
            _ => format!("{} to {}", p.low, p.high),
        };
        let cell = |number: f64| match p.kind {
            ParameterKind::Choice => Cell::text(dial.shown(number)),
            _ => Cell::said(dial.shown(number), number),
        };
        table = table.row([
            Cell::text(dial.name()),
            cell(tuned.start[index]),
            cell(tuned.tuned[index]),
            Cell::text(range),
        ]);
    }
    let mut note = format!(
        "tuned by `{}` with {} {} in {} batches, seed {}",
        tuning.tuner,
        tuned.games,
        tuning.trials(),
        tuned.steps.len(),
        tuning.seed
    );
    for pair in tuned
        .steps
        .windows(2)
        .filter(|pair| pair[0].budget != pair[1].budget)
    {
        let (before, after) = (pair[0].budget, pair[1].budget);
        let at = pair[0].spent;
        let trials = tuning.trials();
        note += &format!("; planned for {before} {trials}, and for {after} after {at} of them");
    }
    if !tuning.is_repeatable() {
        note += "; decisions were limited in time, so another run differs";
    }
    table.note(note)
}

fn held_out(tuning: &Tuning, tuned: &Tuned) -> Table {
    let result = &tuned.held_out;
    let percent = CONFIDENCE * 100.0;
    let mut table = Table::new("held-out", "The last match, on scenarios held out")
        .column(Column::left("measure"))
        .column(Column::decimal("start"))
        .column(Column::decimal("tuned"))
        .column(Column::decimal("difference"))
        .column(Column::decimal("p"))
        .row(compared(&tuning.result, result));
    if let Some(moves) = &tuned.moves {
        table = table.row(compared(&tuning.measure, moves));
    }
    table = table.note(format!(
        "{} games in {} openings; in brackets the {percent} % interval of the paired difference, Student's; p by a z-test of it",
        result.games, result.openings
    ));
    if tuning.is_last_match_duel() {
        table = table.note("tuned and start met in both seats of every opening");
    }
    // Where all games ended alike there is no interval.
    let bounded = |elo: &Elo| elo.interval.low.is_finite() || elo.interval.high.is_finite();
    let elo = result.elo.filter(|elo| elo.difference.is_finite());
    if let Some(elo) = elo.filter(bounded) {
        let (low, high) = (elo.interval.low, elo.interval.high);
        table = table.note(format!(
            "{:+.0} Elo [{low:+.0}, {high:+.0}]",
            elo.difference
        ));
    }
    if let (Some(moves), Some(judge)) = (&tuned.moves, tuning.judge()) {
        let positions = moves.openings;
        table = table.note(format!(
            "move scores are of {positions} positions that are none of those tuned on; `{judge}` judged"
        ));
    }
    table
}

/// The initial and the tuned parameters side by side.
fn compared(measure: &str, result: &HeldOut) -> [Cell; 5] {
    let number = |value: Option<f64>| value.map_or(Cell::text("–"), said);
    let mut difference = Cell::said(signed(result.difference), result.difference);
    if let Some(interval) = result.interval {
        let (low, high) = (signed(interval.low), signed(interval.high));
        difference = difference.detail(format!("[{low}, {high}]"));
    }
    let mark = match (result.p < SIGNIFICANCE, result.difference > 0.0) {
        (false, _) => Mark::None,
        (true, true) => Mark::Good,
        (true, false) => Mark::Bad,
    };
    [
        Cell::text(measure),
        number(result.start),
        number(result.tuned),
        difference.mark(mark),
        Cell::said(p_value(result.p), result.p),
    ]
}

/// In duels the intermediate recommendations, else the results of the trials.
fn curve(tuning: &Tuning, tuned: &Tuned) -> Plot {
    let title = match tuning.is_duel() {
        true => {
            "Learning curve: recommended parameters against the initial ones, in held-out games"
        }
        false => "Learning curve: mean results of the trials, with perturbed parameters",
    };
    let plot = Plot::new("curve", title).x(Axis::linear(tuning.trials()));
    if tuning.is_duel() {
        let points = tuned.curve.iter().map(|checkpoint| {
            let point = Point::new(checkpoint.games as f64, checkpoint.difference);
            match checkpoint.interval {
                Some(interval) => point.between(interval.low, interval.high),
                None => point,
            }
        });
        let begin = Point::new(0.0, 0.0);
        let points: Vec<Point> = std::iter::once(begin).chain(points).collect();
        return plot
            .y(Axis::linear(format!("{} against the start", tuning.measure)))
            .series(Series::line("", points))
            .note("Each point is the recommendation after so many games of tuning, played against the initial parameters in games that were not used to tune; the band is its 95 % interval.");
    }
    let (points, each) = merged(&batches(&tuned.steps));
    let mut plot = plot.y(Axis::linear(&tuning.measure));
    for window in WINDOWS {
        let series = Series::line(format!("windows of {window}"), smoothed(&points, window));
        plot = plot.series(match window == WINDOWS[0] {
            true => series,
            false => series.dashed(),
        });
    }
    let unit = match each {
        1 => "batches".to_string(),
        _ => format!("points, each of {each} batches"),
    };
    plot.note(format!(
        "Mean answers in windows of {} and {} {unit}; bands are what is left of a window without its smallest and its largest value. Answers are of perturbed points: the curve shows the way, the last match the result.",
        WINDOWS[0], WINDOWS[1]
    ))
}

/// Trials, trials by then, and mean of every batch.
fn batches(steps: &[StudyStep]) -> Vec<(u64, u64, f64)> {
    let before = std::iter::once(0).chain(steps.iter().map(|step| step.spent));
    let both = steps.iter().zip(before);
    both.map(|(step, before)| (step.spent - before, step.spent, step.mean))
        .collect()
}

fn trace(tuning: &Tuning, dial: &TunedParam, index: usize, tuned: &Tuned) -> Plot {
    let parameter = &dial.parameter;
    let axis = match (parameter.kind, parameter.scale) {
        (ParameterKind::Choice, _) => Axis::categories(dial.name(), dial.options()),
        (_, ParameterScale::Log) => Axis::log(dial.name()),
        (_, ParameterScale::Linear) => Axis::linear(dial.name()),
    };
    let begin = Point::new(0.0, tuned.start[index]);
    let way = tuned
        .steps
        .iter()
        .map(|step| Point::new(step.spent as f64, step.best[index]));
    let way = std::iter::once(begin).chain(way).collect::<Vec<_>>();
    let every = way.len().div_ceil(300);
    let last = way.len() - 1;
    let way = way.into_iter().enumerate();
    let way = way.filter(|(i, _)| i % every == 0 || *i == last);
    Plot::new(format!("trace-{}", dial.name()), dial.name())
        .x(Axis::linear(tuning.trials()))
        .y(axis)
        .series(Series::steps("", way.map(|(_, point)| point)))
}

fn said(value: f64) -> Cell {
    Cell::said(four_digits(value), value)
}

fn signed(value: f64) -> String {
    match value > 0.0 {
        true => format!("+{}", four_digits(value)),
        false => four_digits(value),
    }
}

fn p_value(p: f64) -> String {
    match p < LEAST_P {
        true => format!("< {LEAST_P}"),
        false => format!("{p:.4}"),
    }
}

/// The same for machines.
pub fn as_json(tuning: &Tuning, tuned: &Tuned) -> Value {
    let value = |dial: &TunedParam, number: f64| match dial.parameter.kind {
        ParameterKind::Choice => json!(dial.shown(number)),
        _ => json!(number),
    };
    let dials = tuning.dials().iter().enumerate();
    let parameters = dials.map(|(index, dial)| {
        let (start, end) = (tuned.start[index], tuned.tuned[index]);
        json!({"name": dial.name(), "start": value(dial, start), "tuned": value(dial, end)})
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
        "objective": if tuning.is_duel() { "duel" } else { "value" },
        "repeatable": tuning.is_repeatable(),
        "agent": tuning.agent(&tuned.tuned),
        "parameters": parameters.collect::<Vec<_>>(),
        "held_out": last(&tuned.held_out),
        "held_out_moves": tuned.moves.as_ref().map(last),
        "batches": steps.collect::<Vec<_>>(),
        "curve": curve.collect::<Vec<_>>(),
    })
}
