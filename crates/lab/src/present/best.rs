//! Which column is best for each row, chosen on one part of the episodes and checked on another.
//!
//! The best of many looks better than it is: it was chosen for its luck as well. So every claim of the
//! chosen part is corrected for all that were looked at (Holm), and what counts is the other part, on
//! which there is one comparison a row.

use super::contrast::Contrast;
use super::notes::Shown;
use super::printed::{signed_number, text};
use super::{CellSet, Results};
use crate::plan::{Part, TableLayout, Test};
use crate::tally::{CONFIDENCE, Compare, StatFigure};
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::{Interval, RunningStats, holm};

/// What was found for one row.
struct Choice<'a> {
    row: &'a str,
    column: &'a str,
    /// Against the reference where it was chosen.
    seen: Option<Contrast>,
    /// The mean there.
    mean: f64,
    /// Against the reference where it is checked; none if the reference itself was chosen.
    checked: Option<Contrast>,
    /// The means of the choice and of the reference there.
    means: [Option<f64>; 2],
    /// Their difference, game by game.
    difference: Option<StatFigure>,
}

pub(super) fn best(
    results: &Results<'_>,
    layout: &TableLayout,
    against: &str,
    (choose, check): (&Part, &Part),
    test: Test,
) -> Table {
    let columns = results.plan.values(&layout.columns);
    let pooled = |row: &str, column: &str, part: &Part| {
        let samples: Vec<CellSet> = part
            .values
            .iter()
            .map(|value| {
                let mut wanted = vec![
                    (layout.rows.as_str(), row),
                    (layout.columns.as_str(), column),
                    (part.variable.as_str(), value.as_str()),
                ];
                wanted.extend(layout.conditions());
                results.sample(&wanted)
            })
            .collect();
        results.together(&samples)
    };
    let contrast = |one: &CellSet, other: &CellSet| {
        Contrast::of(results, (one, other), layout.metric, layout.seat, test.kind)
    };
    let mean = |sample: &CellSet| {
        let stats = results.stats(sample)?;
        let figure = stats.figure(layout.metric, layout.seat, false)?;
        Some(figure.value)
    };
    let compare = Compare {
        metric: layout.metric,
        seat: layout.seat,
        given_won: false,
    };
    let mut choices: Vec<Choice<'_>> = Vec::new();
    // Every comparison that was looked at, and which row it belongs to if it is the chosen one's.
    let mut looked: Vec<(f64, Option<usize>)> = Vec::new();
    let mut waits = false;
    for row in results.plan.values(&layout.rows) {
        let reference = pooled(row, against, choose);
        let Some(start) = mean(&reference) else {
            continue;
        };
        let mut chosen = (against, start, None);
        let mut compared = Vec::new();
        for column in columns.iter().filter(|column| **column != against) {
            let sample = pooled(row, column, choose);
            let Some(mean) = mean(&sample) else {
                continue;
            };
            let found = contrast(&sample, &reference);
            waits |= found.is_some_and(|found| found.waits);
            compared.push((*column, found.map_or(1.0, |found| found.p)));
            // A tie stays with what one would take anyway.
            if mean > chosen.1 {
                chosen = (column, mean, found);
            }
        }
        for (column, p) in compared {
            looked.push((p, (column == chosen.0).then_some(choices.len())));
        }
        let (ours, theirs) = (pooled(row, chosen.0, check), pooled(row, against, check));
        let other = chosen.0 != against;
        let checked = other.then(|| contrast(&ours, &theirs)).flatten();
        waits |= checked.is_some_and(|found| found.waits);
        choices.push(Choice {
            row,
            column: chosen.0,
            seen: chosen.2,
            mean: chosen.1,
            checked,
            means: [mean(&ours), mean(&theirs)],
            difference: results.paired(&ours, &theirs, compare).figure(CONFIDENCE),
        });
    }
    let raw: Vec<f64> = looked.iter().map(|(p, _)| *p).collect();
    let adjusted = holm(&raw).unwrap_or_default();
    let seen = |at: usize| {
        let index = looked.iter().position(|(_, row)| *row == Some(at));
        index.and_then(|index| adjusted.get(index).copied())
    };
    let checks: Vec<f64> = choices
        .iter()
        .map(|choice| choice.checked.map_or(1.0, |found| found.p))
        .collect();
    let checked = holm(&checks).unwrap_or_default();
    let mut table = Table::new(&layout.name, &layout.title)
        .column(Column::left(&layout.rows))
        .column(Column::left("best"))
        .column(Column::right("chosen on"))
        .column(Column::right("p (Holm)"))
        .column(Column::right("checked on"))
        .column(Column::right(against))
        .column(Column::right("difference"))
        .column(Column::right("p (Holm)"));
    let mut shown = Shown::default();
    for (at, choice) in choices.iter().enumerate() {
        let kept = choice.column == against;
        let p = |value: Option<f64>, test: Option<Contrast>| match value.filter(|_| !kept) {
            Some(_) if test.is_some_and(|test| test.waits) => Cell::text("waits"),
            Some(p) => Cell::said(format!("{p:.3}"), p),
            None => Cell::empty(),
        };
        let [ours, theirs] = choice.means.map(|mean| mean.unwrap_or(f64::NAN));
        let cell = match (choice.checked, kept) {
            (_, true) => Cell::empty(),
            (Some(found), _) if checked[at] < test.level => {
                let mark = if found.above { Mark::Good } else { Mark::Bad };
                difference(layout, choice.difference, &mut shown).mark(mark)
            }
            _ => difference(layout, choice.difference, &mut shown),
        };
        let seen = choice.seen.and_then(|_| seen(at));
        table = table.row(vec![
            Cell::text(choice.row).mark(Mark::Strong),
            Cell::text(choice.column),
            figure(layout, choice.mean),
            p(seen, choice.seen),
            figure(layout, ours),
            figure(layout, theirs),
            cell,
            p(choice.checked.map(|_| checked[at]), choice.checked),
        ]);
    }
    let mut notes = shown.notes(results, "in brackets, of paired differences,");
    if waits {
        notes.push("tests wait for the planned number of episodes: before it, or after it was changed, nothing is called significant".to_string());
    }
    summary(table, layout, (&choices, notes), (choose, check), test)
}

