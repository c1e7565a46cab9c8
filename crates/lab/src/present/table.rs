//! Tables.

use super::agreement::{Agreement, Compared, TableRole};
use super::behaviour::{self, Curve};
use super::printed::{misfit, printed, published, share};
use super::{Results, best, compare, cross};
use crate::plan::{Criterion, Metric, TableKind, TableLayout};
use crate::tally::{CellStats, StatFigure};
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::{
    Alternative, IntervalMethod, PrintedMean, PrintedShare, Running, Zeros, fisher_exact, wilcoxon,
};
use std::borrow::Cow;

/// Builds a table, and compares it with the published one if there is one.
pub(super) fn table(results: &Results<'_>, layout: &TableLayout) -> (Table, Option<Agreement>) {
    match &layout.kind {
        TableKind::Match(scale) => return cross::matches(results, layout, scale.as_ref()),
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
            return compare::counts(results, layout, over, among, *test);
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
    for row in &rows {
        let mut cells = vec![Cell::text(*row).mark(Mark::Strong)];
        for column in &columns {
            let published = published(results, layout, row, column);
            let shown = match &layout.kind {
                TableKind::Effect { against, criterion } => effect(
                    results,
                    layout,
                    (row, column, against),
                    *criterion,
                    published,
                ),
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
                _ => value(results, layout, row, column, published),
            };
            cells.push(shown.0);
            compared.extend(shown.1);
        }
        table = table.row(cells);
    }
    if matches!(layout.kind, TableKind::Value) && layout.metric == Metric::Won {
        table = table.note("in brackets 95 % intervals (Wilson)");
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

/// How many of the published signs follow from the published shares by this criterion: no
/// reproduction can be expected to do better.
fn consistency(
    results: &Results<'_>,
    layout: &TableLayout,
    against: &str,
    criterion: Criterion,
) -> Option<String> {
    let seats = results.plan.tables.iter().find(|table| {
        table.kind == TableKind::Value
            && (&table.rows, &table.columns) == (&layout.rows, &layout.columns)
    })?;
    let n = seats.published_episodes?;
    let figure = |row: &str, column: &str| {
        let value: f64 = published(results, seats, row, column)?.parse().ok()?;
        Some(StatFigure {
            n,
            won: (value * n as f64).round() as u64,
            value,
            interval: None,
        })
    };
    let (mut follow, mut of) = (0, 0);
    for row in results.plan.values(&layout.rows) {
        for column in results.plan.values(&layout.columns) {
            let printed = published(results, layout, row, column);
            let figures = figure(row, column).zip(figure(row, against));
            if let Some((printed, (ours, reference))) = printed.zip(figures) {
                of += 1;
                follow += usize::from(sign(&ours, &reference, criterion) == printed);
            }
        }
    }
    (of > 0).then(|| format!(
        "of the {of} published signs, {follow} follow from the published quotas by this criterion"
    ))
}

fn tally<'a>(
    results: &'a Results<'_>,
    layout: &TableLayout,
    row: &str,
    column: &str,
) -> Option<Cow<'a, CellStats>> {
    let mut wanted = vec![(layout.rows.as_str(), row)];
    if !layout.columns.is_empty() {
        wanted.push((layout.columns.as_str(), column));
    }
    wanted.extend(layout.conditions());
    results.tally(&wanted)
}

fn figure(
    results: &Results<'_>,
    layout: &TableLayout,
    row: &str,
    column: &str,
) -> Option<StatFigure> {
    tally(results, layout, row, column)?.figure(layout.metric, layout.seat, layout.given_won)
}

fn value(
    results: &Results<'_>,
    layout: &TableLayout,
    row: &str,
    column: &str,
    published: Option<&str>,
) -> (Cell, Option<Compared>) {
    let Some(ours) = figure(results, layout, row, column) else {
        return (Cell::empty(), None);
    };
    let text = |x: f64| match layout.metric {
        metric if metric.is_share() => share(x, layout.digits),
        _ => format!("{x:.*}", layout.digits),
    };
    let mut detail = ours.interval.map_or(String::new(), |i| {
        format!("[{}, {}]", text(i.low), text(i.high))
    });
    let cell = match layout.metric.is_share() {
        true => Cell::said(text(ours.value), ours.value),
        false => Cell::number(ours.value, layout.digits),
    };
    let Some(figure) = published.and_then(|text| text.parse::<f64>().ok()) else {
        return (cell.detail(detail.trim()), None);
    };
    detail += &format!(" paper {}", text(figure));
    let place = (row, column);
    let digits = layout.digits as u32;
    let compared = match (layout.published_episodes, layout.metric) {
        (None, _) => Compared::of_unknown_size(place, (ours.value, ours.n), ours.interval, figure),
        (Some(n), Metric::Won) if !layout.given_won => {
            let printed = PrintedShare {
                share: figure,
                digits,
                n,
            };
            Compared::share(place, (ours.won, ours.n), ours.interval, printed)
        }
        (Some(n), _) => {
            let printed = PrintedMean {
                mean: figure,
                digits,
                error: printed_error(results, layout, place),
                n,
            };
            let sums = observations(results, layout, row, column);
            Compared::mean(place, ours.n, &sums, ours.interval, printed)
        }
    };
    (cell.detail(detail.trim()), Some(compared))
}

/// The independent observations of a cell.
fn observations(results: &Results<'_>, layout: &TableLayout, row: &str, column: &str) -> Running {
    let Some(tally) = tally(results, layout, row, column) else {
        return Running::new();
    };
    let of = |of: &dyn Fn(Metric) -> f64| match layout.given_won && of(Metric::Won) != 1.0 {
        true => f64::NAN,
        false => of(layout.metric),
    };
    let units = tally.units(layout.seat, of).into_iter();
    units.map(|(_, value)| value).collect()
}

fn printed_error(results: &Results<'_>, layout: &TableLayout, place: (&str, &str)) -> Option<f64> {
    let text = printed(results, layout, &layout.published_errors, place)?;
    text.parse().ok()
}

/// `+`, `-` or `≈` for a share against another.
fn sign(ours: &StatFigure, reference: &StatFigure, criterion: Criterion) -> &'static str {
    let differs = match criterion {
        Criterion::Gap(gap) => (ours.value - reference.value).abs() > gap,
        Criterion::Significance(level) => {
            let counts = |figure: &StatFigure| [figure.won, figure.n - figure.won];
            fisher_exact([counts(ours), counts(reference)]).is_ok_and(|p| p < level)
        }
    };
    match differs {
        true if ours.value > reference.value => "+",
        true => "-",
        false => "≈",
    }
}

