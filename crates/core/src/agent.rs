//! Those who choose, and those who say how good a state is.

use crate::{Game, Player, Seat};

/// A decision maker. It knows the contract and its seat, and no game by name.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal action for the seat's player, who is to move. It must answer legally
    /// however small the budget is.
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action;

    /// Forgets whatever was kept between decisions: a new episode begins.
    fn restart(&mut self) {}
}

/// An opinion of a state, from the viewpoint of `player`: higher is better for that player.
///
/// Agents ask through [`Seat::value`], so that the seat can count.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state`, which may or may not be over.
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64;
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> G::Action {
        (**self).act(seat)
    }

    fn restart(&mut self) {
        (**self).restart();
    }
}

impl<G: Game> Evaluator<G> for Box<dyn Evaluator<G>> {
    fn value(&mut self, seat: &mut Seat<'_, G>, state: &G::State, player: Player) -> f64 {
        (**self).value(seat, state, player)
    }
}
