#![doc = include_str!("../README.md")]

mod games;
pub mod specialists;
pub mod vgdl;

pub use games::{games, video};
