//! How much is played.

use crate::{Changes, Scale};

/// How much is played.
pub(super) struct Amount {
    /// Forward-model calls a decision, and of the judge.
    pub(super) nodes: (u64, u64),
    /// Fixed starts of games.
    pub(super) starts: u64,
    /// Starts of the last comparison, which nothing is tuned on, each with an opponent and played from
    /// both sides.
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
    /// The size of the transposition table for this many forward-model calls.
    fn table(nodes: u64) -> u32 {
        nodes.max(2).ilog2().clamp(8, 20)
    }

    /// The keys of the study `loa-realisation`, for an arm that tunes by game result or by move score.
    pub(super) fn settings(&self, arm: &str, by_move: bool, seed: u64) -> Vec<String> {
        let (nodes, judging) = self.nodes;
        let table = Amount::table(nodes);
        let opponents = [
            "no-mobility",
            "no-concentration",
            "no-quads",
            "no-place",
            "few",
        ];
        let opponents = opponents
            .map(|weights| format!("\"mia(tt={table}, enhanced=no, leaf=mia-eval({weights}))\""));
        let (by_games, by_moves) = self.perturbations;
        let perturbations = if by_move { by_moves } else { by_games };
        let games = 2 * u64::from(perturbations) * self.iterations;
        let mut settings = vec![
            format!("arm={arm}"),
            format!("agent=mia(tt={table}, enhanced=no, probabilities={{p}})"),
            format!("opponents=[{}]", opponents.join(", ")),
            format!("budget={{ steps = {nodes} }}"),
            format!("openings={}", self.starts),
            format!("batch={{ perturbations = {perturbations} }}"),
            format!("games={games}"),
            format!("seed={seed}"),
            // The best vector is measured, not the last.
            "held_out=4".to_string(),
        ];
        if by_move {
            let judge = Amount::table(judging);
            settings.push(format!(
                "move_score={{ judge = \"mia(tt={judge}, enhanced=no)\", budget = {{ steps = {judging} }}, positions = {}, win = 1, from = \"mia(t=2, tt=8, enhanced=no)\", result = \"score\" }}",
                self.positions
            ));
        }
        settings
    }

    pub(super) fn of(scale: Scale, changes: Changes) -> Amount {
        let mut amount = match scale {
            Scale::Quick => Amount {
                nodes: (500, 10_000),
                starts: 20,
                held_out: 100,
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
                held_out: 3000,
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
