//! Positions and surveys of them.

use super::{TIES, faces_as_json, method_as_json, method_in_words, probability, rational};
use crate::odds::{MoveOdds, Odds, SurveyResult};
use ludometer_report::{Axis, Cell, Column, Document, Plot, Point, Series, Table};
use ludometer_theory::RBig;
use serde_json::{Value, json};

/// The move probabilities of a position, without the board.
pub fn position(odds: &Odds) -> Document {
    let title = format!(
        "chances under random minimaxing, {} ply, {} leaves",
        odds.depth, odds.leaves
    );
    let mut table = Table::new("odds", title)
        .column(Column::left("move"))
        .column(Column::decimal("limit"));
    for alpha in &odds.alphas {
        table = table
            .column(Column::decimal(format!("prob, α = {alpha}")))
            .column(Column::decimal(format!("chosen, α = {alpha}")));
    }
    table = table.column(Column::right("leaves"));
    table = table.column(Column::left("dominates"));
    for chance in &odds.moves {
        let mut row = vec![
            Cell::text(&chance.label),
            probability(chance.limit, chance.exact.as_ref()),
        ];
        for (prob, chosen) in &chance.faces {
            row.extend([rational(prob), rational(chosen)]);
        }
        row.push(Cell::number(chance.leaves as f64, 0));
        row.push(Cell::text(dominated(odds, chance)));
        table = table.row(row);
    }
    table = table.note(method_in_words(odds.method));
    if !odds.alphas.is_empty() {
        table = table.note(TIES);
    }
    let labels: Vec<String> = odds
        .moves
        .iter()
        .map(|chance| chance.label.clone())
        .collect();
    let limits = odds.moves.iter().map(|chance| chance.limit);
    Document::new("")
        .table(table)
        .plot(bars("chances in the limit of many faces", &labels, limits))
        .table(profile(odds))
}

/// Dominated moves that are named.
const MOST: usize = 10;

fn dominated(odds: &Odds, chance: &MoveOdds) -> String {
    if odds.moves.len() > 1 && chance.dominates.len() == odds.moves.len() - 1 {
        return "all others".into();
    }
    let labels = chance
        .dominates
        .iter()
        .map(|&place| &*odds.moves[place].label);
    let mut words = labels.take(MOST).collect::<Vec<_>>().join(" ");
    if chance.dominates.len() > MOST {
        words += &format!(" and {} more", chance.dominates.len() - MOST);
    }
    words
}

fn profile(odds: &Odds) -> Table {
    let mut table = Table::new(
        "mobility",
        "positions below each move, and their moves in the mean",
    )
    .column(Column::left("move"));
    for ply in 1..=odds.depth {
        table = table.column(Column::right(format!("ply {ply}")));
        if ply < odds.depth {
            table = table.column(Column::decimal("moves"));
        }
    }
    for chance in &odds.moves {
        let mut row = vec![Cell::text(&chance.label)];
        for (place, level) in chance.levels.iter().enumerate() {
            row.push(Cell::number(level.nodes as f64, 0));
            if place + 1 < chance.levels.len() {
                let action_count = level.action_count();
                row.push(action_count.map_or(Cell::empty(), |mean| Cell::number(mean, 2)));
            }
        }
        table = table.row(row);
    }
    table.note("Finished games are counted at their ply and left out of the mean.")
}

impl Odds {
    /// Everything.
    pub fn as_json(&self) -> Value {
        let moves = self.moves.iter().map(|chance| {
            let faces = self.alphas.iter().zip(&chance.faces);
            let levels = chance.levels.iter().map(|level| {
                json!({
                    "nodes": level.nodes, "over": level.over, "children": level.children,
                    "branching": level.action_count(),
                })
            });
            let dominates = chance.dominates.iter();
            json!({
                "move": chance.label,
                "limit": chance.limit,
                "exact": chance.exact.as_ref().map(RBig::to_string),
                "alphas": faces.map(faces_as_json).collect::<Vec<_>>(),
                "leaves": chance.leaves,
                "levels": levels.collect::<Vec<_>>(),
                "dominates": dominates.map(|&n| &*self.moves[n].label).collect::<Vec<_>>(),
            })
        });
        json!({
            "position": self.written,
            "mover": self.mover,
            "depth": self.depth,
            "leaves": self.leaves,
            "limits": method_as_json(self.method),
            "moves": moves.collect::<Vec<_>>(),
        })
    }
}

/// A survey: the scatter plot and what it amounts to.
pub fn surveyed(surveyed: &SurveyResult) -> Document {
    let points = surveyed.points();
    let plot = Plot::new(
        "scatter",
        "probability of a move against its mobility ratio",
    )
    .x(Axis::linear("ln R, less the mean of the position's moves"))
    .y(Axis::linear("probability times the number of moves"))
    .series(Series::points(
        "",
        points.iter().map(|&(x, y)| Point::new(x, y)),
    ));
    let mut table = Table::new(
        "association",
        "probability and mobility ratio R = ∏ m / ∏ q",
    )
    .column(Column::left("what"))
    .column(Column::decimal("figure"));
    let defined = surveyed
        .positions
        .iter()
        .filter(|s| s.rho.is_some())
        .count();
    for (what, found) in [
        ("Spearman's rho within a position, mean", surveyed.within),
        ("Spearman's rho, all moves", surveyed.pooled),
    ] {
        let cell = found.map_or(Cell::text("not defined"), |found| {
            let interval = format!("[{:.3}, {:.3}]", found.low, found.high);
            Cell::number(found.coefficient, 3).detail(interval)
        });
        table = table.row([Cell::text(what), cell]);
    }
    let tau = surveyed.kendall;
    let tau = tau.map_or(Cell::text("not defined"), |tau| Cell::number(tau, 3));
    table = table.row([Cell::text("Kendall's tau-b, all moves"), tau]);
    let (pairs, comparable, in_order) = surveyed.pairs();
    for (what, count) in [
        ("positions", surveyed.positions.len() as u64),
        ("positions whose moves differ in both", defined as u64),
        ("moves", points.len() as u64),
        ("pairs of moves of one position", pairs),
        ("pairs with strict domination", comparable),
        ("of them, the dominating move is more probable", in_order),
    ] {
        table = table.row([Cell::text(what), Cell::number(count as f64, 0)]);
    }
    table = table.note("Intervals: 95 %, percentile bootstrap over whole positions.");
    Document::new(format!("{}, {} ply", surveyed.game, surveyed.depth))
        .table(table)
        .plot(plot)
}

fn bars(title: &str, labels: &[String], values: impl Iterator<Item = f64>) -> Plot {
    let points = values.zip(0u32..).map(|(y, x)| Point::new(f64::from(x), y));
    Plot::new("limits", title)
        .x(Axis::categories("move", labels.iter().cloned()))
        .y(Axis::linear("probability").range(0.0, 0.0))
        .series(Series::bars("", points))
}
