//! The sequential test: against published results, against general optimisation, and by simulation.

use ludometer_stats::*;
use serde_json::Value;

fn test(model: EloModel, bounds: (f64, f64)) -> Sprt {
    Sprt::new(model, bounds, 0.05, 0.05).unwrap()
}

/// Results as engine authors published them: counts of pairs, bounds and the log-likelihood ratio to
/// two digits. Bounds are in normalised Elo: fishtest's since 2021, and OpenBench's.
const PUBLISHED: [([u64; 5], (f64, f64), f64); 16] = [
    // Stockfish, pull requests 4493, 6036, 3811 and 6616.
    ([24, 7350, 23669, 7717, 28], (0.5, 2.5), 2.94),
    ([2002, 72968, 180891, 74129, 2034], (0.0, 2.0), 3.22),
    ([1, 1098, 3954, 1346, 1], (0.5, 2.5), 2.94),
    ([0, 1236, 4490, 1474, 1], (0.0, 2.0), 2.94),
    ([4, 2290, 7932, 2562, 4], (0.5, 2.5), 2.95),
    ([55, 2567, 5961, 2723, 102], (0.0, 2.5), 2.94),
    ([6, 1821, 5079, 2025, 21], (0.5, 3.0), 2.94),
    ([5, 2968, 10474, 3253, 5], (0.5, 2.5), 2.96),
    // PlentyChess 95, 213 and 334, viridithas 210 and 292, Calvin 301, Quanticade 158, Reckless 290.
    ([46, 936, 2083, 1043, 63], (0.0, 5.0), 2.91),
    ([44, 241, 590, 413, 71], (0.0, 3.0), 2.91),
    ([214, 8992, 19871, 9102, 235], (0.0, 2.5), 0.16),
    ([189, 845, 1540, 899, 214], (-5.0, 0.0), 2.98),
    ([584, 11950, 25215, 11975, 596], (0.0, 3.0), -2.96),
    ([34, 635, 1322, 712, 50], (0.0, 5.0), 2.27),
    ([374, 7478, 16137, 7776, 389], (0.0, 3.0), 2.91),
    ([60, 1646, 3313, 1603, 50], (0.0, 4.0), -2.26),
];

#[test]
fn published_ratios_come_out() {
    for (counts, bounds, published) in PUBLISHED {
        let sprt = test(EloModel::Normalised, bounds);
        let llr = sprt.llr(&OutcomeCounts::Pentanomial(counts)).unwrap();
        // Printed to two digits; some sites cut instead of rounding.
        assert!(
            (llr - published).abs() <= 0.0101,
            "{counts:?}: {llr} instead of {published}"
        );
    }
    // The same pairs in logistic Elo say something else: the unit matters.
    let pairs = OutcomeCounts::Pentanomial(PUBLISHED[12].0);
    let logistic = test(EloModel::Logistic, PUBLISHED[12].1).llr(&pairs);
    assert!(logistic.unwrap() < -5.0);
}

#[test]
fn general_optimisation_finds_the_same_ratios() {
    let text = include_str!("../fixtures/sprt.json");
    let fixtures: Value = serde_json::from_str(text).unwrap();
    let cases = fixtures["cases"].as_array().unwrap();
    assert!(cases.len() >= 40);
    for case in cases {
        let counts: Vec<u64> = serde_json::from_value(case["counts"].clone()).unwrap();
        let counts = match counts[..] {
            [a, b, c] => OutcomeCounts::Trinomial([a, b, c]),
            [a, b, c, d, e] => OutcomeCounts::Pentanomial([a, b, c, d, e]),
            _ => panic!("{case}"),
        };
        let model = match case["model"].as_str() {
            Some("logistic") => EloModel::Logistic,
            _ => EloModel::Normalised,
        };
        let number = |key: &str| case[key].as_f64().unwrap();
        let sprt = test(model, (number("elo0"), number("elo1")));
        let (ours, theirs) = (sprt.llr(&counts).unwrap(), number("llr"));
        assert!(
            (ours - theirs).abs() < 1e-5 * (1.0 + theirs.abs()),
            "{case}: {ours}"
        );
    }
}

