//! Moves at the same time, by convention.

use crate::Game;

/// Games in which players choose at the same time, as in rock-paper-scissors.
///
/// The convention: in a *round* the players decide one after the other, and nobody sees what another
/// chose before the last of them has. The choices that were made wait in the state, and `step` carries
/// the round out with the last one. So no search and no referee needs a second loop, and what is not
/// yet revealed is hidden as cards are: such a game is [`Hidden`](crate::Hidden), and its
/// `determinize` draws the choices that the viewer has not seen.
///
/// [`check_simultaneous`](crate::law::check_simultaneous) holds the law: what anybody sees does not
/// change with what others chose in the same round, nor who decides next, nor what that player may do.
pub trait Simultaneous: Game {
    /// Whether a round is under way: somebody has chosen, and not everybody.
    fn is_pending(&self, state: &Self::State) -> bool;
}
