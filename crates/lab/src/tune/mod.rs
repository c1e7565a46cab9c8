//! Tuning: any agent of any game with placeholders for its parameters, and a tuner that sets them
//! (Kocsis, Szepesvári and Winands, section 5).
//!
//! A trial is one game, or one move that a judge scores (section 5.3). Its scenario decides the start,
//! the opponent, the seat and all chance, so that both sides of a comparison have common random
//! numbers; a mirrored trial changes seats. Every answer is kept as soon as it is there, and the tuner
//! is checkpointed after every batch: whatever ends a run, the same command goes on with the same
//! bits. A curve is not a result: at the end the tuned point is compared with the initial one on
//! scenarios that nothing was tuned on.

mod arena;
mod batch;
mod curve;
mod declared;
mod desk;
mod dial;
mod error;
mod exam;
mod find;
mod held_out;
mod manner;
mod present;
mod read;
mod run;
mod schema;
mod setting;
mod settings;

pub use dial::TunedParam;
pub use error::TuneError;
pub use find::find;
pub use held_out::{HeldOut, worths};
pub use manner::{Phase, TuneOptions};
pub use present::{as_json, document};
pub use run::{Tuned, tune};
pub use schema::schema;

use crate::plan::Size;
use arena::Arena;
use ludometer_tune::{Objective, Space, Task, TunerKind};
use std::sync::Arc;

/// What is to be tuned, read and checked.
pub struct Tuning {
    /// The name it is listed under.
    pub name: String,
    /// What a report is headed with.
    pub title: String,
    /// What it is about, in a few sentences.
    pub about: String,
    /// The random seed.
    pub seed: u64,
    /// The tuner as a spec, with the settings that are not those of its name.
    pub tuner: String,
    /// Trials at full size.
    pub games: u64,
    /// Trials at quick size; that is a run of its own.
    pub quick: u64,
    /// Games of the final match at full size.
    pub held_out: u64,
    /// What an answer is, in a word: `won`, `score`, `move-score`, or the name of a measure.
    pub measure: String,
    /// The objective of the final match; the measure, except for move scores.
    pub result: String,
    /// Where its games of VGDL come from, in a sentence, if it has any.
    pub source: Option<String>,
    /// At full and at quick size.
    kinds: [Arc<dyn TunerKind>; 2],
    space: Space,
    objective: Objective,
    /// Whether the tuned and the initial point play each other in the final match.
    met: bool,
    arena: Arena,
    description: String,
}

impl Tuning {
    /// Trials of a size.
    pub fn count(&self, size: Size) -> u64 {
        match size {
            Size::Quick => self.quick,
            Size::Full => self.games,
        }
    }

    /// The tuner with its settings at a size.
    fn kind(&self, size: Size) -> &dyn TunerKind {
        match size {
            Size::Full => &*self.kinds[0],
            Size::Quick => &*self.kinds[1],
        }
    }

    /// Games of the final match: no more at quick size than there are trials.
    pub fn last_match(&self, size: Size) -> u64 {
        match size {
            Size::Quick => self.held_out.min(self.quick),
            Size::Full => self.held_out,
        }
    }

    /// Positions in which both points choose in the end, where moves are scored: no more at quick
    /// size than there are trials.
    pub fn last_positions(&self, size: Size) -> u64 {
        let positions = self.arena.exam.as_ref().map_or(0, |exam| exam.count());
        match size {
            Size::Quick => positions.min(self.quick),
            Size::Full => positions,
        }
    }

    /// What a trial is, in a word: `games` or `moves`.
    pub fn trials(&self) -> &'static str {
        match self.arena.exam {
            Some(_) => "moves",
            None => "games",
        }
    }

    /// The judge with every parameter, for move scores.
    pub fn judge(&self) -> Option<&str> {
        self.arena.exam.as_ref().map(|exam| exam.judge.as_str())
    }

    /// What is tuned, in the order in which it was written.
    pub fn dials(&self) -> &[TunedParam] {
        &self.arena.dials
    }

    /// Whether the points play each other (duels), not opponents.
    pub fn is_duel(&self) -> bool {
        self.objective == Objective::Duel
    }

    /// Whether the tuned and the initial point play each other in the final match.
    pub fn is_last_match_duel(&self) -> bool {
        self.met
    }

    /// Whether its answers repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        let judged = self.arena.exam.as_ref();
        self.arena.rules.is_repeatable() && judged.is_none_or(|exam| exam.budget.is_repeatable())
    }

    /// The agent with a point substituted for its placeholders; those of scenarios stay.
    pub fn agent(&self, point: &[f64]) -> String {
        self.arena.written(point)
    }

    /// The point with each parameter `distance` of its widths from the start, up or down by the signs.
    pub fn perturbed(&self, distance: f64, signs: &[f64]) -> Vec<f64> {
        let mut at = self.space.origin();
        for (coordinate, sign) in at.iter_mut().zip(signs) {
            *coordinate += distance * sign;
        }
        self.space.settle(&at)
    }

    /// Where it begins.
    pub fn start(&self) -> Vec<f64> {
        self.space.start()
    }

    /// Everything that decides its answers but its size.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The recommendation of a tuner; if it is the initial point, without the rounding of coordinates.
    fn recommended(&self, best: Vec<f64>) -> Vec<f64> {
        match best == self.space.settle(&self.space.origin()) {
            true => self.space.start(),
            false => best,
        }
    }

    fn task(&self, budget: u64) -> Task {
        Task {
            space: self.space.clone(),
            objective: self.objective,
            budget,
            seed: self.seed,
        }
    }
}
