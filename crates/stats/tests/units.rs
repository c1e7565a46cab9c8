//! Figures over units of games: laws of their intervals, rank tests by counts, and how often the truth is
//! missed.

use ludometer_stats::*;
use proptest::prelude::*;

fn shares(units: &[(i32, u32)], most: u32) -> UnitShares {
    let mut shares = UnitShares::shares(most);
    units
        .iter()
        .for_each(|&(twice, games)| shares.push(twice, games));
    shares
}

fn means(units: &[(f64, u32)]) -> UnitMeans {
    let mut means = UnitMeans::new();
    units
        .iter()
        .for_each(|&(sum, games)| means.push(sum, games));
    means
}

/// Units of up to four games with scores in halves.
fn scored() -> impl Strategy<Value = Vec<(i32, u32)>> {
    let unit = (1..=4u32).prop_flat_map(|games| (0..=2 * games as i32, Just(games)));
    prop::collection::vec(unit, 1..150)
}

fn summed() -> impl Strategy<Value = Vec<(f64, u32)>> {
    prop::collection::vec((-50.0..900.0f64, 1..=4u32), 2..150)
}

fn holds(outer: Interval, inner: Interval) -> bool {
    outer.low <= inner.low + 1e-9 && inner.high <= outer.high + 1e-9
}

proptest! {
    #[test]
    fn intervals_of_shares_hold_their_estimate_and_grow(units in scored(), confidence in 0.5..0.99f64) {
        let of = shares(&units, 4);
        let mean = of.mean().unwrap();
        let (fixed, any) = (of.interval(confidence).unwrap(), of.anytime(confidence).unwrap());
        prop_assert!(fixed.low <= mean + 1e-12 && mean <= fixed.high + 1e-12);
        prop_assert!(fixed.low >= 0.0 && fixed.high <= 1.0);
        prop_assert!(holds(any, fixed), "{any:?} {fixed:?}");
        let surer = 0.5 * (1.0 + confidence);
        prop_assert!(holds(of.interval(surer).unwrap(), fixed));
        prop_assert!(holds(of.anytime(surer).unwrap(), any));
    }

    #[test]
    fn intervals_of_means_hold_their_estimate_and_grow(units in summed(), confidence in 0.5..0.99f64) {
        let of = means(&units);
        let mean = of.mean().unwrap();
        let (fixed, any) = (of.interval(confidence).unwrap(), of.anytime(confidence).unwrap());
        prop_assert!(fixed.low <= mean && mean <= fixed.high);
        prop_assert!(holds(any, fixed), "{any:?} {fixed:?}");
        let surer = 0.5 * (1.0 + confidence);
        prop_assert!(holds(of.interval(surer).unwrap(), fixed));
        prop_assert!(holds(of.anytime(surer).unwrap(), any));
    }

    #[test]
    fn the_order_of_units_does_not_matter(units in scored()) {
        let back: Vec<_> = units.iter().rev().copied().collect();
        let (one, other) = (shares(&units, 4), shares(&back, 4));
        prop_assert_eq!(&one, &other);
        let (half, rest) = units.split_at(units.len() / 2);
        prop_assert_eq!(shares(half, 4).merge(&shares(rest, 4)), one);
    }

    #[test]
    fn a_mean_of_parts_is_that_of_the_whole(units in summed(), at in 0..150usize) {
        let (half, rest) = units.split_at(at.min(units.len()));
        let (parts, whole) = (means(half).merge(&means(rest)), means(&units));
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0);
        prop_assert_eq!((parts.units(), parts.games()), (whole.units(), whole.games()));
        prop_assert!(near(parts.mean().unwrap(), whole.mean().unwrap()));
        prop_assert!(near(parts.standard_error().unwrap(), whole.standard_error().unwrap()));
        let (a, b) = (parts.interval(0.95).unwrap(), whole.interval(0.95).unwrap());
        prop_assert!((a.low - b.low).abs() + (a.high - b.high).abs() <= 1e-6 * (b.width() + 1.0));
    }

    #[test]
    fn differences_turn_with_their_sign(units in scored()) {
        let of = |sign: i32| {
            let mut of = UnitShares::differences(4);
            for &(twice, games) in &units {
                of.push(sign * (twice - games as i32), games);
            }
            of
        };
        for interval in [UnitShares::interval, UnitShares::anytime] {
            let (one, other) = (interval(&of(1), 0.95).unwrap(), interval(&of(-1), 0.95).unwrap());
            prop_assert!((one.low + other.high).abs() < 1e-7 && (one.high + other.low).abs() < 1e-7);
        }
    }

    #[test]
    fn rank_tests_by_counts_are_those_of_samples(
        x in prop::collection::vec(-6..6i8, 520..560), y in prop::collection::vec(-5..7i8, 490..560),
    ) {
        let floats = |of: &[i8]| of.iter().map(|&v| f64::from(v)).collect::<Vec<f64>>();
        let (x, y) = (floats(&x), floats(&y));
        let counts = |of: &[f64]| of.iter().copied().collect::<ValueCounts>();
        let method = PValueMethod::Asymptotic { continuity: true };
        for sides in [Alternative::TwoSided, Alternative::Less, Alternative::Greater] {
            let samples = mann_whitney(&x, &y, sides, method).unwrap();
            let counted = mann_whitney_of_counts(&counts(&x), &counts(&y), sides, method).unwrap();
            prop_assert!((samples.p - counted.p).abs() < 1e-9 && samples.u == counted.u);
            let differences: Vec<f64> = x.iter().chain(&y).copied().collect();
            for zeros in [Zeros::Wilcox, Zeros::Pratt, Zeros::Split] {
                let samples = wilcoxon(&differences, zeros, sides, method).unwrap();
                let counted = wilcoxon_of_counts(&counts(&differences), zeros, sides, method).unwrap();
                prop_assert!((samples.p - counted.p).abs() < 1e-9, "{samples:?} {counted:?}");
                prop_assert!((samples.plus - counted.plus).abs() < 1e-6);
                prop_assert_eq!(samples.n, counted.n);
            }
        }
    }
}

