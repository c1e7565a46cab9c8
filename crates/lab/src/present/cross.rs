//! Cross tables of round robins, and the cells they share with tables of matches.

use super::Results;
use super::contest::Contest;
use super::notes::Shown;
use super::printed::{share, signed_number};
use crate::plan::{Metric, RatingScale, TableLayout};
use crate::tally::{CONFIDENCE, StatFigure};
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::Interval;

fn bracket(interval: Option<Interval>, text: impl Fn(f64) -> String) -> String {
    interval.map_or(String::new(), |i| {
        format!("[{}, {}]", text(i.low), text(i.high))
    })
}

/// A figure with its interval in brackets, each in these words.
fn shown_as(figure: Option<StatFigure>, shown: &mut Shown, text: impl Fn(f64) -> String) -> Cell {
    let Some(figure) = figure else {
        return Cell::empty();
    };
    shown.see(&figure);
    Cell::said(text(figure.value), figure.value)
        .detail(bracket(figure.interval, text))
        .estimate(figure.estimate())
}

pub(super) fn score_cell(figure: Option<StatFigure>, digits: usize, shown: &mut Shown) -> Cell {
    shown_as(figure, shown, |x| share(x, digits))
}

pub(super) fn difference_cell(
    figure: Option<StatFigure>,
    digits: usize,
    shown: &mut Shown,
) -> Cell {
    shown_as(figure, shown, |x| signed_number(x, digits))
}

/// A cross table of a round robin; cells that differ only in other variables are pooled.
pub(super) fn cross(
    results: &Results<'_>,
    layout: &TableLayout,
    scale: Option<&RatingScale>,
) -> Table {
    let variables = (layout.rows.as_str(), layout.columns.as_str());
    let mut names = results.plan.values(variables.0);
    for name in results.plan.values(variables.1) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let fixed: Vec<(&str, &str)> = layout.conditions().collect();
    let mut table = Table::new(&layout.name, &layout.title).column(Column::left(""));
    for name in &names {
        table = table.column(Column::centre(*name));
    }
    table = table
        .column(Column::right("games"))
        .column(Column::centre("all"));
    if scale.is_some() {
        table = table.column(Column::centre("scale"));
    }
    let mut shown = Shown::default();
    let figure = |contest: &Contest<'_>, shown: &mut Shown| {
        let figure = contest.figure(layout.metric);
        match layout.metric {
            metric if metric.is_share() => score_cell(figure, layout.digits, shown),
            Metric::Payoff | Metric::Points => difference_cell(figure, layout.digits, shown),
            _ => shown_as(figure, shown, |x| format!("{x:.*}", layout.digits)),
        }
    };
    for one in &names {
        let against = |other: &str| Contest::between(results, variables, (one, other), &fixed);
        let mut cells = vec![Cell::text(*one).mark(Mark::Strong)];
        for other in &names {
            let contest = against(other);
            cells.push(match contest.games() {
                0 => Cell::empty(),
                _ => figure(&contest, &mut shown),
            });
        }
        let all = names
            .iter()
            .map(|other| against(other))
            .reduce(Contest::and);
        if let Some(all) = all.filter(|all| all.games() > 0) {
            cells.push(Cell::number(all.games() as f64, 0));
            cells.push(figure(&all, &mut shown));
            let rated = scale.map(|scale| all.rated(scale, CONFIDENCE));
            cells.extend(rated.map(|rated| difference_cell(rated, 0, &mut shown)));
        }
        table = table.row(cells);
    }
    notes(table, results, layout, (scale, &shown))
}

/// What tables of contests say below.
pub(super) fn notes(
    mut table: Table,
    results: &Results<'_>,
    layout: &TableLayout,
    (scale, shown): (Option<&RatingScale>, &Shown),
) -> Table {
    for note in shown.notes(results, "in brackets") {
        table = table.note(note);
    }
    if let Some(scale) = scale {
        table = table.note(format!(
            "scale: {}, {} x payoff + {} x points a game",
            scale.name, scale.payoff, scale.points
        ));
    }
    match &layout.note {
        Some(note) => table.note(note),
        None => table,
    }
}
