//! Tuners on landscapes whose best point is known.

use super::{Figure, Usage};
use ludometer_tune::landscape::{Landscape, LandscapeContest, LandscapeKind, Row, compare};
use ludometer_tune::{Batch, Error, Method, Objective, Task, maximise};
use rayon::prelude::*;
use serde::Serialize;
use std::path::Path;

/// One line of the comparison: the quartiles of the regret in Elo over the seeds. The start has a
/// regret of 100.
#[derive(Clone, Debug, Serialize)]
pub struct BenchLine {
    /// The tuner.
    pub method: &'static str,
    /// The landscape.
    pub kind: &'static str,
    /// How many parameters it has.
    pub dimension: usize,
    /// How many games were played.
    pub games: u64,
    /// The margin of draws in Elo; without draws, 0.
    pub margin: f64,
    /// What a game is played for: `duel` between two points, or `value` against the start.
    pub mode: &'static str,
    /// The share of scenarios in which both sides of a comparison have the same luck.
    pub shared: f64,
    /// How many seeds.
    pub seeds: usize,
    /// The lower quartile.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper: f64,
}

/// A tuner in a contest.
#[derive(Clone, Copy, Debug)]
pub struct BenchEntry {
    method: &'static str,
    contest: LandscapeContest,
    seeds: u64,
}

/// Settings were chosen on the seeds below 20: reports are on others.
const FIRST_SEED: u64 = 1000;

/// The tuners that are compared everywhere, those that are compared in small alone, and those that
/// meet a fixed opponent.
const MAIN: [&str; 4] = ["default", "spsa-fishtest", "spsa-adam", "rspsa-drift"];
const SMALL: [&str; 5] = ["spsa", "rspsa-gr", "fdsa-om", "cma-es", "random"];
const FIXED: [&str; 3] = ["default", "rspsa-gr", "spsa-fishtest"];

/// Everything that is compared. Quick: six and twenty parameters, 20,000 games, five seeds.
pub fn entries(quick: bool) -> Vec<BenchEntry> {
    let dimensions: &[usize] = if quick { &[6, 20] } else { &[6, 20, 100] };
    let budgets: &[u64] = if quick { &[20_000] } else { &[20_000, 200_000] };
    let seeds = if quick { 5 } else { 20 };
    let mut entries = Vec::new();
    let mut enter = |methods: &[&'static str],
                     contest: fn(LandscapeContest) -> LandscapeContest,
                     most: usize| {
        for &dimension in dimensions.iter().filter(|&&dimension| dimension <= most) {
            for &games in budgets {
                for kind in LandscapeKind::ALL {
                    let contest = contest(duel(kind, dimension, games));
                    entries.extend(methods.iter().map(|&method| BenchEntry {
                        method,
                        contest,
                        seeds,
                    }));
                }
            }
        }
    };
    enter(&MAIN, |duel| duel, 100);
    enter(&SMALL, |duel| duel, 6);
    let drawn = |duel| LandscapeContest {
        margin: 200.0,
        ..duel
    };
    enter(&MAIN[..2], drawn, 100);
    let value = |duel| LandscapeContest {
        objective: Objective::Value,
        ..duel
    };
    enter(&FIXED, value, 6);
    let shared = |duel| LandscapeContest {
        objective: Objective::Value,
        shared: 1.0,
        ..duel
    };
    enter(&FIXED, shared, 6);
    entries
}

fn duel(kind: LandscapeKind, dimension: usize, games: u64) -> LandscapeContest {
    LandscapeContest {
        kind,
        dimension,
        games,
        margin: 0.0,
        shared: 0.0,
        objective: Objective::Duel,
    }
}

/// Plays all entries; `done` is called after each.
pub fn lines(entries: &[BenchEntry], done: impl Fn() + Sync) -> Result<Vec<BenchLine>, String> {
    let lines = entries.par_iter().map(|entry| {
        let line = entry.line().map_err(|error| error.to_string());
        done();
        line
    });
    lines.collect()
}

impl BenchEntry {
    fn line(&self) -> Result<BenchLine, Error> {
        let seeds = FIRST_SEED..FIRST_SEED + self.seeds;
        let rows = compare(&[Method::named(self.method)?], &[self.contest], seeds)?;
        let quantile = |share| {
            rows.first()
                .map_or(f64::NAN, |row: &Row| row.quantile(share))
        };
        Ok(BenchLine {
            method: self.method,
            kind: self.contest.kind.name(),
            dimension: self.contest.dimension,
            games: self.contest.games,
            margin: self.contest.margin,
            mode: match self.contest.objective {
                Objective::Duel => "duel",
                Objective::Value => "value",
            },
            shared: self.contest.shared,
            seeds: self.seeds as usize,
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
        })
    }
}

pub(super) fn tune(_: &Path) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for method in ["default", "spsa-fishtest"] {
        let cost = cost(method).map_err(|error| error.to_string())?;
        let what = format!("{method}, 100 parameters, asking and being told, one trial");
        figures.push(Figure::new(what, cost, "CPU µs").goal("under 10"));
    }
    let entries = entries(true);
    let small = entries.into_iter().filter(|entry| {
        let duel = entry.contest.objective == Objective::Duel;
        duel && entry.contest.dimension == 6 && MAIN[..2].contains(&entry.method)
    });
    for line in lines(&small.collect::<Vec<_>>(), || ())? {
        let BenchLine {
            method,
            kind,
            margin,
            ..
        } = line;
        let what = format!("{method}, {kind}, 6 parameters, 20,000 games, margin {margin}");
        figures.push(Figure::new(what, line.median, "Elo of regret"));
    }
    Ok(figures)
}

/// Processor microseconds a trial of a tuner that is always told the same.
fn cost(method: &str) -> Result<f64, Error> {
    let budget = 1_000_000;
    let mut tuner = Method::named(method)?.start(Task {
        space: Landscape::new(LandscapeKind::Std, 100, 0).space(),
        objective: Objective::Duel,
        budget,
        seed: 0,
    })?;
    let same = |batch: &Batch| (0..batch.len()).map(|i| (i % 3) as f64 - 1.0).collect();
    let (told, usage) = Usage::of(|| maximise(&mut *tuner, same));
    told?;
    Ok(usage.cpu / budget as f64 * 1e6)
}
