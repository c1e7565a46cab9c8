//! The sampler of Abramson and Korf (1987), section III.B: as many completions as it takes until
//! two estimates in a row agree.

use super::Rollout;
use super::flat::{mean, try_once};
use crate::search::best_at_random;
use ludometer_core::{Agent, Game, Seat};

/// Completions of each action are doubled until its mean changes by no more than a tolerance.
pub struct Sampler<G: Game> {
    first: u64,
    most: u64,
    tolerance: f64,
    rollout: Rollout<G>,
}

impl<G: Game> Sampler<G> {
    /// Begins with `first` completions of each action and never makes more than `most`.
    pub fn new(first: u64, most: u64, tolerance: f64, rollout: Rollout<G>) -> Self {
        Sampler {
            first: first.max(1),
            most: most.max(first),
            tolerance,
            rollout,
        }
    }

    /// The estimate for one action and how many completions it took.
    fn sample(&mut self, seat: &mut Seat<'_, G>, action: G::Action) -> (f64, u64) {
        let (mut sum, mut tries, mut goal) = (0.0, 0, self.first);
        let mut before = None;
        loop {
            while tries < goal {
                let Some(worth) = try_once(seat, &mut self.rollout, action) else {
                    return (mean(sum, tries), tries);
                };
                sum += worth;
                tries += 1;
            }
            let now = mean(sum, tries);
            let settled = before.is_some_and(|before: f64| (now - before).abs() <= self.tolerance);
            if settled || goal >= self.most {
                return (now, tries);
            }
            before = Some(now);
            goal = (goal * 2).min(self.most);
        }
    }
}

impl<G: Game> Agent<G> for Sampler<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action {
        let actions = seat.actions();
        let mut means = Vec::with_capacity(actions.len());
        for &action in &actions {
            let (value, tries) = self.sample(seat, action);
            seat.think(action, value, tries);
            means.push(value);
        }
        best_at_random(seat, &actions, &means)
    }
}
