//! What an enhanced search knows of a node beside its visits and outcomes.

use ludometer_core::Player;

/// One node: of the edge that leads to it, and of its state.
///
/// With transpositions several edges lead to one state. The first of them stands for it: it has the
/// children and what is known of the state.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The node that stands for the state.
    pub(super) state: u32,
    /// Simulations through the state, by any edge.
    pub(super) visits: u64,
    /// The sum of their values for the root player.
    pub(super) sum: f64,
    /// The sum of the squares of the values of this edge.
    pub(super) squares: f64,
    /// What the evaluator says of the action: its value for the root player, or its probability. An
    /// action that became legal after the others were evaluated has none.
    pub(super) prior: Option<f64>,
    /// The least and the greatest value for the root player that are not refuted.
    pub(super) low: f64,
    pub(super) high: f64,
    /// The minimax value of evaluations for the root player.
    pub(super) heuristic: f64,
    /// The key of the state, where states are told apart.
    pub(super) key: u64,
    /// Legal actions; 0 where that is not known yet.
    pub(super) legal: u32,
    /// Who is to move, where that is known.
    pub(super) mover: Option<Player>,
    /// Whether the states behind all actions were evaluated.
    pub(super) expanded: bool,
}

impl Record {
    pub(super) fn new(node: u32, (low, high): (f64, f64)) -> Record {
        Record {
            state: node,
            visits: 0,
            sum: 0.0,
            squares: 0.0,
            prior: None,
            low,
            high,
            heuristic: 0.0,
            key: 0,
            legal: 0,
            mover: None,
            expanded: false,
        }
    }

    /// Whether the value is proved.
    pub(super) fn is_solved(&self) -> bool {
        self.low >= self.high
    }
}
