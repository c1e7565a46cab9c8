//! How often intervals hold the truth, by exact enumeration of all samples: every share, and every law of the
//! difference of two shares in paired games. `ludometer bench coverage` simulates the rest.

use ludometer_stats::{Interval, UnitShares};

/// How often each truth is held by intervals of `n` units: `outcomes` has a value for every kind of unit in twice
/// its value, `chances` the probabilities of these kinds at each truth, and the truth.
fn coverage(
    empty: &UnitShares,
    outcomes: [i32; 3],
    n: usize,
    truths: &[([f64; 3], f64)],
) -> Vec<f64> {
    let mut logs = vec![0.0; n + 1];
    for k in 1..=n {
        logs[k] = logs[k - 1] + libm::log(k as f64);
    }
    let mut held = vec![0.0; truths.len()];
    for first in 0..=n {
        for second in 0..=n - first {
            let counts = [first, second, n - first - second];
            let Some(interval) = interval(empty, outcomes, counts) else {
                continue;
            };
            let ways = logs[n] - counts.iter().map(|&count| logs[count]).sum::<f64>();
            for ((chances, truth), held) in truths.iter().zip(&mut held) {
                if interval.low <= truth + 1e-9 && truth - 1e-9 <= interval.high {
                    let chance = chances.iter().zip(counts);
                    *held += libm::exp(ways)
                        * chance
                            .map(|(p, count)| libm::pow(*p, count as f64))
                            .product::<f64>();
                }
            }
        }
    }
    held
}

/// The interval of so many units of each kind; `None` where there is a unit of a kind that does not exist.
fn interval(empty: &UnitShares, outcomes: [i32; 3], counts: [usize; 3]) -> Option<Interval> {
    let mut of = empty.clone();
    for (twice, count) in outcomes.into_iter().zip(counts) {
        if twice == i32::MAX && count > 0 {
            return None;
        }
        (0..count).for_each(|_| of.push(twice, 1));
    }
    of.interval(0.95).ok()
}

fn check(name: &str, n: usize, held: &[f64], least: f64) {
    let mean = held.iter().sum::<f64>() / held.len() as f64;
    let worst = held.iter().copied().fold(1.0, f64::min);
    assert!((0.93..=0.97).contains(&mean), "{name} of {n}: {mean}");
    assert!(worst >= least, "{name} of {n}: {worst}");
}

/// All shares from 0 to 1, in steps of a thousandth.
#[test]
fn shares() {
    let truths = (0..1000).map(|part| (f64::from(part) + 0.5) / 1000.0);
    let truths: Vec<_> = truths.map(|p| ([p, 1.0 - p, 0.0], p)).collect();
    for (n, least) in [(10, 0.91), (20, 0.91), (30, 0.91), (100, 0.92)] {
        let held = coverage(&UnitShares::shares(1), [2, 0, i32::MAX], n, &truths);
        check("share", n, &held, least);
    }
}

/// All pairs of shares of games that only one of two agents wins.
#[test]
fn paired_differences() {
    const PARTS: u32 = 20;
    let mut truths = Vec::new();
    for one in 0..PARTS {
        for other in 0..PARTS - one {
            let [p, q] = [one, other].map(|part| (f64::from(part) + 1.0 / 3.0) / f64::from(PARTS));
            truths.push(([p, q, 1.0 - p - q], p - q));
        }
    }
    for (n, least) in [(10, 0.90), (20, 0.92), (30, 0.92)] {
        let held = coverage(&UnitShares::differences(1), [2, -2, 0], n, &truths);
        check("paired difference", n, &held, least);
    }
}

/// Ten pairs without a difference: at most z² / (10 + z²) of games have one, and all of these may go one way.
#[test]
fn units_that_all_score_alike_say_how_rare_others_are() {
    let z2 = 1.959_963_984_540_054f64 * 1.959_963_984_540_054;
    let mut none = UnitShares::differences(1);
    (0..10).for_each(|_| none.push(0, 1));
    let found = none.interval(0.95).unwrap();
    let others = z2 / (10.0 + z2);
    assert!((found.low + others).abs() < 1e-9 && (found.high - others).abs() < 1e-9);
    let mut won = UnitShares::shares(1);
    (0..10).for_each(|_| won.push(2, 1));
    let found = won.interval(0.95).unwrap();
    assert!((found.low - (1.0 - others)).abs() < 1e-9 && found.high == 1.0);
    // Three of ten: the mid-P ends are for one and two.
    let mut three = UnitShares::shares(1);
    (0..10).for_each(|at| three.push(if at < 3 { 2 } else { 0 }, 1));
    let found = three.interval(0.95).unwrap();
    let wilsons = ludometer_stats::wilson(3, 10, 0.95).unwrap();
    assert!((found.low - wilsons.low).abs() < 1e-12, "{found:?}");
}
