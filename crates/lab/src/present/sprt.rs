//! The table and the plot of sequential tests.

use super::Results;
use super::printed::{share, signed_number};
use crate::plan::{ELO_MODELS, Metric, SprtRule};
use crate::sprt::{TestEstimate, TestResult, TestVerdict, halves};
use crate::store::StoreError;
use ludometer_report::{Axis, Cell, Column, Document, Mark, Plot, Point, Series, Table};
use ludometer_stats::OutcomeCounts;

/// Points of the way of a log-likelihood ratio.
const POINTS: u64 = 400;

/// Adds the tests of a plan, if it has any.
pub(super) fn sprt(results: &Results<'_>, document: Document) -> Result<Document, StoreError> {
    let Some(rule) = results.plan.sprt else {
        return Ok(document);
    };
    let document = document.table(table(results, rule));
    Ok(document.plot(way(results, rule)?))
}

/// The name of the unit of a test's bounds.
fn unit(rule: SprtRule) -> &'static str {
    let known = ELO_MODELS
        .iter()
        .find(|(_, model)| *model == rule.test.model());
    known.map_or("", |(name, _)| name)
}

/// What tells a test from the others of its plan.
fn name(test: &TestResult) -> String {
    let values = test.variables.iter().map(|(_, value)| value.as_str());
    let name = values.collect::<Vec<_>>().join(", ");
    match name.is_empty() {
        true => "test".to_string(),
        false => name,
    }
}

fn verdict(test: &TestResult, rule: SprtRule) -> Cell {
    let (elo0, elo1) = rule.test.hypotheses();
    match test.verdict {
        TestVerdict::AcceptElo1 => Cell::text(format!("{elo1} Elo accepted")).mark(Mark::Good),
        TestVerdict::AcceptElo0 => Cell::text(format!("{elo0} Elo accepted")).mark(Mark::Bad),
        TestVerdict::Undecided => Cell::text("undecided: no bound was reached"),
        TestVerdict::Interrupted => Cell::text("none: stopped before a bound was reached"),
    }
}

fn estimate(of: Option<TestEstimate>) -> Cell {
    of.map_or(Cell::empty(), |of| {
        let [low, high] = [of.low, of.high].map(|end| signed_number(end, 1));
        Cell::said(signed_number(of.value, 1), of.value).detail(format!("[{low}, {high}]"))
    })
}

fn table(results: &Results<'_>, rule: SprtRule) -> Table {
    let paired = results.tests.first().is_some_and(|test| test.paired);
    let (units, scores) = match paired {
        true => ("pairs", "pairs with 0, ½, 1, 1½, 2 points"),
        false => ("games", "games lost, drawn, won"),
    };
    let (elo0, elo1) = rule.test.hypotheses();
    let mut table = Table::new(
        "sprt",
        format!("Sequential test: {elo0} or {elo1} {} Elo", unit(rule)),
    )
    .column(Column::left(""));
    for test in &results.tests {
        table = table.column(Column::left(name(test)));
    }
    let mut row = |title: &str, cell: &dyn Fn(usize, &TestResult) -> Cell| {
        let cells = results.tests.iter().enumerate();
        let cells = cells.map(|(at, test)| cell(at, test));
        let title = Cell::text(title).mark(Mark::Strong);
        table
            .rows
            .push(std::iter::once(title).chain(cells).collect());
    };
    row("verdict", &|_, test| verdict(test, rule));
    row(units, &|_, test| {
        Cell::number(test.units as f64, 0).detail(format!("of {} at most", test.most))
    });
    row(scores, &|_, test| {
        let counts = test.counts.iter().map(u64::to_string);
        Cell::text(counts.collect::<Vec<_>>().join(", "))
    });
    row("score", &|at, _| {
        let score = results.tallies[at].figure(Metric::Score, 0, false);
        score.map_or(Cell::empty(), |score| {
            let cell = Cell::said(share(score.value, 3), score.value).estimate(score.estimate());
            match score.interval {
                Some(i) => cell.detail(format!("[{}, {}]", share(i.low, 3), share(i.high, 3))),
                None => cell,
            }
        })
    });
    row("log-likelihood ratio", &|_, test| {
        let [low, high] = test.bounds;
        test.llr.map_or(Cell::empty(), |llr| {
            Cell::number(llr, 2).detail(format!("ends at {low:.2} or {high:.2}"))
        })
    });
    row("normalised Elo", &|_, test| estimate(test.normalised_elo));
    row("Elo", &|_, test| estimate(test.elo));
    row("played beyond", &|_, test| {
        Cell::number(test.beyond as f64, 0)
    });
    notes(table, results, rule, units)
}

