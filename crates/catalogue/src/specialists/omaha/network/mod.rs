//! Networks as evaluations and as policies (Kocsis, Szepesvári and Winands 2005, section 5.2).

mod brain;
mod contest;
mod course;
mod inputs;
mod learn;
mod policy;
mod progress;
mod valued;

pub use brain::{HIDDEN, NetworkRole, PokerNetwork, UNIT};
pub use contest::{DuplicateHand, NetworkContest};
pub use course::{LAMBDA, TrainedNetwork, Training, TrainingStep, fresh_rprop, supervised};
pub use inputs::{COUNT, INPUTS, Outlook, inputs};
pub use learn::{Learn, Learner, WINDOW};
pub use policy::Policy;
pub use progress::TrainingProgress;
pub use valued::Valued;
