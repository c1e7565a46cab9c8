//! What the tuned point is worth beside the start, on scenarios that nothing was tuned on.

use super::arena::{At, Worth};
use super::desk::{Desk, Questions};
use super::run::{Manner, Phase};
use super::{TuneError, Tuning};
use crate::store::{Step, Store};
use crate::tally::CONFIDENCE;
use ludometer_core::Seed;
use ludometer_stats::{Elo, Interval, Running, Score, elo, mean_against_error};
use ludometer_tune::Objective;

/// The last match. Games of one opening are one observation, and both points play all of them.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// Openings, each with its opponent and its luck.
    pub openings: u64,
    /// Games of both points together.
    pub games: u64,
    /// What the start is worth; nothing in duels, where only the difference is played for.
    pub start: Option<f64>,
    /// What the tuned point is worth.
    pub tuned: Option<f64>,
    /// By how much it is worth more, on average.
    pub difference: f64,
    /// A 95 % interval of that.
    pub interval: Option<Interval>,
    /// How probable such a difference is if there is none.
    pub p: f64,
    /// The difference in Elo, in duels for the score.
    pub elo: Option<Elo>,
}

/// A point on the way against the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checkpoint {
    /// Trials answered by then.
    pub games: u64,
    /// By how much it did better than the start, on average.
    pub difference: f64,
    /// A 95 % interval of that.
    pub interval: Option<Interval>,
}

/// Points of the curve of a duel.
const CHECKPOINTS: usize = 12;

/// Plays the last match.
pub(super) fn measure(
    tuning: &Tuning,
    desk: &mut Desk<'_>,
    (start, tuned): (&[f64], &[f64]),
    games: u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<HeldOut, TuneError> {
    let players = tuning.arena.players as u64;
    let duel = tuning.objective == Objective::Duel;
    let sides = if duel { 1 } else { 2 };
    let openings = (games / (players * sides)).max(2);
    let of = openings * players * sides;
    let mut side = |against, point, before: u64| {
        let mut watch = |done: u64| watch(before + done, of);
        units(
            tuning, desk, "held-out", point, against, openings, &mut watch,
        )
    };
    let (differences, start, tuned) = if duel {
        (side(Some(start), tuned, 0)?, None, None)
    } else {
        let first = side(None, start, 0)?;
        let second = side(None, tuned, of / 2)?;
        let mean = |units: &[f64]| units.iter().sum::<f64>() / units.len() as f64;
        let differences = second
            .iter()
            .zip(&first)
            .map(|(tuned, start)| tuned - start);
        (
            differences.collect(),
            Some(mean(&first)),
            Some(mean(&second)),
        )
    };
    let running: Running = differences.iter().copied().collect();
    let scored = duel && tuning.arena.worth == Worth::Score;
    let scores: Vec<f64> = differences.iter().map(|d| 0.5 + 0.5 * d).collect();
    let score = Score::of_units(&scores).ok().filter(|_| scored);
    Ok(HeldOut {
        openings,
        games: of,
        start: start.or(score.map(|score| 1.0 - score.mean())),
        tuned: tuned.or(score.map(|score| score.mean())),
        difference: running.mean().unwrap_or(0.0),
        interval: running.mean_interval(CONFIDENCE).ok(),
        p: mean_against_error(&running, 0.0, 0.0).unwrap_or(1.0),
        elo: score.and_then(|score| elo(&score, CONFIDENCE).ok()),
    })
}

/// What the tuner recommended on the way, against the start: a curve for duels, whose answers
/// say nothing of how good both sides are.
pub(super) fn checkpoints(
    tuning: &Tuning,
    desk: &mut Desk<'_>,
    start: &[f64],
    steps: &[Step],
    games: u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Checkpoint>, TuneError> {
    let count = CHECKPOINTS.min(steps.len());
    let players = tuning.arena.players as u64;
    let openings = (games / (players * CHECKPOINTS as u64)).max(2);
    let (each, of) = (openings * players, openings * players * count as u64);
    let mut curve = Vec::with_capacity(count);
    for number in 0..count {
        let step = &steps[(number + 1) * steps.len() / count - 1];
        let before = number as u64 * each;
        let mut watch = |done: u64| watch(before + done, of);
        let differences = match step.best == start {
            // A point that meets itself is as good as itself.
            true => vec![0.0; openings as usize],
            false => units(
                tuning,
                desk,
                "curve",
                &step.best,
                Some(start),
                openings,
                &mut watch,
            )?,
        };
        let running: Running = differences.into_iter().collect();
        curve.push(Checkpoint {
            games: step.spent,
            difference: running.mean().unwrap_or(0.0),
            interval: running.mean_interval(CONFIDENCE).ok(),
        });
    }
    Ok(curve)
}

/// What a point is worth at each opening, as a mean over the seats.
fn units(
    tuning: &Tuning,
    desk: &mut Desk<'_>,
    part: &str,
    point: &[f64],
    against: Option<&[f64]>,
    openings: u64,
    watch: &mut dyn FnMut(u64),
) -> Result<Vec<f64>, TuneError> {
    let answers = answers(tuning, desk, part, point, against, openings, watch)?;
    let players = tuning.arena.players;
    let groups = answers.chunks(players);
    Ok(groups
        .map(|group| group.iter().sum::<f64>() / players as f64)
        .collect())
}

/// What a point is worth at openings that nothing was tuned on, seat by seat. Openings are found by
/// the name of their `part` and the tuning's seed, so points of several tunings meet the same ones.
pub fn worths(
    tuning: &Tuning,
    part: &str,
    point: &[f64],
    openings: u64,
    store: &mut Store,
    manner: Manner<'_>,
) -> Result<Vec<Vec<f64>>, TuneError> {
    let mut desk = Desk {
        store,
        threads: manner.threads,
        stop: manner.stop,
        measure: &tuning.measure,
    };
    let of = openings * tuning.arena.players as u64;
    let progress = manner.progress;
    let mut watch = |games| progress(&Phase::Measuring { games, of });
    let answers = answers(tuning, &mut desk, part, point, None, openings, &mut watch)?;
    let openings = answers.chunks(tuning.arena.players);
    Ok(openings.map(<[f64]>::to_vec).collect())
}

/// The answers at each opening in each seat.
fn answers(
    tuning: &Tuning,
    desk: &mut Desk<'_>,
    part: &str,
    point: &[f64],
    against: Option<&[f64]>,
    openings: u64,
    watch: &mut dyn FnMut(u64),
) -> Result<Vec<f64>, TuneError> {
    let arena = &tuning.arena;
    let description = format!(
        "{}{part} {point:?} against {against:?}\n",
        tuning.description
    );
    let sheet = desk.store.sheet(&description)?;
    let players = arena.players;
    let address = Seed::new(tuning.seed).named(part);
    let at = |index: usize| At {
        address,
        opening: (index / players) as u64,
        turn: (index % players) as u64,
    };
    let questions = Questions {
        sheet,
        first: 0,
        count: openings as usize * players,
        answer: &|index| match against {
            Some(against) => arena.duel(at(index), point, against),
            None => arena.value(at(index), point),
        },
        words: &|index| format!("{part}, {}", arena.words(at(index), point, against)),
    };
    let Some(answers) = desk.fill(&questions, &mut |there| watch(there as u64))? else {
        let kept = desk.store.answers(sheet, 0, questions.count)?;
        return Err(TuneError::Stopped {
            spent: kept.iter().flatten().count() as u64,
            of: questions.count as u64,
            what: "games of the last match",
        });
    };
    Ok(answers)
}
