#![doc = include_str!("../README.md")]

pub mod fifteen;
pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod meteors;
pub mod omaha;
pub mod same_game;
pub mod slide;
pub mod vgdl;