fn figure(layout: &TableLayout, value: f64) -> Cell {
    if value.is_finite() {
        Cell::said(text(layout, value), value)
    } else {
        Cell::empty()
    }
}

/// The choice minus the reference in games of the same number.
fn difference(layout: &TableLayout, found: Option<StatFigure>, shown: &mut Shown) -> Cell {
    let Some(found) = found else {
        return Cell::empty();
    };
    shown.see(&found);
    let signed = |value: f64| signed_number(value, layout.digits);
    let cell = Cell::said(signed(found.value), found.value).estimate(found.estimate());
    match found.interval {
        Some(Interval { low, high }) => cell.detail(format!("[{}, {}]", signed(low), signed(high))),
        None => cell,
    }
}

/// The gain of the choice over all rows, on the cells that it was not made on.
fn summary(
    table: Table,
    layout: &TableLayout,
    (choices, notes): (&[Choice<'_>], Vec<String>),
    (choose, check): (&Part, &Part),
    test: Test,
) -> Table {
    let gains: RunningStats = choices
        .iter()
        .filter_map(|choice| {
            let [ours, theirs] = choice.means;
            Some(ours? - theirs?)
        })
        .collect();
    let signed = |value: f64| format!("{value:+.*}", layout.digits);
    let bracket =
        |interval: Interval| format!(" [{}, {}]", signed(interval.low), signed(interval.high));
    let mut table = table;
    if let Some(mean) = gains.mean() {
        let interval = gains.mean_interval(CONFIDENCE).ok();
        let named = if interval.is_some() {
            " (95 %, Student)"
        } else {
            ""
        };
        table = table.note(format!(
            "what choosing gains where it was not chosen, mean of {} {}s: {}{}{named}",
            gains.count(),
            layout.rows,
            signed(mean),
            interval.map(bracket).unwrap_or_default()
        ));
    }
    let part = |part: &Part| format!("{} {}", part.variable, part.values.join(", "));
    table = table.note(format!(
        "chosen on {}, checked on {}; {}, p corrected for everything that was looked at; coloured where p < {}",
        part(choose),
        part(check),
        test.kind.title(),
        test.level
    ));
    for note in notes {
        table = table.note(note);
    }
    match &layout.note {
        Some(note) => table.note(note),
        None => table,
    }
}
