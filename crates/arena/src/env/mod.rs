//! A game with its agents, evaluators, measures and starts. Entries hold a name, parameters, the games
//! they fit and a constructor, and no behaviour of their own.

mod agents;
mod batches;
mod encoding;
mod entry;
mod evaluators;
mod expectation;
mod game_env;
mod hidden;
mod matches;
mod notes;
mod outside;
mod planning;
mod puzzles;
mod pvs;
mod shared;
mod standard;
mod starts;
mod uct;

pub use agents::agents;
pub use batches::BatchSpec;
pub use entry::{Entry, Fit, Outside};
pub use evaluators::{NoisyMeasure, evaluators};
pub use game_env::{
    AgentEntry, AgentMaker, BlockEntry, Estimates, EvaluatorEntry, EvaluatorMaker, ExactValue,
    GameEnv, HistoryFormat, LearnerEntry, MoveWriter, Painter, Picture, Sampled, StartEntry,
    Starter,
};
pub use matches::{MatchSpec, PreparedMatch};
pub use notes::Notes;
pub use pvs::{technique, techniques};
pub use shared::{agent, depth, evaluator, leaf, wins};
pub use starts::starts;

pub(crate) use entry::find;
pub(crate) use matches::TypedMatch;
