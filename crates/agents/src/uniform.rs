//! The uniformly random player.

use ludometer_core::{Agent, Forfeit, Game, Seat};

/// Chooses uniformly among the legal actions. The list of them is kept from decision to decision, so
/// that no decision allocates memory.
#[derive(Clone, Debug)]
pub struct Uniform<A> {
    actions: Vec<A>,
}

impl<A> Default for Uniform<A> {
    fn default() -> Self {
        Uniform {
            actions: Vec::new(),
        }
    }
}

impl<G: Game> Agent<G> for Uniform<G::Action> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        self.actions.clear();
        seat.game().actions(seat.position(), &mut self.actions);
        Ok(self.actions[seat.dice().index(self.actions.len())])
    }
}
