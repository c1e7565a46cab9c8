//! Tables of contests: one row per match, or a cross table of a round robin.

use super::Results;
use super::agreement::{Agreement, Compared, TableRole};
use super::contest::{Contest, Mean};
use super::printed::share;
use crate::plan::{Metric, RatingScale, TableLayout};
use crate::tally::CONFIDENCE;
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::{Interval, PrintedMean, PrintedShare, Running, wilson};

fn bracket(interval: Option<Interval>, text: impl Fn(f64) -> String) -> String {
    interval.map_or(String::new(), |i| {
        format!("[{}, {}]", text(i.low), text(i.high))
    })
}

/// A number with its sign, as differences are printed; what is not finite is an infinity.
fn signed(value: f64, digits: usize) -> String {
    match value {
        f64::INFINITY => "+\u{221e}".to_string(),
        f64::NEG_INFINITY => "-\u{221e}".to_string(),
        _ => format!("{value:+.digits$}"),
    }
}

fn score_cell(mean: Mean, digits: usize) -> Cell {
    let text = |x: f64| share(x, digits);
    Cell::said(text(mean.value), mean.value).detail(bracket(mean.interval, text))
}

fn difference_cell(mean: Mean, digits: usize) -> Cell {
    let text = |x: f64| signed(x, digits);
    Cell::said(text(mean.value), mean.value).detail(bracket(mean.interval, text))
}

/// One row for each value of the rows' variable: the games of the layout's seat. Published matches
/// stand below the rows they belong to.
pub(super) fn matches(
    results: &Results<'_>,
    layout: &TableLayout,
    scale: Option<&RatingScale>,
) -> (Table, Option<Agreement>) {
    let measured = results.plan.measure.as_deref();
    let others = measured.map(|name| format!("other's {name}"));
    let mut titles = vec!["games", "won", "drawn", "lost", "score"];
    match (measured, &others) {
        (Some(own), Some(others)) => titles.extend([own, others.as_str()]),
        _ => titles.push("points"),
    }
    titles.push("Elo");
    titles.extend(scale.map(|_| "scale"));
    let cells: Vec<(&str, &str)> = layout.conditions().collect();
    let unfinished = Contest::of_seat(results, &cells, layout.seat).unfinished();
    let unfinished: Vec<usize> = (0..2).filter(|&which| unfinished[which] > 0).collect();
    titles.extend(
        unfinished
            .iter()
            .map(|&which| ["truncated", "forfeited"][which]),
    );
    let mut table = Table::new(&layout.name, &layout.title).column(Column::left(&layout.rows));
    for title in &titles {
        table = table.column(Column::right(*title));
    }
    let mut compared = Vec::new();
    for (at, row) in results.plan.values(&layout.rows).into_iter().enumerate() {
        let mut wanted = vec![(layout.rows.as_str(), row)];
        wanted.extend(layout.conditions());
        let contest = Contest::of_seat(results, &wanted, layout.seat);
        if contest.games() == 0 {
            table = table.row(vec![Cell::text(row).mark(Mark::Strong)]);
            continue;
        }
        let mut cells = vec![
            Cell::text(row).mark(Mark::Strong),
            Cell::number(contest.games() as f64, 0),
        ];
        cells.extend(contest.counts().map(|count| Cell::number(count as f64, 0)));
        cells.push(score_cell(contest.mean(Metric::Score), layout.digits));
        let totals = [
            contest.games_of(Metric::Measured),
            contest.others_of(Metric::Measured),
        ];
        match measured {
            Some(_) => cells.extend(totals.iter().map(total_cell)),
            None => cells.push(difference_cell(contest.mean(Metric::Points), 1)),
        }
        cells.push(contest.elo().map_or(Cell::empty(), |elo| {
            let value = Mean {
                value: elo.difference,
                interval: Some(elo.interval),
            };
            difference_cell(value, 0)
        }));
        cells.extend(scale.map(|scale| difference_cell(contest.rating(scale, CONFIDENCE), 0)));
        let counts = contest.unfinished();
        cells.extend(
            unfinished
                .iter()
                .map(|&which| Cell::number(counts[which] as f64, 0)),
        );
        let Some(printed) = layout.published.get(at) else {
            table = table.row(cells);
            continue;
        };
        if let Some(published) = Published::read(printed) {
            compared.push(published.won(row, &contest));
            for (side, total) in totals.iter().enumerate().filter(|_| measured.is_some()) {
                let title = format!("{} a game", titles[5 + side]);
                compared.extend(published.total(row, &title, total, side));
            }
            table = table.row(cells);
            if layout.published.get(at + 1) != Some(printed) {
                table = table.row(published.row());
            }
        }
    }
    table = notes(table, layout, scale);
    let agreement =
        (!compared.is_empty()).then(|| Agreement::new(&layout.name, TableRole::Primary, compared));
    (table, agreement)
}

