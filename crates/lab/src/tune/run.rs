//! The ask/tell loop of a tuner, the iterations of a learner, and the final match on held-out
//! scenarios.

use super::forfeits::ForfeitCount;
use super::held_out::{self, Checkpoint, HeldOut};
use super::options::{Phase, TuneOptions};
use super::runner::{TrialBatch, TrialRunner};
use super::scenario::Scenario;
use super::sensitivity::{self, Sensitivity};
use super::trials::{Pairing, Prepared};
use super::{Driver, TuneError, Tuning};
use crate::plan::Size;
use crate::store::{Store, StudyId, StudyStep};
use ludometer_spec::identity::Identity;
use ludometer_spec::source::Diagnostic;
use ludometer_tune::{Batch, Objective, Saved, Tuner, TunerKind};

/// The result of a tuning.
pub struct Tuned {
    /// Games of the tuning and of its last matches that ended because a player failed, by reason.
    pub forfeits: Vec<ForfeitCount>,
    /// Completed trials, in this run and earlier ones.
    pub games: u64,
    /// The point it began at.
    pub start: Vec<f64>,
    /// The point that the tuner recommends.
    pub tuned: Vec<f64>,
    /// Every batch.
    pub steps: Vec<StudyStep>,
    /// The tuned against the initial point on held-out scenarios.
    pub held_out: HeldOut,
    /// The same by move score, in positions that nothing was tuned on; its openings are those, and
    /// its games choices.
    pub moves: Option<HeldOut>,
    /// In duels, intermediate recommendations against the initial point.
    pub curve: Vec<Checkpoint>,
    /// How much each parameter matters around the tuned point; empty where nothing was moved.
    pub sensitivity: Vec<Sensitivity>,
}

impl Tuned {
    /// The mean result of every batch.
    pub fn means(&self) -> Vec<f64> {
        self.batches().map(|step| step.mean).collect()
    }

    /// The point whose surroundings a batch was asked for: what was recommended before it.
    pub fn point_before(&self, batch: usize) -> &[f64] {
        let Some(step) = self.batches().nth(batch) else {
            return &self.tuned;
        };
        match step.number {
            0 => &self.start,
            number => &self.steps[number as usize - 1].best,
        }
    }

    /// The steps in which there were trials; a learner may prepare itself first.
    pub fn batches(&self) -> impl Iterator<Item = &StudyStep> {
        let before = std::iter::once(0).chain(self.steps.iter().map(|step| step.spent));
        let with_trials = self.steps.iter().zip(before);
        with_trials
            .filter(|(step, before)| step.spent > *before)
            .map(|(step, _)| step)
    }
}

/// Batches in the window of what is said while it runs.
const WINDOW: usize = 15;

