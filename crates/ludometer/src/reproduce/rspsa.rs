//! Section 5.3 of Kocsis, Szepesvári and Winands (2005): RSPSA tunes the realisation-probability
//! weights of a program for Lines of Action, by game result and by move score, with the settings of
//! Table 2; the best vectors are compared by game result on starts that nothing was tuned on.

use super::claims::{CONFIDENCE, Claim, power, told};
use super::smooth::{best, smoothed};
use crate::plan::Size;
use crate::present::{Agreement, Mean};
use crate::specialists::loa::{DEFAULT, GameResult, MoveScore, Realisation, Tuned, shipped};
use ludometer_core::Seed;
use ludometer_report::{Axis, Block, Cell, Column, Document, Plot, Point, Series, Table};
use ludometer_stats::Running;
use ludometer_tune::{Ascent, AscentSettings, Batch, Method, Objective, Task, Tuner};
use rayon::prelude::*;

/// How much is played.
struct Extent {
    /// Forward-model calls a decision, and of the judge.
    nodes: (u64, u64),
    /// Fixed starts of games; as many others are held out.
    starts: u64,
    /// Fixed positions of the move score.
    positions: u64,
    /// Perturbations of an estimate, by game result and by move score.
    perturbations: (u32, u32),
    /// Estimates.
    iterations: u64,
}

impl Extent {
    fn of(size: Size) -> Extent {
        match size {
            Size::Quick => Extent {
                nodes: (500, 10_000),
                starts: 20,
                positions: 300,
                perturbations: (60, 500),
                iterations: 20,
            },
            // The number of iterations is not in the text.
            Size::Full => Extent {
                nodes: (250_000, 10_000_000),
                starts: 100,
                positions: 10_000,
                perturbations: (500, 5000),
                iterations: 100,
            },
        }
    }

    /// Decisions and games that are watched, all together.
    fn work(&self, games: usize) -> u64 {
        let (by_game, by_move) = self.perturbations;
        let trials = 2 * self.iterations * u64::from(by_game + by_move);
        trials + 3 * games as u64
    }
}

/// Categories that were available at least so often are tuned.
const AVAILABLE: u64 = 500;

/// The seed of everything here.
const SEED: u64 = 2005;

/// A point on the way, and the mean of its batch.
struct Step {
    point: Vec<f64>,
    performance: f64,
}

/// Follows the gradient with the published settings, but for the number of perturbations.
fn ascend(
    method: &str,
    perturbations: u32,
    tuned: &Tuned,
    iterations: u64,
    mut answers: impl FnMut(&Batch) -> Vec<f64>,
) -> Result<Vec<Step>, String> {
    let named = Method::named(method).map_err(|error| error.to_string())?;
    let Method::Ascent(published) = named else {
        return Err(format!("`{method}` is not an ascent"));
    };
    let mut settings: AscentSettings = published;
    settings.sampling.perturbations = perturbations;
    let task = Task {
        space: tuned.space().map_err(|error| error.to_string())?,
        objective: Objective::Value,
        budget: 2 * u64::from(perturbations) * iterations,
        seed: SEED,
    };
    let mut tuner = Ascent::new(settings, task).map_err(|error| error.to_string())?;
    let mut steps = Vec::new();
    loop {
        let batch = tuner.ask();
        if batch.is_empty() {
            return Ok(steps);
        }
        let told = answers(&batch);
        steps.push(Step {
            point: tuner.best(),
            performance: told.iter().sum::<f64>() / told.len() as f64,
        });
        tuner.tell(&told).map_err(|error| error.to_string())?;
    }
}

