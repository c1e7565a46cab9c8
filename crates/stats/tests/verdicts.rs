//! Simulated replications: how often prediction intervals cover, how often a perfect replication is
//! refuted, and whether the power that is computed is the rate at which wrong players are refuted.

use ludometer_stats::{
    CellPair, Correlations, PrintedMean, PrintedShare, SampleMean, Simulation, WrongFigure,
    pooled_test, predict_mean, predict_share,
};

/// A small generator with a seed (Marsaglia 2003, "Xorshift RNGs").
fn generator(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
}

fn binomial(n: u64, share: f64, uniform: &mut impl FnMut() -> f64) -> u64 {
    (0..n).filter(|_| uniform() < share).count() as u64
}

fn normal(uniform: &mut impl FnMut() -> f64) -> f64 {
    (-2.0 * libm::log(uniform())).sqrt() * libm::cos(std::f64::consts::TAU * uniform())
}

fn printed(count: u64, n: u64, digits: u32) -> PrintedShare {
    let unit = libm::exp10(digits as f64);
    let share = (count as f64 / n as f64 * unit).round() / unit;
    PrintedShare { share, digits, n }
}

#[test]
fn a_published_share_lies_in_its_prediction_interval() {
    let mut uniform = generator(1);
    for (n, m, share) in [
        (5, 100, 0.3),
        (30, 100, 0.05),
        (100, 100, 0.5),
        (400, 1068, 0.35),
    ] {
        let (mut inside, mut rejected) = (0, 0);
        const TRIALS: u64 = 2000;
        for _ in 0..TRIALS {
            let ours = binomial(n, share, &mut uniform);
            let published = binomial(m, share, &mut uniform);
            let found = predict_share(ours, n, &printed(published, m, 4), 0.95).unwrap();
            inside += u64::from(found.published.contains(published as f64 / m as f64));
            rejected += u64::from(found.p < 0.05);
        }
        assert!(inside * 100 >= 94 * TRIALS, "{n} {m} {share}: {inside}");
        assert!(rejected * 100 <= 6 * TRIALS, "{n} {m} {share}: {rejected}");
        assert_eq!(inside, TRIALS - rejected);
    }
}

#[test]
fn a_published_mean_lies_in_its_prediction_interval() {
    let mut uniform = generator(2);
    for (n, m) in [(5, 100), (30, 100), (100, 30)] {
        let mut inside = 0;
        const TRIALS: u64 = 2000;
        for _ in 0..TRIALS {
            let mut sample = |n: u64| {
                let values: Vec<f64> = (0..n).map(|_| 3.0 + 2.0 * normal(&mut uniform)).collect();
                let mean = values.iter().sum::<f64>() / n as f64;
                let squares: f64 = values
                    .iter()
                    .map(|value| libm::pow(value - mean, 2.0))
                    .sum();
                (mean, (squares / ((n - 1) * n) as f64).sqrt())
            };
            let ((mean, error), (other, other_error)) = (sample(n), sample(m));
            let ours = SampleMean {
                mean,
                error,
                degrees: (n - 1) as f64,
            };
            let print = PrintedMean {
                mean: other,
                digits: 6,
                error: Some(other_error),
                n: m,
            };
            let found = predict_mean(&ours, n, &print, 0.95).unwrap();
            inside += u64::from(found.published.contains(other));
        }
        assert!(
            (93..=97).contains(&(inside * 100 / TRIALS)),
            "{n} {m}: {inside}"
        );
    }
}

/// Shares as of a printed table: many small, some large.
fn truths() -> Vec<f64> {
    (0..35)
        .map(|i| [0.001, 0.01, 0.05, 0.1, 0.25, 0.4, 0.6][i % 7])
        .collect()
}

fn table(
    truths: &[f64],
    published: &[f64],
    (n, m): (u64, u64),
    uniform: &mut impl FnMut() -> f64,
) -> Vec<CellPair> {
    let each = truths.iter().zip(published);
    each.map(|(&ours, &theirs)| CellPair::Shares {
        count: binomial(n, ours, uniform),
        n,
        printed: printed(binomial(m, theirs, uniform), m, 3),
    })
    .collect()
}

#[test]
fn a_perfect_replication_is_refuted_in_at_most_about_one_table_of_twenty() {
    let mut uniform = generator(3);
    for (n, m) in [(5, 100), (100, 100), (400, 300)] {
        const TABLES: u32 = 500;
        let truths = truths();
        let mut refuted = 0;
        for _ in 0..TABLES {
            let cells = table(&truths, &truths, (n, m), &mut uniform);
            let found = pooled_test(&cells, &Correlations::none());
            refuted += u32::from(found.is_some_and(|test| test.p < 0.05));
        }
        assert!(refuted * 100 <= 7 * TABLES, "{n} {m}: {refuted}");
    }
}

