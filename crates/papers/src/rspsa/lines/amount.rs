//! How much is played.

use crate::{Changes, Scale};

/// How much is played.
pub(super) struct Amount {
    /// Forward-model calls a decision, and of the judge.
    pub(super) nodes: (u64, u64),
    /// Fixed starts of games.
    pub(super) starts: u64,
    /// Starts of the last comparison, which nothing is tuned on.
    pub(super) held_out: u64,
    /// Fixed positions of the move score.
    pub(super) positions: u64,
    /// Perturbations of an estimate, by game result and by move score.
    pub(super) perturbations: (u32, u32),
    /// Estimates.
    pub(super) iterations: u64,
}

/// How many times as much the judge looks at in the paper.
const JUDGE: u64 = 40;

impl Amount {
    pub(super) fn of(scale: Scale, changes: Changes) -> Amount {
        let mut amount = match scale {
            Scale::Quick => Amount {
                nodes: (500, 10_000),
                starts: 20,
                held_out: 20,
                positions: 300,
                perturbations: (60, 500),
                iterations: 10,
            },
            // The paper says neither how many iterations it made nor how many games its last
            // comparison had. Two vectors that differ in four games of ten give a difference whose
            // deviation is 0.6: six thousand paired games see 0.03 with 99 % confidence, nine times
            // of ten.
            Scale::Middle | Scale::Full => Amount {
                nodes: (250_000, JUDGE * 250_000),
                starts: 100,
                held_out: 600,
                positions: 10_000,
                perturbations: (500, 5000),
                iterations: 100,
            },
        };
        if scale == Scale::Middle {
            (amount.nodes, amount.iterations) = ((200, JUDGE * 200), 40);
        }
        if let Some(nodes) = changes.nodes {
            amount.nodes = (nodes, JUDGE * nodes);
        }
        if let Some(iterations) = changes.iterations {
            amount.iterations = iterations;
        }
        amount
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_replace_what_they_name() {
        let none = Amount::of(Scale::Full, Changes::default());
        assert_eq!((none.nodes, none.iterations), ((250_000, 10_000_000), 100));
        let changes = Changes {
            nodes: Some(300),
            iterations: Some(7),
            ..Changes::default()
        };
        let some = Amount::of(Scale::Full, changes);
        assert_eq!((some.nodes, some.iterations), ((300, 12_000), 7));
        assert_eq!(some.perturbations, none.perturbations);
    }
}
