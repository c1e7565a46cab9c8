//! Property checks of chance distributions.

use super::{Effort, LawViolation, breach, walk};
use crate::chance::Distribution;
use crate::{Chance, Generator, Rng, Seed};
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

/// The number of distributions with more than one outcome that are tested by sampling.
const TESTED: usize = 8;

/// Standard deviations by which the statistic may be off: fewer than one in a million correct
/// distributions fails.
const DEVIATIONS: f64 = 4.75;

/// Checks that chance outcomes are listed with the probabilities with which `start` and `step` sample
/// them. Samples of a few distributions are compared with the list by a chi-squared test at level 10⁻⁶
/// (with the approximation of Wilson and Hilferty 1931).
pub fn check_chance<G: Chance>(game: &G, seed: Seed, extent: Effort) -> Result<(), LawViolation> {
    let chance = game.facts().chance;
    let mut listed: Distribution<G> = Vec::new();
    game.start_outcomes(&mut listed);
    let mut rng = seed.named("start").rng(Generator::Xoshiro);
    check_list(&listed, chance, "the start", &mut rng, true, |rng| {
        game.start(rng)
    })?;
    let mut tested = 0;
    let mut actions = Vec::new();
    walk(
        game,
        "the distribution of chance",
        seed,
        extent,
        |state, rng| {
            actions.clear();
            game.actions(state, &mut actions);
            for &action in &actions {
                listed.clear();
                game.outcomes(state, action, &mut listed);
                let counted = listed.len() > 1 && tested < TESTED;
                tested += usize::from(counted);
                let after = |rng: &mut Rng| {
                    let mut next = state.clone();
                    game.step(&mut next, action, rng);
                    next
                };
                check_list(&listed, chance, (state, action), rng, counted, after)?;
            }
            Ok(())
        },
    )
}

/// Checks one list; where `counted`, against the frequencies of many samples.
fn check_list<S: Eq + Hash + Clone + Debug>(
    listed: &[(f64, S)],
    chance: bool,
    place: impl Debug,
    rng: &mut Rng,
    counted: bool,
    draw: impl Fn(&mut Rng) -> S,
) -> Result<(), LawViolation> {
    let sound = |(probability, _): &(f64, S)| *probability > 0.0 && probability.is_finite();
    if !listed.iter().all(sound) {
        return breach("a probability is not positive", (place, listed));
    }
    let sum: f64 = listed.iter().map(|(probability, _)| probability).sum();
    if (sum - 1.0).abs() > 1e-9 {
        return breach("probabilities do not add up to one", (place, sum));
    }
    let states: HashSet<&S> = listed.iter().map(|(_, state)| state).collect();
    if states.len() != listed.len() {
        return breach("a state is listed twice", (place, listed));
    }
    if !chance && listed.len() > 1 {
        return breach("a game without chance lists several outcomes", place);
    }
    let rarest = listed.iter().fold(1.0, |least: f64, (p, _)| least.min(*p));
    let samples = match counted {
        true => (20.0 / rarest).clamp(20_000.0, 200_000.0) as u64,
        false => 1,
    };
    let mut counts = vec![0u64; listed.len()];
    for _ in 0..samples {
        let drawn = draw(rng);
        match listed.iter().position(|(_, state)| *state == drawn) {
            Some(place) => counts[place] += 1,
            None => return breach("a state is drawn that is not listed", (place, drawn)),
        }
    }
    let deviations = deviations(listed.iter().map(|(p, _)| *p).zip(counts), samples);
    if deviations > DEVIATIONS {
        return breach("drawing does not follow the list", (place, deviations));
    }
    Ok(())
}

/// How many standard deviations the chi-squared statistic of these counts lies above its mean.
/// Outcomes that are expected fewer than five times are pooled.
fn deviations(outcomes: impl Iterator<Item = (f64, u64)>, samples: u64) -> f64 {
    let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut add = |expected: f64, found: f64| {
        statistic += libm::pow(found - expected, 2.0) / expected;
        cells += 1;
    };
    for (probability, count) in outcomes {
        let expected = probability * samples as f64;
        match expected < 5.0 {
            true => rare = (rare.0 + expected, rare.1 + count as f64),
            false => add(expected, count as f64),
        }
    }
    if rare.0 > 0.0 {
        add(rare.0, rare.1);
    }
    if cells < 2 {
        return 0.0;
    }
    let freedom = f64::from(cells - 1);
    let spread = 2.0 / (9.0 * freedom);
    (libm::cbrt(statistic / freedom) - (1.0 - spread)) / spread.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles of chi-squared at one in a million, from a computation of the incomplete gamma
    /// function: the approximation lies above them, so it refuses even less often.
    #[test]
    fn the_level_is_the_one_stated() {
        for (freedom, quantile) in [(1.0f64, 23.928), (3.0, 30.665), (10.0, 46.863)] {
            let spread = 2.0 / (9.0 * freedom);
            let limit = freedom * libm::pow(1.0 - spread + DEVIATIONS * spread.sqrt(), 3.0);
            assert!((1.0..1.15).contains(&(limit / quantile)), "{limit}");
        }
        let even = [(0.5, 1000), (0.5, 1000)];
        assert!(deviations(even.into_iter(), 2000) < 0.0);
        let odd = [(0.5, 1200), (0.5, 800)];
        assert!(deviations(odd.into_iter(), 2000) > DEVIATIONS);
        // Rare outcomes are one cell.
        let rare = [(0.998, 998), (0.001, 1), (0.001, 1)];
        assert!(deviations(rare.into_iter(), 1000) < 0.0);
        assert_eq!(deviations([(1.0, 7)].into_iter(), 7), 0.0);
    }
}