/// The same with cells of ours that share their starts: correlations must be given.
#[test]
fn correlated_cells_are_not_refuted_more_often() {
    let mut uniform = generator(4);
    const TABLES: u32 = 400;
    const CELLS: usize = 20;
    let (n, m, share) = (200, 100, 0.4);
    let (mut refuted, mut blind) = (0, 0);
    for _ in 0..TABLES {
        // A start is easy or hard for all cells alike.
        let easy: Vec<f64> = (0..n)
            .map(|_| if uniform() < 0.5 { 0.25 } else { -0.25 })
            .collect();
        let rows: Vec<Vec<f64>> = (0..CELLS)
            .map(|_| {
                let won = easy
                    .iter()
                    .map(|easy| f64::from(u8::from(uniform() < share + easy)));
                won.collect()
            })
            .collect();
        let mean = |row: &[f64]| row.iter().sum::<f64>() / row.len() as f64;
        let correlations = Correlations::of(CELLS, n, |i, j| {
            let (a, b) = (mean(&rows[i]), mean(&rows[j]));
            let both = rows[i]
                .iter()
                .zip(&rows[j])
                .map(|(x, y)| x * y)
                .sum::<f64>()
                / n as f64;
            (both - a * b) / (a * (1.0 - a) * b * (1.0 - b)).sqrt()
        });
        let cells: Vec<CellPair> = rows
            .iter()
            .map(|row| CellPair::Shares {
                count: row.iter().sum::<f64>() as u64,
                n,
                printed: printed(binomial(m, share, &mut uniform), m, 2),
            })
            .collect();
        let is_refuted = |correlations| {
            u32::from(pooled_test(&cells, correlations).is_some_and(|test| test.p < 0.05))
        };
        refuted += is_refuted(&correlations);
        blind += is_refuted(&Correlations::none());
    }
    assert!(refuted * 100 <= 7 * TABLES, "{refuted}");
    assert!(blind > 2 * refuted, "{blind} {refuted}");
}

/// The power that is computed from one table is the rate at which such tables are refuted.
#[test]
fn the_power_is_the_rate_of_refutation() {
    let mut uniform = generator(5);
    let right = truths();
    let (n, m) = (100, 100);
    for (apart, wanted) in [(0.0, 0.0..0.08), (0.012, 0.2..0.98), (0.15, 0.98..1.01)] {
        let wrong: Vec<f64> = right.iter().map(|share| share + apart).collect();
        const TABLES: u32 = 300;
        let mut refuted = 0;
        for _ in 0..TABLES {
            let cells = table(&wrong, &right, (n, m), &mut uniform);
            let found = pooled_test(&cells, &Correlations::none());
            refuted += u32::from(found.is_some_and(|test| test.p < 0.05));
        }
        let rate = f64::from(refuted) / f64::from(TABLES);
        assert!(wanted.contains(&rate), "{apart}: {rate}");
        let mut powers = Vec::new();
        for _ in 0..5 {
            let cells = table(&right, &right, (n, m), &mut uniform);
            let none = Correlations::none();
            let simulation = Simulation {
                cells: &cells,
                correlations: &none,
                level: 0.05,
                tables: 300,
            };
            let figures: Vec<Option<WrongFigure>> = wrong
                .iter()
                .map(|&value| {
                    Some(WrongFigure {
                        value,
                        variance: 0.0,
                    })
                })
                .collect();
            powers.push(simulation.power(&figures, 1.0, &mut uniform));
        }
        let power = powers.iter().sum::<f64>() / powers.len() as f64;
        assert!((power - rate).abs() < 0.15, "{apart}: {power} {rate}");
    }
}

#[test]
fn more_episodes_decide_only_what_the_published_sample_allows() {
    let mut uniform = generator(6);
    let right = [0.4; 10];
    let mut factor = |n, m, apart: f64| {
        let cells: Vec<CellPair> = right
            .iter()
            .map(|share| CellPair::Shares {
                count: (share * n as f64) as u64,
                n,
                printed: printed((share * m as f64) as u64, m, 3),
            })
            .collect();
        let wrong: Vec<Option<WrongFigure>> = right
            .iter()
            .map(|share| {
                Some(WrongFigure {
                    value: share + apart,
                    variance: 0.0,
                })
            })
            .collect();
        let none = Correlations::none();
        let simulation = Simulation {
            cells: &cells,
            correlations: &none,
            level: 0.05,
            tables: 200,
        };
        simulation.deciding_factor(&wrong, 0.9, &mut uniform)
    };
    assert_eq!(factor(400, 400, 0.3), Some(1));
    assert!(factor(10, 1000, 0.1).is_some_and(|factor| (4..=64).contains(&factor)));
    // Twenty published trials a cell cannot tell .40 from .43.
    assert_eq!(factor(1000, 20, 0.03), None);
}
