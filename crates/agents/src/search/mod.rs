//! Search: to a fixed depth for any game, to the goal for puzzles.

mod alphabeta;
mod depth;
pub mod dfpn;
mod expectimax;
mod frontier;
mod maxn;
mod one_step;
mod planner;
pub mod pvs;
mod random_minimax;

pub use alphabeta::AlphaBeta;
pub(crate) use depth::best_at_random;
pub use depth::{DepthSearch, NoisePer, Wins};
pub use dfpn::DfPn;
pub use expectimax::{Expectimax, StarPruning};
pub use frontier::{Beam, Frontier, Path, WeightedAStar, layer_bytes};
pub use maxn::MaxN;
pub use one_step::OneStep;
pub(crate) use one_step::look_ahead;
pub use planner::Planner;
pub use pvs::Pvs;
pub use random_minimax::{DiceDrawing, Die, Ends, RandomMinimax};
