//! Random playouts.

use ludometer_core::{Actions, Evaluator, Game, Player, Seat, Turn};

/// The result of a playout that is averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayoutOutcome {
    /// The payoff: win, draw or loss, or chips.
    #[default]
    Payoff,
    /// The scoreboard at the end, such as a disc differential.
    Points,
}

impl PlayoutOutcome {
    /// Of a state for a player. An unfinished game has no payoff and counts 0.
    #[inline]
    pub(super) fn of<G: Game>(self, game: &G, state: &G::State, player: Player) -> f64 {
        match (self, game.turn(state)) {
            (PlayoutOutcome::Points, _) => game.points(state, player),
            (PlayoutOutcome::Payoff, Turn::Over) => game.payoff(state, player),
            (PlayoutOutcome::Payoff, Turn::Of(_)) => 0.0,
        }
    }
}

/// Plays at random to the end of the game.
pub struct Rollout<G: Game> {
    outcome: PlayoutOutcome,
    plies: u32,
    buffer: Actions<G>,
}

impl<G: Game> Rollout<G> {
    /// Playouts of at most `plies` actions; an unfinished game counts as its points, or as 0 if the
    /// payoff is used.
    pub fn new(outcome: PlayoutOutcome, plies: u32) -> Self {
        Rollout {
            outcome,
            plies,
            buffer: Vec::new(),
        }
    }

    /// Plays `state` to its end and returns its value for `player`; `None` if the budget ran out or
    /// the decision was cancelled.
    #[inline]
    pub fn play(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &mut G::State,
        player: Player,
    ) -> Option<f64> {
        let limited = seat.is_limited();
        if seat.is_cancelled() {
            return None;
        }
        for _ in 0..self.plies {
            self.buffer.clear();
            seat.game().actions(state, &mut self.buffer);
            if self.buffer.is_empty() {
                break;
            }
            if limited && !seat.can_afford(1, 0) {
                return None;
            }
            let action = self.buffer[seat.dice().index(self.buffer.len())];
            seat.step(state, action);
        }
        Some(self.worth(seat.game(), state, player))
    }

    /// The most actions of a playout.
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// The value of a state for a player.
    #[inline]
    pub(super) fn worth(&self, game: &G, state: &G::State, player: Player) -> f64 {
        self.outcome.of(game, state, player)
    }
}

/// The mean of a number of playouts: an estimate of the expected outcome (Abramson and Korf 1987,
/// section II).
pub struct ExpectedOutcome<G: Game> {
    rollout: Rollout<G>,
    playouts: u64,
}

impl<G: Game> ExpectedOutcome<G> {
    /// The mean of `playouts` playouts, or of as many as the budget allows.
    pub fn new(playouts: u64, rollout: Rollout<G>) -> Self {
        ExpectedOutcome { rollout, playouts }
    }
}

impl<G: Game> Evaluator<G> for ExpectedOutcome<G> {
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        let (mut sum, mut done) = (0.0, 0);
        while done < self.playouts {
            let Some(worth) = self.rollout.play(seat, &mut state.clone(), player) else {
                break;
            };
            sum += worth;
            done += 1;
        }
        if done == 0 { 0.0 } else { sum / done as f64 }
    }
}
