//! Figures as they are printed, here and in papers, and what stands for a row and a column.

use super::compared::Compared;
use super::{CellSet, Results};
use crate::plan::{Metric, TableLayout};
use crate::tally::{CellStats, StatFigure};
use ludometer_report::Table;
use ludometer_stats::{PrintedMean, PrintedShare};

/// The cells that stand for a row and a column.
pub(super) fn sample(
    results: &Results<'_>,
    layout: &TableLayout,
    row: &str,
    column: &str,
) -> CellSet {
    let mut wanted = vec![(layout.rows.as_str(), row)];
    if !layout.columns.is_empty() {
        wanted.push((layout.columns.as_str(), column));
    }
    wanted.extend(layout.conditions());
    results.sample(&wanted)
}

/// A figure of ours, of which `stats` are the sums, beside the published one.
pub(super) fn compared(
    results: &Results<'_>,
    layout: &TableLayout,
    place: (&str, &str),
    (stats, ours): (&CellStats, &StatFigure),
    figure: f64,
) -> Compared {
    let digits = layout.digits as u32;
    let (metric, seat) = (layout.metric, layout.seat);
    match (layout.published_episodes, metric) {
        (None, _) => Compared::of_unknown_size(place, ours, figure),
        (Some(n), Metric::Won) if !layout.given_won => {
            let share = figure;
            let printed = PrintedShare { share, digits, n };
            Compared::share(place, ours, stats.counts(metric, seat), printed)
        }
        (Some(n), _) => {
            let error = printed(results, layout, &layout.published_errors, place);
            let printed = PrintedMean {
                mean: figure,
                digits,
                error: error.and_then(|text| text.parse().ok()),
                n,
            };
            let units = stats.running(metric, seat, layout.given_won);
            Compared::mean(place, ours, &units, printed)
        }
    }
}

/// The published figure of a cell: figures stand in the order of the plan's values.
pub(super) fn published<'a>(
    results: &Results<'_>,
    layout: &'a TableLayout,
    row: &str,
    column: &str,
) -> Option<&'a str> {
    printed(results, layout, &layout.published, (row, column))
}

/// What is printed for a cell in one of the layout's lists of figures.
fn printed<'a>(
    results: &Results<'_>,
    layout: &TableLayout,
    figures: &'a [Vec<String>],
    (row, column): (&str, &str),
) -> Option<&'a str> {
    let at = |variable: &str, value: &str| {
        let values = results.plan.published_values(variable);
        values.iter().position(|known| *known == value)
    };
    if !is_aligned(results, layout) {
        return None;
    }
    let row = figures.get(at(&layout.rows, row)?)?;
    let column = match layout.columns.is_empty() {
        true => 0,
        false => at(&layout.columns, column)?,
    };
    row.get(column)
        .map(String::as_str)
        .filter(|text| !text.is_empty())
}

/// Whether there are as many published rows as the plan has values: figures stand in their order, and
/// a plan that was changed in a line may have others.
fn is_aligned(results: &Results<'_>, layout: &TableLayout) -> bool {
    layout.published.len() == results.plan.published_values(&layout.rows).len()
}

/// Explains missing published figures, if any.
pub(super) fn misfit(results: &Results<'_>, layout: &TableLayout, table: Table) -> Table {
    match layout.published.is_empty() || is_aligned(results, layout) {
        true => table,
        false => table.note(format!(
            "published figures are left out: they are for other values of `{}`",
            layout.rows
        )),
    }
}

/// A number with its sign, as differences are printed; what is not finite is an infinity.
pub(super) fn signed_number(value: f64, digits: usize) -> String {
    match value {
        f64::INFINITY => "+\u{221e}".to_string(),
        f64::NEG_INFINITY => "-\u{221e}".to_string(),
        _ => format!("{value:+.digits$}"),
    }
}

/// A share without its leading zero, as tables of shares are printed.
pub(super) fn share(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix("0.") {
        Some(rest) => format!(".{rest}"),
        None => text,
    }
}

/// A value of a layout's metric in words.
pub(super) fn text(layout: &TableLayout, value: f64) -> String {
    match layout.metric.is_share() {
        true => share(value, layout.digits),
        false if value.is_infinite() => signed_number(value, 0),
        false => format!("{value:.*}", layout.digits),
    }
}
