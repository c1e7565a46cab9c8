//! The Elo difference that explains a score, by the logistic curve of Elo (1978), *The Rating of
//! Chessplayers*: expected score = 1 / (1 + 10^(-difference/400)).

use crate::error::open_unit;
use crate::{Error, Interval, Score, special};

/// A difference of playing strength, first player minus second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference at the observed mean; infinite when all was won or all was lost.
    pub difference: f64,
    /// The differences at the ends of the normal interval of the mean score; an end is infinite
    /// where that interval leaves (0, 1).
    pub interval: Interval,
}

/// The Elo difference of a score, with its interval at a two-sided `confidence` such as 0.95.
///
/// The interval of the mean is mean ± z · standard error, carried through the logistic curve; with
/// pairs the standard error is that of the pentanomial model. Where every unit scored the same
/// there is no estimate of the spread, and the interval is the whole line.
pub fn elo(score: &Score, confidence: f64) -> Result<Elo, Error> {
    open_unit("confidence", confidence)?;
    let half = special::normal_critical(confidence) * score.standard_error();
    let interval = if half == 0.0 {
        Interval::WHOLE_LINE
    } else {
        let of_mean = Interval {
            low: score.mean() - half,
            high: score.mean() + half,
        };
        of_mean.map(elo_of_score)
    };
    Ok(Elo {
        difference: elo_of_score(score.mean()),
        interval,
    })
}

/// The difference at which a mean score is expected; infinite at and beyond 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The mean score expected at a difference.
pub fn score_of_elo(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}