#[test]
fn trading_places_turns_the_sign() {
    for model in [EloModel::Logistic, EloModel::Normalised] {
        let sprt = test(model, (-5.0, 5.0));
        let llr = |counts| sprt.llr(&counts).unwrap();
        let there = llr(OutcomeCounts::Pentanomial([3, 60, 300, 90, 7]));
        let back = llr(OutcomeCounts::Pentanomial([7, 90, 300, 60, 3]));
        assert!(there > 0.0 && (there + back).abs() < 1e-7, "{there} {back}");
    }
}

#[test]
fn a_sweep_is_decided_late_and_nothing_is_decided_at_once() {
    let sprt = test(EloModel::Normalised, (0.0, 5.0));
    assert_eq!(sprt.llr(&OutcomeCounts::Pentanomial([0; 5])), None);
    let estimate = sprt.estimate(&OutcomeCounts::Pentanomial([0; 5]), 0.95);
    assert_eq!(estimate, Ok(None));
    let swept = |pairs| OutcomeCounts::Pentanomial([0, 0, 0, 0, pairs]);
    assert_eq!(sprt.decision(&swept(3)), SprtDecision::Continue);
    assert_eq!(
        sprt.decision(&swept(100_000)),
        SprtDecision::AcceptAlternative
    );
    let lost = OutcomeCounts::Pentanomial([1000, 1000, 0, 0, 0]);
    assert_eq!(sprt.decision(&lost), SprtDecision::AcceptNull);
}

#[test]
fn the_bounds_are_walds() {
    let (lower, upper) = test(EloModel::Logistic, (0.0, 5.0)).bounds();
    assert!((lower + libm::log(19f64)).abs() < 1e-12 && (upper - libm::log(19f64)).abs() < 1e-12);
    let skewed = Sprt::new(EloModel::Logistic, (0.0, 5.0), 0.01, 0.2).unwrap();
    assert_eq!(
        (skewed.hypotheses(), skewed.risks()),
        ((0.0, 5.0), (0.01, 0.2))
    );
    let (lower, upper) = skewed.bounds();
    assert!((lower - libm::log(0.2f64 / 0.99)).abs() < 1e-12);
    assert!((upper - libm::log(0.8f64 / 0.01)).abs() < 1e-12);
}

/// Small dice for simulations: a 64-bit linear congruential generator, its upper bits.
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn halves(&mut self, shares: &[f64; 5]) -> usize {
        let mut left = self.share();
        for (halves, share) in shares.iter().enumerate() {
            left -= share;
            if left < 0.0 {
                return halves;
            }
        }
        4
    }
}

/// Pairs with these shares of outcomes but for a lean that gives the wanted normalised Elo.
fn pairs_at(elo: f64) -> [f64; 5] {
    let lean = |x: f64| {
        let base = [0.04, 0.22, 0.48, 0.22, 0.04];
        let tilted: Vec<f64> = (0..5)
            .map(|i| base[i] * libm::exp(x * (i as f64 - 2.0)))
            .collect();
        let sum: f64 = tilted.iter().sum();
        let mut shares = [0.0; 5];
        for (share, weight) in shares.iter_mut().zip(tilted) {
            *share = weight / sum;
        }
        shares
    };
    let normalised = |shares: &[f64; 5]| {
        let mean: f64 = (0..5).map(|i| shares[i] * i as f64 / 4.0).sum();
        let variance: f64 = (0..5)
            .map(|i| shares[i] * libm::pow(i as f64 / 4.0 - mean, 2.0))
            .sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / libm::log(10f64)
    };
    let (mut low, mut high) = (-1.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if normalised(&lean(middle)) < elo {
            low = middle;
        } else {
            high = middle;
        }
    }
    lean(low)
}

/// One test at a true difference: what it decided and after how many pairs.
fn run(sprt: &Sprt, shares: &[f64; 5], dice: &mut Dice) -> (SprtDecision, OutcomeCounts) {
    let mut counts = OutcomeCounts::Pentanomial([0; 5]);
    loop {
        counts.add(dice.halves(shares));
        match sprt.decision(&counts) {
            SprtDecision::Continue => {}
            decided => return (decided, counts),
        }
    }
}

