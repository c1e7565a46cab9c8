//! Tuning: any agent of any game with placeholders for its parameters, and a tuner that sets them
//! (Kocsis, Szepesvári and Winands, section 5).
//!
//! A trial is one game, one move that a judge scores (section 5.3), or what a registered objective
//! says. Its scenario decides the start, the opponent, the seat and all chance, so that both sides of a
//! comparison have common random numbers; a mirrored trial changes seats. A learner takes the place of
//! the tuner where a parameter block is learned from play. Every answer is stored as soon as it is
//! there, and the tuner is checkpointed after every batch: whatever ends a run, the same command goes
//! on with the same bits. A curve is not a result: at the end the tuned point is compared with the
//! initial one on scenarios that nothing was tuned on.
//!
//! A [`Study`] is one file with several tunings, its *arms*, which differ in some keys.

mod batch;
mod compare;
mod curve;
mod declared;
mod error;
mod figures;
mod find;
mod forfeits;
mod held_out;
mod keys;
mod options;
mod positions;
mod present;
mod read;
mod run;
mod runner;
mod scenario;
mod schema;
mod sensitivity;
mod settings;
mod spsa_list;
mod study;
mod trials;
mod tuned_param;

pub use compare::study_document;
pub use error::TuneError;
pub use figures::{
    ArmFigures, BatchFigures, CheckpointFigures, HeldOutFigures, ParameterFigure, ParameterFigures,
    SensitivityFigures, ShiftFigures, StudyFigures, TuningFigures, figures, study_figures,
};
pub use find::{find, find_study};
pub use forfeits::ForfeitCount;
pub use held_out::{HeldOut, evaluate};
pub use options::{Phase, TuneOptions};
pub use present::document;
pub use run::{Tuned, tune};
pub use schema::schema;
pub use sensitivity::{Sensitivity, Shift};
pub use spsa_list::{
    SpsaForm, SpsaParam, export_spsa, placeholders, read_spsa, spsa_parameters, write_spsa,
};
pub use study::{Arm, Study};
pub use tuned_param::TunedParam;

use crate::plan::{PlanSeed, Size};
use ludometer_arena::registry::ObjectiveEntry;
use ludometer_spec::spec::{Literal, Spec, Value};
use ludometer_tune::{Objective, Space, Task, TunerKind};
use std::sync::Arc;
use trials::Trials;

/// What a trial of a tuning is.
#[derive(Clone)]
enum ObjectiveKind {
    /// A game, or a pair of points in one.
    Games,
    /// A move.
    MoveScore,
    /// Whatever was registered.
    Registered(ObjectiveEntry),
}

/// What proposes points.
enum Driver {
    /// A tuner, with its settings at full and at quick size.
    Tuner([Arc<dyn TunerKind>; 2]),
    /// A learner of a parameter block.
    Learner(Spec),
}

/// What is to be tuned, read and checked.
pub struct Tuning {
    /// The name it is listed under.
    pub name: String,
    /// The title of its reports.
    pub title: String,
    /// What it is about, in a few sentences.
    pub about: String,
    /// The random seed.
    pub seed: u64,
    /// The tuner as a spec, with the settings that are not those of its name; or the learner.
    pub tuner: String,
    /// Trials at full size.
    pub games: u64,
    /// Trials at quick size; that is a run of its own.
    pub quick: u64,
    /// Games of the final match at full size.
    pub held_out: u64,
    /// Games of the sensitivity analysis at full size.
    pub sensitivity: u64,
    /// The objective by name: `value`, `duel`, `move-score`, `learning`, or a registered one.
    pub objective: String,
    /// The metric of a trial's result: `won`, `score`, `move-score`, or the name of a measure.
    pub measure: String,
    /// The metric of the final match; the measure, except for move scores and registered objectives.
    pub result: String,
    /// Where its games of VGDL come from, in a sentence, if it has any.
    pub source: Option<String>,
    /// The seed with its secret, if it has one.
    root: PlanSeed,
    driver: Driver,
    space: Space,
    answers: Objective,
    /// Whether the tuned and the initial point play each other in the final match.
    met: bool,
    trials: Trials,
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

