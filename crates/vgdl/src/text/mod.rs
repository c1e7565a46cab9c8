//! Texts: descriptions of games and of levels, and what is wrong with them.

pub(crate) mod effects;
mod endings;
mod fault;
mod line;
mod params;
mod read;
mod rules;
pub(crate) mod sprites;
mod spriteset;

pub(crate) use fault::Faults;
pub use fault::{Fault, Severity};
use params::Reader;
