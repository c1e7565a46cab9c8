//! Every game by name, and what may be asked of a game whose type is not known: types are erased
//! here.

mod games;
mod hosted;

pub use crate::env::{
    AgentMaker, Entry, Estimates, EvaluatorMaker, Exact, Fit, History, Host, MakeAgent,
    MakeEvaluator, MakeStart, Painter, Sampled, Seating, Starter, Table, agents, evaluators,
    starts,
};
pub use games::{GameEntry, full_name, games, open, open_from};
pub use hosted::Hosted;
