//! What a solver is asked, and what it answers.

use super::control::StopReason;
use super::prove::Refutation;
use ludometer_games_other::slide::Push;
use std::time::Instant;

/// What solving may cost, and what it is for.
#[derive(Clone, Debug)]
pub struct Options {
    /// When to stop with what is known.
    pub deadline: Option<Instant>,
    /// Whether to go on until the best solution is proved to be a shortest one. Otherwise the
    /// search ends with the widest beam, and the bound is what the pattern tables say at once.
    pub optimal: bool,
    /// Threads; 0 is one for each core. The answer does not depend on it unless a limit ends the
    /// work.
    pub threads: usize,
    /// Bytes for tables and states together. A step that would need more is not finished, and a
    /// small allowance for K = 5 means smaller patterns: from 3 GB on they have four tiles.
    pub memory: usize,
    /// The widest beam, in states a layer.
    pub width: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            deadline: None,
            optimal: true,
            threads: 0,
            memory: 512 << 20,
            width: 1 << 16,
        }
    }
}

/// What is known of a position's distance to Win. It is exact when [`SolveOutcome::is_optimal`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveOutcome {
    /// The best solution, if one was found before the end.
    pub moves: Option<Vec<Push>>,
    /// The distance is at least this.
    pub at_least: u32,
    /// What proves `at_least`.
    pub proof: Proof,
    /// What ended the work early; `None` if it did all it was asked for.
    pub stopped: Option<StopReason>,
}

/// Why the distance is at least what it is said to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The patterns of the heuristic, each used with its reflection.
    pub patterns: Vec<Vec<u8>>,
    /// What the heuristic says of the position itself.
    pub heuristic: u32,
    /// The lengths from `heuristic` on that were refuted, in twos: slides change the parity.
    pub refuted: Vec<Refutation>,
}

impl SolveOutcome {
    /// The length of the best solution.
    pub fn at_most(&self) -> Option<u32> {
        self.moves.as_ref().map(|moves| moves.len() as u32)
    }

    /// Whether the solution is proved to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.at_most() == Some(self.at_least)
    }
}
