//! A game with everything a plan may use at it. Entries say what a thing is called, what can be set
//! on it, where it fits and how it is made; they contain no behaviour of their own.

mod agents;
mod entry;
mod evaluators;
mod host;
mod knobs;
mod planning;
mod pvs;
mod seating;
mod standard;
mod starts;

pub use agents::agents;
pub use entry::{Entry, Fit};
pub use evaluators::evaluators;
pub use host::{
    AgentMaker, Estimates, EvaluatorMaker, Exact, History, Host, MakeAgent, MakeEvaluator,
    MakeStart, Painter, Sampled, Starter,
};
pub use seating::{Seating, Table};
pub use starts::starts;

pub(crate) use entry::find;
pub use evaluators::Disturbed;
pub use knobs::{DEPTH, LEAF, WINS, wins};
pub use pvs::{TECHNIQUES, switch, techniques};
pub(crate) use seating::Laid;
