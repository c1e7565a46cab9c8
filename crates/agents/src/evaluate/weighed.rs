//! Weighted sums of measures: the scoring polynomials that Abramson and Korf (1987, section III.C)
//! learn by regression.

use ludometer_core::{Evaluator, Game, Measure, Player, Seat, Turn};

/// A constant and a weighted sum of measures, each from the player's point of view. Measures are used
/// unchanged, distances included: the weights carry the sign.
///
/// The constant is the value of having just moved. In a two-player game it is added for the player who
/// is not to move and subtracted for the one who is, which keeps the evaluation zero-sum; it is
/// omitted when the game is over. In other games a state does not say who has just moved: it is always
/// added, and does not affect the ordering.
pub struct Weighed<G: Game> {
    constant: f64,
    terms: Vec<(Measure<G>, f64)>,
    two: bool,
}

impl<G: Game> Weighed<G> {
    /// `constant` plus the measures times their weights; measures with weight zero are not computed.
    pub fn new(game: &G, constant: f64, terms: &[(Measure<G>, f64)]) -> Self {
        let kept = terms.iter().filter(|(_, weight)| *weight != 0.0);
        Weighed {
            constant,
            terms: kept.copied().collect(),
            two: game.facts().players == 2,
        }
    }

    /// The value of a state for `player`.
    #[inline]
    pub fn worth(&self, game: &G, state: &G::State, player: Player) -> f64 {
        let advantage = match (self.two, game.turn(state)) {
            (false, _) => self.constant,
            (true, Turn::Of(mover)) if mover == player => -self.constant,
            (true, Turn::Of(_)) => self.constant,
            (true, Turn::Over) => 0.0,
        };
        self.terms.iter().fold(advantage, |sum, (measure, weight)| {
            sum + weight * measure.value(game, state, player)
        })
    }
}

impl<G: Game> Evaluator<G> for Weighed<G> {
    #[inline]
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        self.worth(seat.game(), state, player)
    }
}
