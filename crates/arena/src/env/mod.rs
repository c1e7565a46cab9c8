//! A game with its agents, evaluators, measures and starts. Entries hold a name, parameters, the games
//! they fit and a constructor, and no behaviour of their own.

mod agents;
mod entry;
mod evaluators;
mod game_env;
mod matches;
mod notes;
mod outside;
mod planning;
mod pvs;
mod shared;
mod standard;
mod starts;

pub use agents::agents;
pub use entry::{Entry, Fit};
pub use evaluators::{NoisyMeasure, evaluators};
pub use game_env::{
    AgentEntry, AgentMaker, BlockEntry, Estimates, EvaluatorEntry, EvaluatorMaker, ExactValue,
    GameEnv, HistoryFormat, LearnerEntry, Painter, Sampled, StartEntry, Starter,
};
pub use matches::{MatchSpec, PreparedMatch};
pub use notes::Notes;
pub use outside::Outside;
pub use pvs::{technique, techniques};
pub use shared::{agent, depth, evaluator, leaf, wins};
pub use starts::starts;

pub(crate) use entry::find;
pub(crate) use matches::TypedMatch;
