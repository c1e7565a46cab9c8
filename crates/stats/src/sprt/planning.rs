//! How long a sequential test takes, before it is begun.

use super::brownian::Brownian;
use super::{EXCESS, EloModel, NORMALISED_ELO_PER_T, Sprt};
use crate::{Error, score_of_elo};

/// What to expect of a test if the true difference is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtLength {
    /// The probability that `elo1` is accepted.
    pub accepts: f64,
    /// The mean number of pairs.
    pub mean: f64,
    /// The number of pairs within which half of all tests end.
    pub median: f64,
    /// The number of pairs within which 95 % of all tests end.
    pub percentile95: f64,
}

/// The length of a test of colour-swapped pairs if the true difference is `elo`, in the unit of the
/// test's bounds. `deviation` is the standard deviation of the score of one pair in 0..=1 (0.25 is
/// typical of even engines); tests in normalised Elo do not depend on it.
pub fn length(sprt: &Sprt, elo: f64, deviation: f64) -> Result<SprtLength, Error> {
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
        EloModel::Normalised => elo / NORMALISED_ELO_PER_T * std::f64::consts::SQRT_2,
        EloModel::Logistic => (score_of_elo(elo) - 0.5) / deviation,
    });
    let gap = t1 - t0;
    // Wald's bounds are met on average by the excess beyond the stopping bounds.
    let (lower, upper) = sprt.bounds();
    let motion = Brownian { lower, upper };
    let drift = (t - 0.5 * (t0 + t1)) / gap;
    let pairs = |time: f64| (time / (gap * gap)).max(1.0);
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
        pairs(high)
    };
    Ok(SprtLength {
        accepts: 1.0 - motion.ends_below(drift),
        mean: pairs(motion.expected_time(drift)),
        median: ended(0.5),
        percentile95: ended(0.95),
    })
}
