//! Tables that compare their columns by a test: each with each, and how often who was better.

use super::Results;
use super::agreement::{Agreement, Compared, TableRole};
use super::printed::{self, published, share};
use crate::plan::{Metric, TableLayout, Test, TestKind};
use crate::tally::CellStats;
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::{
    Alternative, IntervalMethod, PrintedMean, PrintedShare, Running, Zeros, chance_of_repeat,
    mann_whitney, wilcoxon,
};
use std::collections::BTreeSet;

/// How one side did against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The two-sided p of the test.
    pub p: f64,
    /// Whether the first side is above the second.
    pub(crate) above: bool,
}

impl Contrast {
    /// One side against another; `None` where one of them has no episodes.
    pub fn of(
        (one, other): (&CellStats, &CellStats),
        metric: Metric,
        seat: usize,
        test: TestKind,
    ) -> Option<Contrast> {
        // Tables hold thousands of tests: the normal approximation of 100 episodes a side is good.
        let method = IntervalMethod::Asymptotic { continuity: true };
        match test {
            TestKind::MannWhitney => {
                let values = |tally: &CellStats| tally.values(metric, seat).collect::<Vec<f64>>();
                let (x, y) = (values(one), values(other));
                let found = mann_whitney(&x, &y, Alternative::TwoSided, method).ok()?;
                Some(Contrast {
                    p: found.p,
                    above: found.dominance(x.len(), y.len()) > 0.5,
                })
            }
            TestKind::Wilcoxon => {
                let differences = one.differences(other, metric, seat, false);
                let sides = Alternative::TwoSided;
                let found = wilcoxon(&differences, Zeros::Wilcox, sides, method).ok()?;
                Some(Contrast {
                    p: found.p,
                    above: found.plus > found.minus,
                })
            }
        }
    }

    /// The chance that the first side is significantly above the second in a repetition of the
    /// experiment.
    fn again(&self, level: f64) -> f64 {
        chance_of_repeat(self.p, self.above, level).unwrap_or(0.0)
    }

    /// Whether the first side is significantly above the second.
    pub fn is_above(&self, level: f64) -> bool {
        self.above && self.p < level
    }
}

