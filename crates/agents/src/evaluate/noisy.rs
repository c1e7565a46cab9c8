//! Measures as evaluators.

use super::Noise;
use ludometer_core::{Evaluator, Game, Measure, Player, Seat};

/// A measure as it stands.
pub struct Static<G: Game>(pub Measure<G>);

impl<G: Game> Evaluator<G> for Static<G> {
    #[inline]
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        let Static(measure) = self;
        measure
            .sense
            .upward(measure.value(seat.game(), state, player))
    }
}

/// A measure disturbed anew at every call.
pub struct Noisy<G: Game> {
    /// What is disturbed.
    pub measure: Measure<G>,
    /// How.
    pub noise: Noise,
    /// The second opinion of [`Noise::Comb`].
    pub second: Measure<G>,
}

impl<G: Game> Evaluator<G> for Noisy<G> {
    #[inline]
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        let game = seat.game();
        let raw = self.measure.value(game, state, player);
        let second = || self.second.value(game, state, player);
        self.measure
            .sense
            .upward(self.noise.disturb(raw, second, seat.dice()))
    }
}
