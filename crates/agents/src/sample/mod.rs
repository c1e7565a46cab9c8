//! Monte Carlo methods: random playouts, by which Abramson and Korf (1987) define the expected outcome
//! of a position, and the tree searches built on them.
//!
//! Every playout begins from a determinization, so hidden information and chance need no special case.

mod determinized;
mod flat;
mod ismcts;
mod nested;
mod nrpa;
mod open_loop;
mod rollout;
mod sampler;
mod tree;
mod ucb;
mod uct;

pub use determinized::Determinized;
pub use flat::{Allocation, Flat};
pub use ismcts::{IsMcts, Observers};
pub use nested::Nested;
pub use nrpa::{Nrpa, PolicyCode};
pub(crate) use open_loop::Choice;
pub use open_loop::{OpenLoopMcts, RewardScale, TreeWalk};
pub use rollout::{ExpectedOutcome, PlayoutOutcome, Rollout};
pub use sampler::Sampler;
pub use uct::{
    Amaf, Conflict, Decisive, Enhanced, Plain, PlayoutPolicy, RootParallel, Selection, Uct,
    UctOptions, UctParts, conflict, needs_open_game,
};
