//! What a game is; what an agent may see, spend and roll; the laws every game obeys.
//!
//! This is the one contract of the laboratory. Puzzles, board games, poker and video games
//! implement [`Game`]; decision makers implement [`Agent`] and see the world only through a
//! [`Seat`], which hides what is hidden, counts what is spent and owns the dice of the mind.
//! Nothing here does I/O, and no number comes from anywhere but a [`Seed`].

mod agent;
pub mod audit;
mod budget;
mod calls;
mod chance;
mod clock;
pub mod erased;
mod evaluator;
mod forfeit;
mod game;
mod information;
pub mod law;
mod location;
mod measure;
mod observation;
mod random;
mod seat;
mod seed;
mod simultaneous;
mod stop;
mod trace;

pub use agent::{Agent, CostUnit};
pub use audit::audit;
pub use budget::{Budget, Spending};
pub use calls::Calls;
pub use chance::{Chance, Distribution};
pub use clock::Clock;
pub use erased::{DynAction, DynGame, DynState, Generalist};
pub use evaluator::Evaluator;
pub use forfeit::{Forfeit, Reason};
pub use game::{Actions, Facts, Game, Illegal, Notation, NullMove, Player, Turn};
pub use information::{Hidden, Imperfect, Information, Perfect, determinize};
pub use location::{Located, Location};
pub use measure::{Measure, Sense};
pub use observation::{Observation, Shape};
pub use random::{Generator, Rng};
pub use seat::Seat;
pub use seed::Seed;
pub use simultaneous::Simultaneous;
pub use stop::Stop;
pub use trace::{MoveInfo, Variation};
