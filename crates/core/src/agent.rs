//! Those who choose.

use crate::{Game, Seat};

/// A decision maker. It knows the contract and its seat, and no game by name.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal action for the seat's player, who is to move. It must answer legally
    /// however small the budget is.
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action;

    /// Forgets whatever was kept between decisions: a new episode begins.
    fn restart(&mut self) {}
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action {
        (**self).act(seat)
    }

    fn restart(&mut self) {
        (**self).restart();
    }
}