    /// Games of the final match: no more at quick size than there are trials.
    pub fn last_match(&self, size: Size) -> u64 {
        self.sized(self.held_out, size)
    }

    /// Games of the sensitivity analysis: no more at quick size than there are trials.
    pub fn sensitivity_games(&self, size: Size) -> u64 {
        self.sized(self.sensitivity, size)
    }

    fn sized(&self, full: u64, size: Size) -> u64 {
        match size {
            Size::Quick => full.min(self.quick),
            Size::Full => full,
        }
    }

    /// Positions in which both points choose in the end, where moves are scored: no more at quick
    /// size than there are trials.
    pub fn last_positions(&self, size: Size) -> u64 {
        let positions = self.trials.positions.as_ref();
        self.sized(positions.map_or(0, |positions| positions.count()), size)
    }

    /// What a trial is, in a word: `games` or `moves`.
    pub fn trials(&self) -> &'static str {
        match self.trials.objective {
            ObjectiveKind::MoveScore => "moves",
            ObjectiveKind::Games => "games",
            ObjectiveKind::Registered(_) => "trials",
        }
    }

    /// The judge with every parameter, for move scores.
    pub fn judge(&self) -> Option<&str> {
        let positions = self.trials.positions.as_ref();
        positions.map(|positions| positions.judge.as_str())
    }

    /// What is tuned, in the order in which it was written.
    pub fn parameters(&self) -> &[TunedParam] {
        &self.trials.parameters
    }

    /// The name of the option that a parameter fills, or else its own.
    fn option_name(&self, parameter: &str) -> String {
        let option = option_of(&self.trials.agent, parameter);
        option.unwrap_or_else(|| parameter.to_string())
    }

    /// How many players the games have.
    pub fn players(&self) -> usize {
        self.trials.players
    }

    /// Whether the points play each other (duels), not opponents.
    pub fn is_duel(&self) -> bool {
        self.answers == Objective::Duel
    }

    /// Whether the tuned and the initial point play each other in the final match.
    pub fn is_last_match_duel(&self) -> bool {
        self.met
    }

    /// Whether its results repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        let judged = self.trials.positions.as_ref();
        self.trials.rules.is_repeatable()
            && judged.is_none_or(|positions| positions.budget.is_repeatable())
    }

    /// The agent with a point substituted for its placeholders; those of scenarios stay.
    pub fn agent(&self, point: &[f64]) -> String {
        self.trials.written(point)
    }

    /// The point with each parameter `distance` of its widths from the start, up or down by the signs.
    pub fn perturbed(&self, distance: f64, signs: &[f64]) -> Vec<f64> {
        let mut at = self.space.origin();
        for (coordinate, sign) in at.iter_mut().zip(signs) {
            *coordinate += distance * sign;
        }
        self.space.settle(&at)
    }

    /// The initial point.
    pub fn start(&self) -> Vec<f64> {
        self.space.start()
    }

    /// Everything that decides its results, except its size.
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
            objective: self.answers,
            budget,
            seed: self.seed,
        }
    }
}

/// The key of the table entry whose value is a placeholder, anywhere in an agent.
fn option_of(value: &Value, placeholder: &str) -> Option<String> {
    match &value.what {
        Literal::Table(entries) => entries.iter().find_map(|entry| match &entry.value.what {
            Literal::Placeholder(name) if name == placeholder => Some(entry.key.clone()),
            _ => option_of(&entry.value, placeholder),
        }),
        Literal::Spec(spec) => {
            let mut arguments = spec.arguments.iter();
            arguments.find_map(|argument| option_of(&argument.value, placeholder))
        }
        _ => None,
    }
}
