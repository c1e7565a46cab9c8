//! Every name a plan may use. Entries say what a thing is called, what can be set on it, where it
//! fits and how it is made; they contain no behaviour of their own.

mod agents;
mod entry;
mod evaluators;
mod games;
mod host;
mod planning;
mod pvs;
mod seating;
mod starts;

pub use agents::{AgentMaker, MakeAgent, agents};
pub use entry::{Entry, Fit};
pub use evaluators::{EvaluatorMaker, MakeEvaluator, evaluators};
pub use games::{GameEntry, games, open, open_from};
pub use host::{Estimates, Exact, History, Host, Hosted, Painter, Sampled};
pub use seating::{Seating, Table};
pub use starts::{MakeStart, Starter, starts};

pub(crate) use agents::{DEPTH, LEAF, WINS, wins};
pub(crate) use evaluators::Disturbed;
pub(crate) use games::game_id;
pub(crate) use pvs::{TECHNIQUES, switch, techniques};
