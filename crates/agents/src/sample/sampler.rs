//! The sampler of Abramson and Korf (1987), section III.B: playouts of each action until two
//! consecutive estimates agree.

use super::Rollout;
use super::flat::{mean, try_once};
use crate::search::best_at_random;
use ludometer_core::{Agent, Forfeit, Game, Seat};

/// Doubles the number of playouts of each action until its mean changes by no more than a tolerance.
///
/// Actions are doubled in turn, all that have not converged once before any of them twice, so that an
/// insufficient budget is spread evenly.
pub struct Sampler<G: Game> {
    first: u64,
    most: u64,
    tolerance: f64,
    rollout: Rollout<G>,
}

/// Statistics of one action.
struct Estimate {
    sum: f64,
    tries: u64,
    before: Option<f64>,
    settled: bool,
}

impl<G: Game> Sampler<G> {
    /// Begins with `first` playouts of each action and never makes more than `most`.
    pub fn new(first: u64, most: u64, tolerance: f64, rollout: Rollout<G>) -> Self {
        Sampler {
            first: first.max(1),
            most: most.max(first),
            tolerance,
            rollout,
        }
    }

    /// Samples an action until it has `goal` playouts; `false` if the budget runs out.
    fn reach(
        &mut self,
        seat: &mut Seat<'_, G>,
        action: G::Action,
        estimate: &mut Estimate,
        goal: u64,
    ) -> bool {
        while estimate.tries < goal {
            let Some(worth) = try_once(seat, &mut self.rollout, action) else {
                return false;
            };
            estimate.sum += worth;
            estimate.tries += 1;
        }
        let now = mean(estimate.sum, estimate.tries);
        let near = |before: f64| (now - before).abs() <= self.tolerance;
        estimate.settled = goal >= self.most || estimate.before.is_some_and(near);
        estimate.before = Some(now);
        true
    }
}

impl<G: Game> Agent<G> for Sampler<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let unknown = || Estimate {
            sum: 0.0,
            tries: 0,
            before: None,
            settled: false,
        };
        let mut estimates: Vec<Estimate> = actions.iter().map(|_| unknown()).collect();
        let mut goal = self.first;
        'rounds: while estimates.iter().any(|estimate| !estimate.settled) {
            for (&action, estimate) in actions.iter().zip(&mut estimates) {
                if !estimate.settled && !self.reach(seat, action, estimate, goal) {
                    break 'rounds;
                }
            }
            goal = goal.saturating_mul(2).min(self.most);
        }
        let means: Vec<f64> = estimates.iter().map(|e| mean(e.sum, e.tries)).collect();
        for ((&action, &value), estimate) in actions.iter().zip(&means).zip(&estimates) {
            seat.report_move(action, value, estimate.tries);
        }
        Ok(best_at_random(seat, &actions, &means))
    }
}
