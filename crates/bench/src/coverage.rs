//! How often intervals hold the truth: episodes are drawn from known distributions and become rows, sums,
//! tables and figures as played ones do, and the figures of the tables are held against the truth.

mod truths;

pub use truths::{SplitMix64, Truth, simulated};

use super::Figure;
use ludometer_arena::play::Episode;
use ludometer_lab::plan::Plan;
use ludometer_lab::present::Results;
use ludometer_lab::tally::{AnalysisStage, MemoryRows};
use ludometer_report::{Block, Estimate};
use rayon::prelude::*;
use std::path::Path;

/// A figure of a table, with known truths.
pub struct Simulated {
    /// The name of the figure.
    pub name: &'static str,
    plan: Plan,
    /// Row and column of the first table.
    cell: (usize, usize),
    /// The range that averages are taken over.
    pub truths: Vec<Truth>,
    /// Truths of which a sample shows next to nothing, which every interval that is not a point holds more often
    /// than it says: of these the worst counts, not the average.
    pub rare: Vec<Truth>,
}

impl Simulated {
    /// The figure of a table of these rows.
    fn estimate(&self, cells: &[Vec<(u64, Episode)>], look: AnalysisStage) -> Option<Estimate> {
        let rows = MemoryRows {
            cells: cells.to_vec(),
            look,
        };
        let results = Results::of(&self.plan, 20, rows).ok()?;
        let (blocks, _) = results.present().ok()?;
        let table = blocks.iter().find_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })?;
        table.cell(self.cell.0, self.cell.1)?.estimate
    }

    fn add(&self, truth: &Truth, dice: &mut SplitMix64, cells: &mut Vec<Vec<(u64, Episode)>>) {
        let unit = (truth.draw)(dice);
        cells.resize(unit.len(), Vec::new());
        for (rows, episodes) in cells.iter_mut().zip(unit) {
            for episode in episodes {
                rows.push((rows.len() as u64, episode));
            }
        }
    }

    /// The share of samples of `units` units whose interval holds the truth, and the mean width of intervals.
    pub fn coverage(
        &self,
        truth: &Truth,
        (units, look): (usize, AnalysisStage),
        samples: u32,
        dice: &mut SplitMix64,
    ) -> (f64, f64) {
        let (mut held, mut width) = (0, 0.0);
        for _ in 0..samples {
            let mut cells = Vec::new();
            for _ in 0..units {
                self.add(truth, dice, &mut cells);
            }
            let estimate = self.estimate(&cells, look);
            held += u32::from(estimate.is_some_and(|found| holds(&found, truth.value)));
            width += estimate.and_then(|e| Some(e.high? - e.low?)).unwrap_or(0.0);
        }
        let samples = f64::from(samples);
        (f64::from(held) / samples, width / samples)
    }

    /// The share of runs whose interval holds the truth at every look, at `step`, 2 `step` and so on units.
    pub fn coverage_of_looks(
        &self,
        truth: &Truth,
        ((looks, step), stage): ((usize, usize), AnalysisStage),
        runs: u32,
        dice: &mut SplitMix64,
    ) -> f64 {
        let mut held = 0;
        for _ in 0..runs {
            let mut cells = Vec::new();
            let mut all = true;
            for _ in 0..looks {
                for _ in 0..step {
                    self.add(truth, dice, &mut cells);
                }
                let estimate = self.estimate(&cells, stage);
                all &= estimate.is_some_and(|found| holds(&found, truth.value));
                if !all {
                    break;
                }
            }
            held += u32::from(all);
        }
        f64::from(held) / f64::from(runs)
    }
}

/// Whether an interval holds a value; an end that is not there is infinite.
fn holds(estimate: &Estimate, value: f64) -> bool {
    let (low, high) = (estimate.low, estimate.high);
    let slack = 1e-9 * value.abs().max(1.0);
    low.is_none_or(|low| low <= value + slack) && high.is_none_or(|high| value - slack <= high)
}

