//! Counts of positions and moves at one ply below a move.

use serde::Serialize;

/// The positions at one ply below a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TreeLevel {
    /// The number of positions.
    pub nodes: u64,
    /// Of them, finished games; 0 at the horizon, where it is not computed.
    pub over: u64,
    /// The total number of legal moves in the unfinished ones; 0 at the horizon.
    pub children: u64,
}

impl TreeLevel {
    /// The mean number of legal moves of an unfinished position; `None` at the horizon and where all are
    /// finished.
    pub fn action_count(&self) -> Option<f64> {
        let alive = self.nodes - self.over;
        (self.children > 0).then(|| self.children as f64 / alive as f64)
    }
}