fn total_cell(games: &Running) -> Cell {
    let mean = games.mean().unwrap_or(f64::NAN);
    let total = mean * games.count() as f64;
    Cell::number(total, 0).detail(format!("{mean:.1} a game"))
}

/// A published match: games won, drawn and lost, then the totals of both sides' measure.
struct Published {
    counts: [f64; 3],
    totals: Vec<f64>,
}

impl Published {
    fn read(printed: &[String]) -> Option<Published> {
        let numbers = printed.iter().map(|text| text.parse::<f64>().ok());
        let numbers = numbers.collect::<Option<Vec<f64>>>()?;
        let (counts, totals) = numbers.split_at_checked(3)?;
        Some(Published {
            counts: [counts[0], counts[1], counts[2]],
            totals: totals.to_vec(),
        })
    }

    fn games(&self) -> f64 {
        self.counts.iter().sum()
    }

    fn row(&self) -> Vec<Cell> {
        let [won, drawn, _] = self.counts;
        let score = (won + 0.5 * drawn) / self.games();
        let mut cells = vec![Cell::text("paper"), Cell::number(self.games(), 0)];
        cells.extend(self.counts.map(|count| Cell::number(count, 0)));
        cells.push(Cell::said(share(score, 3), score));
        cells.extend(self.totals.iter().map(|&total| {
            let mean = total / self.games();
            Cell::number(total, 0).detail(format!("{mean:.1} a game"))
        }));
        cells
            .into_iter()
            .map(|cell| cell.mark(Mark::Quiet))
            .collect()
    }

    fn won(&self, row: &str, contest: &Contest<'_>) -> Compared {
        let ([won, ..], games) = (contest.counts(), contest.games());
        let printed = PrintedShare {
            share: self.counts[0] / self.games(),
            digits: EXACT,
            n: self.games() as u64,
        };
        let interval = wilson(won, games, CONFIDENCE).ok();
        Compared::share((row, "won"), (won, games), interval, printed)
    }

    fn total(&self, row: &str, column: &str, ours: &Running, side: usize) -> Option<Compared> {
        let printed = PrintedMean {
            mean: self.totals.get(side)? / self.games(),
            digits: EXACT,
            error: None,
            n: self.games() as u64,
        };
        let interval = ours.mean_interval(CONFIDENCE).ok();
        let count = ours.count();
        (count > 0).then(|| Compared::mean((row, column), count, ours, interval, printed))
    }
}

/// Digits of a figure that was printed as whole counts.
const EXACT: u32 = 12;

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
    let figure = |contest: &Contest<'_>| match layout.metric {
        metric if metric.is_share() => score_cell(contest.mean(metric), layout.digits),
        Metric::Payoff | Metric::Points => {
            difference_cell(contest.mean(layout.metric), layout.digits)
        }
        metric => {
            let mean = contest.mean(metric);
            let text = |x: f64| format!("{x:.*}", layout.digits);
            Cell::number(mean.value, layout.digits).detail(bracket(mean.interval, text))
        }
    };
    for one in &names {
        let against = |other: &str| Contest::between(results, variables, (one, other), &fixed);
        let mut cells = vec![Cell::text(*one).mark(Mark::Strong)];
        cells.extend(names.iter().map(|other| {
            let contest = against(other);
            match contest.games() {
                0 => Cell::empty(),
                _ => figure(&contest),
            }
        }));
        let all = names
            .iter()
            .map(|other| against(other))
            .reduce(Contest::and);
        if let Some(all) = all.filter(|all| all.games() > 0) {
            cells.push(Cell::number(all.games() as f64, 0));
            cells.push(figure(&all));
            cells.extend(scale.map(|scale| difference_cell(all.rating(scale, CONFIDENCE), 0)));
        }
        table = table.row(cells);
    }
    notes(table, layout, scale)
}

fn notes(table: Table, layout: &TableLayout, scale: Option<&RatingScale>) -> Table {
    let mut table = table
        .note("in brackets 95 % intervals; episodes that share their chance are one observation");
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
