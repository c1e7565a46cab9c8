//! How often intervals hold the truth: episodes are drawn from known distributions and become rows, sums,
//! tables and figures as played ones do, and the figures of the tables are held against the truth.

use super::Figure;
use ludometer_arena::define::no_files;
use ludometer_arena::play::{Ending, Episode, SeatResult};
use ludometer_catalogue::shipped;
use ludometer_lab::plan::Plan;
use ludometer_lab::present::Results;
use ludometer_lab::tally::{AnalysisStage, MemoryRows};
use ludometer_report::{Block, Estimate};
use ludometer_spec::source::Span;
use rayon::prelude::*;
use std::path::Path;

/// Uniform numbers: the generator of Steele, Lea and Flood (2014).
#[derive(Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// From a seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Between 0 and 1, both excluded.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z ^ (z >> 31)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(self.next())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.next())
    }
}

/// The episodes of one opening in every cell of a plan.
type Unit = Vec<Vec<Episode>>;

/// A distribution of units, and what a table should estimate of it.
pub struct Truth {
    /// Which, in words.
    pub name: String,
    value: f64,
    draw: Box<dyn Fn(&mut SplitMix64) -> Unit + Send + Sync>,
}

/// A figure of a table, with a range of truths.
pub struct Simulated {
    /// Which figure.
    pub name: &'static str,
    plan: Plan,
    /// Row and column of the first table.
    cell: (usize, usize),
    /// The range that averages are taken over.
    pub truths: Vec<Truth>,
}

