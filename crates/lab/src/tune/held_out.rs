//! The comparison of the tuned with the initial point on held-out scenarios.

use super::options::{Phase, TuneOptions};
use super::runner::{TrialBatch, TrialRunner};
use super::scenario::Scenario;
use super::trials::{Pairing, Prepared};
use super::{TuneError, Tuning};
use crate::store::{Store, StudyStep};
use crate::tally::CONFIDENCE;
use ludometer_arena::metric::Metric;
use ludometer_arena::registry::Answer;
use ludometer_core::Stop;
use ludometer_spec::identity::{Identity, numbers};
use ludometer_spec::source::Diagnostic;
use ludometer_stats::{Elo, Interval, RunningStats, ScoreSummary, elo, mean_against_error};

/// The final match. Games of one opening are one observation, and both points play all of them.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// Openings, each with its opponent and its random streams.
    pub openings: u64,
    /// Games of both points together.
    pub games: u64,
    /// The mean of the initial point; none in duels, which measure only the difference.
    pub start: Option<f64>,
    /// The mean of the tuned point.
    pub tuned: Option<f64>,
    /// The mean difference.
    pub difference: f64,
    /// A 95 % interval of that.
    pub interval: Option<Interval>,
    /// The two-sided p-value of no difference.
    pub p: f64,
    /// The difference in Elo, in duels for the score.
    pub elo: Option<Elo>,
}

/// An intermediate recommendation against the initial point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checkpoint {
    /// Completed trials at that time.
    pub games: u64,
    /// The mean difference from the initial point.
    pub difference: f64,
    /// A 95 % interval of that.
    pub interval: Option<Interval>,
}

/// Points of the curve of a duel.
const CHECKPOINTS: usize = 12;

/// Plays the final match.
pub(super) fn measure(
    tuning: &Tuning,
    runner: &mut TrialRunner<'_>,
    (start, tuned): (&[f64], &[f64]),
    games: u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<HeldOut, TuneError> {
    let players = tuning.trials.players as u64;
    let duel = tuning.met;
    let sides = if duel { 1 } else { 2 };
    let openings = (games / (players * sides)).max(2);
    let of = openings * players * sides;
    let mut side = |against, point, before: u64| {
        let mut watch = |done: u64| watch(before + done, of);
        units(
            tuning, runner, "held-out", point, against, openings, &mut watch,
        )
    };
    if !duel {
        let first = side(None, start, 0)?;
        let second = side(None, tuned, of / 2)?;
        return Ok(beside(&first, &second, of));
    }
    let differences = side(Some(start), tuned, 0)?;
    let scores: Vec<f64> = differences.iter().map(|d| 0.5 + 0.5 * d).collect();
    let scored = tuning.trials.metric == Metric::Score;
    let score = ScoreSummary::of_units(&scores).ok().filter(|_| scored);
    Ok(HeldOut {
        start: score.map(|score| 1.0 - score.mean()),
        tuned: score.map(|score| score.mean()),
        elo: score.and_then(|score| elo(&score, CONFIDENCE).ok()),
        ..judged(&differences, of)
    })
}

/// Lets both points choose in positions that nothing was tuned on.
pub(super) fn moves(
    tuning: &Tuning,
    runner: &mut TrialRunner<'_>,
    (start, tuned): (&[f64], &[f64]),
    count: u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<HeldOut, TuneError> {
    let trials = &tuning.trials;
    let positions = trials.positions.as_ref().expect("moves are scored");
    let mut side = |point: &[f64], before: u64| {
        let series = Series {
            part: "held-out moves",
            points: [Some(point), None],
            measure: &tuning.measure,
            count: count as usize,
            answer: &|index, stop| {
                let score = trials.score(&positions.held_out(index as u64), point, stop);
                score.map(Answer::from)
            },
            words: &|index| trials.position_words(&positions.held_out(index as u64), point),
        };
        series.play(tuning, runner, &mut |done| watch(before + done, 2 * count))
    };
    let (first, second) = (side(start, 0)?, side(tuned, count)?);
    Ok(beside(&first, &second, 2 * count))
}

/// The paired results of two points on the same scenarios.
fn beside(start: &[f64], tuned: &[f64], games: u64) -> HeldOut {
    let mean = |units: &[f64]| units.iter().sum::<f64>() / units.len() as f64;
    let both = tuned.iter().zip(start);
    let differences: Vec<f64> = both.map(|(tuned, start)| tuned - start).collect();
    HeldOut {
        start: Some(mean(start)),
        tuned: Some(mean(tuned)),
        ..judged(&differences, games)
    }
}

/// What differences say, one of each opening.
fn judged(differences: &[f64], games: u64) -> HeldOut {
    let running: RunningStats = differences.iter().copied().collect();
    HeldOut {
        openings: differences.len() as u64,
        games,
        start: None,
        tuned: None,
        difference: running.mean().unwrap_or(0.0),
        interval: running.mean_interval(CONFIDENCE).ok(),
        p: mean_against_error(&running, 0.0, 0.0).unwrap_or(1.0),
        elo: None,
    }
}

/// Intermediate recommendations against the initial point: a curve for duels, whose answers say
/// nothing of how good both sides are.
pub(super) fn checkpoints(
    tuning: &Tuning,
    runner: &mut TrialRunner<'_>,
    start: &[f64],
    steps: &[StudyStep],
    games: u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Checkpoint>, TuneError> {
    let count = CHECKPOINTS.min(steps.len());
    let players = tuning.trials.players as u64;
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
                runner,
                "curve",
                &step.best,
                Some(start),
                openings,
                &mut watch,
            )?,
        };
        let running: RunningStats = differences.into_iter().collect();
        curve.push(Checkpoint {
            games: step.spent,
            difference: running.mean().unwrap_or(0.0),
            interval: running.mean_interval(CONFIDENCE).ok(),
        });
    }
    Ok(curve)
}

