#![doc = include_str!("../README.md")]

pub mod chess;
pub mod loa;
pub mod othello;
pub mod tic_tac_toe;
