//! Decision makers that know only the contract: they see through a seat, spend what it grants and
//! roll its dice. None of them names a game or counts its own spending.

pub mod evaluate;
pub mod evolve;
pub mod network;
pub mod sample;
pub mod search;

mod uniform;
mod variety;

pub use uniform::Uniform;
pub use variety::Variety;