/// Tunes, or goes on where it stopped, and measures what came of it.
pub fn tune(
    tuning: &Tuning,
    size: Size,
    store: &mut Store,
    options: TuneOptions<'_>,
) -> Result<Tuned, TuneError> {
    let of = tuning.count(size);
    if of == 0 {
        let diagnostic = Diagnostic::new(format!("the plan `{}` has no quick size", tuning.name));
        return Err(diagnostic
            .hint("omit --quick, or give it one: --set quick=400")
            .into());
    }
    // Schedules depend on the budget, so the quick size is no beginning of the full one.
    let identity = Identity::beginning(&tuning.description);
    let identity = match size {
        Size::Full => identity.line("size", "full"),
        Size::Quick => {
            let quick = match &tuning.driver {
                Driver::Tuner(kinds) => {
                    let [full, quick] = kinds.each_ref().map(|kind| kind.identity());
                    (quick != full).then_some(quick)
                }
                Driver::Learner(_) => None,
            };
            identity.line("size", "quick").maybe("quick-tuner", quick)
        }
    };
    let description = identity.text();
    let study = store.study(&description)?;
    let mut runner = TrialRunner::new(tuning, store, options.threads, options.stop)?;
    runner.note(&description);
    let progress = options.progress;
    let (spent, tuned, steps) = match &tuning.driver {
        Driver::Tuner([full, quick]) => {
            let kind = match size {
                Size::Full => full,
                Size::Quick => quick,
            };
            let mut tuner = restored(tuning, (&**kind, size), of, study, runner.store)?;
            let mut steps = runner.store.steps(study)?;
            steps.retain(|step| step.spent <= tuner.spent());
            while batch(
                tuning,
                &mut *tuner,
                (study, &description),
                &mut runner,
                &mut steps,
                progress,
            )? {}
            (tuner.spent(), tuning.recommended(tuner.best()), steps)
        }
        Driver::Learner(_) => learn(tuning, (size, of), study, &mut runner, progress)?,
    };
    let start = tuning.space.start();
    let mut watch = |games, of| progress(&Phase::Measuring { games, of });
    let games = tuning.last_match(size);
    let points = (&start[..], &tuned[..]);
    let moves = match tuning.last_positions(size) {
        0 => None,
        count => Some(held_out::moves(
            tuning,
            &mut runner,
            points,
            count,
            &mut watch,
        )?),
    };
    let held_out = held_out::measure(tuning, &mut runner, points, games, &mut watch)?;
    let curve = match tuning.answers {
        Objective::Value => Vec::new(),
        Objective::Duel => {
            held_out::checkpoints(tuning, &mut runner, &start, &steps, games, &mut watch)?
        }
    };
    let sensitivity = sensitivity::analyse(
        tuning,
        &mut runner,
        &tuned,
        tuning.sensitivity_games(size),
        &mut watch,
    )?;
    let forfeits = runner.forfeits()?;
    Ok(Tuned {
        forfeits,
        games: spent,
        start,
        tuned,
        steps,
        held_out,
        moves,
        curve,
        sensitivity,
    })
}

/// Why a checkpoint cannot be used.
fn spoilt(error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("the checkpoint in the store cannot be restored: {error}");
    Diagnostic::new(message).hint("name another store with --store to begin anew")
}

/// More was played already than is asked for.
fn too_few(tuning: &Tuning, size: Size, spent: u64, budget: u64) -> Diagnostic {
    let trials = tuning.trials();
    let key = match size {
        Size::Quick => "quick",
        Size::Full => "games",
    };
    let message = format!("{spent} {trials} were played already, which is more than {budget}");
    let hint = format!("set {key}={spent} or more, or name another store with --store");
    Diagnostic::new(message).hint(hint)
}

