//! Simultaneous moves, by convention.

use crate::Game;

/// Games with simultaneous moves, such as rock-paper-scissors.
///
/// The convention: in a *round* the players decide one after the other, and no player sees another's
/// choice before the last one has chosen. The choices are kept in the state, and `step` resolves the
/// round with the last one. So searches and the referee need no special case, and unrevealed choices
/// are hidden information, as cards are: such a game is [`Hidden`](crate::Hidden), and its
/// `determinize` draws the choices that the viewer has not seen.
///
/// [`check_simultaneous`](crate::law::check_simultaneous) checks the law: a player's observation, the
/// player to decide next and that player's legal actions do not depend on what others chose in the
/// same round.
pub trait Simultaneous: Game {
    /// Whether a round is in progress: some players have chosen, but not all.
    fn is_pending(&self, state: &Self::State) -> bool;
}
