#![doc = include_str!("../README.md")]

pub mod chess;
pub mod kuhn;
pub mod loa;
pub mod meteors;
pub mod omaha;
pub mod othello;
pub mod slide;
pub mod tic_tac_toe;
pub mod vgdl;
