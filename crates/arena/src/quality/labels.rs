//! Labels of tables and plots of decision quality.

use super::{FunctionRole, NamedFunction, Reading};
use ludometer_exact::decisions::OptimalityCriterion;

/// What counts as one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Every distinct position.
    Positions,
    /// Every node of the tree.
    Tree,
}

impl Counting {
    /// What is counted, as text.
    pub fn words(self) -> &'static str {
        match self {
            Counting::Positions => "distinct positions",
            Counting::Tree => "nodes of the tree",
        }
    }
}

pub(super) fn title(reading: Reading) -> &'static str {
    match reading {
        Reading::Definition => "Errors, reading the definition",
        Reading::Paper => "Errors, reading the paper's words",
    }
}

pub(super) fn note(reading: Reading) -> &'static str {
    match reading {
        Reading::Definition => {
            "a win counts 1, a draw 0 and a loss -1; where finished games are known, a won successor is worth more than any other, a lost one less than any other and a drawn one 0"
        }
        Reading::Paper => {
            "the first player maximises its share of wins, the second minimises it; standard evaluators see the board alone. A conjecture: this reading was selected out of 48 because it comes near the published ratios"
        }
    }
}

pub(super) fn criterion(criterion: OptimalityCriterion) -> &'static str {
    match criterion {
        OptimalityCriterion::Outcome => "a move is optimal if it keeps the outcome of best play",
        OptimalityCriterion::Points => {
            "a move is optimal if it keeps the final points of best play"
        }
    }
}

/// The same without complete minimax, which would be a line at 0.
pub(super) fn drawn(
    functions: &[NamedFunction],
    reading: Reading,
    has_points: bool,
) -> impl Iterator<Item = (usize, &NamedFunction)> {
    shown(functions, reading, has_points).filter(|(_, named)| named.role != FunctionRole::Minimax)
}

/// The functions of a reading that are shown, with their indices.
pub(super) fn shown(
    functions: &[NamedFunction],
    reading: Reading,
    has_points: bool,
) -> impl Iterator<Item = (usize, &NamedFunction)> {
    let numbered = functions.iter().enumerate();
    numbered.filter(move |(_, named)| {
        named.belongs(reading) && (has_points || named.role != FunctionRole::Points)
    })
}

pub(super) fn criterion_name(criterion: OptimalityCriterion) -> &'static str {
    match criterion {
        OptimalityCriterion::Outcome => "outcome",
        OptimalityCriterion::Points => "points",
    }
}
