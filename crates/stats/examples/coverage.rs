//! The figures of docs/intervals.md: how often intervals of units hold a known truth, at a number of units that
//! was fixed before and at each of a hundred looks, and how much wider those are that may be looked at. Units are
//! put directly into the sums that tables are made of; `ludometer bench coverage` takes the way through rows and
//! tables.
//!
//! `cargo run --release -p ludometer-stats --example coverage`, or `... coverage mean` for one of them.

// A program: its output is what it is for.
#![allow(clippy::print_stdout)]

use ludometer_stats::{Interval, UnitMeans, UnitShares};

/// Units of a sample, samples of each truth, and samples in which widths are compared.
const SAMPLES: [(usize, u32, u32); 6] = [
    (10, 20_000, 200),
    (30, 20_000, 200),
    (100, 10_000, 100),
    (300, 4000, 60),
    (1000, 2000, 40),
    (10_000, 1000, 20),
];

/// Looks, units between two of them, and runs of every third truth.
const LOOKS: (u32, u32, u32) = (100, 10, 300);

/// Draws one value.
type Law = fn(&mut Dice) -> f64;

/// A generator with a seed (Marsaglia 2003, "Xorshift RNGs").
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(self.unit())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.unit())
    }
}

/// Sums over units of either kind.
enum Sums {
    Shares(UnitShares),
    Means(UnitMeans),
}

impl Sums {
    fn push(&mut self, sum: f64, games: u32) {
        match self {
            Sums::Shares(sums) => sums.push((2.0 * sum) as i32, games),
            Sums::Means(sums) => sums.push(sum, games),
        }
    }

    fn interval(&self, anytime: bool) -> Interval {
        let found = match (self, anytime) {
            (Sums::Shares(sums), false) => sums.interval(0.95),
            (Sums::Shares(sums), true) => sums.anytime(0.95),
            (Sums::Means(sums), false) => sums.interval(0.95),
            (Sums::Means(sums), true) => sums.anytime(0.95),
        };
        found.expect("at least two units")
    }
}

/// A unit: the sum of a value over its games, and how many these are.
type Draw = Box<dyn Fn(&mut Dice) -> (f64, u32)>;

/// The mean of a game, and how units are drawn.
type Truth = (f64, Draw);

/// A figure, empty sums for it, and the range of truths.
struct Simulated {
    name: &'static str,
    empty: fn() -> Sums,
    truths: Vec<Truth>,
}

fn won(won: bool) -> f64 {
    f64::from(u8::from(won))
}

fn shares() -> Vec<Truth> {
    let shares = [
        0.005, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 0.99,
    ];
    let truth = |share: f64| -> Truth {
        let draw = move |dice: &mut Dice| (won(dice.unit() < share), 1);
        (share, Box::new(draw))
    };
    shares.map(truth).into()
}

/// Mirrored pairs: how often games are drawn, the edge of one side, and the advantage of the first mover in half
/// of the openings.
fn scores() -> Vec<Truth> {
    let mut truths: Vec<Truth> = Vec::new();
    for draws in [0.05, 0.4, 0.8] {
        for edge in [0.0, 0.2, 0.45] {
            for first in [0.0, 0.3] {
                let chance = move |first: f64| (0.5 + edge + first).clamp(0.0, 1.0);
                let game = move |dice: &mut Dice, first: f64| match dice.unit() < draws {
                    true => 0.5,
                    false => won(dice.unit() < chance(first)),
                };
                let mean = |first: f64| 0.5 * (chance(first) + chance(-first));
                let decisive = 0.5 * (mean(first) + mean(0.0));
                let draw = move |dice: &mut Dice| {
                    let first = if dice.unit() < 0.5 { first } else { 0.0 };
                    (game(dice, first) + game(dice, -first), 2)
                };
                truths.push((0.5 * draws + (1.0 - draws) * decisive, Box::new(draw)));
            }
        }
    }
    truths
}

/// Shares of two agents in games of the same number, which have a part of their luck in common.
fn differences() -> Vec<Truth> {
    let mut truths: Vec<Truth> = Vec::new();
    for (one, other) in [(0.5, 0.5), (0.3, 0.4), (0.1, 0.6), (0.05, 0.1), (0.9, 0.95)] {
        for common in [0.0, 0.5, 0.9] {
            let draw = move |dice: &mut Dice| {
                let first = dice.unit();
                let second = match dice.unit() < common {
                    true => first,
                    false => dice.unit(),
                };
                (won(second < other) - won(first < one), 1)
            };
            truths.push((other - one, Box::new(draw)));
        }
    }
    truths
}

