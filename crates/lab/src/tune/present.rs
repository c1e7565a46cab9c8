//! The report of a tuning.

use super::curve::{merged, smoothed};
use super::sensitivity::SHARE;
use super::tuned_param::{four_digits, split};
use super::{HeldOut, Tuned, TunedParam, Tuning};
use crate::tally::CONFIDENCE;
use ludometer_report::{Axis, Cell, Column, Document, Mark, Plot, Point, Series, Table};
use ludometer_stats::Elo;
use ludometer_tune::{ParameterKind, ParameterScale};

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
        .table(held_out(tuning, tuned));
    if !tuned.sensitivity.is_empty() {
        document = document.table(sensitivity(tuning, tuned));
    }
    let agent = tuning.agent(&tuned.tuned);
    if agent.len() <= LONGEST_AGENT {
        document = document.text(format!("The tuned agent: `{agent}`"));
    }
    document = document.plot(curve(tuning, tuned));
    let mut traces = Vec::new();
    let mut index = 0;
    for parameter in tuning.parameters() {
        if parameter.parameter().is_some() {
            traces.push(trace(tuning, parameter, index, tuned));
        }
        index += parameter.parameters().len();
    }
    let title = format!("What the tuner recommended, by {}", tuning.trials());
    match traces.is_empty() {
        true => document,
        false => document.panels(&title, 3, traces),
    }
}

/// Agents with longer texts, such as those of networks, are in the JSON form alone.
const LONGEST_AGENT: usize = 2000;

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
    let points = split(tuning.parameters(), &tuned.start);
    for ((param, start), (_, end)) in points.zip(split(tuning.parameters(), &tuned.tuned)) {
        let Some(p) = param.parameter() else {
            let moved = start
                .iter()
                .zip(end)
                .map(|(start, end)| (end - start).abs());
            let moved = moved.sum::<f64>() / start.len().max(1) as f64;
            table = table.row([
                Cell::text(param.name()),
                Cell::text(format!("{} numbers", start.len())),
                Cell::said(format!("moved {}", four_digits(moved)), moved),
                Cell::text("in the mean"),
            ]);
            continue;
        };
        let range = match p.kind {
            ParameterKind::Choice => param.options().join(", "),
            _ => format!("{} to {}", p.low, p.high),
        };
        let cell = |number: f64| match p.kind {
            ParameterKind::Choice => Cell::text(param.shown(number)),
            _ => Cell::said(param.shown(number), number),
        };
        table = table.row([
            Cell::text(param.name()),
            cell(start[0]),
            cell(end[0]),
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
    if !tuned.forfeits.is_empty() {
        let counts = tuned.forfeits.iter();
        let counts = counts.map(|count| format!("{} by {}", count.games, count.reason));
        let games: u64 = tuned.forfeits.iter().map(|count| count.games).sum();
        table = table.note(format!(
            "{games} games of the tuning and its last matches ended by a forfeit: {}",
            counts.collect::<Vec<_>>().join(", ")
        ));
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

/// What each parameter matters around the tuned point, and between which values it is shown to lie.
fn sensitivity(tuning: &Tuning, tuned: &Tuned) -> Table {
    let mut table = Table::new("sensitivity", "Sensitivity around the tuned values")
        .column(Column::left("parameter"))
        .column(Column::decimal("tuned"))
        .column(Column::left("moved to"))
        .column(Column::decimal("change"))
        .column(Column::decimal("p"))
        .column(Column::left("lies between"));
    let points: Vec<(&TunedParam, &[f64])> = split(tuning.parameters(), &tuned.tuned).collect();
    for found in &tuned.sensitivity {
        let (param, numbers) = points[found.parameter];
        let value = numbers[0];
        let ends = found.bracket(value, SIGNIFICANCE);
        let ends = ends.map(|end| end.map_or("?".to_string(), |end| param.shown(end)));
        for (number, shift) in found.shifts.iter().enumerate() {
            let first = |text: String| Cell::text(if number == 0 { text } else { String::new() });
            let mut change = Cell::said(signed(shift.difference), shift.difference);
            if let Some(interval) = shift.interval {
                let (low, high) = (signed(interval.low), signed(interval.high));
                change = change.detail(format!("[{low}, {high}]"));
            }
            table = table.row([
                first(param.name().to_string()),
                first(param.shown(value)),
                Cell::text(param.shown(shift.value)),
                change,
                Cell::said(p_value(shift.p), shift.p),
                first(format!("{} and {}", ends[0], ends[1])),
            ]);
        }
    }
    let mattered = tuned.sensitivity.iter();
    let mattered = mattered.filter(|found| found.matters(SIGNIFICANCE));
    let mattered: Vec<&str> = mattered
        .map(|found| points[found.parameter].0.name())
        .collect();
    let said = match mattered.is_empty() {
        true => "no parameter is shown to matter at this size".to_string(),
        false => format!("shown to matter: {}", mattered.join(", ")),
    };
    table
        .note(said)
        .note(format!(
            "each parameter alone is moved by {} % of its range in its scale, or to another option, and compared with the tuned point at held-out openings; in brackets 95 % intervals of the paired change, p corrected for all rows (Holm)",
            SHARE * 100.0
        ))
        .note("a value lies between those at which moving there is shown to be worse; `?` where that was not shown")
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
            .note("Each point is the recommendation after that number of games of tuning, played against the initial parameters in games that were not used to tune; the band is its 95 % interval.");
    }
    let (points, each) = merged(&batches(tuned));
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
fn batches(tuned: &Tuned) -> Vec<(u64, u64, f64)> {
    let mut before = 0;
    let batches = tuned.batches().map(|step| {
        let count = step.spent - std::mem::replace(&mut before, step.spent);
        (count, step.spent, step.mean)
    });
    batches.collect()
}

fn trace(tuning: &Tuning, param: &TunedParam, index: usize, tuned: &Tuned) -> Plot {
    let axis = match param.parameter().map(|p| (p.kind, p.scale)) {
        Some((ParameterKind::Choice, _)) => Axis::categories(param.name(), param.options()),
        Some((_, ParameterScale::Log)) => Axis::log(param.name()),
        _ => Axis::linear(param.name()),
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
    Plot::new(format!("trace-{}", param.name()), param.name())
        .x(Axis::linear(tuning.trials()))
        .y(axis)
        .series(Series::steps("", way.map(|(_, point)| point)))
}

fn said(value: f64) -> Cell {
    Cell::said(four_digits(value), value)
}

pub(super) fn signed(value: f64) -> String {
    match value > 0.0 {
        true => format!("+{}", four_digits(value)),
        false => four_digits(value),
    }
}

pub(super) fn p_value(p: f64) -> String {
    match p < LEAST_P {
        true => format!("< {LEAST_P}"),
        false => format!("{p:.4}"),
    }
}