/// Wide bounds, so that a thousand tests are short: what the overshoot correction must get right.
#[test]
fn error_rates_lengths_and_estimates_are_held_in_simulation() {
    const TESTS: usize = 600;
    let sprt = test(EloModel::Normalised, (0.0, 60.0));
    for (elo, seed) in [(0.0, 1), (30.0, 2), (60.0, 3)] {
        let (shares, mut dice) = (pairs_at(elo), Dice(seed));
        let expected = sprt_length(&sprt, elo, 0.25).unwrap();
        let (mut accepted, mut pairs, mut above, mut covered) = (0.0, 0.0, 0.0, 0.0);
        for _ in 0..TESTS {
            let (decision, counts) = run(&sprt, &shares, &mut dice);
            accepted += f64::from(u8::from(decision == SprtDecision::AcceptAlternative));
            pairs += counts.units() as f64;
            let estimate = sprt.estimate(&counts, 0.95).unwrap().unwrap();
            above += f64::from(u8::from(estimate.normalised > elo));
            covered += f64::from(u8::from(estimate.normalised_interval.contains(elo)));
        }
        let n = TESTS as f64;
        let rate = accepted / n;
        // Four standard errors.
        let slack = 4.0 * (expected.accepts * (1.0 - expected.accepts) / n).sqrt();
        assert!(
            (rate - expected.accepts).abs() < slack,
            "{elo}: {rate} of {expected:?}"
        );
        assert!(
            (pairs / n / expected.mean - 1.0).abs() < 0.12,
            "{elo}: {} of {expected:?}",
            pairs / n
        );
        assert!(
            (above / n - 0.5).abs() < 4.0 * 0.5 / n.sqrt() + 0.02,
            "{elo}: {}",
            above / n
        );
        assert!(
            (covered / n - 0.95).abs() < 4.0 * (0.0475 / n).sqrt() + 0.01,
            "{elo}: {}",
            covered / n
        );
    }
}

#[test]
fn the_length_of_a_test_is_longest_between_its_bounds() {
    let sprt = test(EloModel::Normalised, (0.0, 2.0));
    let at = |elo| sprt_length(&sprt, elo, 0.25).unwrap();
    assert!((at(0.0).accepts - 0.05).abs() < 1e-9 && (at(2.0).accepts - 0.95).abs() < 1e-9);
    assert!((at(1.0).accepts - 0.5).abs() < 1e-9);
    assert!(at(1.0).mean > at(0.0).mean && at(0.0).mean > at(-2.0).mean);
    assert!(at(1.0).median < at(1.0).mean && at(1.0).mean < at(1.0).percentile95);
    // In time of the motion the mean at the middle is the product of the bounds.
    let gap = 2.0 / (800.0 / libm::log(10f64)) * 2f64.sqrt();
    assert!((at(1.0).mean * gap * gap / libm::pow(libm::log(19f64), 2.0) - 1.0).abs() < 1e-6);
    assert!(sprt_length(&sprt, f64::NAN, 0.25).is_err() && sprt_length(&sprt, 0.0, 0.0).is_err());
    // A pair whose score varies less decides a logistic test sooner.
    let logistic = test(EloModel::Logistic, (0.0, 2.0));
    let mean = |deviation| sprt_length(&logistic, 1.0, deviation).unwrap().mean;
    assert!((mean(0.2) / mean(0.1) - 4.0).abs() < 1e-6);
}

#[test]
fn estimates_are_pulled_towards_the_middle_of_the_bounds() {
    let sprt = test(EloModel::Normalised, (0.0, 5.0));
    for (counts, bounds, _) in PUBLISHED
        .iter()
        .filter(|(_, bounds, _)| *bounds == (0.0, 5.0))
    {
        assert_eq!(*bounds, (0.0, 5.0));
        let counts = OutcomeCounts::Pentanomial(*counts);
        let estimate = sprt.estimate(&counts, 0.95).unwrap().unwrap();
        let OutcomeCounts::Pentanomial(pairs) = counts else {
            unreachable!("pairs")
        };
        let plain = elo(&ScoreSummary::of_pairs(pairs).unwrap(), 0.95).unwrap();
        assert!(estimate.elo < plain.difference, "{estimate:?} {plain:?}");
        assert!(estimate.elo_interval.contains(estimate.elo));
    }
}

