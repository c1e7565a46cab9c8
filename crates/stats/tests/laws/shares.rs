//! Intervals of a share, Fisher's test, the z-test, chi-squared.

use ludometer_stats::*;
use proptest::prelude::*;

use crate::{close, config};

fn binomial(n: u64, k: u64) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// P(at most k of n) with success probability `share`.
fn at_most(k: u64, n: u64, share: f64) -> f64 {
    let term = |i: u64| {
        binomial(n, i) * libm::pow(share, i as f64) * libm::pow(1.0 - share, (n - i) as f64)
    };
    (0..=k).map(term).sum()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn intervals_hold_the_share(n in 1..5000u64, part in 0.0..=1.0f64, confidence in 0.01..0.9999) {
        let k = (part * n as f64).round() as u64;
        let share = k as f64 / n as f64;
        for interval in [wilson(k, n, confidence), clopper_pearson(k, n, confidence)] {
            let interval = interval.unwrap();
            prop_assert!(interval.contains(share), "{interval:?} lacks {share}");
            prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
        }
        let wider = wilson(k, n, 0.5 * (1.0 + confidence)).unwrap();
        prop_assert!(wider.width() > wilson(k, n, confidence).unwrap().width());
    }

    #[test]
    fn clopper_pearson_puts_half_the_risk_at_each_end(n in 1..60u64, part in 0.0..=1.0f64) {
        let k = (part * n as f64).round() as u64;
        let interval = clopper_pearson(k, n, 0.9).unwrap();
        if k > 0 {
            prop_assert!((1.0 - at_most(k - 1, n, interval.low) - 0.05).abs() < 1e-11);
        }
        if k < n {
            prop_assert!((at_most(k, n, interval.high) - 0.05).abs() < 1e-11);
        }
    }

    #[test]
    fn fisher_is_the_enumeration(a in 0..9u64, b in 0..9u64, c in 0..9u64, d in 0..9u64) {
        // Whole-number weights: ties are ties.
        let ways = |k: u64| (binomial(a + b, k) * binomial(c + d, a + c - k)).round();
        let support = (a + c).saturating_sub(c + d)..=(a + b).min(a + c);
        let all: f64 = support.clone().map(ways).sum();
        let extreme: f64 = support.map(ways).filter(|w| *w <= ways(a)).sum();
        let p = fisher_exact([[a, b], [c, d]]).unwrap();
        prop_assert!(close(p, extreme / all), "{p} for {}", extreme / all);
    }

    #[test]
    fn fisher_is_symmetric(a in 0..2000u64, b in 0..2000u64, c in 0..2000u64, d in 0..2000u64) {
        let p = fisher_exact([[a, b], [c, d]]).unwrap();
        prop_assert!(p > 0.0 && p <= 1.0);
        for table in [[[c, d], [a, b]], [[b, a], [d, c]], [[a, c], [b, d]]] {
            let other = fisher_exact(table).unwrap();
            prop_assert!(close(p, other), "{p} and {other}");
        }
    }

    #[test]
    fn equally_probable_tables_count_as_such(n in 1..3000u64, a in 0.0..=1.0f64, c in 0.0..=1.0f64) {
        // With equal rows (a, c) and (c, a) tie, and are reached from the mode by different products.
        let (a, c) = ((a * n as f64) as u64, (c * n as f64) as u64);
        let there = fisher_exact([[a, n - a], [c, n - c]]).unwrap();
        let back = fisher_exact([[c, n - c], [a, n - a]]).unwrap();
        prop_assert!(close(there, back) && close(there / back, 1.0), "{there} and {back}");
    }

    #[test]
    fn a_count_agrees_with_itself(n in 1..2000u64, part in 0.0..=1.0f64) {
        let k = (part * n as f64).round() as u64;
        prop_assert_eq!(count_against(k, n, k as f64 / n as f64, n).unwrap(), 1.0);
    }

    #[test]
    fn the_squared_z_is_chi_squared(m in 1..500u64, n in 1..500u64, p in 0.0..=1.0f64,
                                    q in 0.0..=1.0f64) {
        let (k, l) = ((p * m as f64).round() as u64, (q * n as f64).round() as u64);
        prop_assume!(k + l > 0 && k + l < m + n);
        let z = two_proportions((k, m), (l, n)).unwrap();
        let chi = homogeneity(&[k, m - k], &[l, n - l]).unwrap();
        prop_assert_eq!(chi.degrees, 1);
        prop_assert!((z.z * z.z - chi.statistic).abs() < 1e-9 * (1.0 + chi.statistic));
        prop_assert!((z.p - chi.p).abs() < 1e-7 * z.p.max(1e-3));
        let back = two_proportions((l, n), (k, m)).unwrap();
        prop_assert!(close(z.z, -back.z) && close(z.p, back.p));
    }

    #[test]
    fn a_perfect_fit_is_no_surprise(counts in prop::collection::vec(1..1000u64, 2..20)) {
        let expected: Vec<f64> = counts.iter().map(|&c| c as f64).collect();
        let fit = goodness_of_fit(&counts, &expected).unwrap();
        prop_assert_eq!((fit.statistic, fit.p), (0.0, 1.0));
        prop_assert_eq!(fit.degrees as usize, counts.len() - 1);
    }
}
