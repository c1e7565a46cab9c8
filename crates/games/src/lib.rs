#![doc = include_str!("../README.md")]
//!
//! The rules are in two crates, so that an edit of a game recompiles less of what is made of the
//! others; this one has both under one name.

pub use ludometer_games_board::{
    breakthrough, checkers, chess, connect_four, domineering, go, hex, loa, othello, tic_tac_toe,
};
pub use ludometer_games_other::{
    fifteen, goofspiel, kuhn, leduc, meteors, omaha, same_game, slide, vgdl,
};
