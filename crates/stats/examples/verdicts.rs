//! The figures of docs/verdicts.md: how often a table is refuted, and why equivalence cell by cell
//! cannot work. The truths are the printed shares of two tables: Althöfer and Heuser (2005), Table A1,
//! and Gaina, Lucas and Pérez-Liébana (2017), Table IV.
//!
//! `cargo run --release -p ludometer-stats --example verdicts`

// A program: its output is what it is for.
#![allow(clippy::print_stdout)]

use ludometer_stats::{
    CellPair, Correlations, PrintedShare, newcombe, pooled_test, predict_share, wilson,
};

const A1: [f64; 35] = [
    0.355, 0.421, 0.452, 0.001, 0.380, 0.343, 0.169, 0.254, 0.245, 0.001, 0.271, 0.238, 0.046,
    0.099, 0.110, 0.000, 0.117, 0.109, 0.045, 0.052, 0.040, 0.000, 0.045, 0.050, 0.065, 0.047,
    0.000, 0.054, 0.051, 0.003, 0.016, 0.007, 0.001, 0.017, 0.010,
];

const IV: [f64; 60] = [
    0.87, 0.97, 1.00, 0.04, 0.04, 0.06, 0.78, 0.90, 0.95, 0.04, 0.03, 0.05, 0.01, 0.02, 0.09, 0.26,
    0.48, 1.00, 0.00, 0.02, 0.04, 0.00, 0.00, 0.00, 0.15, 0.36, 0.00, 0.02, 0.02, 0.03, 0.98, 0.96,
    0.97, 0.79, 1.00, 1.00, 0.00, 0.00, 0.00, 0.35, 0.36, 0.63, 0.23, 0.28, 0.30, 0.75, 0.70, 0.91,
    0.00, 0.00, 0.00, 0.33, 0.37, 0.58, 0.23, 0.29, 0.40, 0.35, 0.65, 0.09,
];

/// A generator with a seed (Marsaglia 2003, "Xorshift RNGs").
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// A binomial count; of large samples by the normal law.
    fn count(&mut self, n: u64, share: f64) -> u64 {
        if n <= 2000 {
            return (0..n).filter(|_| self.unit() < share).count() as u64;
        }
        let (mean, spread) = (n as f64 * share, (n as f64 * share * (1.0 - share)).sqrt());
        let normal =
            (-2.0 * libm::log(self.unit())).sqrt() * libm::cos(std::f64::consts::TAU * self.unit());
        (mean + spread * normal).round().clamp(0.0, n as f64) as u64
    }
}

/// What came of many tables.
#[derive(Default)]
struct Rates {
    agrees: f64,
    disagrees: f64,
    differs: f64,
    refuted: f64,
}

fn rates(
    truths: &[f64],
    wrong: &dyn Fn(usize) -> f64,
    (n, m, digits): (u64, u64, u32),
    dice: &mut Dice,
) -> Rates {
    const TABLES: usize = 400;
    let mut rates = Rates::default();
    for _ in 0..TABLES {
        let mut cells = Vec::new();
        for (at, &truth) in truths.iter().enumerate() {
            let (count, published) = (dice.count(n, wrong(at)), dice.count(m, truth));
            let unit = libm::exp10(digits as f64);
            let printed = PrintedShare {
                share: (published as f64 / m as f64 * unit).round() / unit,
                digits,
                n: m,
            };
            let margin = wilson(published, m, 0.95).expect("a share").width() / 2.0;
            let apart = newcombe((count, n), (published, m), 0.95).expect("two shares");
            let each = 1.0 / (truths.len() * TABLES) as f64;
            if apart.low >= -margin && apart.high <= margin {
                rates.agrees += each;
            } else if !apart.contains(0.0) {
                rates.disagrees += each;
            }
            let p = predict_share(count, n, &printed, 0.95)
                .expect("two shares")
                .p;
            rates.differs += if p < 0.05 { each } else { 0.0 };
            cells.push(CellPair::Shares { count, n, printed });
        }
        let test = pooled_test(&cells, &Correlations::none()).expect("cells that say something");
        rates.refuted += f64::from(u8::from(test.p < 0.05)) / TABLES as f64;
    }
    rates
}

fn main() {
    let mut dice = Dice(2005);
    println!(
        "| table | played here | our n | cells in equivalence | cells not | cells outside their prediction interval, uncorrected | tables refuted |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    /// Name, printed shares, published sample size, printed digits, and our sample sizes.
    type Published<'a> = (&'a str, &'a [f64], u64, u32, &'a [u64]);
    let tables: [Published<'_>; 2] = [
        (
            "A1, m = 1068",
            &A1,
            1068,
            3,
            &[400, 1068, 20_000, 1_000_000],
        ),
        ("IV, m = 100", &IV, 100, 2, &[5, 30, 100, 1_000_000]),
    ];
    for (name, truths, m, digits, sizes) in tables {
        let columns = if truths.len() == 60 { 3 } else { 1 };
        let equal = |at: usize| {
            let row = &truths[at / columns * columns..][..columns];
            row.iter().sum::<f64>() / columns as f64
        };
        let next = |at: usize| truths[at / columns * columns + (at + 1) % columns];
        let off = |at: usize| {
            let truth = truths[at];
            if truth > 0.5 {
                truth - 0.1
            } else {
                truth + 0.1
            }
        };
        let little = |at: usize| (truths[at] * 1.1).min(1.0);
        let right = |at: usize| truths[at];
        let mut players: Vec<(&str, &dyn Fn(usize) -> f64)> = vec![
            ("the right player", &right),
            ("wrong by .10 everywhere", &off),
            ("a tenth too strong", &little),
        ];
        if columns > 1 {
            players.push(("the neighbouring column", &next));
            players.push(("equal players", &equal));
        }
        for (player, share) in players {
            for &n in sizes {
                let found = rates(truths, share, (n, m, digits), &mut dice);
                let percent = |rate: f64| format!("{:.0} %", 100.0 * rate);
                let shown = [found.agrees, found.disagrees, found.differs, found.refuted];
                println!(
                    "| {name} | {player} | {n} | {} |",
                    shown.map(percent).join(" | ")
                );
            }
        }
    }
}