fn means() -> Vec<Truth> {
    let laws: [(f64, Law); 7] = [
        (3.0, |dice| 3.0 + dice.normal()),
        (0.5, Dice::unit),
        (1.0, |dice| -libm::log(dice.unit())),
        (9.0, |dice| {
            (libm::log(dice.unit()) / libm::log(0.9f64)).floor()
        }),
        (libm::exp(0.5f64), |dice| libm::exp(dice.normal())),
        (0.5, |dice| {
            let (limit, mut product, mut count) = (libm::exp(-0.5f64), dice.unit(), 0.0);
            while product > limit {
                product *= dice.unit();
                count += 1.0;
            }
            count
        }),
        (4.0, |dice| 10.0 * won(dice.unit() < 0.4)),
    ];
    let truth = |(mean, law): (f64, fn(&mut Dice) -> f64)| -> Truth {
        (mean, Box::new(move |dice: &mut Dice| (law(dice), 1)))
    };
    laws.map(truth).into()
}

impl Simulated {
    fn sample(&self, draw: &Draw, units: usize, dice: &mut Dice) -> Sums {
        let mut sums = (self.empty)();
        for _ in 0..units {
            let (sum, games) = draw(dice);
            sums.push(sum, games);
        }
        sums
    }

    /// The share of samples whose interval holds the truth, and how many times as wide the anytime interval is.
    fn at(&self, (units, samples, widths): (usize, u32, u32), truth: &Truth) -> (f64, f64) {
        let mut dice = Dice(0x2026_0101);
        let (mut held, mut fixed, mut any) = (0, 0.0, 0.0);
        for number in 0..samples {
            let sums = self.sample(&truth.1, units, &mut dice);
            let interval = sums.interval(false);
            held += u32::from(holds(interval, truth.0));
            if number < widths {
                let anytime = sums.interval(true);
                fixed += interval.high - interval.low;
                any += anytime.high - anytime.low;
            }
        }
        (f64::from(held) / f64::from(samples), any / fixed)
    }

    /// The share of runs whose anytime interval holds the truth at every look, and that of fixed ones.
    fn looked_at(&self, truth: &Truth) -> [f64; 2] {
        let (looks, step, runs) = LOOKS;
        let mut dice = Dice(0x2026_0102);
        let mut held = [0; 2];
        for _ in 0..runs {
            let mut sums = (self.empty)();
            let mut all = [true; 2];
            for _ in 0..looks {
                for _ in 0..step {
                    let (sum, games) = truth.1(&mut dice);
                    sums.push(sum, games);
                }
                for (all, anytime) in all.iter_mut().zip([true, false]) {
                    *all = *all && holds(sums.interval(anytime), truth.0);
                }
            }
            for (held, all) in held.iter_mut().zip(all) {
                *held += u32::from(all);
            }
        }
        held.map(|held| f64::from(held) / f64::from(runs))
    }
}

fn holds(interval: Interval, value: f64) -> bool {
    interval.low <= value + 1e-9 && value - 1e-9 <= interval.high
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn main() {
    let simulated = [
        (
            "share",
            (|| Sums::Shares(UnitShares::shares(1))) as fn() -> Sums,
            shares(),
        ),
        ("score", || Sums::Shares(UnitShares::shares(2)), scores()),
        (
            "paired difference",
            || Sums::Shares(UnitShares::differences(1)),
            differences(),
        ),
        ("mean", || Sums::Means(UnitMeans::new()), means()),
    ];
    let wanted = std::env::args().nth(1);
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    for (name, empty, truths) in simulated.into_iter().filter(|(name, ..)| is_wanted(name)) {
        let of = Simulated {
            name,
            empty,
            truths,
        };
        println!("{}, {} truths", of.name, of.truths.len());
        for size in SAMPLES {
            let found: Vec<_> = of.truths.iter().map(|truth| of.at(size, truth)).collect();
            let held: Vec<f64> = found.iter().map(|(held, _)| 100.0 * held).collect();
            let wider: Vec<f64> = found.iter().map(|(_, wider)| *wider).collect();
            println!(
                "  {:6} units: {:.1} % hold the truth, {:.1} % of the worst; anytime {:.2} times as wide",
                size.0,
                mean(&held),
                least(&held),
                mean(&wider)
            );
        }
        let looked: Vec<_> = of
            .truths
            .iter()
            .step_by(3)
            .map(|truth| of.looked_at(truth))
            .collect();
        let [any, fixed] = [0, 1].map(|at| {
            looked
                .iter()
                .map(|held| 100.0 * held[at])
                .collect::<Vec<_>>()
        });
        println!(
            "  {} looks, {} truths: anytime {:.1} % hold it at all, {:.1} % of the worst; fixed {:.1} %",
            LOOKS.0,
            any.len(),
            mean(&any),
            least(&any),
            mean(&fixed)
        );
    }
}
