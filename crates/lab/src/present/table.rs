//! Tables of values and of behaviours.

use super::agreement::{Agreement, TableRole};
use super::behaviour::{self, Curve};
use super::compared::Compared;
use super::effect::{Differences, consistency, effects, signed};
use super::notes::Shown;
use super::printed::{compared, misfit, published, sample, share, text};
use super::{CellSet, Results, best, compare, counts, cross, matches};
use crate::plan::{Criterion, TableKind, TableLayout};
use crate::tally::StatFigure;
use ludometer_report::{Cell, Column, Mark, Table};

/// Builds a table, and compares it with the published one if there is one.
pub(super) fn table(results: &Results<'_>, layout: &TableLayout) -> (Table, Option<Agreement>) {
    match &layout.kind {
        TableKind::Match(scale) => return matches::matches(results, layout, scale.as_ref()),
        TableKind::Cross(scale) => return (cross::cross(results, layout, scale.as_ref()), None),
        TableKind::Compare(test) => return compare::compare(results, layout, *test),
        TableKind::Best {
            against,
            choose,
            check,
            test,
        } => {
            return (
                best::best(results, layout, against, (choose, check), *test),
                None,
            );
        }
        TableKind::Counts { over, among, test } => {
            return counts::counts(results, layout, over, among, *test);
        }
        _ => {}
    }
    let rows = results.plan.values(&layout.rows);
    let mut columns = match layout.columns.is_empty() {
        true => vec![layout.metric.name()],
        false => results.plan.values(&layout.columns),
    };
    if let TableKind::Effect { against, .. } | TableKind::Behaviour { against, .. } = &layout.kind {
        columns.retain(|column| column != against);
    }
    let mut table = Table::new(&layout.name, &layout.title).column(Column::left(&layout.rows));
    for column in &columns {
        table = table.column(Column::centre(*column));
    }
    let mut compared = Vec::new();
    let mut shown = Shown::default();
    let (mut found, mut said) = match &layout.kind {
        TableKind::Effect { against, criterion } => {
            effects(results, layout, (&rows, &columns, against), *criterion)
        }
        _ => (Vec::new(), Vec::new()),
    };
    let mut found = found.drain(..);
    for row in &rows {
        let mut cells = vec![Cell::text(*row).mark(Mark::Strong)];
        for column in &columns {
            let published = published(results, layout, row, column);
            let (cell, comparison) = match &layout.kind {
                TableKind::Effect { .. } => found.next().unwrap_or_else(|| (Cell::empty(), None)),
                TableKind::Behaviour {
                    against,
                    along,
                    criterion,
                } => class(
                    results,
                    layout,
                    (row, column, against),
                    along,
                    *criterion,
                    published,
                ),
                _ => value(results, layout, (row, column), published, &mut shown),
            };
            cells.push(cell);
            compared.extend(comparison);
        }
        table = table.row(cells);
    }
    if let TableKind::Behaviour {
        criterion: Criterion::Significance(level),
        ..
    } = layout.kind
    {
        said.push(format!(
            "differences count where an exact test of paired games gives p < {level}, uncorrected"
        ));
    }
    said.extend(shown.notes(results, "in brackets"));
    for note in said {
        table = table.note(note);
    }
    table = misfit(results, layout, table);
    if let Some(note) = &layout.note {
        table = table.note(note);
    }
    if let TableKind::Effect { against, criterion } = &layout.kind
        && let Some(note) = consistency(results, layout, against, *criterion)
    {
        table = table.note(note);
    }
    let role = match layout.kind {
        TableKind::Effect { .. } | TableKind::Behaviour { .. } => TableRole::Derived,
        _ => TableRole::Primary,
    };
    let agreement = (!compared.is_empty()).then(|| Agreement::new(&layout.name, role, compared));
    (table, agreement)
}

fn figure(results: &Results<'_>, layout: &TableLayout, sample: &CellSet) -> Option<StatFigure> {
    let stats = results.stats(sample)?;
    stats.figure(layout.metric, layout.seat, layout.given_won)
}

fn value(
    results: &Results<'_>,
    layout: &TableLayout,
    (row, column): (&str, &str),
    published: Option<&str>,
    shown: &mut Shown,
) -> (Cell, Option<Compared>) {
    let Some(stats) = results.stats(&sample(results, layout, row, column)) else {
        return (Cell::empty(), None);
    };
    let Some(ours) = stats.figure(layout.metric, layout.seat, layout.given_won) else {
        return (Cell::empty(), None);
    };
    shown.see(&ours);
    let text = |x: f64| text(layout, x);
    let mut detail = ours.interval.map_or(String::new(), |i| {
        format!("[{}, {}]", text(i.low), text(i.high))
    });
    let cell = match layout.metric.is_share() {
        true => Cell::said(text(ours.value), ours.value),
        false => Cell::number(ours.value, layout.digits),
    }
    .estimate(ours.estimate());
    let Some(figure) = published.and_then(|text| text.parse::<f64>().ok()) else {
        return (cell.detail(detail.trim()), None);
    };
    detail += &format!(" paper {}", text(figure));
    let both = (stats.as_ref(), &ours);
    let compared = compared(results, layout, (row, column), both, figure);
    (cell.detail(detail.trim()), Some(compared))
}

fn class(
    results: &Results<'_>,
    layout: &TableLayout,
    (row, column, against): (&str, &str, &str),
    along: &str,
    criterion: Criterion,
    published: Option<&str>,
) -> (Cell, Option<Compared>) {
    let start = sample(results, layout, row, against);
    let Some(reference) = figure(results, layout, &start) else {
        return (Cell::empty(), None);
    };
    let mut steps: Vec<(f64, StatFigure, CellSet)> = Vec::new();
    for value in results.plan.values(along) {
        let mut wanted = vec![
            (layout.rows.as_str(), row),
            (layout.columns.as_str(), column),
            (along, value),
        ];
        wanted.extend(layout.conditions());
        let sample = results.sample(&wanted);
        if let (Ok(at), Some(figure)) = (value.parse(), figure(results, layout, &sample)) {
            steps.push((at, figure, sample));
        }
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    if steps.is_empty() {
        return (Cell::empty(), None);
    }
    let samples = || std::iter::once(&start).chain(steps.iter().map(|(.., sample)| sample));
    let differences = Differences::new(results, layout);
    let curve = Curve {
        values: std::iter::once(reference.value)
            .chain(steps.iter().map(|(_, figure, _)| figure.value))
            .collect(),
        sign: &|one, other| {
            let sides = samples().nth(one).zip(samples().nth(other));
            sides.map_or("≈", |(one, other)| {
                differences.sign(one, other, criterion)
            })
        },
    };
    let text = behaviour::classify(&curve);
    let best = steps.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let detail = best.map_or(String::new(), |(at, figure, _)| {
        format!(
            "{} at {at}, from {}",
            share(figure.value, 3),
            share(reference.value, 3)
        )
    });
    signed(&text, detail, (row, column), reference.n, published)
}
