//! Statistics of a search: what an agent reports about every decision, traced or not.

use crate::Bound;
use std::fmt::{Display, Formatter};
use std::time::Duration;

/// The score of the chosen action for the player who decided.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Score {
    /// In hundredths of a pawn, as engines say it.
    Centipawns(i32),
    /// A win in this number of own moves; negative, a loss in that number of the opponent's.
    Mate(i32),
    /// In the agent's own units.
    Value(f64),
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Score::Centipawns(hundredths) => write!(f, "{:+.2}", f64::from(*hundredths) / 100.0),
            Score::Mate(moves) if *moves < 0 => write!(f, "-M{}", moves.unsigned_abs()),
            Score::Mate(moves) => write!(f, "+M{moves}"),
            Score::Value(value) => write!(f, "{value}"),
        }
    }
}

/// Statistics of one decision, as far as the agent reports them. They cost a few stores, so they are
/// recorded for every decision; see [`Seat::report_search`](crate::Seat::report_search).
///
/// ```
/// use ludometer_core::{Bound, Score, SearchStats};
///
/// let stats = SearchStats::default().with_depth(12).with_nodes(20_431).with_score(Score::Centipawns(31), Bound::Exact);
/// assert_eq!(stats.score.map(|score| score.to_string()), Some("+0.31".to_string()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchStats {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The length of the longest line that was looked at, in plies.
    pub seldepth: Option<u32>,
    /// Nodes that were searched: forward-model calls of agents in this process, what an outside
    /// program counts as a node otherwise.
    pub nodes: Option<u64>,
    /// The score of the chosen action.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the tree of the search reached its largest size and stopped growing.
    pub full_tree: bool,
    /// How long the agent says that it searched; the referee measures its own time.
    pub time: Option<Duration>,
}

impl SearchStats {
    /// The same with the depth of the last iteration.
    #[must_use]
    pub fn with_depth(mut self, depth: u32) -> SearchStats {
        self.depth = Some(depth);
        self
    }

    /// The same with the length of the longest line.
    #[must_use]
    pub fn with_seldepth(mut self, seldepth: u32) -> SearchStats {
        self.seldepth = Some(seldepth);
        self
    }

    /// The same with a number of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> SearchStats {
        self.nodes = Some(nodes);
        self
    }

    /// The same with a score.
    #[must_use]
    pub fn with_score(mut self, score: Score, bound: Bound) -> SearchStats {
        (self.score, self.bound) = (Some(score), bound);
        self
    }

    /// The same of a search whose tree stopped growing.
    #[must_use]
    pub fn with_full_tree(mut self) -> SearchStats {
        self.full_tree = true;
        self
    }

    /// The same with a time.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> SearchStats {
        self.time = Some(time);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_engines_write_them() {
        let written = [
            (Score::Centipawns(-7), "-0.07"),
            (Score::Centipawns(250), "+2.50"),
            (Score::Mate(3), "+M3"),
            (Score::Mate(-2), "-M2"),
            (Score::Value(0.5), "0.5"),
        ];
        for (score, text) in written {
            assert_eq!(score.to_string(), text);
        }
    }
}
