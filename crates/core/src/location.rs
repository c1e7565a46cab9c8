//! Games in which a player is somewhere, so that a way to go can be drawn.

use crate::{Game, Player};

/// A place in the text of [`Game::show`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// Characters from the left, from 0.
    pub column: usize,
    /// Lines from the top, from 0.
    pub row: usize,
}

/// Games that show where a player is: whoever follows a line of play can draw its way over the
/// board, and needs to know nothing else of the game.
pub trait Located: Game {
    /// Where `player` stands in what [`Game::show`] shows to everybody; `None` where it is not on
    /// the board. What is shown there may be something else that stands above it.
    fn location(&self, state: &Self::State, player: Player) -> Option<Location>;
}
