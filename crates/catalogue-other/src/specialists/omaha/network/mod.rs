//! Networks as evaluations and as policies (Kocsis, Szepesvári and Winands 2005, section 5.2).

mod contest;
mod inputs;
mod learn;
mod poker_network;
mod policy;
mod progress;
mod training;
mod valued;

pub use contest::{DuplicateHand, NetworkContest};
pub use inputs::{COUNT, INPUTS, Outlook, inputs};
pub use learn::{Learn, Learner, WINDOW};
pub use poker_network::{HIDDEN, NetworkRole, PokerNetwork, UNIT};
pub use policy::Policy;
pub use progress::TrainingProgress;
pub use training::{LAMBDA, TrainedNetwork, Training, TrainingStep, fresh_rprop, supervised};
pub use valued::Valued;
