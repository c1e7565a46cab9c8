//! Trees that are given as numbers, and trees that are drawn.

use super::{TIES, faces_as_json, method_as_json, method_in_words, probability, rational};
use crate::odds::{Exploration, ExplorationOutcome, TreeOdds};
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_theory::{RBig, Scores, Step};
use serde_json::{Value, json};

/// A tree: its moves, and how their probabilities change with α.
pub fn tree(numbers: &TreeOdds) -> Document {
    let names = names(numbers);
    let title = format!(
        "{} ply, {} leaves",
        numbers.tree.height(),
        numbers.tree.leaves()
    );
    let mut moves = Table::new("moves", title)
        .column(Column::left("move"))
        .column(Column::left("subgame tree"))
        .column(Column::right("leaves"))
        .column(Column::decimal("limit"))
        .column(Column::left("dominates"));
    for (name, share) in names.iter().zip(&numbers.moves) {
        let each = &share.each;
        let dominates = each.dominates.iter().map(|&place| &*names[place]);
        moves = moves.row([
            Cell::text(name),
            Cell::text(shortened(&each.tree.to_string())),
            Cell::number(each.tree.leaves() as f64, 0),
            probability(each.limit, each.exact.as_ref()),
            Cell::text(dominates.collect::<Vec<_>>().join(" ")),
        ]);
    }
    let document = Document::new("").table(moves.note(method_in_words(numbers.method)));
    match numbers.alphas.is_empty() {
        true => document,
        false => document.table(by_alpha(numbers, &names)),
    }
}

fn by_alpha(numbers: &TreeOdds, names: &[String]) -> Table {
    let mut table = Table::new("alphas", "probabilities by the number of leaf values")
        .column(Column::right("α"));
    for name in names {
        table = table
            .column(Column::decimal(format!("prob({name})")))
            .column(Column::decimal(format!("chosen({name})")));
    }
    for (place, &alpha) in numbers.alphas.iter().enumerate() {
        let mut row = vec![Cell::number(alpha as f64, 0)];
        for share in &numbers.moves {
            let (prob, chosen) = &share.each.faces[place];
            row.extend([rational(prob), rational(chosen)]);
        }
        table = table.row(row);
    }
    table.note(TIES)
}

/// 1, 2, … or, for equal neighbours, 1-3.
fn names(numbers: &TreeOdds) -> Vec<String> {
    let mut after = 0;
    let shares = numbers.moves.iter();
    shares
        .map(|share| {
            let first = after + 1;
            after += share.count;
            match share.count {
                1 => first.to_string(),
                _ => format!("{first}-{after}"),
            }
        })
        .collect()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{} …", &text[..cut]),
        None => text.into(),
    }
}

impl TreeOdds {
    /// Everything.
    pub fn as_json(&self) -> Value {
        let names = names(self);
        let moves = names.iter().zip(&self.moves).map(|(name, share)| {
            let each = &share.each;
            let faces = self.alphas.iter().zip(&each.faces);
            let dominates = each.dominates.iter();
            json!({
                "move": name,
                "count": share.count,
                "tree": each.tree.to_string(),
                "leaves": each.tree.leaves(),
                "limit": each.limit,
                "exact": each.exact.as_ref().map(RBig::to_string),
                "alphas": faces.map(faces_as_json).collect::<Vec<_>>(),
                "dominates": dominates.map(|&n| &*names[n]).collect::<Vec<_>>(),
            })
        });
        json!({
            "tree": self.tree.to_string(),
            "plies": self.tree.height(),
            "leaves": self.tree.leaves(),
            "limits": method_as_json(self.method),
            "moves": moves.collect::<Vec<_>>(),
        })
    }
}

/// What scores are, in words.
pub fn scores(scores: Scores) -> String {
    match scores {
        Scores::UpTo(alpha) => format!("α = {alpha}"),
        Scores::Continuous => "limit".into(),
    }
}

/// The thresholds of Theorem 7.1, for several numbers of faces α.
pub fn staircase(title: &str, bound: u64, columns: &[(Scores, Vec<Step>)]) -> Document {
    let mut table = Table::new("staircase", title).column(Column::right("m"));
    for (score, _) in columns {
        table = table.column(Column::right(format!("q, {}", scores(*score))));
    }
    let rows = columns.first().map_or(0, |(_, steps)| steps.len());
    for row in 0..rows {
        let mut cells = vec![Cell::number(columns[0].1[row].m as f64, 0)];
        for (_, steps) in columns {
            let q = steps[row].q;
            cells.push(q.map_or(Cell::text("none"), |q| Cell::number(q as f64, 0)));
        }
        table = table.row(cells);
    }
    let note = format!("`none`: no q up to {bound} makes deeper search beneficial.");
    Document::new("").table(table.note(note))
}

/// What one more ply did to random trees.
pub fn exploration(found: &Exploration) -> Document {
    let title = format!("ρ after one more ply, {} trees", found.ask.trees);
    let mut table = Table::new("explore", title)
        .column(Column::left("scores"))
        .column(Column::left("δ₂"))
        .column(Column::left("the added ply"))
        .column(Column::left("other moves"))
        .column(Column::right("raised"))
        .column(Column::right("kept"))
        .column(Column::right("lowered"));
    for outcome in &found.outcomes {
        table = table.row([
            Cell::text(scores(outcome.scores)),
            Cell::text(parity(outcome)),
            Cell::text(outcome.change.name()),
            Cell::text(outcome.siblings.name()),
            Cell::number(outcome.raised as f64, 0),
            Cell::number(outcome.kept as f64, 0),
            Cell::number(outcome.lowered as f64, 0),
        ]);
    }
    table = table.note("ρ is the probability of the good move over that of the bad one, exactly.");
    Document::new("").table(table)
}

fn parity(outcome: &ExplorationOutcome) -> &'static str {
    match outcome.odd {
        true => "odd, black's ply",
        false => "even, white's ply",
    }
}

impl Exploration {
    /// Everything, with the first tree of each kind.
    pub fn as_json(&self) -> Value {
        let outcomes = self.outcomes.iter().map(|outcome| {
            let first = |place: usize| {
                outcome.first[place].as_ref().map(|(tree, rho2, rho1)| {
                    json!({"tree": tree, "rho2": rho2.to_string(), "rho1": rho1.to_string()})
                })
            };
            json!({
                "scores": scores(outcome.scores),
                "odd": outcome.odd,
                "added": outcome.change.name(),
                "siblings": outcome.siblings.name(),
                "raised": outcome.raised,
                "kept": outcome.kept,
                "lowered": outcome.lowered,
                "first": {"raised": first(0), "kept": first(1), "lowered": first(2)},
            })
        });
        json!({
            "trees": self.ask.trees,
            "moves": self.ask.moves,
            "shallow": [self.ask.shallow.start(), self.ask.shallow.end()],
            "branching": self.ask.children,
            "outcomes": outcomes.collect::<Vec<_>>(),
        })
    }
}
