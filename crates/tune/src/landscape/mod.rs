//! Test functions whose optimum is known: tuners are compared by the true regret of what they
//! recommend.

mod compare;
mod game;
mod kind;

pub use compare::{LandscapeContest, Row, compare, regret};
pub use game::Landscape;
pub use kind::LandscapeKind;