/// The mean result of a point over the seats, for each opening.
pub(super) fn units(
    tuning: &Tuning,
    runner: &mut TrialRunner<'_>,
    part: &str,
    point: &[f64],
    against: Option<&[f64]>,
    openings: u64,
    watch: &mut dyn FnMut(u64),
) -> Result<Vec<f64>, TuneError> {
    let answers = answers(tuning, runner, part, point, against, openings, watch)?;
    let players = tuning.trials.players;
    let groups = answers.chunks(players);
    Ok(groups
        .map(|group| group.iter().sum::<f64>() / players as f64)
        .collect())
}

/// The results of a point at held-out openings, seat by seat. Openings are found by the name of their
/// `part` and the tuning's seed, so points of several tunings get the same ones.
pub fn evaluate(
    tuning: &Tuning,
    part: &str,
    point: &[f64],
    openings: u64,
    store: &mut Store,
    options: TuneOptions<'_>,
) -> Result<Vec<Vec<f64>>, TuneError> {
    let mut runner = TrialRunner::new(tuning, store, options.threads, options.stop)?;
    let of = openings * tuning.trials.players as u64;
    let progress = options.progress;
    let mut watch = |games| progress(&Phase::Measuring { games, of });
    let answers = answers(tuning, &mut runner, part, point, None, openings, &mut watch)?;
    let openings = answers.chunks(tuning.trials.players);
    Ok(openings.map(<[f64]>::to_vec).collect())
}

/// The answers at each opening in each seat.
fn answers(
    tuning: &Tuning,
    runner: &mut TrialRunner<'_>,
    part: &str,
    point: &[f64],
    against: Option<&[f64]>,
    openings: u64,
    watch: &mut dyn FnMut(u64),
) -> Result<Vec<f64>, TuneError> {
    let trials = &tuning.trials;
    let players = trials.players;
    let address = tuning.root.root()?.named(part);
    let settings = trials.settings.len();
    let scenario = |index: usize| Scenario {
        address,
        setting: (index / players) % settings,
        opening: (index / players) as u64,
        turn: (index % players) as u64,
    };
    let pairing = Pairing {
        numbers: (0, against.map(|_| 1)),
        point,
        against,
    };
    let prepared = Prepared::default();
    let series = Series {
        part,
        points: [Some(point), against],
        measure: &tuning.result,
        count: openings as usize * players,
        answer: &|index, stop| trials.play(scenario(index), pairing, &prepared, stop),
        words: &|index| format!("{part}, {}", trials.game_words(scenario(index), pairing)),
    };
    series.play(tuning, runner, watch)
}

/// Held-out evaluations.
struct Series<'a> {
    /// What they are, beside all that the plan says.
    part: &'a str,
    /// The point that is measured, and its opponent in duels.
    points: [Option<&'a [f64]>; 2],
    measure: &'a str,
    count: usize,
    answer: &'a (dyn Fn(usize, Stop<'_>) -> Result<Answer, Diagnostic> + Sync),
    words: &'a (dyn Fn(usize) -> String + Sync),
}

impl Series<'_> {
    fn play(
        &self,
        tuning: &Tuning,
        runner: &mut TrialRunner<'_>,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Vec<f64>, TuneError> {
        let [point, against] = self.points.map(|point| point.map(numbers));
        let identity = Identity::beginning(&tuning.description)
            .line("part", self.part)
            .maybe("point", point)
            .maybe("against", against);
        let description = identity.text();
        let study = runner.store.study(&description)?;
        runner.note(&description);
        let trials = TrialBatch {
            study,
            description: &description,
            measure: self.measure,
            first: 0,
            count: self.count,
            answer: self.answer,
            words: self.words,
        };
        let answers = runner.fill(&trials, &mut |there| watch(there as u64))?;
        let Some(answers) = answers else {
            let kept = runner.store.answers(study, 0, self.count)?;
            return Err(TuneError::Stopped {
                spent: kept.iter().flatten().count() as u64,
                of: self.count as u64,
                what: "games of the last match",
            });
        };
        Ok(answers)
    }
}
