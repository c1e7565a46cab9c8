//! Networks as evaluations and as policies (Kocsis, Szepesvári and Winands 2005, section 5.2).

mod block;
mod contest;
mod inputs;
mod poker_network;
mod policy;
mod td;
mod valued;

pub use block::blocks;
pub use contest::{DuplicateHand, NetworkContest, TeachingHand};
pub use inputs::{COUNT, INPUTS, Outlook, inputs};
pub use poker_network::{HIDDEN, NetworkRole, PokerNetwork, UNIT};
pub use policy::Policy;
pub use td::{LAMBDA, TdLearner, learners};
pub use valued::{Trail, ValueNetworkAgent};
