//! Tables that compare their columns by a test, each with each.

use super::agreement::{Agreement, TableRole};
use super::compared::Compared;
use super::contrast::{Contrast, Tests};
use super::printed::{self, published, sample, text};
use super::{CellSet, Results};
use crate::plan::{TableLayout, Test};
use ludometer_report::{Cell, Column, Mark, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The metric of every column with its standard error, and the columns it is significantly above.
pub(super) fn compare(
    results: &Results<'_>,
    layout: &TableLayout,
    test: Test,
) -> (Table, Option<Agreement>) {
    let columns = results.plan.values(&layout.columns);
    let rows = results.plan.values(&layout.rows);
    let mut table = Table::new(&layout.name, &layout.title).column(Column::left(&layout.rows));
    for column in &columns {
        table = table.column(Column::right(*column));
        table = table.column(Column::left(">"));
    }
    // Every pair of columns is tested once, and every test of the table is known before one is shown.
    let mut tests = Tests::default();
    let mut found: BTreeMap<(usize, usize, usize), (Contrast, usize)> = BTreeMap::new();
    let samples: Vec<Vec<CellSet>> = rows
        .iter()
        .map(|row| {
            let columns = columns.iter();
            columns
                .map(|column| sample(results, layout, row, column))
                .collect()
        })
        .collect();
    for (row, samples) in samples.iter().enumerate() {
        for (one, ours) in samples.iter().enumerate() {
            for (other, theirs) in samples.iter().enumerate().skip(one + 1) {
                let sides = (ours, theirs);
                if let Some(contrast) =
                    Contrast::of(results, sides, layout.metric, layout.seat, test.kind)
                {
                    let place = tests.add(&contrast);
                    found.insert((row, one, other), (contrast, place));
                    found.insert((row, other, one), (contrast.turned(), place));
                }
            }
        }
    }
    let corrected = layout.published.is_empty();
    let adjusted = tests.holm();
    let above = |contrast: &Contrast, place: usize| match corrected {
        true => contrast.above && adjusted[place] < test.level,
        false => contrast.is_above(test.level),
    };
    let short = initials(&columns);
    let mut compared = Vec::new();
    let (mut least, mut most) = (u64::MAX, 0);
    for (row_at, row) in rows.iter().enumerate() {
        let mut cells = vec![Cell::text(*row).mark(Mark::Strong)];
        for (at, column) in columns.iter().enumerate() {
            let ours = &samples[row_at][at];
            let Some((cell, comparison, units)) = value(results, layout, (row, column), ours)
            else {
                cells.extend([Cell::empty(), Cell::empty()]);
                continue;
            };
            (least, most) = (least.min(units), most.max(units));
            cells.push(cell);
            compared.extend(comparison);
            let others = || {
                let others = (0..columns.len()).filter(|other| *other != at);
                others.filter_map(|other| Some((other, found.get(&(row_at, at, other))?)))
            };
            let beaten: Vec<&str> = others()
                .filter(|(_, (contrast, place))| above(contrast, *place))
                .map(|(other, _)| short[other].as_str())
                .collect();
            let rivals = others().count();
            let all = rivals > 0 && beaten.len() == rivals;
            let cell = Cell::text(if all { "all".into() } else { beaten.join(", ") });
            cells.push(if all { cell.mark(Mark::Strong) } else { cell });
        }
        table = table.row(cells);
    }
    let units = match least == most {
        true => format!(" of {most} observations"),
        false if most > 0 => format!(" of {least} to {most} observations"),
        false => String::new(),
    };
    table = table.note(format!(
        "in brackets standard errors{units}; behind >: columns that are significantly lower ({}, p < {})",
        test.kind.title(),
        test.level
    ));
    for note in tests.notes(test.level, corrected) {
        table = table.note(note);
    }
    table = printed::misfit(results, layout, table);
    if let Some(note) = &layout.note {
        table = table.note(note);
    }
    let agreement =
        (!compared.is_empty()).then(|| Agreement::new(&layout.name, TableRole::Primary, compared));
    (table, agreement)
}

/// The first letters of names, where each has its own; else the names.
fn initials(names: &[&str]) -> Vec<String> {
    let first = |name: &str| name.chars().take(1).collect::<String>();
    let letters: BTreeSet<String> = names.iter().map(|name| first(name)).collect();
    let own = letters.len() == names.len();
    let short = |name: &&str| if own { first(name) } else { name.to_string() };
    names.iter().map(short).collect()
}

/// A figure with its standard error, beside the published one; and its observations.
fn value(
    results: &Results<'_>,
    layout: &TableLayout,
    (row, column): (&str, &str),
    sample: &CellSet,
) -> Option<(Cell, Option<Compared>, u64)> {
    let stats = results.stats(sample)?;
    let ours = stats.figure(layout.metric, layout.seat, false)?;
    let text = |x: f64| text(layout, x);
    let mut detail = ours
        .error
        .map_or(String::new(), |error| format!("({})", text(error)));
    let cell = Cell::said(text(ours.value), ours.value).estimate(ours.estimate());
    let figure = published(results, layout, row, column).and_then(|text| text.parse::<f64>().ok());
    let Some(figure) = figure else {
        return Some((cell.detail(detail), None, ours.units));
    };
    detail += &format!(" paper {}", text(figure));
    let both = (stats.as_ref(), &ours);
    let compared = printed::compared(results, layout, (row, column), both, figure);
    Some((cell.detail(detail), Some(compared), ours.units))
}
