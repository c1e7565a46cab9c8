//! The values of GVGAI's sample controllers.

use ludometer_core::{Evaluator, Game, Player, Seat, Turn};

/// The score while the game lasts; a fixed value for a win, and its negative for a loss, when it is
/// over.
pub struct WinScore {
    /// The value of a win; a loss has its negative.
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