/// One game a unit: Wilson's interval. Two games that always score alike are one observation.
#[test]
fn games_that_agree_are_one_observation() {
    let single = shares(
        &[
            (2, 1),
            (2, 1),
            (0, 1),
            (2, 1),
            (0, 1),
            (2, 1),
            (0, 1),
            (0, 1),
        ],
        1,
    );
    let wilsons = wilson(4, 8, 0.95).unwrap();
    assert!((single.interval(0.95).unwrap().low - wilsons.low).abs() < 1e-12);
    let doubled = shares(
        &[
            (4, 2),
            (4, 2),
            (0, 2),
            (4, 2),
            (0, 2),
            (4, 2),
            (0, 2),
            (0, 2),
        ],
        2,
    );
    assert_eq!((doubled.games(), doubled.units()), (16, 8));
    assert!((doubled.interval(0.95).unwrap().low - wilsons.low).abs() < 1e-12);
    assert!((doubled.anytime(0.95).unwrap().low - single.anytime(0.95).unwrap().low).abs() < 1e-9);
}

/// Beside few wins the lower end is that of mid-P: 1 of 30 is not above a share of .0017, where Wilson's
/// begins at .0059 and misses a share of .005 in one of seven samples.
#[test]
fn rare_events_are_covered() {
    let mut one = UnitShares::shares(1);
    (0..30).for_each(|at| one.push(if at == 0 { 2 } else { 0 }, 1));
    let interval = one.interval(0.95).unwrap();
    assert!(
        interval.low < 0.0018 && interval.low > 0.0015,
        "{interval:?}"
    );
    assert!((interval.high - wilson(1, 30, 0.95).unwrap().high).abs() < 1e-12);
}

