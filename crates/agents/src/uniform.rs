//! The uniformly random player.

use ludometer_core::{Agent, Forfeit, Game, Seat};

/// Chooses uniformly among the legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Agent<G> for Uniform {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        Ok(actions[seat.dice().index(actions.len())])
    }
}
