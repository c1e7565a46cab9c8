//! Deciding by evolution: plans of a fixed length are bred for every decision, and the first action of
//! the best is taken (Perez and others 2013; Gaina, Lucas and Pérez-Liébana 2017).

mod gene;
mod population;
mod rhea;
mod seeding;

pub use rhea::{Optimizer, Rhea, RheaOptions};
pub use seeding::Seeding;
