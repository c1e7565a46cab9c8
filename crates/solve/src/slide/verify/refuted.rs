//! What can be wrong with a certificate.

use ludometer_games_other::slide::Push;

/// Why a certificate is not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refuted {
    /// There is no such game.
    #[error("slide has no size {0}")]
    NoGame(usize),
    /// The position cannot occur.
    #[error("the position is no reachable position of the game")]
    NoPosition,
    /// A move that the rules do not allow.
    #[error("move {number}, {push}, is not legal in {board}")]
    IllegalMove {
        /// Which move, counted from 1.
        number: usize,
        /// The move.
        push: Push,
        /// Where it was to be played.
        board: String,
    },
    /// Win comes before the last move.
    #[error("Win is reached after {after} moves, but more are given")]
    MovesGoOn {
        /// The moves that are enough.
        after: usize,
    },
    /// The moves do not lead to Win.
    #[error("the moves lead to {board}, not to Win")]
    NotSolved {
        /// Where they lead.
        board: String,
    },
    /// The number of moves is not what is claimed.
    #[error("at-most is {at_most}, but {moves} moves are given")]
    WrongCount {
        /// Moves given.
        moves: usize,
        /// Moves claimed.
        at_most: u32,
    },
    /// The lower bound is above the upper one.
    #[error(
        "at-least is {at_least}, but the certificate itself has a solution of {at_most} slides"
    )]
    Crossed {
        /// The upper bound.
        at_most: u32,
        /// The lower bound.
        at_least: u32,
    },
    /// The bounds differ by an odd number.
    #[error(
        "at-least {at_least} and at-most {at_most} differ in parity, but all solutions of a position have the same"
    )]
    WrongParity {
        /// The upper bound.
        at_most: u32,
        /// The lower bound.
        at_least: u32,
    },
    /// The recorded proof has a gap.
    #[error(
        "the proof has a gap at threshold {threshold}: thresholds follow each other in twos from the heuristic on, with threshold - perimeter + 1 layers each"
    )]
    BrokenProof {
        /// Where.
        threshold: u32,
    },
    /// The recorded proof ends at another bound.
    #[error("the proof shows at least {proved}, but at-least is {at_least}")]
    OtherBound {
        /// What the proof comes to.
        proved: u32,
        /// What is claimed.
        at_least: u32,
    },
    /// There is a shorter solution.
    #[error("at-least is {at_least}, but there is a solution of {slides} slides")]
    Shorter {
        /// Its length.
        slides: u32,
        /// What was claimed.
        at_least: u32,
    },
    /// The verifier's own tables are not lower bounds: a bug of the verifier.
    #[error("the verifier's own table is wrong: {0}")]
    BadTable(String),
    /// The check was ended before it was done; nothing is known to be wrong.
    #[error("the check was stopped before its end: nothing is refuted, nothing verified")]
    Unfinished,
}
