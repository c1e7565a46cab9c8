//! Learning an evaluator (Abramson and Korf 1987, section III.C): expected outcomes are sampled at
//! random positions, and regressed on a game's measures.
//!
//! A position counts for the player who has just moved: its value is the mean of random completions
//! for that player, its features are the measures for that player. Every sample has an
//! address of its own, so the weights do not depend on the number of threads.

mod fit;
mod sample;

pub use fit::Learned;

use crate::env::GameEnv;
use crate::options::RunOptions;
use ludometer_agents::sample::PlayoutOutcome;
use ludometer_core::{Game, Measure};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_stats::Errors;
use sample::Sampling;

/// The options of [`learn`].
pub struct LearnRequest {
    /// The measures, or families of them, separated by commas.
    pub measures: Span,
    /// The result of a playout that is averaged.
    pub outcome: PlayoutOutcome,
    /// The number of positions.
    pub positions: u64,
    /// Random playouts from each position.
    pub playouts: u64,
    /// Random plies before a position, at least; 1 if not given.
    pub first: Option<u32>,
    /// Random plies before a position, at most; one less than a random game usually has, if not
    /// given.
    pub last: Option<u32>,
    /// Maximum number of actions of a playout.
    pub plies: u32,
    /// The random seed.
    pub seed: u64,
    /// How the errors of the weights are estimated.
    pub errors: Errors,
}

/// Why learning failed.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The request is invalid, or does not fit this game.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// It was asked to stop.
    #[error("stopped after {done} of {of} positions: nothing was learned")]
    Stopped {
        /// Positions that were sampled.
        done: u64,
        /// Positions that were wanted.
        of: u64,
    },
}

/// Samples positions and fits the weights by least squares.
pub fn learn<G: Game>(
    env: &GameEnv<G>,
    ask: &LearnRequest,
    options: RunOptions<'_>,
) -> Result<Learned, LearnError> {
    let measures = features(env, &ask.measures)?;
    let sampling = Sampling::new(&**env.game(), &measures, ask)?;
    let samples = sampling.all(ask.positions, options)?;
    Ok(fit::fit(&sampling, ask, &samples)?)
}

/// The measures that a list names, each once, in the order of the game.
fn features<G: Game>(env: &GameEnv<G>, list: &Span) -> Result<Vec<Measure<G>>, Diagnostic> {
    let mut named = Vec::new();
    let mut at = 0;
    for part in list.text().split(',') {
        let blank = part.len() - part.trim_start().len();
        let word = part.trim();
        let span = list.part(at + blank..at + blank + word.len());
        named.extend(env.family(word, &span)?.iter().map(|measure| measure.name));
        at += part.len() + 1;
    }
    let measures = env.measures().iter();
    Ok(measures
        .filter(|measure| named.contains(&measure.name))
        .copied()
        .collect())
}
