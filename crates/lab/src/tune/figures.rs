//! The figures of tunings and studies for other programs.

use super::tuned_param::split;
use super::{Arm, ForfeitCount, HeldOut, Study, Tuned, TunedParam, Tuning};
use ludometer_stats::Interval;
use ludometer_tune::ParameterKind;
use serde::{Deserialize, Serialize};

/// Every figure of a tuning, and every batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningFigures {
    /// The name it is listed under.
    pub name: String,
    /// The title of its reports.
    pub title: String,
    /// The tuner as a spec, or the learner.
    pub tuner: String,
    /// The random seed.
    pub seed: u64,
    /// Completed trials.
    pub games: u64,
    /// The metric of a trial's result: `won`, `score`, `move-score`, or the name of a measure.
    pub measure: String,
    /// The metric of the final match.
    pub result: String,
    /// The judge with every parameter, for move scores.
    pub judge: Option<String>,
    /// The objective by name.
    pub objective: String,
    /// Whether another run gives the same bits.
    pub repeatable: bool,
    /// The tuned agent as a spec.
    pub agent: String,
    /// What was tuned.
    pub parameters: Vec<ParameterFigures>,
    /// Games of the tuning and its last matches that ended because a player failed, by reason.
    #[serde(default)]
    pub forfeits: Vec<ForfeitCount>,
    /// The final match on held-out openings.
    pub held_out: HeldOutFigures,
    /// The same by move score, in held-out positions.
    pub held_out_moves: Option<HeldOutFigures>,
    /// Every batch that the tuner was told.
    pub batches: Vec<BatchFigures>,
    /// In duels, intermediate recommendations against the initial point.
    pub curve: Vec<CheckpointFigures>,
    /// How much each parameter matters around the tuned point.
    pub sensitivity: Vec<SensitivityFigures>,
}

/// The value of a parameter: a number, an option, or the numbers of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ParameterFigure {
    /// A number.
    Number(f64),
    /// An option.
    Option(String),
    /// The numbers of a block.
    Block(Vec<f64>),
}

/// A parameter, where it began and where it was tuned to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParameterFigures {
    /// Its name.
    pub name: String,
    /// Its initial value.
    pub start: ParameterFigure,
    /// Its tuned value.
    pub tuned: ParameterFigure,
}

/// The tuned against the initial point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOutFigures {
    /// Games, or choices, of both points together.
    pub games: u64,
    /// Openings, or positions: the units of the interval.
    pub openings: u64,
    /// The mean of the initial point; absent in duels that give only differences.
    pub start: Option<f64>,
    /// The mean of the tuned point.
    pub tuned: Option<f64>,
    /// The mean difference.
    pub difference: f64,
    /// Its 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// The p-value against no difference.
    pub p: f64,
    /// The difference in Elo, in duels for the score; absent where all games ended alike.
    pub elo: Option<f64>,
}

/// A batch that the tuner was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchFigures {
    /// Completed trials at the end of the batch.
    pub games: u64,
    /// The planned number of trials.
    pub budget: u64,
    /// The mean result.
    pub mean: f64,
    /// What the tuner recommended then.
    pub best: Vec<f64>,
}

/// An intermediate recommendation against the initial point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckpointFigures {
    /// Completed trials at that time.
    pub games: u64,
    /// The mean difference from the initial point.
    pub difference: f64,
    /// Its 95 % interval.
    pub interval: Option<[f64; 2]>,
}

/// How much a parameter matters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensitivityFigures {
    /// Its name.
    pub parameter: String,
    /// Where it was moved to, alone.
    pub moved: Vec<ShiftFigures>,
}

/// A parameter that was moved alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShiftFigures {
    /// The value it was moved to.
    pub value: ParameterFigure,
    /// How much better the moved point is.
    pub change: f64,
    /// The 95 % interval of that, not corrected.
    pub interval: Option<[f64; 2]>,
    /// The p-value against no change, corrected for all shifts (Holm).
    pub p: f64,
}

/// Every figure of a study of several arms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyFigures {
    /// The name it is listed under.
    pub name: String,
    /// The title of its reports.
    pub title: String,
    /// Its arms, in their order.
    pub arms: Vec<ArmFigures>,
}

/// An arm of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmFigures {
    /// Its name, without the seed.
    pub arm: String,
    /// Its tuning.
    pub tuning: TuningFigures,
}

/// Every figure of a tuning.
pub fn figures(tuning: &Tuning, tuned: &Tuned) -> TuningFigures {
    let points = split(tuning.parameters(), &tuned.start);
    let points = points.zip(split(tuning.parameters(), &tuned.tuned));
    let parameters = points.map(|((param, start), (_, end))| ParameterFigures {
        name: param.name().to_string(),
        start: value(param, start),
        tuned: value(param, end),
    });
    let sensitivity = tuned.sensitivity.iter().map(|found| {
        let param = &tuning.parameters()[found.parameter];
        let moved = found.shifts.iter().map(|shift| ShiftFigures {
            value: value(param, &[shift.value]),
            change: shift.difference,
            interval: shift.interval.map(ends),
            p: shift.p,
        });
        SensitivityFigures {
            parameter: param.name().to_string(),
            moved: moved.collect(),
        }
    });
    let batches = tuned.steps.iter().map(|step| BatchFigures {
        games: step.spent,
        budget: step.budget,
        mean: step.mean,
        best: step.best.clone(),
    });
    let curve = tuned.curve.iter().map(|point| CheckpointFigures {
        games: point.games,
        difference: point.difference,
        interval: point.interval.map(ends),
    });
    TuningFigures {
        name: tuning.name.clone(),
        title: tuning.title.clone(),
        tuner: tuning.tuner.clone(),
        seed: tuning.seed,
        games: tuned.games,
        measure: tuning.measure.clone(),
        result: tuning.result.clone(),
        judge: tuning.judge().map(str::to_string),
        objective: tuning.objective.clone(),
        repeatable: tuning.is_repeatable(),
        agent: tuning.agent(&tuned.tuned),
        parameters: parameters.collect(),
        forfeits: tuned.forfeits.clone(),
        held_out: held_out(&tuned.held_out),
        held_out_moves: tuned.moves.as_ref().map(held_out),
        batches: batches.collect(),
        curve: curve.collect(),
        sensitivity: sensitivity.collect(),
    }
}

/// Every figure of a study; `tuned` has what came of each arm.
pub fn study_figures(study: &Study, tuned: &[Tuned]) -> StudyFigures {
    let arms = study.arms.iter().zip(tuned);
    let arms = arms.map(|(Arm { name, tuning, .. }, tuned)| ArmFigures {
        arm: name.clone(),
        tuning: figures(tuning, tuned),
    });
    StudyFigures {
        name: study.name.clone(),
        title: study.title.clone(),
        arms: arms.collect(),
    }
}

fn value(param: &TunedParam, numbers: &[f64]) -> ParameterFigure {
    match param.parameter().map(|parameter| parameter.kind) {
        Some(ParameterKind::Choice) => ParameterFigure::Option(param.shown(numbers[0])),
        Some(_) => ParameterFigure::Number(numbers[0]),
        None => ParameterFigure::Block(numbers.to_vec()),
    }
}

fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}

fn held_out(result: &HeldOut) -> HeldOutFigures {
    HeldOutFigures {
        games: result.games,
        openings: result.openings,
        start: result.start,
        tuned: result.tuned,
        difference: result.difference,
        interval: result.interval.map(ends),
        p: result.p,
        // JSON has no infinities.
        elo: result
            .elo
            .map(|elo| elo.difference)
            .filter(|elo| elo.is_finite()),
    }
}
