//! Rolling horizon evolution: plans of a fixed length are evolved for every decision, and the first
//! action of the best is played (Perez and others 2013; Gaina, Lucas and Pérez-Liébana 2017).

mod gene;
mod population;
mod rhea;
mod seeding;

pub use rhea::{InitCharge, Optimizer, ParentSelection, Rhea, RheaOptions, population_bytes};
pub use seeding::Seeding;