/// Units of a sample, how many samples of each truth are drawn, and in how many of them the widths of both kinds
/// of interval are compared.
const SAMPLES: [(usize, u32, u32); 6] = [
    (10, 10_000, 200),
    (30, 5000, 200),
    (100, 2000, 100),
    (300, 1000, 60),
    (1000, 500, 40),
    (10_000, 200, 20),
];

/// Looks at a run and the units between two of them; every third truth is run so often.
const LOOKS: (usize, usize) = (100, 10);
const RUNS: u32 = 200;

/// What `of` makes of every `step`-th truth, each with a generator of its own.
fn each(truths: &[Truth], step: usize, of: impl Fn(&Truth, SplitMix64) -> f64 + Sync) -> Vec<f64> {
    let truths: Vec<(usize, &Truth)> = truths.iter().enumerate().step_by(step).collect();
    let truths = truths.par_iter();
    truths
        .map(|(at, truth)| of(truth, SplitMix64::new(20_260_101 + 1000 * *at as u64)))
        .collect()
}

fn mean(of: &[f64]) -> f64 {
    of.iter().sum::<f64>() / of.len() as f64
}

fn least(of: &[f64]) -> f64 {
    of.iter().copied().fold(f64::INFINITY, f64::min)
}

fn percent(what: String, share: f64) -> Figure {
    Figure::new(what, 100.0 * share, "% held")
}

impl Simulated {
    /// Coverage at a number of units that was fixed before, and how much wider anytime intervals are.
    fn at_units(&self, (units, samples, widths): (usize, u32, u32)) -> Vec<Figure> {
        let name = format!("{} of {units} units", self.name);
        let held = |truths: &[Truth]| {
            each(truths, 1, |truth, mut dice| {
                let fixed = (units, AnalysisStage::Planned);
                self.coverage(truth, fixed, samples, &mut dice).0
            })
        };
        let [all, rare] = [&self.truths, &self.rare].map(|truths| held(truths));
        let worst = percent(
            format!("{name}, worst truth"),
            least(&all).min(least(&rare)),
        );
        let mut figures = vec![
            percent(format!("{name}, mean over truths"), mean(&all)).goal("93 to 97"),
            match units {
                ..30 => worst,
                _ => worst.goal("at least 90"),
            },
        ];
        if !rare.is_empty() {
            let name = format!("{name}, mean over truths of rare events");
            figures.push(percent(name, mean(&rare)));
        }
        let ratio = each(&self.truths, 1, |truth, dice| {
            let width = |stage| {
                let of = (units, stage);
                self.coverage(truth, of, widths, &mut dice.clone()).1
            };
            width(AnalysisStage::Early) / width(AnalysisStage::Planned)
        });
        let ratio = mean(&ratio);
        // Ratings, and means of few units, have intervals without ends.
        if ratio.is_finite() {
            let name = format!("{name}, anytime width");
            figures.push(Figure::new(name, ratio, "times the fixed one"));
        }
        figures
    }

    /// Coverage of a hundred looks.
    fn looked_at(&self) -> Vec<Figure> {
        let held = |stage| {
            each(&self.truths, 3, |truth, mut dice| {
                self.coverage_of_looks(truth, (LOOKS, stage), RUNS, &mut dice)
            })
        };
        let name = format!("{}, a hundred looks", self.name);
        let (any, fixed) = (held(AnalysisStage::Early), held(AnalysisStage::Planned));
        vec![
            percent(format!("{name}, mean over truths"), mean(&any)).goal("at least 95"),
            percent(format!("{name}, worst truth"), least(&any)).goal("at least 95"),
            percent(
                format!("{name}, at intervals for a fixed number"),
                mean(&fixed),
            ),
        ]
    }
}

/// The thorough simulation: coverage by figure and number of units, averaged and at the worst truth, and of
/// a hundred looks; and how much wider intervals are that may be looked at.
pub(super) fn coverage(_: &Path) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for simulated in simulated() {
        for size in SAMPLES {
            figures.extend(simulated.at_units(size));
        }
        figures.extend(simulated.looked_at());
    }
    Ok(figures)
}