/// Ratio of sums: units of 1 game with value 3 and of 3 games with values 1, 1, 1: the mean is 6 of 4.
#[test]
fn a_mean_is_over_games_and_its_error_over_units() {
    let of = means(&[(3.0, 1), (3.0, 3), (3.0, 1), (3.0, 3)]);
    assert_eq!((of.units(), of.games(), of.mean()), (4, 8, Some(1.5)));
    // Residuals 3 - 1.5 m are 1.5 and -1.5, units have 2 games: sqrt(4 x 2.25 / 3 / 4) / 2.
    assert!((of.standard_error().unwrap() - 0.75f64.sqrt() / 2.0).abs() < 1e-12);
    // One game each: Student's.
    let plain = means(&[(1.0, 1), (2.0, 1), (3.0, 1), (6.0, 1)]);
    let running: RunningStats = [1.0, 2.0, 3.0, 6.0].into_iter().collect();
    let (a, b) = (
        plain.interval(0.95).unwrap(),
        running.mean_interval(0.95).unwrap(),
    );
    assert!((a.low - b.low).abs() < 1e-12 && (a.high - b.high).abs() < 1e-12);
    assert_eq!(means(&[]).mean(), None);
    assert!(means(&[(1.0, 1)]).interval(0.95).is_err());
}

#[test]
fn a_large_shift_keeps_the_digits_of_a_variance() {
    let of = means(
        &(0..1000)
            .map(|i| (1e9 + f64::from(i % 10), 1))
            .collect::<Vec<_>>(),
    );
    let error = (8.25f64 * 1000.0 / 999.0 / 1000.0).sqrt();
    assert!((of.standard_error().unwrap() - error).abs() < 1e-9);
}

#[test]
fn values_without_end_are_kept_in_bounds() {
    let values =
        |from: u32| (from..from + 200_000).map(|i| (f64::from(i) * 0.618_033_988_75).fract());
    let (one, other): (ValueCounts, ValueCounts) = (values(0).collect(), values(7).collect());
    assert!(one.values().count() <= 1 << 16 && one.dropped_bits() > 0);
    assert_eq!(one.len(), 200_000);
    let back: ValueCounts = values(0).collect::<Vec<_>>().into_iter().rev().collect();
    assert_eq!(one, back);
    let method = PValueMethod::Asymptotic { continuity: true };
    let found = mann_whitney_of_counts(&one, &other, Alternative::TwoSided, method).unwrap();
    assert!(found.p > 0.9, "{found:?}");
    let shifted: ValueCounts = values(0).map(|value| value + 0.01).collect();
    let found = mann_whitney_of_counts(&shifted, &one, Alternative::TwoSided, method).unwrap();
    assert!(found.p < 1e-6 && found.u > 2e10, "{found:?}");
}

/// Permutations of a sample have its statistic but for the last bit, and tie with it: of the 27 resamples
/// of three values the six permutations are half below and half above.
#[test]
fn resamples_in_another_order_tie() {
    let sum = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let mut moved = 0;
    for tenths in 1..60u32 {
        let sample = [
            0.1,
            0.1 * f64::from(tenths),
            0.1 * f64::from(tenths * tenths % 97),
        ];
        let exact = sample.map(|value| (value * 10.0).round());
        // Every resample once, in the order of its number.
        let each = || {
            let mut at = 0;
            move |_: u64| {
                let (resample, place) = (at / 3, at % 3);
                at += 1;
                (resample / 3u64.pow(place as u32)) % 3
            }
        };
        let rounded = bca(&sample, sum, 27, 0.9, &mut each());
        let whole = bca(&exact, |x| x.iter().sum::<f64>(), 27, 0.9, &mut each());
        let (Ok(rounded), Ok(whole)) = (rounded, whole) else {
            continue;
        };
        let near = |a: f64, b: f64| (30.0 * a - b).abs() < 1e-6;
        assert!(
            near(rounded.low, whole.low) && near(rounded.high, whole.high),
            "{sample:?}"
        );
        moved += 1;
    }
    assert!(moved > 40, "{moved}");
}

/// The share and 1.96 standard errors, whatever lies beyond 0 and 1.
#[test]
fn the_normal_interval_of_a_share() {
    let near = |interval: Interval, low: f64, high: f64| {
        let off = (interval.low - low).abs().max((interval.high - high).abs());
        assert!(off < 1e-9, "{interval:?}");
    };
    near(
        wald(50, 100, 0.95).unwrap(),
        0.402_001_800_772_997,
        0.597_998_199_227_003,
    );
    near(
        wald(1, 1000, 0.95).unwrap(),
        -0.000_958_983_2,
        0.002_958_983_2,
    );
    near(wald(0, 8, 0.95).unwrap(), 0.0, 0.0);
    assert!(wald(3, 2, 0.95).is_err() && wald(1, 2, 1.0).is_err());
}
