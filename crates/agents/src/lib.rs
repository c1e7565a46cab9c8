#![doc = include_str!("../README.md")]

pub mod evaluate;
pub mod evolve;
pub mod network;
pub mod sample;
pub mod search;

mod uniform;
mod variety;

pub use uniform::Uniform;
pub use variety::Variety;
