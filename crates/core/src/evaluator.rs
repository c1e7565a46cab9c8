//! Evaluation functions.

use crate::{Game, Player, Seat, calls};

/// An evaluation function: estimates the value of a state for `player`, higher being better for that
/// player.
///
/// Implementers write [`Evaluator::evaluate`]. Agents call [`Seat::value`], so that the seat can count;
/// [`Evaluator::value`] evaluates beside a seat, which the [audit](fn@crate::audit) sees.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state`, which may be terminal. Evaluators implement this; everybody else calls
    /// [`Seat::value`] or [`Evaluator::value`], which count. An evaluator that wraps another calls the
    /// other's `evaluate`, so that one evaluation counts as one.
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64;

    /// Appends the values of many states to `out`, in their order. Evaluators that can evaluate
    /// batches, such as networks, should override it; the values must be the same to the bit
    /// ([`check_evaluator`](crate::law::check_evaluator)). Everybody else calls [`Seat::values`] or
    /// [`Evaluator::values`], which count.
    fn evaluate_batch(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        for state in states {
            out.push(self.evaluate(seat, state, player));
        }
    }

    /// One evaluation that the seat does not count: [`Evaluator::evaluate`], seen by
    /// [`Calls`](crate::Calls). Not to be overridden.
    #[inline]
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        beside(seat, 1, |seat| self.evaluate(seat, state, player))
    }

    /// One evaluation of each of these states that the seat does not count:
    /// [`Evaluator::evaluate_batch`], seen by [`Calls`](crate::Calls). Not to be overridden.
    fn values(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        beside(seat, states.len() as u64, |seat| {
            self.evaluate_batch(seat, states, player, out);
        });
    }
}

/// Counts evaluations on this thread alone, and those that the evaluator asks the seat for.
#[inline]
fn beside<G: Game, T>(
    seat: &mut Seat<'_, G>,
    count: u64,
    evaluate: impl FnOnce(&mut Seat<'_, G>) -> T,
) -> T {
    let before = seat.spent().evaluations;
    calls::evaluating(|| {
        let value = evaluate(seat);
        (value, count + seat.spent().evaluations - before)
    })
}

impl<G: Game> Evaluator<G> for Box<dyn Evaluator<G>> {
    fn evaluate(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        (**self).evaluate(seat, state, player)
    }

    fn evaluate_batch(
        &mut self,
        seat: &mut Seat<'_, G>,
        states: &[&G::State],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        (**self).evaluate_batch(seat, states, player, out);
    }
}
