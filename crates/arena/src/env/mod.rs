//! A game with everything a plan may use at it. Entries say what a thing is called, what can be set
//! on it, where it fits and how it is made; they contain no behaviour of their own.

mod agents;
mod entry;
mod evaluators;
mod host;
mod planning;
mod pvs;
mod seating;
mod shared;
mod standard;
mod starts;

pub use agents::agents;
pub use entry::{Entry, Fit};
pub use evaluators::{Disturbed, evaluators};
pub use host::{
    AgentEntry, AgentMaker, Estimates, EvaluatorEntry, EvaluatorMaker, Exact, History, Host,
    Painter, Sampled, StartEntry, Starter,
};
pub use pvs::{technique, techniques};
pub use seating::{Seating, Table};
pub use shared::{agent, depth, evaluator, leaf, wins};
pub use starts::starts;

pub(crate) use entry::find;
pub(crate) use seating::Laid;