fn signed(
    text: &str,
    detail: String,
    row: &str,
    column: &str,
    n: u64,
    published: Option<&str>,
) -> (Cell, Option<Compared>) {
    let compared = published.map(|published| Compared::sign((row, column), n, text, published));
    let mut detail = detail;
    if let Some(published) = published.filter(|published| *published != text) {
        detail += &format!(" paper {published}");
    }
    (Cell::text(text).detail(detail), compared)
}

fn effect(
    results: &Results<'_>,
    layout: &TableLayout,
    (row, column, against): (&str, &str, &str),
    criterion: Criterion,
    published: Option<&str>,
) -> (Cell, Option<Compared>) {
    let ours = figure(results, layout, row, column);
    let Some((ours, reference)) = ours.zip(figure(results, layout, row, against)) else {
        return (Cell::empty(), None);
    };
    if layout.metric == Metric::Won {
        let text = sign(&ours, &reference, criterion);
        let difference = format!("{:+.3}", ours.value - reference.value);
        return signed(text, difference, row, column, ours.n, published);
    }
    let tallies = tally(results, layout, row, column).zip(tally(results, layout, row, against));
    let differences = tallies.map_or(Vec::new(), |(ours, reference)| {
        ours.differences(&reference, layout.metric, layout.seat, layout.given_won)
    });
    let (text, detail) = paired(&differences, criterion, layout.digits);
    signed(
        text,
        detail,
        row,
        column,
        differences.len() as u64,
        published,
    )
}

/// The sign of paired differences: Wilcoxon's signed-rank test, or a gap of the mean.
fn paired(differences: &[f64], criterion: Criterion, digits: usize) -> (&'static str, String) {
    let sums: Running = differences.iter().copied().collect();
    let mean = sums.mean().unwrap_or(0.0);
    let p = wilcoxon(
        differences,
        Zeros::Pratt,
        Alternative::TwoSided,
        IntervalMethod::Auto,
    )
    .map_or(1.0, |test| test.p);
    let differs = match criterion {
        Criterion::Gap(gap) => mean.abs() > gap,
        Criterion::Significance(level) => p < level,
    };
    let text = match differs {
        true if mean > 0.0 => "+",
        true => "-",
        false => "≈",
    };
    (text, format!("{mean:+.digits$} p {p:.3}"))
}

fn class(
    results: &Results<'_>,
    layout: &TableLayout,
    (row, column, against): (&str, &str, &str),
    along: &str,
    criterion: Criterion,
    published: Option<&str>,
) -> (Cell, Option<Compared>) {
    let Some(reference) = figure(results, layout, row, against) else {
        return (Cell::empty(), None);
    };
    let mut steps: Vec<(f64, StatFigure)> = Vec::new();
    for value in results.plan.values(along) {
        let mut wanted = vec![
            (layout.rows.as_str(), row),
            (layout.columns.as_str(), column),
            (along, value),
        ];
        wanted.extend(layout.conditions());
        let tally = results.tally(&wanted);
        let figure =
            tally.and_then(|tally| tally.figure(layout.metric, layout.seat, layout.given_won));
        steps.extend(value.parse::<f64>().ok().zip(figure));
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    if steps.is_empty() {
        return (Cell::empty(), None);
    }
    let curve = Curve {
        reference,
        steps: steps.iter().map(|(_, figure)| *figure).collect(),
        sign: &|a, b| sign(a, b, criterion),
    };
    let text = behaviour::classify(&curve);
    let best = steps.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let detail = best.map_or(String::new(), |(at, figure)| {
        format!(
            "{} at {at}, from {}",
            share(figure.value, 3),
            share(reference.value, 3)
        )
    });
    signed(&text, detail, row, column, reference.n, published)
}
