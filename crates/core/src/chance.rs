//! Chance outcomes with their probabilities.

use crate::Game;

/// States with their probabilities.
pub type Distribution<G> = Vec<(f64, <G as Game>::State)>;

/// Games that can enumerate chance outcomes: for exact expectations, best responses and counterfactual
/// regret minimisation. `start` and `step` draw from the same distribution.
///
/// [`check_chance`](crate::law::check_chance) checks the laws: probabilities are positive and sum to
/// one, no state is listed twice, every sampled state is listed, and sampling follows the listed
/// distribution.
pub trait Chance: Game {
    /// Appends the possible initial states.
    fn start_outcomes(&self, out: &mut Distribution<Self>);

    /// Appends the possible states after a legal action.
    fn outcomes(&self, state: &Self::State, action: Self::Action, out: &mut Distribution<Self>);
}
