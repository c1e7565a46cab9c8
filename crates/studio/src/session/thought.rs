//! What an agent reported about a decision, as a page gets it.

use ludometer_arena::position::Decided;
use ludometer_arena::trace::{SearchTreeNode, SimulatedVariation};
use serde::Serialize;

/// The most root moves, replies to each, and lines that are told.
const MOST_MOVES: usize = 200;
const MOST_REPLIES: usize = 12;
const MOST_LINES: usize = 24;

/// A decision with what was considered.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Thought {
    /// The agent.
    pub(crate) agent: String,
    /// The move that it chose.
    pub(crate) choice: String,
    /// Root moves, in the order in which they were reported.
    pub(crate) moves: Vec<Node>,
    /// Lines, the preferred one first.
    pub(crate) lines: Vec<Line>,
    /// Forward-model calls.
    pub(crate) steps: u64,
    /// Evaluations.
    pub(crate) evaluations: u64,
    /// Milliseconds.
    pub(crate) ms: u64,
}

/// A move of the tree.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Node {
    pub(crate) label: String,
    /// For the player who decides, in the agent's own units.
    pub(crate) value: Option<f64>,
    /// `exact`, `lower` or `upper`.
    pub(crate) bound: &'static str,
    pub(crate) visits: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) replies: Vec<Node>,
}

/// A line that was considered.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    /// The moves on one line, repeated ones folded.
    pub(crate) text: String,
    pub(crate) value: Option<f64>,
    pub(crate) visits: u64,
    /// Where it leads over the board, as columns and rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) places: Vec<[usize; 2]>,
}

/// JSON has no infinities.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn node(told: &SearchTreeNode) -> Node {
    let mut replies: Vec<Node> = told.below.iter().map(node).collect();
    replies.sort_by_key(|reply| std::cmp::Reverse(reply.visits));
    replies.truncate(MOST_REPLIES);
    Node {
        label: told.label.clone(),
        value: finite(told.value),
        bound: told.bound.name(),
        visits: told.visits,
        replies,
    }
}

fn line(told: &SimulatedVariation) -> Line {
    let places = told.places.iter();
    Line {
        text: told.folded(),
        value: finite(told.value),
        visits: told.visits,
        places: places.map(|place| [place.column, place.row]).collect(),
    }
}

impl Thought {
    /// What a decision tells.
    pub(crate) fn of(agent: &str, decided: &Decided, ms: u64) -> Thought {
        Thought {
            agent: agent.to_string(),
            choice: decided.label.clone(),
            moves: decided.moves.iter().take(MOST_MOVES).map(node).collect(),
            lines: decided
                .variations
                .iter()
                .take(MOST_LINES)
                .map(line)
                .collect(),
            steps: decided.spent.steps,
            evaluations: decided.spent.evaluations,
            ms,
        }
    }

    /// The value of the move that was chosen.
    pub(crate) fn value(&self) -> Option<f64> {
        let mut moves = self.moves.iter();
        let chosen = moves.find(|told| told.label == self.choice);
        chosen.map_or_else(|| self.lines.first()?.value, |told| told.value)
    }
}
