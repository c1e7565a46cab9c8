//! Matches, their statistics, and the command.

use crate::errors::{diagnosed, invalid};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::registry::{registry, spec};
use ludometer::core::{Budget, Seed};
use ludometer::env::MatchSpec;
use ludometer::play::{Episode, MatchRules};
use ludometer::stats::{ScoreSummary, elo_of_score};
use pyo3::prelude::*;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A row of an episode: number, plies, ending, and for each agent payoff, points, steps, evaluations and
/// the reason of a forfeit.
type Row = (
    u64,
    u32,
    &'static str,
    Vec<(f64, f64, u64, u64, Option<String>)>,
);

fn row(number: u64, episode: &Episode) -> Row {
    let seats = episode.seats.iter().enumerate().map(|(agent, seat)| {
        let reason = episode.ending.reason(agent);
        (
            seat.payoff,
            seat.points,
            seat.spent.steps,
            seat.spent.evaluations,
            reason,
        )
    });
    (
        number,
        episode.plies,
        episode.ending.name(),
        seats.collect(),
    )
}

/// Plays episodes of a match: the rows, in the order of their numbers, and whether it was interrupted.
#[pyfunction]
#[pyo3(signature = (game, agents, episodes, *, seed, start, mirror, moves, steps, seconds, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn play_episodes(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    agents: Vec<String>,
    episodes: (u64, u64),
    seed: u64,
    start: &str,
    mirror: bool,
    moves: Option<u32>,
    steps: Option<u64>,
    seconds: Option<f64>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Vec<Row>, bool)> {
    let specs = agents.iter().map(|text| spec(py, "agent", text));
    let agents = specs.collect::<PyResult<Vec<_>>>()?;
    let start = spec(py, "start", start)?;
    let time = seconds
        .map(std::time::Duration::try_from_secs_f64)
        .transpose();
    let time = time.map_err(|error| invalid(py, format!("`seconds` cannot be that: {error}")))?;
    let rules = MatchRules {
        mirror,
        moves,
        budget: Budget::UNLIMITED.with_steps(steps).with_time(time),
        ..MatchRules::default()
    };
    let prepared = game.get().rules.prepare(&MatchSpec {
        agents: &agents,
        start: &start,
        measure: None,
        rules,
        seed: Seed::new(seed),
    });
    let prepared = prepared.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = threads {
        pool = pool.num_threads(threads.max(1));
    }
    let pool = pool.build().map_err(|error| invalid(py, error))?;
    let (from, to) = episodes;
    let done = AtomicU64::new(0);
    let rows = Mutex::new(Vec::new());
    let work = |stop: ludometer::core::Stop<'_>| {
        pool.install(|| {
            (from..to).into_par_iter().for_each(|number| {
                if stop.is_asked() {
                    return;
                }
                if let Ok(episode) = prepared.play_until(number, stop) {
                    let row = row(number, &episode);
                    rows.lock().expect("nobody panics with it").push(row);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        });
    };
    let ((), heard) = interruptible(
        py,
        work,
        |_| {
            let done = done.load(Ordering::Relaxed);
            match &progress {
                Some(progress) => progress.call1((done, to - from)).map(drop),
                None => Ok(()),
            }
        },
        &AtomicBool::new(false),
    )?;
    let mut rows = rows.into_inner().expect("nobody panics with it");
    rows.sort_by_key(|row: &Row| row.0);
    match heard {
        Ok(()) => Ok((rows, false)),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => {
            Ok((rows, true))
        }
        Err(error) => Err(error),
    }
}

/// An estimate with the ends of its interval.
type Bounded = (f64, f64, f64);

/// The mean score of units (games, or groups that share their chance), its interval, and both as Elo.
#[pyfunction]
#[pyo3(signature = (scores, confidence = 0.95))]
pub(crate) fn score_interval(
    py: Python<'_>,
    scores: Vec<f64>,
    confidence: f64,
) -> PyResult<(Bounded, Bounded)> {
    let refuse = |error: ludometer::stats::Error| invalid(py, error);
    let score = ScoreSummary::of_units(&scores).map_err(refuse)?;
    let interval = score.interval(confidence).map_err(refuse)?;
    let mean = (score.mean(), interval.low, interval.high);
    let elo = (
        elo_of_score(mean.0),
        elo_of_score(mean.1),
        elo_of_score(mean.2),
    );
    Ok((mean, elo))
}

/// The command `ludometer` with these arguments, the program's name first; its exit code.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<String>) -> u8 {
    let arguments = arguments
        .into_iter()
        .map(std::ffi::OsString::from)
        .collect();
    py.detach(|| ludometer::cli::with_arguments(registry().clone(), arguments))
}
