//! Figures as papers print them.

use super::Results;
use crate::plan::TableLayout;
use ludometer_report::Table;

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
pub(super) fn printed<'a>(
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

/// A share without its leading zero, as tables of shares are printed.
pub(super) fn share(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix("0.") {
        Some(rest) => format!(".{rest}"),
        None => text,
    }
}
