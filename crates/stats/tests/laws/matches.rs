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
        let there = elo(&Score::of_games(wins, draws, losses).unwrap(), 0.95).unwrap();
        let back = elo(&Score::of_games(losses, draws, wins).unwrap(), 0.95).unwrap();
        prop_assert!((there.difference + back.difference).abs() < 1e-9);
        prop_assert!(there.interval.contains(there.difference));
        prop_assert!(there.interval.low == -back.interval.high
            || (there.interval.low + back.interval.high).abs() < 1e-6);
        let sprt = Sprt::new(-5.0, 5.0, 0.05, 0.05).unwrap();
        let llr = |w, l| sprt.llr(&Score::of_games(w, draws, l).unwrap()).unwrap();
        prop_assert!((llr(wins, losses) + llr(losses, wins)).abs() < 1e-9);
        prop_assert_eq!(llr(wins, losses) > 0.0, wins > losses);
    }

    #[test]
    fn independent_games_in_pairs_are_games(w in 1..9u64, d in 0..9u64, l in 1..9u64) {
        // Every ordered pair of outcomes as often as independence has it.
        let pairs = [l * l, 2 * l * d, d * d + 2 * w * l, 2 * w * d, w * w];
        let paired = Score::of_pairs(pairs).unwrap();
        let single = Score::of_games(w, d, l).unwrap();
        prop_assert!(close(paired.mean(), single.mean()));
        prop_assert!(close(2.0 * paired.variance(), single.variance()));
        prop_assert_eq!(paired.units(), (w + d + l).pow(2));
    }
}

#[test]
fn a_lopsided_match_ends_and_an_even_one_goes_on() {
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
    let verdict = |w, l| sprt.verdict(&Score::of_games(w, 100, l).unwrap());
    assert_eq!(verdict(900, 100), Verdict::AcceptAlternative);
    assert_eq!(verdict(100, 900), Verdict::AcceptNull);
    assert_eq!(verdict(105, 100), Verdict::Continue);
    let swept = Score::of_games(40, 0, 0).unwrap();
    assert_eq!(sprt.llr(&swept), None);
    assert_eq!(sprt.verdict(&swept), Verdict::Continue);
}

#[test]
fn a_clean_sweep_has_no_finite_difference() {
    let swept = elo(&Score::of_games(40, 0, 0).unwrap(), 0.95).unwrap();
    assert_eq!(swept.difference, f64::INFINITY);
    assert_eq!(swept.interval, Interval::WHOLE_LINE);
    let nearly = elo(&Score::of_games(40, 0, 1).unwrap(), 0.95).unwrap();
    assert!(nearly.difference > 600.0 && nearly.interval.high == f64::INFINITY);
}

#[test]
fn the_bounds_are_walds() {
    let (lower, upper) = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
    assert!(close(lower, -19f64.ln()) && close(upper, 19f64.ln()));
}
