//! Games in which a player has a location, so that a path can be drawn.

use crate::{Game, Player};

/// A location in the text of [`Game::show`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// Characters from the left, from 0.
    pub column: usize,
    /// Lines from the top, from 0.
    pub row: usize,
}

/// Games in which each player has a location on the shown board, so that a variation can be drawn as a
/// path without game-specific code.
pub trait Located: Game {
    /// The location of `player` in the text of [`Game::show`] for no viewer; `None` if it is not on
    /// the board. Another sprite on top may be shown there.
    fn location(&self, state: &Self::State, player: Player) -> Option<Location>;
}
