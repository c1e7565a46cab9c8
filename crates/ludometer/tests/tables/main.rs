//! From rows to tables: episodes made by hand, and every number of what becomes of them worked out by
//! hand, or by SciPy 1.17.1 where the call is given.

mod compared;
mod contests;
mod curves;
mod looks;
mod ratings;
mod tallies;
mod units;
mod values;

use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::{Cell, Plan};
use ludometer::play::{Ending, Episode, SeatResult};
use ludometer::present::{Agreement, Results};
use ludometer::source::Span;
use ludometer::tally::{AnalysisStage, MemoryRows};
use ludometer_report::{Block, Mark, Plot, Table};

/// An episode that the rules ended.
fn episode(plies: u32, seats: Vec<SeatResult>) -> Episode {
    Episode {
        plies,
        ending: Ending::Finished,
        seats,
        record: None,
    }
}

/// A game of two: what the first gains the second loses.
fn duel(payoff: f64, points: f64) -> Episode {
    let share = |sign: f64| SeatResult {
        payoff: sign * payoff,
        points: sign * points,
        ..SeatResult::default()
    };
    episode(9, vec![share(1.0), share(-1.0)])
}

/// The numbered episodes of a cell.
type Rows = Vec<(u64, Episode)>;

/// Episodes numbered from 0.
fn rows(episodes: impl IntoIterator<Item = Episode>) -> Rows {
    (0..).zip(episodes).collect()
}

/// So many games won, then so many lost.
fn won_of(won: usize, games: usize) -> Rows {
    let payoff = |number| if number < won { 1.0 } else { -1.0 };
    rows((0..games).map(|number| duel(payoff(number), 0.0)))
}

/// Games with these payoffs.
fn paid(payoffs: &[f64]) -> Rows {
    rows(payoffs.iter().map(|&payoff| duel(payoff, 0.0)))
}

fn plan(text: &str) -> Plan {
    let read = Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        &[],
        &no_files,
        shipped(),
    );
    read.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

/// Two places and three agents, and the tables that are looked at.
fn places(tables: &str) -> Plan {
    plan(&format!(
        r#"
game = "tic-tac-toe"
seats = ["{{agent}}", "random"]
episodes = 20
cells = [
  {{ who = "A", agent = "random" }},
  {{ who = "B", agent = "flat(10)" }},
  {{ who = "C", agent = "flat(20)" }},
]
[vary]
place = ["north", "east"]
{tables}
"#
    ))
}

/// The results of a plan whose cells are told by the values of two variables.
fn results<'a>(
    plan: &'a Plan,
    [one, other]: [&str; 2],
    cell: impl Fn(&str, &str) -> Rows,
) -> Results<'a> {
    results_of(plan, |of| {
        let variable = |name| of.variable(name).unwrap_or("");
        cell(variable(one), variable(other))
    })
}

/// The results of a plan at its own number of episodes, whatever that is.
fn results_of<'a>(plan: &'a Plan, rows: impl Fn(&Cell) -> Rows) -> Results<'a> {
    looked_at(plan, AnalysisStage::Planned, rows)
}

fn looked_at<'a>(plan: &'a Plan, look: AnalysisStage, rows: impl Fn(&Cell) -> Rows) -> Results<'a> {
    let cells = plan.cells.iter().map(rows).collect();
    Results::of(plan, 20, MemoryRows { cells, look }).unwrap()
}

fn tables(results: &Results<'_>) -> (Vec<Table>, Vec<Agreement>) {
    let (blocks, agreements) = results.present().unwrap();
    let tables = blocks.into_iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    (tables.collect(), agreements)
}

fn plots(results: &Results<'_>) -> Vec<Plot> {
    let blocks = results.present().unwrap().0.into_iter();
    let plots = blocks.flat_map(|block| match block {
        Block::Plot(plot) => vec![plot],
        Block::Panels { plots, .. } => plots,
        _ => Vec::new(),
    });
    plots.collect()
}

/// The text of a cell with its small print.
fn cell(table: &Table, row: usize, column: usize) -> (&str, &str) {
    let cell = table.cell(row, column).expect("the cell is there");
    (&cell.text, cell.detail.as_deref().unwrap_or(""))
}

fn mark(table: &Table, row: usize, column: usize) -> Mark {
    table.cell(row, column).expect("the cell is there").mark
}

/// The texts of a row.
fn texts(table: &Table, row: usize) -> Vec<&str> {
    table.rows[row]
        .iter()
        .map(|cell| cell.text.as_str())
        .collect()
}

fn titles(table: &Table) -> Vec<&str> {
    table
        .columns
        .iter()
        .map(|column| column.title.as_str())
        .collect()
}

/// Whether two numbers are the same to nine digits.
fn near(found: f64, right: f64) {
    let error = (found - right).abs();
    assert!(error <= 1e-9 * right.abs().max(1.0), "{found} for {right}");
}
