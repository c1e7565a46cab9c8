//! Those who choose.

use crate::{Forfeit, Game, Seat};

/// A decision maker. It knows the contract and its seat, and no game by name.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal action for the seat's player, who is to move. It must answer legally
    /// however small the budget is.
    ///
    /// A player that cannot go on says why: an engine that ended or hangs, a resignation. The
    /// referee scores it as a loss and play goes on with the next episode.
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit>;

    /// Forgets whatever was kept between decisions: a new episode begins.
    fn restart(&mut self) {}
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        (**self).act(seat)
    }

    fn restart(&mut self) {
        (**self).restart();
    }
}