fn notes(mut table: Table, results: &Results<'_>, rule: SprtRule, units: &str) -> Table {
    let (alpha, beta) = rule.test.risks();
    let (elo0, elo1) = rule.test.hypotheses();
    table = table.note(format!(
        "generalised sequential probability ratio test of the first seat against the second on {units} in the order of their numbers: it accepts {elo1} Elo at a true {elo0} with probability {alpha}, and {elo0} at a true {elo1} with probability {beta}; its bounds are corrected for overshoot"
    ));
    let has = |wanted: TestVerdict| results.tests.iter().any(|test| test.verdict == wanted);
    if results.tests.iter().any(|test| test.elo.is_some()) {
        table = table.note(
            "Elo after stopping: median-unbiased, in brackets 95 % intervals that allow for the stopping rule; the score itself is biased by it, and its bracket is an anytime 95 % interval",
        );
    }
    if has(TestVerdict::Interrupted) {
        table = table.note(
            "a test that a person stops has no verdict and no estimate: the same command goes on where it was",
        );
    }
    if results.tests.iter().any(|test| test.beyond > 0) {
        table = table.note(format!(
            "{units} played beyond the one that ended a test were begun before it was known; they are in the store and in no figure"
        ));
    }
    if results.tests.len() > 1 {
        table = table.note("each test holds its error rates by itself, not all of them together");
    }
    table
}

/// The way of the log-likelihood ratio of each test, between its bounds.
fn way(results: &Results<'_>, rule: SprtRule) -> Result<Plot, StoreError> {
    let paired = results.tests.first().is_some_and(|test| test.paired);
    let units = if paired { "pairs" } else { "games" };
    let mut plot = Plot::new("llr", "Log-likelihood ratio")
        .x(Axis::linear(units))
        .y(Axis::linear("log-likelihood ratio"));
    let longest = results.tests.iter().map(|test| test.units).max();
    for (at, test) in results.tests.iter().enumerate() {
        let group = if test.paired { 2 } else { 1 };
        let every = test.units.div_ceil(POINTS).max(1);
        let mut counts = OutcomeCounts::none(test.paired);
        let (mut rows, mut points, mut sum) = (results.rows(at)?, Vec::new(), 0);
        while let Some((number, episode)) = rows.next()? {
            sum += halves(episode);
            if (number + 1) % group != 0 {
                continue;
            }
            counts.add(std::mem::take(&mut sum));
            let seen = counts.units();
            if (seen.is_multiple_of(every) || seen == test.units)
                && let Some(llr) = rule.test.llr(&counts)
            {
                points.push(Point::new(seen as f64, llr));
            }
        }
        plot = plot.series(Series::line(name(test), points));
    }
    let last = longest.unwrap_or(0).max(1) as f64;
    let (lower, upper) = rule.test.bounds();
    for (label, bound) in [("upper bound", upper), ("lower bound", lower)] {
        let points = [0.0, last].map(|x| Point::new(x, bound));
        plot = plot.series(Series::line(label, points).dashed());
    }
    Ok(plot.note("dashed: Wald's bounds, before the correction for overshoot"))
}
