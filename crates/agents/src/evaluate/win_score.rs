//! The values of GVGAI's sample controllers.

use ludometer_core::{Evaluator, Game, Player, Seat, Turn};

/// The scoreboard while the game is on; when it is over, so much for a win and so little for a loss.
pub struct WinScore {
    /// What a win is worth; a loss is worth as much less than nothing.
    pub win: f64,
    /// Whether the score counts as well when the game is over.
    pub keep: bool,
}

impl<G: Game> Evaluator<G> for WinScore {
    #[inline]
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        let game = seat.game();
        let verdict = match game.turn(state) {
            Turn::Of(_) => 0.0,
            Turn::Over => game.payoff(state, player),
        };
        if verdict == 0.0 {
            return game.points(state, player);
        }
        let score = if self.keep {
            game.points(state, player)
        } else {
            0.0
        };
        score + self.win.copysign(verdict)
    }
}
