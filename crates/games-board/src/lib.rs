#![doc = include_str!("../README.md")]

pub mod breakthrough;
pub mod checkers;
pub mod chess;
pub mod connect_four;
pub mod domineering;
pub mod go;
mod grid;
pub mod hex;
pub mod loa;
pub mod othello;
pub mod tic_tac_toe;
