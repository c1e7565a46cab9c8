//! What is counted at one ply below a move.

use serde::Serialize;

/// The positions at one ply below a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TreeLevel {
    /// How many there are.
    pub nodes: u64,
    /// Of them, games that are over. At the horizon it is not computed, and 0.
    pub over: u64,
    /// Moves that the others have together; 0 at the horizon.
    pub children: u64,
}

impl TreeLevel {
    /// Moves of a position that is not over, in the mean; `None` at the horizon and where all are over.
    pub fn action_count(&self) -> Option<f64> {
        let alive = self.nodes - self.over;
        (self.children > 0).then(|| self.children as f64 / alive as f64)
    }
}
