//! Elo and the sequential test.

use ludometer_stats::*;
use proptest::prelude::*;

use crate::{close, config};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn elo_and_score_are_inverse(difference in -800.0..800.0f64) {
        prop_assert!((elo_of_score(score_of_elo(difference)) - difference).abs() < 1e-9);
    }

    #[test]
    fn trading_places_turns_the_sign(wins in 1..500u64, draws in 0..500u64, losses in 1..500u64) {
        let there = elo(&ScoreSummary::of_games(wins, draws, losses).unwrap(), 0.95).unwrap();
        let back = elo(&ScoreSummary::of_games(losses, draws, wins).unwrap(), 0.95).unwrap();
        prop_assert!((there.difference + back.difference).abs() < 1e-9);
        prop_assert!(there.interval.contains(there.difference));
        prop_assert!(there.interval.low == -back.interval.high
            || (there.interval.low + back.interval.high).abs() < 1e-6);
    }

    #[test]
    fn independent_games_in_pairs_are_games(w in 1..9u64, d in 0..9u64, l in 1..9u64) {
        // Every ordered pair of outcomes as often as independence has it.
        let pairs = [l * l, 2 * l * d, d * d + 2 * w * l, 2 * w * d, w * w];
        let paired = ScoreSummary::of_pairs(pairs).unwrap();
        let single = ScoreSummary::of_games(w, d, l).unwrap();
        prop_assert!(close(paired.mean(), single.mean()));
        prop_assert!(close(2.0 * paired.variance(), single.variance()));
        prop_assert_eq!(paired.units(), (w + d + l).pow(2));
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn without_draws_the_interval_of_a_score_is_wilsons(wins in 0..300u64, losses in 1..300u64) {
        let ours = ScoreSummary::of_games(wins, 0, losses).unwrap().interval(0.95).unwrap();
        let wilsons = wilson(wins, wins + losses, 0.95).unwrap();
        // Beside one to three wins or losses the end is further out.
        let few = |count: u64| (1..=3).contains(&count);
        prop_assert!(close(ours.low, wilsons.low) || few(wins) && ours.low < wilsons.low);
        prop_assert!(close(ours.high, wilsons.high) || few(losses) && ours.high > wilsons.high);
    }

    #[test]
    fn the_interval_of_a_score_holds_it_and_stays_within_its_range(
        scores in prop::collection::vec(0..=4u8, 1..200), confidence in 0.5..0.999f64
    ) {
        let units: Vec<f64> = scores.iter().map(|&s| f64::from(s) / 4.0).collect();
        let mut counts = [0; 5];
        for &score in &scores {
            counts[usize::from(score)] += 1;
        }
        let (score, paired) = (ScoreSummary::of_units(&units).unwrap(), ScoreSummary::of_pairs(counts).unwrap());
        prop_assert!(close(score.mean(), paired.mean()));
        prop_assert!((score.variance() - paired.variance()).abs() < 1e-12);
        let interval = score.interval(confidence).unwrap();
        prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
        prop_assert!(interval.low <= score.mean() + 1e-12 && score.mean() <= interval.high + 1e-12);
    }
}

#[test]
fn a_swept_match_has_an_interval_and_a_wrong_score_is_refused() {
    let swept = ScoreSummary::of_units(&[1.0; 50])
        .unwrap()
        .interval(0.95)
        .unwrap();
    assert_eq!(swept.high, 1.0);
    assert!(close(swept.low, wilson(50, 50, 0.95).unwrap().low));
    assert!(ScoreSummary::of_units(&[]).is_err());
    assert!(ScoreSummary::of_units(&[0.5, 1.5]).is_err());
    assert!(ScoreSummary::of_units(&[f64::NAN]).is_err());
}

// Mean 3, variance 2.5: the difference of 2 has the standard error sqrt(2.5 (1/5 + 1/20)) = .790569,
// z = 2.529822, and P(|Z| > 2.529822) = .011412 by SciPy's norm.sf.
#[test]
fn a_mean_against_a_published_one() {
    let ours: RunningStats = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
    let p = mean_against(&ours, 5.0, 20).unwrap();
    assert!((p - 0.011_412_036_386_001_8).abs() < 1e-9, "{p}");
    assert_eq!(mean_against(&ours, 3.0, 20).unwrap(), 1.0);
    assert!(mean_against(&ours, 3.0, 0).is_err());
    assert!(mean_against(&RunningStats::new(), 3.0, 9).is_err());
}

// The standard errors .707107 and .2 together are .734847: z = 2.721655, p = .006496.
#[test]
fn a_mean_against_a_published_one_with_its_error() {
    let ours: RunningStats = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
    let p = mean_against_error(&ours, 5.0, 0.2).unwrap();
    assert!((p - 0.006_496).abs() < 1e-5, "{p}");
    let constant: RunningStats = [3.0, 3.0].into_iter().collect();
    assert_eq!(mean_against_error(&constant, 3.0, 0.0).unwrap(), 1.0);
    assert_eq!(mean_against_error(&constant, 4.0, 0.0).unwrap(), 0.0);
    assert!(mean_against_error(&RunningStats::new(), 3.0, 0.1).is_err());
}

#[test]
fn a_clean_sweep_has_no_finite_difference() {
    let swept = elo(&ScoreSummary::of_games(40, 0, 0).unwrap(), 0.95).unwrap();
    assert_eq!(swept.difference, f64::INFINITY);
    // 40 of 40 are at least .912 of all: 407 points.
    let least = elo_of_score(wilson(40, 40, 0.95).unwrap().low);
    assert!(close(swept.interval.low, least) && swept.interval.high == f64::INFINITY);
    let nearly = elo(&ScoreSummary::of_games(40, 0, 1).unwrap(), 0.95).unwrap();
    assert!(nearly.difference > 600.0 && nearly.interval.high > nearly.difference);
}
