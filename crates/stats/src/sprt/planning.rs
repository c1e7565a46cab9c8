//! How long a sequential test takes, before it is begun.

use super::brownian::Brownian;
use super::likelihood::{moments, with_mean, with_t_value};
use super::{EXCESS, EloModel, NORMALISED_ELO_PER_T, OutcomeCounts, Sprt, SprtDecision, t_of_unit};
use crate::{Error, score_of_elo};

/// What to expect of a test if the true difference is known, in units: pairs, or single games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtLength {
    /// The probability that `elo1` is accepted.
    pub accepts: f64,
    /// The mean number of units.
    pub mean: f64,
    /// The number of units within which 5 % of all tests end.
    pub percentile5: f64,
    /// The number of units within which half of all tests end.
    pub median: f64,
    /// The number of units within which 95 % of all tests end.
    pub percentile95: f64,
}

/// The length of a test of colour-swapped pairs if the true difference is `elo`, in the unit of the
/// test's bounds. `deviation` is the standard deviation of the score of one pair in 0..=1 (0.25 is
/// typical of even engines); tests in normalised Elo do not depend on it.
pub fn length(sprt: &Sprt, elo: f64, deviation: f64) -> Result<SprtLength, Error> {
    length_in(sprt, elo, (2.0, deviation))
}

/// The same for units whose score varies as in these counts: pairs, or single games.
pub fn length_like(sprt: &Sprt, elo: f64, like: &OutcomeCounts) -> Result<SprtLength, Error> {
    let (_, observed) = like.distribution().ok_or(NO_UNIT)?;
    let deviation = moments(&observed).1.sqrt();
    length_in(sprt, elo, (like.games_in_unit(), deviation))
}

const NO_UNIT: Error = Error::TooFew {
    what: "units",
    needed: 1,
    got: 0,
};

fn length_in(sprt: &Sprt, elo: f64, (games, deviation): (f64, f64)) -> Result<SprtLength, Error> {
    if !(deviation > 0.0 && deviation <= 0.5) {
        return Err(Error::OutOfRange {
            what: "deviation",
            value: deviation,
            expected: "greater than 0 and at most 0.5",
        });
    }
    if !elo.is_finite() {
        return Err(Error::OutOfRange {
            what: "elo",
            value: elo,
            expected: "finite",
        });
    }
    let [t0, t1, t] = [sprt.elo0, sprt.elo1, elo].map(|elo| match sprt.model {
        EloModel::Normalised => elo / NORMALISED_ELO_PER_T * games.sqrt(),
        EloModel::Logistic => (score_of_elo(elo) - 0.5) / deviation,
    });
    let gap = t1 - t0;
    // Wald's bounds are met on average by the excess beyond the stopping bounds.
    let (lower, upper) = sprt.bounds();
    let motion = Brownian { lower, upper };
    let drift = (t - 0.5 * (t0 + t1)) / gap;
    let units = |time: f64| (time / (gap * gap)).max(1.0);
    let ended = |share: f64| {
        let (mut low, mut high) = (0.0, motion.expected_time(drift).max(EXCESS));
        while motion.survives(drift, high) > 1.0 - share {
            high *= 2.0;
        }
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if motion.survives(drift, middle) > 1.0 - share {
                low = middle;
            } else {
                high = middle;
            }
        }
        units(high)
    };
    Ok(SprtLength {
        accepts: 1.0 - motion.ends_below(drift),
        mean: units(motion.expected_time(drift)),
        percentile5: ended(0.05),
        median: ended(0.5),
        percentile95: ended(0.95),
    })
}

/// Simulates one test: what it decides and after how many units, `most` at most.
///
/// Units are drawn from the distribution at which a difference of `elo`, in the unit of the test's
/// bounds, makes the counts `like` most likely. `uniform` gives numbers in 0..1. The test is not looked
/// at where both bounds are more than four times as far as one unit moves the ratio.
pub fn simulated(
    sprt: &Sprt,
    (like, elo): (&OutcomeCounts, f64),
    most: u64,
    mut uniform: impl FnMut() -> f64,
) -> Result<(SprtDecision, u64), Error> {
    let (_, observed) = like.distribution().ok_or(NO_UNIT)?;
    let shares = match sprt.model {
        EloModel::Logistic => with_mean(&observed, score_of_elo(elo)),
        EloModel::Normalised => with_t_value(&observed, t_of_unit(elo, like), 0.5),
    };
    let mut counts = like.emptied();
    let mut look = 1;
    for units in 1..=most {
        let mut left = uniform();
        let outcome = shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        counts.add(outcome.unwrap_or(shares.len() - 1));
        if units < look {
            continue;
        }
        let decision = sprt.decision(&counts);
        if decision != SprtDecision::Continue {
            return Ok((decision, units));
        }
        look = units + unreachable(sprt, &counts);
    }
    Ok((SprtDecision::Continue, most))
}

/// How much further than by its usual step a unit is allowed to move the ratio.
const REACH: f64 = 4.0;

/// Units before which no bound can be reached, at least one.
fn unreachable(sprt: &Sprt, counts: &OutcomeCounts) -> u64 {
    let (Some(llr), Some((_, observed))) = (sprt.llr(counts), counts.distribution()) else {
        return 1;
    };
    let (mean, variance) = moments(&observed);
    let far = mean.max(1.0 - mean) / variance.sqrt();
    let (lower, upper) = sprt.stopping_bounds(counts);
    let distance = (llr - lower).min(upper - llr);
    (distance / (REACH * far * sprt.step(counts))).max(1.0) as u64
}
