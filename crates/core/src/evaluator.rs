//! Evaluation functions.

use crate::{Game, Player, Seat};

/// An evaluation function: estimates the value of a state for `player`, higher being better for that
/// player.
///
/// Agents call it through [`Seat::value`], so that the seat can count.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state`, which may be terminal.
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64;

    /// Appends the values of many states to `out`, in their order. Evaluators that can evaluate
    /// batches, such as networks, should override it; the values must be the same to the bit
    /// ([`check_evaluator`](crate::law::check_evaluator)).
    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        for state in states {
            out.push(self.value(seat, state, player));
        }
    }
}

impl<G: Game> Evaluator<G> for Box<dyn Evaluator<G>> {
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        (**self).value(seat, state, player)
    }

    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        (**self).values(seat, states, player, out);
    }
}
