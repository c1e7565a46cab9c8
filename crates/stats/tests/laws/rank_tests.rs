//! Mann-Whitney, Wilcoxon, Kendall, Spearman, Kolmogorov-Smirnov.

use ludometer_stats::*;
use proptest::prelude::*;

use crate::{close, config, few_values, many_values};

const SIDES: [Alternative; 3] = [
    Alternative::TwoSided,
    Alternative::Less,
    Alternative::Greater,
];
const ZEROS: [Zeros; 3] = [Zeros::Wilcox, Zeros::Pratt, Zeros::Split];

fn mirrored(side: Alternative) -> Alternative {
    match side {
        Alternative::TwoSided => Alternative::TwoSided,
        Alternative::Less => Alternative::Greater,
        Alternative::Greater => Alternative::Less,
    }
}

/// The p-value from the statistics of all equally likely outcomes, in whole halves.
fn enumerated(all: &[i64], observed: i64, side: Alternative) -> f64 {
    let share = |count: usize| count as f64 / all.len() as f64;
    let lower = share(all.iter().filter(|&&s| s <= observed).count());
    let upper = share(all.iter().filter(|&&s| s >= observed).count());
    match side {
        Alternative::TwoSided => (2.0 * lower.min(upper)).min(1.0),
        Alternative::Less => lower,
        Alternative::Greater => upper,
    }
}

/// Twice U by comparing every pair.
fn doubled_u(x: &[f64], y: &[f64]) -> i64 {
    let points = |a: f64, b: f64| if a > b { 2 } else { i64::from(a == b) };
    let pairs = x.iter().flat_map(|&a| y.iter().map(move |&b| (a, b)));
    pairs.map(|(a, b)| points(a, b)).sum()
}

