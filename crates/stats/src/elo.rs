//! The Elo difference that explains a score, by the logistic curve of Elo (1978), *The Rating of
//! Chessplayers*: expected score = 1 / (1 + 10^(-difference/400)).

use crate::{Error, Interval, ScoreSummary};

/// A difference of playing strength, first player minus second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference at the observed mean; infinite when all was won or all was lost.
    pub difference: f64,
    /// The differences at the ends of the interval of the mean score; an end is infinite where that of
    /// the score is 0 or 1.
    pub interval: Interval,
}

/// The Elo difference of a score, with its interval at a two-sided `confidence` such as 0.95.
///
/// The interval is that of the score, [`ScoreSummary::interval`], carried through the logistic curve.
pub fn elo(score: &ScoreSummary, confidence: f64) -> Result<Elo, Error> {
    Ok(Elo {
        difference: elo_of_score(score.mean()),
        interval: score.interval(confidence)?.map(elo_of_score),
    })
}

/// The difference at which a mean score is expected; infinite at and beyond 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * libm::log10(score / (1.0 - score))
    }
}

/// The mean score expected at a difference.
pub fn score_of_elo(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-difference / 400.0))
}