/// The metric of every column with its standard error, and the columns it is significantly above.
pub(super) fn compare(
    results: &Results<'_>,
    layout: &TableLayout,
    test: Test,
) -> (Table, Option<Agreement>) {
    let columns = results.plan.values(&layout.columns);
    let mut table = Table::new(&layout.name, &layout.title).column(Column::left(&layout.rows));
    for column in &columns {
        table = table.column(Column::right(*column));
        table = table.column(Column::left(">"));
    }
    let short = initials(&columns);
    let mut compared = Vec::new();
    for row in results.plan.values(&layout.rows) {
        let tallies: Vec<_> = columns
            .iter()
            .map(|column| {
                let mut wanted = vec![(layout.rows.as_str(), row), (&layout.columns, column)];
                wanted.extend(layout.conditions());
                results.tally(&wanted)
            })
            .collect();
        let mut cells = vec![Cell::text(row).mark(Mark::Strong)];
        for (at, column) in columns.iter().enumerate() {
            let ours = tallies[at].as_deref();
            let Some(sums) = ours
                .map(|tally| sums(tally, layout))
                .filter(|sums| sums.count() > 0)
            else {
                cells.extend([Cell::empty(), Cell::empty()]);
                continue;
            };
            let printed = published(results, layout, row, column);
            let error = printed::printed(results, layout, &layout.published_errors, (row, column));
            let (cell, comparison) = value(layout, (row, column), &sums, (printed, error));
            cells.push(cell);
            compared.extend(comparison);
            let others = tallies.iter().zip(&short).enumerate();
            let others = others.filter(|(other, _)| *other != at);
            let (mut beaten, mut rivals) = (Vec::new(), 0);
            for (_, (tally, name)) in others {
                let contrast = ours
                    .zip(tally.as_deref())
                    .and_then(|sides| Contrast::of(sides, layout.metric, layout.seat, test.kind));
                rivals += usize::from(contrast.is_some());
                if contrast.is_some_and(|contrast| contrast.is_above(test.level)) {
                    beaten.push(name.as_str());
                }
            }
            let all = rivals > 0 && beaten.len() == rivals;
            let cell = Cell::text(if all { "all".into() } else { beaten.join(", ") });
            cells.push(if all { cell.mark(Mark::Strong) } else { cell });
        }
        table = table.row(cells);
    }
    table = table.note(format!(
        "in brackets standard errors; behind >: columns that are significantly lower ({}, p < {})",
        test.kind.title(),
        test.level
    ));
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

fn sums(tally: &CellStats, layout: &TableLayout) -> Running {
    tally.values(layout.metric, layout.seat).collect()
}

/// A figure with its standard error, beside the published one.
fn value(
    layout: &TableLayout,
    (row, column): (&str, &str),
    sums: &Running,
    (printed, printed_error): (Option<&str>, Option<&str>),
) -> (Cell, Option<Compared>) {
    let text = |x: f64| match layout.metric.is_share() {
        true => share(x, layout.digits),
        false => format!("{x:.*}", layout.digits),
    };
    let (n, mean) = (sums.count(), sums.mean().unwrap_or(f64::NAN));
    // The standard error of a share is that of a proportion, as papers print it.
    let error = match layout.metric {
        Metric::Won => Some((mean * (1.0 - mean) / n as f64).sqrt()),
        _ => sums.standard_error(),
    };
    let mut detail = error.map_or(String::new(), |error| format!("({})", text(error)));
    let cell = Cell::said(text(mean), mean);
    let figure = printed.and_then(|text| text.parse::<f64>().ok());
    let Some(figure) = figure else {
        return (cell.detail(detail), None);
    };
    detail += &format!(" paper {}", text(figure));
    let interval = sums.mean_interval(crate::tally::CONFIDENCE).ok();
    let place = (row, column);
    let digits = layout.digits as u32;
    let compared = match (layout.published_episodes, layout.metric) {
        (None, _) => Compared::of_unknown_size(place, (mean, n), interval, figure),
        (Some(published_n), Metric::Won) => {
            let won = (mean * n as f64).round() as u64;
            let printed = PrintedShare {
                share: figure,
                digits,
                n: published_n,
            };
            Compared::share(place, (won, n), interval, printed)
        }
        (Some(published_n), _) => {
            let printed = PrintedMean {
                mean: figure,
                digits,
                error: printed_error.and_then(|text| text.parse().ok()),
                n: published_n,
            };
            Compared::mean(place, n, sums, interval, printed)
        }
    };
    (cell.detail(detail), Some(compared))
}

/// In how many values of `over` a row is significantly above all others of its group, column by
/// column, and in how many different ones altogether.
pub(super) fn counts(
    results: &Results<'_>,
    layout: &TableLayout,
    over: &str,
    among: &[Vec<String>],
    test: Test,
) -> (Table, Option<Agreement>) {
    let columns = results.plan.values(&layout.columns);
    let mut table = Table::new(&layout.name, &layout.title)
        .column(Column::left(&layout.rows))
        .column(Column::left("against"));
    for column in &columns {
        table = table.column(Column::right(*column));
    }
    table = table.column(Column::right("Total"));
    let mut compared = Vec::new();
    let mut line = 0;
    for group in among {
        for one in group {
            let others: Vec<&str> = group
                .iter()
                .filter(|other| *other != one)
                .map(String::as_str)
                .collect();
            let against = others.join(", ");
            let mut cells = vec![
                Cell::text(one).mark(Mark::Strong),
                Cell::text(against.as_str()),
            ];
            let printed = layout.published.get(line);
            let mut unique = BTreeSet::new();
            let row = format!("{one} against {against}");
            for (at, column) in columns.iter().enumerate() {
                let wins = victories(results, layout, (one, &others), column, over, test);
                if wins.is_empty() {
                    cells.push(Cell::empty());
                    continue;
                }
                // A count of fewer values is no count of all.
                let whole = wins.len() == results.plan.values(over).len();
                let printed = printed.filter(|_| whole).and_then(|row| row.get(at));
                cells.push(count(&wins, (&row, column), printed, &mut compared));
                unique.extend(wins.into_iter().filter(|win| win.2).map(|win| win.0));
            }
            let total = Cell::number(unique.len() as f64, 0);
            let printed = printed.and_then(|row| row.get(columns.len()));
            cells.push(match printed {
                Some(printed) => total.detail(format!("paper {printed}")),
                None => total,
            });
            table = table.row(cells);
            line += 1;
        }
    }
    table = table.note(format!(
        "values of {over} where the row is significantly above all it is compared with ({}, p < {})",
        test.kind.title(),
        test.level
    ));
    if let Some(note) = &layout.note {
        table = table.note(note);
    }
    let agreement =
        (!compared.is_empty()).then(|| Agreement::new(&layout.name, TableRole::Derived, compared));
    (table, agreement)
}

/// A value of the counted variable, the chance that the row is above there in a repetition of the
/// experiment, and whether it is now.
type Victory = (String, f64, bool);

fn victories(
    results: &Results<'_>,
    layout: &TableLayout,
    (one, others): (&str, &[&str]),
    column: &str,
    over: &str,
    test: Test,
) -> Vec<Victory> {
    let tally = |value: &str, row: &str| {
        let mut wanted = vec![
            (over, value),
            (layout.rows.as_str(), row),
            (layout.columns.as_str(), column),
        ];
        wanted.extend(layout.conditions());
        results.tally(&wanted)
    };
    let mut victories = Vec::new();
    // What was not played by all is not counted.
    'values: for value in results.plan.values(over) {
        let Some(ours) = tally(value, one) else {
            continue;
        };
        let (mut chance, mut above) = (1.0, true);
        for other in others {
            let contrast = tally(value, other).and_then(|theirs| {
                Contrast::of((&ours, &theirs), layout.metric, layout.seat, test.kind)
            });
            let Some(contrast) = contrast else {
                continue 'values;
            };
            chance *= contrast.again(test.level);
            above &= contrast.is_above(test.level);
        }
        victories.push((value.to_string(), chance, above));
    }
    victories
}

/// A count beside the published one, which two repetitions of the experiment may differ in.
fn count(
    wins: &[Victory],
    (row, column): (&str, &str),
    printed: Option<&String>,
    compared: &mut Vec<Compared>,
) -> Cell {
    let ours = wins.iter().filter(|win| win.2).count();
    let cell = Cell::number(ours as f64, 0);
    let Some(figure) = printed.and_then(|text| text.parse::<f64>().ok()) else {
        return cell;
    };
    let chances: Vec<f64> = wins.iter().map(|(_, chance, _)| *chance).collect();
    compared.push(Compared::count(
        (row, column),
        &chances,
        ours as f64,
        figure,
    ));
    cell.detail(format!("paper {figure}"))
}