/// Iterations of a learner, as many as the trials allow, from wherever an earlier run was stopped: the
/// trials, the point, and every iteration.
fn learn(
    tuning: &Tuning,
    (size, of): (Size, u64),
    study: StudyId,
    runner: &mut TrialRunner<'_>,
    progress: &mut dyn FnMut(&Phase<'_>),
) -> Result<(u64, Vec<f64>, Vec<StudyStep>), TuneError> {
    let mut learner = tuning.learner(tuning.root.root()?)?;
    if let Some(saved) = runner.store.state(study)? {
        learner.restore(&saved).map_err(|error| spoilt(&error))?;
    }
    let mut steps = runner.store.steps(study)?;
    let mut spent = steps.last().map_or(0, |step| step.spent);
    if spent > of {
        return Err(too_few(tuning, size, spent, of).into());
    }
    loop {
        let units = learner.units();
        // What only prepares is no trial of the budget.
        if spent + units > of && !(steps.is_empty() && spent == 0 && of > 0) {
            break;
        }
        let best = learner.point();
        let mut tick = |done: usize| {
            progress(&Phase::Tuning {
                batches: steps.len() as u64,
                games: (spent + done as u64).min(of),
                of,
                best: &best,
                smoothed: smoothed(&steps),
            });
        };
        tick(0);
        let played = runner.each(
            units as usize,
            &|unit, stop| learner.play(unit as u64, stop),
            &mut tick,
        )?;
        let Some(played) = played else {
            return Err(TuneError::Stopped {
                spent,
                of,
                what: tuning.trials(),
            });
        };
        let performance = learner.learn(played)?;
        spent += performance.map_or(0, |_| units);
        let step = StudyStep {
            number: steps.len() as u64,
            spent,
            budget: of,
            mean: performance.unwrap_or(0.0),
            best: learner.point(),
        };
        runner
            .store
            .keep(study, &learner.save()?, Some(&step), spent)?;
        steps.push(step);
    }
    Ok((spent, learner.point(), steps))
}

/// The mean of the last batches.
fn smoothed(steps: &[StudyStep]) -> Option<f64> {
    let last = &steps[steps.len().saturating_sub(WINDOW)..];
    let sum = last.iter().map(|step| step.mean).sum::<f64>();
    (!last.is_empty()).then(|| sum / last.len() as f64)
}

/// The tuner restored from its checkpoint, or a new one, with the current budget.
fn restored(
    tuning: &Tuning,
    (kind, size): (&dyn TunerKind, Size),
    budget: u64,
    study: StudyId,
    store: &mut Store,
) -> Result<Box<dyn Tuner>, TuneError> {
    let mut tuner = match store.state(study)? {
        None => kind
            .start(tuning.task(budget))
            .map_err(|error| Diagnostic::new(error.to_string()))?,
        Some(text) => {
            let saved: Saved = serde_json::from_str(&text).map_err(|error| spoilt(&error))?;
            kind.restore(&saved).map_err(|error| spoilt(&error))?
        }
    };
    let spent = tuner.spent();
    if budget < spent {
        return Err(too_few(tuning, size, spent, budget).into());
    }
    if tuner.task().budget != budget {
        tuner.extend(budget);
        store.keep(study, &written(&*tuner), None, spent)?;
    }
    Ok(tuner)
}

fn written(tuner: &dyn Tuner) -> String {
    serde_json::to_string(&tuner.save()).expect("a tuner can be written")
}

/// The points of a trial.
fn pairing(batch: &Batch, index: usize) -> Pairing<'_> {
    let trial = batch.trial(index);
    Pairing {
        numbers: batch.numbers(index),
        point: trial.point,
        against: trial.against,
    }
}

/// One batch; whether there was one.
fn batch(
    tuning: &Tuning,
    tuner: &mut dyn Tuner,
    (study, description): (StudyId, &str),
    runner: &mut TrialRunner<'_>,
    steps: &mut Vec<StudyStep>,
    progress: &mut dyn FnMut(&Phase<'_>),
) -> Result<bool, TuneError> {
    let batch = tuner.ask();
    let (spent, of) = (tuner.spent(), tuner.task().budget);
    let trials = &tuning.trials;
    let address = tuning.root.root()?.named("tuning");
    let scenario = |index: usize| -> Scenario { trials.scenario(address, &batch.trial(index)) };
    let prepared = Prepared::default();
    let asked = TrialBatch {
        study,
        description,
        measure: &tuning.measure,
        first: spent,
        count: batch.len(),
        answer: &|index, stop| {
            trials.answer(scenario(index), pairing(&batch, index), &prepared, stop)
        },
        words: &|index| trials.words(scenario(index), pairing(&batch, index)),
    };
    let best = tuner.best();
    let smoothed = smoothed(steps).filter(|_| tuning.answers == Objective::Value);
    let mut tick = |there: usize| {
        progress(&Phase::Tuning {
            batches: steps.len() as u64,
            games: spent + there as u64,
            of,
            best: &best,
            smoothed,
        });
    };
    tick(0);
    if batch.is_empty() {
        return Ok(false);
    }
    let Some(answers) = runner.fill(&asked, &mut tick)? else {
        let kept = runner.store.answers(study, spent, batch.len())?;
        return Err(TuneError::Stopped {
            spent: spent + kept.iter().flatten().count() as u64,
            of,
            what: tuning.trials(),
        });
    };
    let told = tuner.tell(&answers);
    told.map_err(|error| Diagnostic::new(error.to_string()))?;
    let step = StudyStep {
        number: steps.len() as u64,
        spent: tuner.spent(),
        budget: of,
        mean: answers.iter().sum::<f64>() / answers.len() as f64,
        best: tuning.recommended(tuner.best()),
    };
    runner
        .store
        .keep(study, &written(tuner), Some(&step), tuner.spent())?;
    steps.push(step);
    Ok(true)
}
