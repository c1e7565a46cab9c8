//! The ask/tell loop of a tuner, and the final match on held-out scenarios.

use super::arena::At;
use super::desk::{Desk, Questions};
use super::held_out::{self, Checkpoint, HeldOut};
use super::manner::{Phase, TuneOptions};
use super::{TuneError, Tuning};
use crate::plan::Size;
use crate::store::{Store, StudyId, StudyStep};
use ludometer_core::Seed;
use ludometer_spec::identity::Identity;
use ludometer_spec::source::Diagnostic;
use ludometer_tune::{Objective, Saved, Tuner};

/// What came of a tuning.
pub struct Tuned {
    /// Trials answered, in this run and before.
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
}

/// Batches in the window of what is said while it runs.
const WINDOW: usize = 15;

/// Tunes, or goes on where it stopped, and measures what came of it.
pub fn tune(
    tuning: &Tuning,
    size: Size,
    store: &mut Store,
    manner: TuneOptions<'_>,
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
            let [full, quick] = tuning.kinds.each_ref().map(|kind| kind.identity());
            let other = (quick != full).then_some(quick);
            identity.line("size", "quick").maybe("quick-tuner", other)
        }
    };
    let sheet = store.sheet(&identity.text())?;
    let mut desk = Desk {
        store,
        threads: manner.threads,
        stop: manner.stop,
    };
    let mut tuner = take_out(tuning, size, sheet, desk.store)?;
    let mut steps = desk.store.steps(sheet)?;
    steps.retain(|step| step.spent <= tuner.spent());
    let progress = manner.progress;
    while batch(tuning, &mut *tuner, sheet, &mut desk, &mut steps, progress)? {}
    let (start, tuned) = (tuning.space.start(), tuning.recommended(tuner.best()));
    let mut watch = |games, of| progress(&Phase::Measuring { games, of });
    let games = tuning.last_match(size);
    let points = (&start[..], &tuned[..]);
    let moves = match tuning.last_positions(size) {
        0 => None,
        count => Some(held_out::moves(
            tuning, &mut desk, points, count, &mut watch,
        )?),
    };
    let held_out = held_out::measure(tuning, &mut desk, points, games, &mut watch)?;
    let curve = match tuning.objective {
        Objective::Value => Vec::new(),
        Objective::Duel => {
            held_out::checkpoints(tuning, &mut desk, &start, &steps, games, &mut watch)?
        }
    };
    Ok(Tuned {
        games: tuner.spent(),
        start,
        tuned,
        steps,
        held_out,
        moves,
        curve,
    })
}

/// The tuner restored from its checkpoint, or a new one, with the current budget.
fn take_out(
    tuning: &Tuning,
    size: Size,
    sheet: StudyId,
    store: &mut Store,
) -> Result<Box<dyn Tuner>, TuneError> {
    let budget = tuning.count(size);
    let spoilt = |error: &dyn std::fmt::Display| {
        let message = format!("the tuner in the store cannot be taken out: {error}");
        Diagnostic::new(message).hint("name another store with --store to begin anew")
    };
    let mut tuner = match store.state(sheet)? {
        None => tuning
            .kind(size)
            .start(tuning.task(budget))
            .map_err(|error| Diagnostic::new(error.to_string()))?,
        Some(text) => {
            let saved: Saved = serde_json::from_str(&text).map_err(|error| spoilt(&error))?;
            let kind = tuning.kind(size);
            kind.restore(&saved).map_err(|error| spoilt(&error))?
        }
    };
    let spent = tuner.spent();
    if budget < spent {
        let trials = tuning.trials();
        let message = format!("{spent} {trials} were played already, which is more than {budget}");
        let hint = format!("set games={spent} or more, or name another store with --store");
        return Err(Diagnostic::new(message).hint(hint).into());
    }
    if tuner.task().budget != budget {
        tuner.extend(budget);
        store.keep(sheet, &written(&*tuner), None, spent)?;
    }
    Ok(tuner)
}

fn written(tuner: &dyn Tuner) -> String {
    serde_json::to_string(&tuner.save()).expect("a tuner can be written")
}

/// One batch; whether there was one.
fn batch(
    tuning: &Tuning,
    tuner: &mut dyn Tuner,
    sheet: StudyId,
    desk: &mut Desk<'_>,
    steps: &mut Vec<StudyStep>,
    progress: &mut dyn FnMut(&Phase<'_>),
) -> Result<bool, TuneError> {
    let batch = tuner.ask();
    let (spent, of) = (tuner.spent(), tuner.task().budget);
    let arena = &tuning.arena;
    let address = Seed::new(tuning.seed).named("tuning");
    let at = |index: usize| -> At { arena.at(address, &batch.trial(index)) };
    let questions = Questions {
        sheet,
        measure: &tuning.measure,
        first: spent,
        count: batch.len(),
        answer: &|index, stop| {
            let trial = batch.trial(index);
            arena.answer(at(index), trial.point, trial.against, stop)
        },
        words: &|index| {
            let trial = batch.trial(index);
            arena.asked(at(index), trial.point, trial.against)
        },
    };
    let best = tuner.best();
    let smoothed = (tuning.objective == Objective::Value && !steps.is_empty()).then(|| {
        let last = &steps[steps.len().saturating_sub(WINDOW)..];
        last.iter().map(|step| step.mean).sum::<f64>() / last.len() as f64
    });
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
    let Some(answers) = desk.fill(&questions, &mut tick)? else {
        let kept = desk.store.answers(sheet, spent, batch.len())?;
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
    desk.store
        .keep(sheet, &written(tuner), Some(&step), tuner.spent())?;
    steps.push(step);
    Ok(true)
}
