//! SlideK: the distance to Win of every position for K <= 3, shortest solutions with proofs for
//! K = 4, bounds from both sides for K = 5.

mod beam;
mod certificate;
mod compact;
mod control;
mod distances;
mod heuristic;
mod layer;
mod outcome;
mod parse;
mod parts;
mod pattern;
mod patterns;
mod prove;
mod ranking;
mod repair;
mod retrograde;
mod search;
mod set;
mod solve;
mod space;
mod trail;
mod verify;
mod window;
mod word;

pub use certificate::Certificate;
pub use control::{Progress, Report, SolveStage, StopReason};
pub use distances::{Distances, MOST_LISTED, TooLarge};
pub use outcome::{Options, Proof, SolveOutcome};
pub use parse::Malformed;
pub use pattern::{BadPattern, MOST_TILES, PatternTable};
pub use prove::Refutation;
pub use solve::{Solver, solve};
pub use verify::{Checking, Refuted, Verified, verify};
