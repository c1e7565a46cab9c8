//! Deciding by evolution: plans of a fixed length are bred for every decision, and the first action of
//! the best is taken (Perez and others 2013; Gaina, Lucas and Pérez-Liébana 2017).

mod gene;
mod population;
mod rolling;
mod sow;

pub use rolling::{Breeding, Extras, Rolling};
pub use sow::Sowing;
