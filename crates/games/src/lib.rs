//! Rules, one file or folder a game, with the measures papers define on them.
//!
//! A game here knows no agent, holds no randomness in its states and has no opinion: it neither
//! weighs nor looks ahead.

pub mod chess;
pub mod kuhn;
pub mod loa;
pub mod meteors;
pub mod noughts;
pub mod omaha;
pub mod othello;
pub mod slide;
pub mod vgdl;
