//! Move probabilities of positions of real games under random minimaxing (Levene and Fenner), and the
//! paper's conjectures about them.
//!
//! `ludometer-theory` has the mathematics of trees; here are the trees of games. [`odds()`] computes one
//! position, [`survey()`] many (the conjecture of section 8), and [`explore()`] random level-regular trees
//! (the case that section 7 leaves open). [`Numbers`] are trees that users write down.

mod explore;
mod level;
mod numbers;
mod position;
mod shape;
mod survey;
mod visit;

pub mod present;

pub use explore::{Exploration, ExplorationOutcome, Explore, MobilityChange, Siblings, explore};
pub use level::TreeLevel;
pub use numbers::{Numbered, Numbers, level_regular};
pub use position::{EXACT, Means, MoveOdds, Odds, OddsRequest, TOLERANCE, by_quadrature, odds};
pub use shape::{TooMany, TreeShape};
pub use survey::{Association, Mobile, PositionSurvey, Survey, Surveyed, survey};
