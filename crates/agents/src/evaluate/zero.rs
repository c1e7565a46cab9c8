//! No opinion.

use ludometer_core::{Evaluator, Game, Player, Seat};

/// Every state is worth 0, as an unfinished playout is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&mut self, _: &mut Seat<'_, G>, _: &G::State, _: Player) -> f64 {
        0.0
    }
}
