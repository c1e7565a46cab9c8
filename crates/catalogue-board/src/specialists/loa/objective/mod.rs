//! What realisation-probability weights are worth (Kocsis, Szepesvári and Winands 2005, section
//! 5.3): by game result, against opponents with other evaluations, or by move score, where a deeper
//! search judges the move that a shallow one chooses.
//!
//! Whatever decides chance is drawn from the scenario, so both sides of a perturbation meet the same
//! start, opponent and colour, or the same position. The paper leaves open how many weights there
//! are, who the opponents are and where the positions come from; all of that is ours.

mod game_result;
mod move_score;
mod tuned;

pub use game_result::GameResult;
pub use move_score::MoveScore;
pub use tuned::TunedPlayer;

use super::agent::{GAME, MIA, NINE};
use super::category::CATEGORIES;
use super::nine::MiaEvaluator;
use super::player::LoaProfile;
use super::realisation::{Realisation, shipped};
use ludometer_agents::search::pvs::Techniques;
use ludometer_spec::identity::{Identity, digest};
use std::sync::atomic::{AtomicBool, Ordering};

/// A measure of performance.
pub trait Performance {
    /// Everything that decides an answer beside the weights and the scenario.
    fn description(&self) -> String;

    /// What these probabilities are worth, each in its scenario, on the threads of the pool it is
    /// called in; nothing if it is stopped.
    fn answers(
        &mut self,
        trials: &[(Realisation, u64)],
        progress: &ObjectiveProgress<'_>,
    ) -> Option<Vec<f64>>;

    /// Numbered intermediate results since the last call, to be stored: they make later trials cheaper.
    fn fresh(&mut self) -> Vec<(u64, f64)> {
        Vec::new()
    }

    /// Restores what [`Performance::fresh`] returned earlier.
    fn remember(&mut self, _kept: &[(u64, f64)]) {}
}

/// Who is told of trials, and may end them.
pub struct ObjectiveProgress<'a> {
    /// Called after each trial.
    pub tick: &'a (dyn Fn() + Sync),
    /// Set to request an early end.
    pub stop: &'a AtomicBool,
}

impl ObjectiveProgress<'_> {
    fn unless_stopped<T>(&self, make: impl FnOnce() -> T) -> Option<T> {
        (!self.stop.load(Ordering::Relaxed)).then(make)
    }

    /// A trial, unless it is to end.
    fn trial<T>(&self, make: impl FnOnce() -> T) -> Option<T> {
        let made = self.unless_stopped(make);
        (self.tick)();
        made
    }
}

/// Random moves before a start position.
const OPENING: u32 = 6;

/// A player of this many nodes with the techniques of the specialist.
fn profile(
    nine: MiaEvaluator,
    realisation: Realisation,
    techniques: Techniques,
    nodes: u64,
) -> LoaProfile {
    LoaProfile {
        nine,
        realisation,
        techniques,
        nodes,
    }
}

/// Begins a description: which games and players, of which versions, and what comes with the
/// laboratory and decides how everybody plays.
fn identity(kind: &str) -> Identity {
    let counts = (0..CATEGORIES).map(|number| shipped().of(number));
    let counts = counts.flat_map(|(played, available)| [played as f64, available as f64]);
    Identity::of(kind)
        .line("game", GAME)
        .line("players", format_args!("{MIA} {NINE}"))
        .line(
            "knowledge",
            digest(MiaEvaluator::fitted().weights.into_iter().chain(counts)),
        )
        .line("opening", OPENING)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No progress messages; `stopped` requests a stop before the first trial.
    pub(super) fn silent(stopped: bool) -> ObjectiveProgress<'static> {
        static STOPS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(true)];
        ObjectiveProgress {
            tick: &|| {},
            stop: &STOPS[usize::from(stopped)],
        }
    }
}
