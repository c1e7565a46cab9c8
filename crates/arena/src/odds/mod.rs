//! The odds of real positions under random minimaxing (Levene and Fenner), and what the paper
//! conjectures of them.
//!
//! `ludometer-theory` knows trees; here are the trees of games. [`odds()`] answers for one position,
//! [`survey()`] for many, which is the conjecture of section 8, and [`explore()`] for level-regular trees
//! that are drawn at random, which is the case that section 7 leaves open. [`Numbers`] are trees that
//! people write down.

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
pub use survey::{Association, Mobile, Study, Survey, Surveyed, survey};
