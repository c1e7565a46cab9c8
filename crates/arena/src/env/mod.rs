//! A game with everything a plan may use at it. Entries say what a thing is called, what can be set
//! on it, where it fits and how it is made; they contain no behaviour of their own.

mod agents;
mod entry;
mod evaluators;
mod game_env;
mod matches;
mod notes;
mod planning;
mod pvs;
mod shared;
mod standard;
mod starts;

pub use agents::agents;
pub use entry::{Entry, Fit};
pub use evaluators::{Disturbed, evaluators};
pub use game_env::{
    AgentEntry, AgentMaker, Estimates, EvaluatorEntry, EvaluatorMaker, ExactValue, GameEnv,
    HistoryFormat, Painter, Sampled, StartEntry, Starter,
};
pub use matches::{MatchSpec, PreparedMatch};
pub use notes::Notes;
pub use pvs::{technique, techniques};
pub use shared::{agent, depth, evaluator, leaf, wins};
pub use starts::starts;

pub(crate) use entry::find;
pub(crate) use matches::TypedMatch;