fn plan(text: &str) -> Plan {
    let span = Span::whole("coverage.toml", text);
    let plan = Plan::read("coverage", &span, &[], &no_files, shipped());
    plan.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

fn game(payoff: f64, points: f64) -> Episode {
    let seat = |sign: f64| SeatResult {
        payoff: sign * payoff,
        points: sign * points,
        ..SeatResult::default()
    };
    Episode {
        plies: 1,
        ending: Ending::Finished,
        seats: vec![seat(1.0), seat(-1.0)],
    }
}

fn won(won: bool) -> Episode {
    game(if won { 1.0 } else { -1.0 }, 0.0)
}

const ALONE: &str = "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nepisodes = 20\n[vary]\none = [\"random\"]\n[[tables]]\nname = \"t\"\nrows = \"one\"\n";

const MATCH: &str = "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nmirror = true\nepisodes = 20\n[vary]\none = [\"depth(t=1)\"]\n[[tables]]\nname = \"t\"\nkind = \"match\"\nrows = \"one\"\n";

const PAIRED: &str = "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nepisodes = 20\n[vary]\none = [\"random\", \"flat(10)\"]\nsize = [1]\n[[tables]]\nname = \"t\"\nkind = \"effect\"\nagainst = \"random\"\nrows = \"size\"\ncolumns = \"one\"\n";

/// Shares of independent episodes.
fn shares() -> Vec<Truth> {
    let shares = [
        0.005, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 0.99,
    ];
    let truth = |share: f64| Truth {
        name: format!("{share}"),
        value: share,
        draw: Box::new(move |dice| vec![vec![won(dice.next() < share)]]),
    };
    shares.into_iter().map(truth).collect()
}

/// Scores of mirrored pairs: how often games are drawn, how much better one side is, and how much the first
/// mover is favoured, which differs from opening to opening.
fn scores(map: fn(f64) -> f64) -> Vec<Truth> {
    let mut truths = Vec::new();
    for draws in [0.05, 0.4, 0.8] {
        for edge in [0.0, 0.2, 0.45] {
            for first in [0.0, 0.3] {
                let chance = move |first: f64| (0.5 + edge + first).clamp(0.0, 1.0);
                let side = move |dice: &mut SplitMix64, first: f64| {
                    if dice.next() < draws {
                        return game(0.0, 0.0);
                    }
                    won(dice.next() < chance(first))
                };
                // Half of the openings favour the first mover twice as much, the others nobody.
                let mean = |first: f64| 0.5 * (chance(first) + chance(-first));
                let decisive = 0.5 * (mean(first) + mean(0.0));
                truths.push(Truth {
                    name: format!("draws {draws}, edge {edge}, first {first}"),
                    value: map(0.5 * draws + (1.0 - draws) * decisive),
                    draw: Box::new(move |dice| {
                        let first = if dice.next() < 0.5 { first } else { 0.0 };
                        vec![vec![side(dice, first), side(dice, -first)]]
                    }),
                });
            }
        }
    }
    truths
}

/// Means of several distributions, skewed ones among them.
fn means() -> Vec<Truth> {
    type Law = (&'static str, f64, fn(&mut SplitMix64) -> f64);
    let laws: [Law; 7] = [
        ("normal", 3.0, |dice| 3.0 + dice.normal()),
        ("uniform", 0.5, SplitMix64::next),
        ("exponential", 1.0, |dice| -libm::log(dice.next())),
        ("geometric", 9.0, |dice| {
            (libm::log(dice.next()) / libm::log(0.9f64)).floor()
        }),
        ("lognormal", libm::exp(0.5f64), |dice| {
            libm::exp(dice.normal())
        }),
        ("Poisson", 0.5, |dice| {
            let (limit, mut product, mut count) = (libm::exp(-0.5f64), dice.next(), 0.0);
            while product > limit {
                product *= dice.next();
                count += 1.0;
            }
            count
        }),
        ("one of two", 4.0, |dice| {
            if dice.next() < 0.4 { 10.0 } else { 0.0 }
        }),
    ];
    let truth = |(name, value, law): Law| Truth {
        name: name.to_string(),
        value,
        draw: Box::new(move |dice| vec![vec![game(1.0, law(dice))]]),
    };
    laws.into_iter().map(truth).collect()
}

/// Differences of two shares in games of the same number, which share a part of their luck.
fn differences() -> Vec<Truth> {
    let mut truths = Vec::new();
    for (one, other) in [(0.5, 0.5), (0.3, 0.4), (0.1, 0.6), (0.05, 0.1), (0.9, 0.95)] {
        for shared in [0.0, 0.5, 0.9] {
            truths.push(Truth {
                name: format!("{other} - {one}, shared {shared}"),
                value: other - one,
                draw: Box::new(move |dice| {
                    let first = dice.next();
                    let second = if dice.next() < shared {
                        first
                    } else {
                        dice.next()
                    };
                    vec![vec![won(first < one)], vec![won(second < other)]]
                }),
            });
        }
    }
    truths
}

/// Every figure that is simulated.
pub fn simulated() -> Vec<Simulated> {
    let of = |name, text: &str, cell, truths| Simulated {
        name,
        plan: plan(text),
        cell,
        truths,
    };
    let points = format!("{ALONE}value = \"points\"\n");
    vec![
        of("share", ALONE, (0, 1), shares()),
        of("score", MATCH, (0, 5), scores(|score| score)),
        of(
            "rating",
            MATCH,
            (0, 7),
            scores(ludometer_stats::elo_of_score),
        ),
        of("mean", &points, (0, 1), means()),
        of("paired difference", PAIRED, (0, 1), differences()),
    ]
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
        (looks, step): (usize, usize),
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
                let estimate = self.estimate(&cells, AnalysisStage::Early);
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

/// Units of a sample, and how many samples of each truth are drawn.
const SAMPLES: [(usize, u32); 5] = [
    (10, 4000),
    (30, 4000),
    (100, 2000),
    (1000, 400),
    (10_000, 200),
];

/// Looks at a run and the units between two of them; every third truth is run so often.
const LOOKS: (usize, usize) = (100, 10);
const RUNS: u32 = 200;

/// Samples of each truth in which the widths of both kinds of interval are compared.
const WIDTHS: u32 = 40;

impl Simulated {
    /// What `of` makes of every `step`-th truth, each with a generator of its own.
    fn each(&self, step: usize, of: impl Fn(&Truth, SplitMix64) -> f64 + Sync) -> Vec<f64> {
        let truths: Vec<(usize, &Truth)> = self.truths.iter().enumerate().step_by(step).collect();
        let truths = truths.par_iter();
        truths
            .map(|(at, truth)| of(truth, SplitMix64::new(20_260_101 + 1000 * *at as u64)))
            .collect()
    }
}

/// The mean and the least of shares, in percent.
fn both(name: &str, held: &[f64], [mean_goal, worst_goal]: [&'static str; 2]) -> [Figure; 2] {
    let mean = held.iter().sum::<f64>() / held.len() as f64;
    let worst = held.iter().copied().fold(1.0, f64::min);
    let figure = |which: &str, share: f64, goal| {
        Figure::new(format!("{name}, {which}"), 100.0 * share, "% held").goal(goal)
    };
    [
        figure("mean over truths", mean, mean_goal),
        figure("worst truth", worst, worst_goal),
    ]
}

/// The thorough simulation: coverage by figure and number of units, averaged and at the worst truth, and of
/// a hundred looks; and how much wider intervals are that may be looked at.
pub(super) fn coverage(_: &Path) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for simulated in simulated() {
        let kind = simulated.name;
        for (units, samples) in SAMPLES {
            let fixed = (units, AnalysisStage::Planned);
            let held = simulated.each(1, |truth, mut dice| {
                simulated.coverage(truth, fixed, samples, &mut dice).0
            });
            let goals = match units {
                ..30 => ["93 to 97", "none below 30 units"],
                _ => ["93 to 97", "at least 90"],
            };
            figures.extend(both(&format!("{kind} of {units} units"), &held, goals));
            let ratios = simulated.each(1, |truth, dice| {
                let width = |stage| {
                    let of = (units, stage);
                    simulated.coverage(truth, of, WIDTHS, &mut dice.clone()).1
                };
                width(AnalysisStage::Early) / width(AnalysisStage::Planned)
            });
            let ratio = ratios.iter().sum::<f64>() / ratios.len() as f64;
            // Ratings, and means of few units, have intervals without ends.
            if ratio.is_finite() {
                let name = format!("{kind} of {units} units, anytime width");
                figures.push(Figure::new(name, ratio, "times the fixed one"));
            }
        }
        let held = simulated.each(3, |truth, mut dice| {
            simulated.coverage_of_looks(truth, LOOKS, RUNS, &mut dice)
        });
        let goals = ["at least 95"; 2];
        figures.extend(both(&format!("{kind}, a hundred looks"), &held, goals));
    }
    Ok(figures)
}
