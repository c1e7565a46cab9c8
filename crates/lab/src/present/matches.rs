//! Tables of matches: one row each, with the published match below.

use super::Results;
use super::agreement::{Agreement, TableRole};
use super::compared::Compared;
use super::contest::Contest;
use super::cross::{difference_cell, notes, score_cell};
use super::notes::Shown;
use super::printed::share;
use crate::plan::{Metric, RatingScale, TableLayout};
use crate::tally::{CONFIDENCE, StatFigure};
use ludometer_report::{Cell, Column, Mark, Table};
use ludometer_stats::{PrintedMean, PrintedShare, RunningStats};

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
    let mut shown = Shown::default();
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
        let score = contest.figure(Metric::Score);
        cells.push(score_cell(score, layout.digits, &mut shown));
        let totals = contest.both(Metric::Measured);
        match measured {
            Some(_) => cells.extend(totals.iter().map(|total| total_cell(total.as_ref()))),
            None => {
                let points = contest.figure(Metric::Points);
                cells.push(difference_cell(points, 1, &mut shown));
            }
        }
        cells.push(difference_cell(contest.elo(), 0, &mut shown));
        let rated = scale.map(|scale| contest.rated(scale, CONFIDENCE));
        cells.extend(rated.map(|rated| difference_cell(rated, 0, &mut shown)));
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
            compared.extend(published.won(row, &contest));
            let units = contest.runnings(Metric::Measured);
            let sides = totals.iter().zip(&units).enumerate();
            for (side, (total, units)) in sides.filter(|_| measured.is_some()) {
                let title = format!("{} a game", titles[5 + side]);
                let total = total.as_ref();
                compared.extend(
                    total.and_then(|total| published.total((row, &title), (total, units), side)),
                );
            }
            table = table.row(cells);
            if layout.published.get(at + 1) != Some(printed) {
                table = table.row(published.row());
            }
        }
    }
    table = notes(table, results, layout, (scale, &shown));
    let agreement =
        (!compared.is_empty()).then(|| Agreement::new(&layout.name, TableRole::Primary, compared));
    (table, agreement)
}

fn total_cell(figure: Option<&StatFigure>) -> Cell {
    let mean = figure.map_or(f64::NAN, |figure| figure.value);
    let total = mean * figure.map_or(0, |figure| figure.n) as f64;
    let cell = Cell::number(total, 0).detail(format!("{mean:.1} a game"));
    match figure {
        Some(figure) => cell.estimate(figure.estimate()),
        None => cell,
    }
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

    fn won(&self, row: &str, contest: &Contest<'_>) -> Option<Compared> {
        let printed = PrintedShare {
            share: self.counts[0] / self.games(),
            digits: EXACT,
            n: self.games() as u64,
        };
        let ours = contest.figure(Metric::Won)?;
        Some(Compared::share(
            (row, "won"),
            &ours,
            contest.units_won(),
            printed,
        ))
    }

    fn total(
        &self,
        place: (&str, &str),
        (ours, units): (&StatFigure, &RunningStats),
        side: usize,
    ) -> Option<Compared> {
        let printed = PrintedMean {
            mean: self.totals.get(side)? / self.games(),
            digits: EXACT,
            error: None,
            n: self.games() as u64,
        };
        Some(Compared::mean(place, ours, units, printed))
    }
}

/// Digits of a figure that was printed as whole counts.
const EXACT: u32 = 12;
