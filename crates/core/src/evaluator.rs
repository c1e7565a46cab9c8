//! Opinions of states.

use crate::{Game, Player, Seat};

/// An opinion of a state, from the viewpoint of `player`: higher is better for that player.
///
/// Agents ask through [`Seat::value`], so that the seat can count.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state`, which may or may not be over.
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64;

    /// Appends the values of many states to `out`, in their order. Evaluators that can judge many at
    /// once, as networks do, should; the values are the same to the bit
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
