//! One-step look-ahead: every action is tried once and valued.

use super::best_at_random;
use ludometer_core::{Agent, Evaluator, Forfeit, Game, Seat};

/// Plays the action that leads to the best state.
pub struct OneStep<E> {
    evaluator: E,
}

impl<E> OneStep<E> {
    /// A search that evaluates states by `evaluator`.
    pub fn new(evaluator: E) -> Self {
        OneStep { evaluator }
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for OneStep<E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let state = seat.position().clone();
        let values = look_ahead(seat, &state, &actions, &mut self.evaluator);
        for (&action, &value) in actions.iter().zip(&values) {
            let tried = u64::from(value > f64::NEG_INFINITY);
            seat.report_move(action, value, tried);
        }
        Ok(best_at_random(seat, &actions, &values))
    }
}

/// The value of the state that each action leads to; actions beyond the budget come last.
pub(crate) fn look_ahead<G: Game, E: Evaluator<G>>(
    seat: &mut Seat<'_, G>,
    state: &G::State,
    actions: &[G::Action],
    evaluator: &mut E,
) -> Vec<f64> {
    let value = |&action: &G::Action| {
        if !seat.can_afford(1, 1) {
            return f64::NEG_INFINITY;
        }
        let mut next = state.clone();
        seat.step(&mut next, action);
        seat.value(evaluator, &next)
    };
    actions.iter().map(value).collect()
}
