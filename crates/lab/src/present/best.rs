//! Which column is best for each row, chosen on one part of the episodes and checked on another.
//!
//! The best of many looks better than it is: it was chosen for its luck as well. So every claim of the
//! chosen part is corrected for all that were looked at (Holm), and what counts is the other part, on
//! which there is one comparison a row.

use super::Results;
use super::compare::Contrast;
use super::printed::share;
use crate::plan::{Part, TableLayout, Test};
use crate::tally::{CONFIDENCE, CellStats};
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::{Interval, Running, holm};

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
    means: [Running; 2],
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
        let tallies = part.values.iter().filter_map(|value| {
            let mut wanted = vec![
                (layout.rows.as_str(), row),
                (layout.columns.as_str(), column),
                (part.variable.as_str(), value.as_str()),
            ];
            wanted.extend(layout.conditions());
            results.tally(&wanted)
        });
        let tallies: Vec<_> = tallies.collect();
        CellStats::pool(tallies.iter().map(|tally| &**tally)).filter(|pool| !pool.is_empty())
    };
    let contrast = |one: &CellStats, other: &CellStats| {
        Contrast::of((one, other), layout.metric, layout.seat, test.kind)
    };
    let sums =
        |tally: &CellStats| -> Running { tally.values(layout.metric, layout.seat).collect() };
    let mut choices: Vec<Choice<'_>> = Vec::new();
    // Every comparison that was looked at, and which row it belongs to if it is the chosen one's.
    let mut looked: Vec<(f64, Option<usize>)> = Vec::new();
    for row in results.plan.values(&layout.rows) {
        let Some(reference) = pooled(row, against, choose) else {
            continue;
        };
        let mean = |tally: &CellStats| sums(tally).mean().unwrap_or(f64::NEG_INFINITY);
        let mut chosen = (against, mean(&reference), None);
        let mut compared = Vec::new();
        for column in columns.iter().filter(|column| **column != against) {
            let Some(tally) = pooled(row, column, choose) else {
                continue;
            };
            let found = contrast(&tally, &reference);
            compared.push((*column, found.map_or(1.0, |found| found.p)));
            // A tie stays with what one would take anyway.
            if mean(&tally) > chosen.1 {
                chosen = (column, mean(&tally), found);
            }
        }
        for (column, p) in compared {
            looked.push((p, (column == chosen.0).then_some(choices.len())));
        }
        let (ours, theirs) = (pooled(row, chosen.0, check), pooled(row, against, check));
        let checked = ours.as_ref().zip(theirs.as_ref());
        choices.push(Choice {
            row,
            column: chosen.0,
            seen: chosen.2,
            mean: chosen.1,
            checked: checked
                .filter(|_| chosen.0 != against)
                .and_then(|(ours, theirs)| contrast(ours, theirs)),
            means: [
                ours.as_ref().map(sums).unwrap_or_default(),
                theirs.as_ref().map(sums).unwrap_or_default(),
            ],
        });
    }
    let raw: Vec<f64> = looked.iter().map(|(p, _)| *p).collect();
    let adjusted = holm(&raw).unwrap_or_default();
    let seen = |at: usize| {
        let span = looked.iter().position(|(_, row)| *row == Some(at));
        span.and_then(|span| adjusted.get(span).copied())
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
    for (at, choice) in choices.iter().enumerate() {
        let kept = choice.column == against;
        let p = |value: Option<f64>| match value.filter(|_| !kept) {
            Some(p) => Cell::said(format!("{p:.3}"), p),
            None => Cell::empty(),
        };
        let [ours, theirs] = &choice.means;
        let cell = match (choice.checked, kept) {
            (_, true) => Cell::empty(),
            (Some(found), _) if checked[at] < test.level => {
                let mark = if found.above { Mark::Good } else { Mark::Bad };
                difference(layout, &choice.means).mark(mark)
            }
            _ => difference(layout, &choice.means),
        };
        let seen = choice.seen.and_then(|_| seen(at));
        table = table.row(vec![
            Cell::text(choice.row).mark(Mark::Strong),
            Cell::text(choice.column),
            figure(layout, choice.mean),
            p(seen),
            figure(layout, ours.mean().unwrap_or(f64::NAN)),
            figure(layout, theirs.mean().unwrap_or(f64::NAN)),
            cell,
            p(choice.checked.map(|_| checked[at])),
        ]);
    }
    summary(table, layout, &choices, (choose, check), test)
}

fn text(layout: &TableLayout, value: f64) -> String {
    match layout.metric.is_share() {
        true => share(value, layout.digits),
        false => format!("{value:.*}", layout.digits),
    }
}

fn figure(layout: &TableLayout, value: f64) -> Cell {
    if value.is_finite() {
        Cell::said(text(layout, value), value)
    } else {
        Cell::empty()
    }
}

/// The choice minus the reference, with Welch's interval in its normal form.
fn difference(layout: &TableLayout, [ours, theirs]: &[Running; 2]) -> Cell {
    let Some((a, b)) = ours.mean().zip(theirs.mean()) else {
        return Cell::empty();
    };
    let errors = ours.standard_error().zip(theirs.standard_error());
    let signed = |value: f64| format!("{value:+.*}", layout.digits);
    let cell = Cell::said(signed(a - b), a - b);
    match errors {
        Some((one, other)) => {
            let half = 1.959_963_984_540_054 * one.hypot(other);
            cell.detail(format!(
                "[{}, {}]",
                signed(a - b - half),
                signed(a - b + half)
            ))
        }
        None => cell,
    }
}

/// The gain of the choice over all rows, on the cells that it was not made on.
fn summary(
    table: Table,
    layout: &TableLayout,
    choices: &[Choice<'_>],
    (choose, check): (&Part, &Part),
    test: Test,
) -> Table {
    let gains: Running = choices
        .iter()
        .filter_map(|choice| {
            let [ours, theirs] = &choice.means;
            Some(ours.mean()? - theirs.mean()?)
        })
        .collect();
    let signed = |value: f64| format!("{value:+.*}", layout.digits);
    let bracket =
        |interval: Interval| format!(" [{}, {}]", signed(interval.low), signed(interval.high));
    let mut table = table;
    if let Some(mean) = gains.mean() {
        let interval = gains.mean_interval(CONFIDENCE).ok();
        table = table.note(format!(
            "what choosing gains where it was not chosen, mean of {} {}s: {}{}",
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
    match &layout.note {
        Some(note) => table.note(note),
        None => table,
    }
}
