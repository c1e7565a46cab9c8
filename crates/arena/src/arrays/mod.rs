//! Many games at once, as arrays: a batch steps all of them with one call and writes observations, masks of
//! legal actions, rewards and endings into memory that the caller owns.
//!
//! Types are erased once a batch ([`AnyBatch`]), never once a step. Every game of a batch has an address of
//! its own among the random streams: game `i` plays episode `e` of the seed `numbered("game", i)`, so what
//! happens in one game depends on its seed and its own actions alone, not on the number of threads or on
//! what the other games do.

mod batch;
mod encoder;
mod jobs;
mod settings;
mod slot;

pub use batch::{AnyBatch, BatchError, BatchLayout, GameBatch};
pub use encoder::{Declared, Encoder, RANKED_ACTIONS, Ranked};
pub use settings::{Autoreset, BatchSettings, IllegalActions, RewardKind};

use ludometer_core::{Agent, Game, Player, Rng};
use std::sync::Arc;

/// Makes the agent of a game's seat.
pub type OpponentMaker<G> = Arc<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// Draws the state that an episode begins with.
pub type BatchStart<G> = Arc<dyn Fn(&G, &mut Rng) -> <G as Game>::State + Send + Sync>;

/// The memory that a batch writes into, row by row, one row a game.
pub struct BatchArrays<'a> {
    /// Observations, as many numbers a row as the shape has.
    pub observations: &'a mut [f32],
    /// Masks of legal actions, as many a row as the action space has.
    pub masks: &'a mut [bool],
    /// Rewards of the player who acted, or of the learner where there are opponents.
    pub rewards: &'a mut [f64],
    /// Whether the episode ended by the rules, or by a forfeit.
    pub terminated: &'a mut [bool],
    /// Whether the episode was cut off by the limit on actions.
    pub truncated: &'a mut [bool],
    /// Who is to act; -1 in a game that is over.
    pub players: &'a mut [i8],
    /// The payoff of each player, a row of as many as there are players; zeros until a game is over.
    pub payoffs: &'a mut [f64],
    /// Where episodes begin again in the same step: observations of finished games, else empty.
    pub final_observations: &'a mut [f32],
}

/// The number of a player in [`BatchArrays::players`].
fn signed(player: Option<Player>) -> i8 {
    player.map_or(-1, |player| player.0 as i8)
}