/// The whole of section 5.3.
pub(super) fn realisation(
    size: Size,
    watch: &(dyn Fn(u64, u64) + Sync),
) -> Result<(Vec<Block>, Vec<Agreement>), String> {
    let extent = Extent::of(size);
    let seed = Seed::new(SEED);
    let tuned = Tuned::new(shipped(), AVAILABLE);
    let games = |name| GameResult::new(name, extent.starts, extent.nodes.0, DEFAULT, seed);
    let (tuning, held_out) = (games("tuning"), games("held out"));
    let of = extent.work(held_out.games());
    let done = std::sync::atomic::AtomicU64::new(0);
    let one = || {
        watch(
            1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
            of,
        )
    };
    let by_game = ascend(
        "rspsa-gr",
        extent.perturbations.0,
        &tuned,
        extent.iterations,
        |batch| {
            let trials = (0..batch.len()).into_par_iter();
            let scores = trials.map(|index| {
                let trial = batch.trial(index);
                let score = tuning.answer(tuned.realisation(trial.point), trial.scenario);
                one();
                score
            });
            scores.collect()
        },
    )?;
    let mut scores = MoveScore::new(extent.positions, extent.nodes, DEFAULT, seed);
    let by_move = ascend(
        "rspsa-ms",
        extent.perturbations.1,
        &tuned,
        extent.iterations,
        |batch| {
            let trials = batch.trials();
            let trials: Vec<(Realisation, u64)> = trials
                .map(|trial| (tuned.realisation(trial.point), trial.scenario))
                .collect();
            scores.answers(&trials, &one)
        },
    )?;
    let vectors = [&by_game[..1], best_of(&by_game), best_of(&by_move)].map(|step| &step[0].point);
    let results = vectors.map(|point| held_out.by_start(&tuned.realisation(point), &one));
    let mut document = Document::new("")
        .heading("Tuning the realisation-probability weights (section 5.3)")
        .text(format!(
            "{} probabilities are tuned; {} forward-model calls a decision, {} of the judge, {} x 2 x 1 games and {} x 2 x 1 moves an iteration, {} iterations; {} different moves were judged.",
            tuned.len(),
            extent.nodes.0,
            extent.nodes.1,
            extent.perturbations.0,
            extent.perturbations.1,
            extent.iterations,
            scores.judged(),
        ))
        .plot(curve("game-result", "Learning by game result (Figure 3, left)", "game result", &by_game))
        .plot(curve("move-score", "Learning by move score (Figure 3, right)", "move score", &by_move))
        .table(comparison(&results));
    let (blocks, agreements) = claims(&results, held_out.games() as u64);
    document.blocks.extend(blocks);
    document = document.text(power(&agreements));
    Ok((document.blocks, agreements))
}

/// The step where the smoothed curve is highest.
fn best_of(steps: &[Step]) -> &[Step] {
    let performances: Vec<f64> = steps.iter().map(|step| step.performance).collect();
    let place = best(&performances);
    &steps[place..=place]
}

fn curve(name: &str, title: &str, measured: &str, steps: &[Step]) -> Plot {
    let performances: Vec<f64> = steps.iter().map(|step| step.performance).collect();
    let points = smoothed(&performances).into_iter().enumerate();
    let points = points.map(|(iteration, window)| {
        Point::new(iteration as f64, window.mean).between(window.low, window.high)
    });
    Plot::new(name, title)
        .x(Axis::linear("iteration"))
        .y(Axis::linear(measured))
        .series(Series::line("smoothed", points))
        .note("windows of 10 iterations; the band drops the smallest and the largest value of each")
}

const NAMES: [&str; 3] = ["as counted", "best by game result", "best by move score"];

/// What the paper has for the best vectors.
const PUBLISHED: [Option<f64>; 3] = [None, Some(0.55), Some(0.59)];

fn comparison(results: &[Vec<f64>; 3]) -> Table {
    let mut table = Table::new("5.3", "Game results of the best vectors on held-out starts")
        .column(Column::left("weights"))
        .column(Column::right("here"))
        .column(Column::right("paper"));
    for ((name, scores), published) in NAMES.iter().zip(results).zip(PUBLISHED) {
        let mean = mean(scores.iter().copied());
        let paper = published.map_or(Cell::empty(), |value| Cell::number(value, 2));
        table = table.row(vec![Cell::text(*name), cell(mean), paper]);
    }
    table.note("in brackets 99 % intervals; all games of one start are one observation. The paper's opponents, starts and nodes are its own")
}

fn cell(mean: Mean) -> Cell {
    let interval = mean.interval.map_or(String::new(), |interval| {
        format!("[{:.3}, {:.3}]", interval.low, interval.high)
    });
    Cell::said(format!("{:.3}", mean.value), mean.value).detail(interval)
}

fn mean(values: impl Iterator<Item = f64>) -> Mean {
    let mut running = Running::new();
    running.extend(values);
    Mean {
        value: running.mean().unwrap_or(0.0),
        interval: running.mean_interval(CONFIDENCE).ok(),
    }
}

/// What the paper concludes: tuning helps, and move scores tune better than game results.
fn claims(results: &[Vec<f64>; 3], games: u64) -> (Vec<Block>, Vec<Agreement>) {
    let pairs = [
        (1, 0, "improves"),
        (2, 0, "improves"),
        (2, 1, "0.59 against 0.55"),
    ];
    let claims = pairs.map(|(one, other, said)| Claim {
        who: format!("{} over {}", NAMES[one], NAMES[other]),
        what: "gain in game result",
        games: 2 * games,
        ours: mean(results[one].iter().zip(&results[other]).map(|(a, b)| a - b)),
        range: (0.0, 1.0),
        said,
    });
    told("5.3-claims", "What section 5.3 concludes", &claims)
}
