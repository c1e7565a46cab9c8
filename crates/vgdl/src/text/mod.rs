//! Texts: descriptions of games and of levels, and what is wrong with them.

mod fault;
mod line;
mod params;
mod read;
mod rules;
mod spriteset;

pub(crate) use fault::Faults;
pub use fault::{Fault, Severity};
pub(crate) use params::Reader;
pub(crate) use read::{pace, read};
pub(crate) use rules::effect_name;
