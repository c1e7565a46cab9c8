#![doc = include_str!("../README.md")]

mod games;
pub mod specialists;

pub use games::games;
