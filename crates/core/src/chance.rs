//! Chance as a listed distribution.

use crate::Game;

/// States with their probabilities.
pub type Distribution<G> = Vec<(f64, <G as Game>::State)>;

/// Games of chance that can list what may happen: for exact expectations, best responses and
/// counterfactual regret. `start` and `step` draw from the same distribution.
///
/// [`check_chance`](crate::law::check_chance) holds the laws: probabilities are positive and add up to
/// one, no state is listed twice, everything that is drawn is listed, and drawing follows the list.
pub trait Chance: Game {
    /// Appends the states that play may begin from.
    fn start_outcomes(&self, out: &mut Distribution<Self>);

    /// Appends the states that a legal action may lead to.
    fn outcomes(&self, state: &Self::State, action: Self::Action, out: &mut Distribution<Self>);
}