fn choices(n: usize, chosen: usize) -> impl Iterator<Item = u32> {
    (0..1u32 << n).filter(move |mask| mask.count_ones() as usize == chosen)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn mann_whitney_is_the_enumeration(x in few_values(1..6), y in few_values(1..7)) {
        let all = [x.as_slice(), y.as_slice()].concat();
        let statistics: Vec<i64> = choices(all.len(), x.len())
            .map(|mask| {
                let dealt = |to: u32| -> Vec<f64> {
                    let mine = |i: &usize| mask >> i & 1 == to;
                    (0..all.len()).filter(mine).map(|i| all[i]).collect()
                };
                doubled_u(&dealt(1), &dealt(0))
            })
            .collect();
        for side in SIDES {
            let test = mann_whitney(&x, &y, side, PValueMethod::Exact).unwrap();
            prop_assert_eq!(test.u, 0.5 * doubled_u(&x, &y) as f64);
            let expected = enumerated(&statistics, doubled_u(&x, &y), side);
            prop_assert!(close(test.p, expected), "{side:?}: {} for {expected}", test.p);
        }
    }

    #[test]
    fn mann_whitney_is_symmetric(x in few_values(1..30), y in many_values(1..30)) {
        let loose = PValueMethod::Asymptotic { continuity: true };
        for method in [PValueMethod::Auto, PValueMethod::Exact, loose] {
            for side in SIDES {
                let there = mann_whitney(&x, &y, side, method).unwrap();
                let back = mann_whitney(&y, &x, mirrored(side), method).unwrap();
                prop_assert!(there.p > 0.0 && there.p <= 1.0);
                prop_assert!(close(there.p, back.p), "{} and {}", there.p, back.p);
                prop_assert_eq!(there.u + back.u, (x.len() * y.len()) as f64);
                let shares = there.dominance(x.len(), y.len()) + back.dominance(y.len(), x.len());
                prop_assert!(close(shares, 1.0));
            }
        }
    }

    #[test]
    fn mann_whitney_approximates(x in few_values(40..60), y in few_values(40..60)) {
        let loose = PValueMethod::Asymptotic { continuity: true };
        let exact = mann_whitney(&x, &y, Alternative::TwoSided, PValueMethod::Auto).unwrap();
        let normal = mann_whitney(&x, &y, Alternative::TwoSided, loose).unwrap();
        prop_assert!(exact.exact && !normal.exact);
        prop_assert!((exact.p - normal.p).abs() < 0.03, "{} and {}", exact.p, normal.p);
    }

    #[test]
    fn wilcoxon_is_the_enumeration(d in few_values(1..10)) {
        for zeros in ZEROS {
            let doubled_plus = |signed: &[f64]| -> i64 {
                let test = wilcoxon(signed, zeros, Alternative::Less, PValueMethod::Exact).unwrap();
                (2.0 * test.plus) as i64
            };
            let flipped = |mask: u32| -> Vec<f64> {
                let turn = |(i, &v): (usize, &f64)| if mask >> i & 1 == 1 { -v } else { v };
                d.iter().enumerate().map(turn).collect()
            };
            let all: Vec<i64> = (0..1u32 << d.len()).map(|m| doubled_plus(&flipped(m))).collect();
            for side in SIDES {
                let test = wilcoxon(&d, zeros, side, PValueMethod::Exact).unwrap();
                let expected = enumerated(&all, doubled_plus(&d), side);
                prop_assert!(close(test.p, expected), "{zeros:?} {side:?}: {}", test.p);
                let n = match zeros {
                    Zeros::Wilcox => test.n,
                    _ => d.len(),
                };
                let dropped = if zeros == Zeros::Pratt { d.len() - test.n } else { 0 };
                let total = (n * (n + 1) - dropped * (dropped + 1)) as f64 / 2.0;
                prop_assert_eq!(test.plus + test.minus, total);
            }
        }
    }

    #[test]
    fn wilcoxon_is_symmetric(d in few_values(1..60)) {
        let negated: Vec<f64> = d.iter().map(|v| -v).collect();
        let loose = PValueMethod::Asymptotic { continuity: true };
        for (zeros, method) in ZEROS.into_iter().flat_map(|z| [(z, PValueMethod::Auto), (z, loose)]) {
            for side in SIDES {
                let there = wilcoxon(&d, zeros, side, method).unwrap();
                let back = wilcoxon(&negated, zeros, mirrored(side), method).unwrap();
                prop_assert!(there.p > 0.0 && there.p <= 1.0);
                prop_assert!(close(there.p, back.p), "{} and {}", there.p, back.p);
                prop_assert_eq!(there.plus, back.minus);
            }
        }
    }

    #[test]
    fn kendall_counts_pairs(x in few_values(3..40), y in many_values(40..41)) {
        let y = &y[..x.len()];
        prop_assume!(x.iter().any(|&v| v != x[0]));
        let (mut balance, mut untied_x, mut untied_y) = (0.0, 0.0, 0.0);
        for i in 0..x.len() {
            for j in 0..i {
                let sign = |a: f64, b: f64| f64::from(i8::from(a > b) - i8::from(a < b));
                balance += sign(x[i], x[j]) * sign(y[i], y[j]);
                untied_x += sign(x[i], x[j]).abs();
                untied_y += sign(y[i], y[j]).abs();
            }
        }
        let tau = kendall(&x, y).unwrap();
        let expected = balance / f64::sqrt(untied_x * untied_y);
        prop_assert!(close(tau.coefficient, expected));
        prop_assert!(tau.p > 0.0 && tau.p <= 1.0);
    }

    #[test]
    fn order_is_all_that_ranks_see(x in many_values(3..40), y in many_values(40..41)) {
        let y = &y[..x.len()];
        let stretched: Vec<f64> = x.iter().map(|v| v * v * v + v).collect();
        let turned: Vec<f64> = x.iter().map(|v| -v).collect();
        for measure in [spearman, kendall] {
            let plain = measure(&x, y).unwrap();
            prop_assert_eq!(plain, measure(&stretched, y).unwrap());
            prop_assert!(close(plain.p, measure(y, &x).unwrap().p));
            let back = measure(&turned, y).unwrap();
            prop_assert!(close(-plain.coefficient, back.coefficient));
            prop_assert!(close(plain.p, back.p));
        }
    }

    #[test]
    fn kolmogorov_smirnov_is_the_largest_gap(x in few_values(1..30), y in few_values(1..30)) {
        let share = |s: &[f64], at: f64| {
            s.iter().filter(|v| **v <= at).count() as f64 / s.len() as f64
        };
        let gap = |at: &f64| (share(&x, *at) - share(&y, *at)).abs();
        let widest = x.iter().chain(&y).map(gap).fold(0.0, f64::max);
        let test = kolmogorov_smirnov(&x, &y).unwrap();
        prop_assert_eq!(test.distance, widest);
        prop_assert!(test.p > 0.0 && test.p <= 1.0);
    }

    #[test]
    fn ranks_add_up(x in few_values(0..50)) {
        let ranks = Ranks::of(&x).unwrap();
        prop_assert_eq!(ranks.doubled().iter().sum::<u64>() as usize, x.len() * (x.len() + 1));
        prop_assert_eq!(ranks.groups().iter().sum::<usize>(), x.len());
        prop_assert_eq!(ranks.has_ties(), ranks.tie_correction() > 0.0);
    }
}

#[test]
fn large_exact_tests_keep_their_far_tails() {
    let low: Vec<f64> = (0..200).map(f64::from).collect();
    let high: Vec<f64> = (200..400).map(f64::from).collect();
    let test = mann_whitney(&low, &high, Alternative::Less, PValueMethod::Exact).unwrap();
    // One in C(400, 200).
    let ways: f64 = (1..=200)
        .map(|i| (200.0 + f64::from(i)) / f64::from(i))
        .product();
    assert!(close(test.p * ways, 1.0), "{}", test.p * ways);
    let rising: Vec<f64> = (1..=1000).map(f64::from).collect();
    let test = wilcoxon(
        &rising,
        Zeros::Wilcox,
        Alternative::Greater,
        PValueMethod::Exact,
    )
    .unwrap();
    assert_eq!(test.p, libm::pow(0.5f64, 1000.0));
}

#[test]
fn auto_says_when_it_stops_being_exact() {
    let (x, y): (Vec<f64>, Vec<f64>) = ((0..101).map(f64::from).collect(), vec![50.5; 100]);
    let exact = |n: usize| {
        let test = mann_whitney(&x[..n], &y, Alternative::TwoSided, PValueMethod::Auto);
        test.unwrap().exact
    };
    assert!(exact(100) && !exact(101));
    let signed: Vec<f64> = (1..=201).map(f64::from).collect();
    let exact = |n: usize| {
        let test = wilcoxon(
            &signed[..n],
            Zeros::Pratt,
            Alternative::Less,
            PValueMethod::Auto,
        );
        test.unwrap().exact
    };
    assert!(exact(200) && !exact(201));
}
