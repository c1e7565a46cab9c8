//! Measures as evaluators.

use super::Noise;
use ludometer_core::{Evaluator, Game, Measure, Player, Seat};

/// A measure without noise.
pub struct MeasureEvaluator<G: Game>(pub Measure<G>);

impl<G: Game> Evaluator<G> for MeasureEvaluator<G> {
    #[inline]
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        let MeasureEvaluator(measure) = self;
        measure
            .sense
            .upward(measure.value(seat.game(), state, player))
    }
}

/// A measure with noise that is drawn anew at every call.
pub struct Noisy<G: Game> {
    /// The measure.
    pub measure: Measure<G>,
    /// The randomisation.
    pub noise: Noise,
    /// The second measure of [`Noise::Comb`].
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
