//! Deciding by sampling: random completions of the game, as Abramson and Korf (1987) define the
//! expected outcome of a position, and what later work made of them.
//!
//! Every completion begins from a state that the seat determinises, so hidden cards and chance need no
//! case of their own.

mod flat;
mod open_loop;
mod rollout;
mod sampler;
mod tree;
mod ucb;
mod uct;

pub use flat::Flat;
pub(crate) use open_loop::Choice;
pub use open_loop::{OpenLoopMcts, RewardScale};
pub use rollout::{ExpectedOutcome, PlayoutOutcome, Rollout};
pub use sampler::Sampler;
pub use uct::Uct;
