//! Means, quantiles, resampling, Pearson.

use ludometer_stats::*;
use proptest::prelude::*;

use crate::{close, config, few_values, many_values};

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// A small linear congruential generator, enough to exercise resampling.
fn dice(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |n| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn merged_halves_are_the_whole(x in many_values(0..50), cut in 0.0..=1.0f64) {
        let (left, right) = x.split_at((cut * x.len() as f64) as usize);
        let whole: RunningStats = x.iter().copied().collect();
        let merged = left.iter().copied().collect::<RunningStats>()
            .merge(right.iter().copied().collect());
        prop_assert_eq!(whole.count(), merged.count());
        prop_assert_eq!(whole.mean().is_some(), !x.is_empty());
        prop_assert_eq!(whole.variance().is_some(), x.len() > 1);
        for (a, b) in [(whole.mean(), merged.mean()), (whole.variance(), merged.variance())] {
            prop_assert!((a.unwrap_or(0.0) - b.unwrap_or(0.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn running_is_two_passes(x in many_values(2..50)) {
        let running: RunningStats = x.iter().copied().collect();
        let squares: f64 = x.iter().map(|v| libm::pow(v - mean(&x), 2.0)).sum();
        let variance = squares / (x.len() - 1) as f64;
        prop_assert!((running.variance().unwrap() - variance).abs() <= 1e-9 * variance);
        let interval = running.mean_interval(0.95).unwrap();
        prop_assert!(interval.contains(running.mean().unwrap()));
        let half = 0.5 * interval.width() / running.standard_error().unwrap();
        prop_assert!(half > 1.959 && half < 12.71);
    }

    #[test]
    fn quantiles_climb_through_the_sample(x in few_values(1..40), a in 0.0..=1.0f64, b in 0.0..=1.0f64) {
        let smallest = x.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        prop_assert_eq!(quantile(&x, 0.0).unwrap(), smallest);
        prop_assert_eq!(quantile(&x, 1.0).unwrap(), largest);
        let (low, high) = (quantile(&x, a.min(b)).unwrap(), quantile(&x, a.max(b)).unwrap());
        prop_assert!(low <= high + 1e-12);
        let under = x.iter().filter(|v| **v <= median(&x).unwrap()).count();
        prop_assert!(2 * under >= x.len());
    }

    #[test]
    fn resampling_repeats_and_stays_inside(x in many_values(2..30), seed in any::<u64>()) {
        let run = || percentile(&x, mean, 200, 0.9, &mut dice(seed)).unwrap();
        prop_assert_eq!(run(), run());
        let (low, high) = (quantile(&x, 0.0).unwrap(), quantile(&x, 1.0).unwrap());
        prop_assert!(low - 1e-9 <= run().low && run().low <= run().high && run().high <= high + 1e-9);
        if let Ok(moved) = bca(&x, mean, 200, 0.9, &mut dice(seed)) {
            prop_assert!(low - 1e-9 <= moved.low && moved.low <= moved.high);
            prop_assert!(moved.high <= high + 1e-9);
        }
    }

    #[test]
    fn pearson_ignores_scale(x in many_values(3..40), y in many_values(40..41)) {
        let y = &y[..x.len()];
        let scaled: Vec<f64> = x.iter().map(|v| 3.0 - 0.5 * v).collect();
        let (plain, turned) = (pearson(&x, y).unwrap(), pearson(&scaled, y).unwrap());
        prop_assert!((plain.coefficient + turned.coefficient).abs() < 1e-9);
        prop_assert!((plain.p - turned.p).abs() < 1e-7);
        prop_assert!(plain.coefficient.abs() <= 1.0 && (0.0..=1.0).contains(&plain.p));
    }
}

#[test]
fn a_constant_sample_has_a_point_for_an_interval() {
    let interval = bca(&[4.0; 9], mean, 50, 0.95, &mut dice(1)).unwrap();
    assert_eq!((interval.low, interval.high), (4.0, 4.0));
}

#[test]
fn an_estimate_outside_its_resamples_is_refused() {
    // Every draw takes the first value, so no resampled mean reaches the mean of the sample.
    let mut calls = 0u64;
    let mut rigged = |_: u64| {
        calls += 1;
        u64::from(calls == 1)
    };
    assert!(bca(&[0.0, 1.0, 9.0], mean, 20, 0.9, &mut rigged).is_err());
}

#[test]
fn bca_covers_a_skewed_mean_better() {
    // Exponential values by inversion; the true mean is 1.
    let mut chance = dice(7);
    let (mut plain, mut moved) = (0, 0);
    for _ in 0..400 {
        let value = |n: u64| -libm::log((n as f64 + 0.5) / 1e6);
        let x: Vec<f64> = (0..15).map(|_| value(chance(1_000_000))).collect();
        plain += u32::from(
            percentile(&x, mean, 300, 0.9, &mut chance)
                .unwrap()
                .contains(1.0),
        );
        moved += u32::from(bca(&x, mean, 300, 0.9, &mut chance).unwrap().contains(1.0));
    }
    assert!(
        moved > plain && moved > 330 && moved < 375,
        "{plain} and {moved} of 400"
    );
}

#[test]
fn nearly_equal_vectors_correlate_fully() {
    let x: Vec<f64> = (0..50).map(f64::from).collect();
    assert!(close(pearson(&x, &x).unwrap().coefficient, 1.0));
    assert_eq!(pearson(&x, &x).unwrap().p, 0.0);
}
