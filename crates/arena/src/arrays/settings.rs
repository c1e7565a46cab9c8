//! How the games of a batch are played.

use super::{BatchStart, OpponentMaker};
use ludometer_core::{Budget, Game, Player};

/// When a finished game begins again, in the words of Gymnasium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// In the next step, whose action is not looked at.
    #[default]
    NextStep,
    /// In the step that finishes it: the observation is that of the new episode.
    SameStep,
    /// Never: finished games must be reset before the next step.
    Disabled,
}

/// What a reward is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RewardKind {
    /// The payoff at the end, 0 before.
    #[default]
    Payoff,
    /// How much the points changed since the player's last observation.
    Points,
}

/// What happens to an action that is not legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IllegalActions {
    /// The step is refused, and no game of the batch moves.
    #[default]
    Refused,
    /// The game is over, and the player gets the worst payoff that the game has.
    Forfeit,
}

/// How the games of a batch are played.
pub struct BatchSettings<G: Game> {
    /// Where episodes begin.
    pub start: BatchStart<G>,
    /// An agent for each player, of whom the learner's is never asked; empty where all players act through
    /// the batch.
    pub opponents: Vec<OpponentMaker<G>>,
    /// The learner's seat among opponents; the next one in every episode if none is given.
    pub seat: Option<Player>,
    /// The budget of an opponent's decision.
    pub budget: Budget,
    /// Actions after which an episode is truncated.
    pub actions: Option<u32>,
    /// When finished games begin again.
    pub autoreset: Autoreset,
    /// What a reward is.
    pub reward: RewardKind,
    /// What happens to illegal actions.
    pub illegal: IllegalActions,
}
