//! Move probabilities of positions of real games under random minimaxing (Levene and Fenner), and the
//! paper's conjectures about them.
//!
//! `ludometer-theory` has the mathematics of trees; here are the trees of games. [`odds()`] computes one
//! position, [`survey()`] many (the conjecture of section 8), and [`explore()`] random level-regular trees
//! (the case that section 7 leaves open). [`TreeOdds`] are trees that users write down.

mod explore;
mod level;
mod position;
mod shape;
mod survey;
mod tree_odds;
mod visit;

pub mod present;

pub use explore::{
    Exploration, ExplorationOutcome, ExplorationRequest, MobilityChange, Siblings, explore,
};
pub use level::TreeLevel;
pub use position::{
    EXACT, LimitMethod, MoveOdds, Odds, OddsRequest, TOLERANCE, by_quadrature, odds,
};
pub use shape::{TooManyLeaves, TreeShape};
pub use survey::{Association, PositionSurvey, SurveyRequest, SurveyResult, SurveyedMove, survey};
pub use tree_odds::{TreeMoveOdds, TreeOdds, level_regular};
