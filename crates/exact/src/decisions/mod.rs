//! The decision quality of evaluation functions: how often the move that a function recommends is
//! not optimal (Abramson and Korf 1987, section III.A).
//!
//! A node is a position with a legal move; a forced move is a node like any other. A move is
//! optimal if complete minimax values its successor like the node itself. A function recommends
//! the moves whose successors it values most for the mover, without looking further ahead. If it
//! recommends several, its error is the share of them that are not optimal, as if one were drawn.
//!
//! Everything here is for two players without chance or hidden information whose play cannot repeat
//! a position.

mod count;
mod judge;
mod sample;

pub use count::{Count, EnumerationStage, ErrorCount, Quality, count};
pub use judge::Judge;
pub use sample::{PositionSampling, Sample, Unsampled, sample};

use ludometer_core::{Game, Measure};

/// How the leaves below a position are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weighting {
    /// By the probability that random play ends there, as the paper defines expected outcome: the
    /// product of 1 / (number of legal moves) along the way.
    Probability,
    /// Each leaf the same: the "percentage of win leaves" of the paper's section III.A.
    Leaves,
}

/// What a static evaluator makes of a successor in which the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finished {
    /// A win is worth more than every measured value, a loss less than every measured value, and a
    /// draw is worth 0.
    Recognised,
    /// The measure of the board, as of any other.
    Ignored,
}

/// What moves are optimal for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OptimalityCriterion {
    /// A win before a draw before a loss.
    #[default]
    Outcome,
    /// As many points as possible on the scoreboard at the end.
    Points,
}

/// Something that recommends moves.
#[derive(Clone, Copy, Debug)]
pub enum Function<G: Game> {
    /// Complete minimax for the [`OptimalityCriterion`].
    Minimax,
    /// Expected outcome as defined: a win counts 1, a draw 0 and a loss -1 for the mover.
    Expected(Weighting),
    /// The first player's share of wins, which the first player maximises and the second minimises:
    /// a draw counts like a win of the second player.
    FirstWins(Weighting),
    /// The expected scoreboard, by probability.
    ExpectedPoints,
    /// A static evaluator.
    Standard(Measure<G>, Finished),
    /// Errs wherever it can.
    Worst,
    /// Every legal move is equally likely.
    Random,
}

#[cfg(test)]
mod tests;