/// Looks that no bound can be reached at are left out of simulations: all of them give the same.
#[test]
fn simulated_tests_are_those_that_are_looked_at_after_every_unit() {
    let like = OutcomeCounts::Pentanomial([4, 22, 48, 22, 4]);
    let sprt = test(EloModel::Normalised, (0.0, 30.0));
    let mut accepted = 0;
    for seed in 0..150 {
        let mut dice = Dice(seed);
        let (decision, units) =
            sprt_simulated(&sprt, (&like, 20.0), 3000, || dice.share()).unwrap();
        let mut dice = Dice(seed);
        let mut sequence = SequentialTest::new(sprt, true);
        // The most likely distribution at 20 normalised Elo.
        let shares = tilted(&[0.04, 0.22, 0.48, 0.22, 0.04], 20.0);
        while !sequence.is_decided() && sequence.counts().units() < 3000 {
            sequence.push(dice.halves(&shares));
        }
        assert_eq!(
            (sequence.decision(), sequence.counts().units()),
            (decision, units)
        );
        accepted += usize::from(decision == SprtDecision::AcceptAlternative);
        // What comes later changes nothing.
        let ended = sequence.clone();
        sequence.push(0);
        assert!(!ended.is_decided() || ended == sequence);
    }
    assert!((80..150).contains(&accepted), "{accepted}");
    let none = OutcomeCounts::none(false);
    assert!(sprt_simulated(&sprt, (&none, 0.0), 10, || 0.5).is_err());
}

/// Shares with the greatest likelihood at a normalised Elo, by search along the family of the
/// multiplier: shares are q / (1 + λφ) for deviations φ from the constraint.
fn tilted(shares: &[f64; 5], elo: f64) -> [f64; 5] {
    let t = elo * libm::log(10.0) / 800.0 * 2f64.sqrt();
    let moments = |p: &[f64; 5]| {
        let mean: f64 = (0..5).map(|i| p[i] * i as f64 / 4.0).sum();
        let variance: f64 = (0..5)
            .map(|i| p[i] * libm::pow(i as f64 / 4.0 - mean, 2.0))
            .sum();
        (mean, variance.sqrt())
    };
    let mut p = *shares;
    for _ in 0..100 {
        let (mean, spread) = moments(&p);
        let phi = |i: usize| {
            let x = i as f64 / 4.0;
            let z = (x - mean) / spread;
            x - 0.5 - 0.5 * t * spread * (1.0 + z * z)
        };
        let at = |lambda: f64| -> [f64; 5] {
            std::array::from_fn(|i| shares[i] / (1.0 + lambda * phi(i)))
        };
        let (mut low, mut high) = (-1.0 / phi(4), -1.0 / phi(0));
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            let excess: f64 = (0..5).map(|i| at(middle)[i] * phi(i)).sum();
            if excess > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        p = at(0.5 * (low + high));
    }
    p
}

/// Lengths by formula and by simulation agree, for pairs and for single games.
#[test]
fn simulated_lengths_are_those_of_the_formula() {
    for like in [
        OutcomeCounts::Pentanomial([4, 22, 48, 22, 4]),
        OutcomeCounts::Trinomial([30, 40, 30]),
    ] {
        for (model, elo) in [(EloModel::Normalised, 0.0), (EloModel::Logistic, 40.0)] {
            let sprt = test(model, (0.0, 40.0));
            let expected = sprt_length_like(&sprt, elo, &like).unwrap();
            let mut dice = Dice(77);
            let (mut units, mut accepted) = (0.0, 0.0);
            const TESTS: usize = 400;
            for _ in 0..TESTS {
                let (decision, length) =
                    sprt_simulated(&sprt, (&like, elo), 1_000_000, || dice.share()).unwrap();
                units += length as f64 / TESTS as f64;
                let accepts = decision == SprtDecision::AcceptAlternative;
                accepted += f64::from(u8::from(accepts)) / TESTS as f64;
            }
            assert!(
                (units / expected.mean - 1.0).abs() < 0.15,
                "{units} {expected:?}"
            );
            assert!(
                (accepted - expected.accepts).abs() < 0.045,
                "{accepted} {expected:?}"
            );
        }
    }
}
