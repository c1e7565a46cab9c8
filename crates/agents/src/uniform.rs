//! The player without opinions.

use ludometer_core::{Agent, Game, Seat};

/// Chooses uniformly among the legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Agent<G> for Uniform {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action {
        let actions = seat.actions();
        actions[seat.dice().index(actions.len())]
    }
}
