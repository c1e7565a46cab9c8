//! The sequential probability ratio test of Wald (1945), "Sequential tests of statistical
//! hypotheses", generalised to an unknown spread (Li, Liu and Ying 2014, "Generalized sequential
//! probability ratio test for separate families of hypotheses") by the normal approximation of Van
//! den Bergh's note on the GSPRT, which fishtest carries as `LLR_alt2`.

use crate::error::open_unit;
use crate::{Error, Score, score_of_elo};

/// A test of "the difference is `elo0`" against "the difference is `elo1`", in logistic Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a log-likelihood ratio says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Play on.
    Continue,
    /// The lower bound was reached: `elo0` is accepted.
    AcceptNull,
    /// The upper bound was reached: `elo1` is accepted.
    AcceptAlternative,
}

impl Sprt {
    /// `alpha` is the risk of accepting `elo1` when `elo0` holds, `beta` that of accepting `elo0`
    /// when `elo1` holds. Needs `elo0 < elo1`, both finite, and `alpha + beta < 1`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, Error> {
        open_unit("alpha", alpha)?;
        open_unit("beta", beta)?;
        if alpha + beta >= 1.0 {
            return Err(Error::OutOfRange {
                what: "beta",
                value: beta,
                expected: "less than 1 - alpha",
            });
        }
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(Error::OutOfRange {
                what: "elo1",
                value: elo1,
                expected: "finite and greater than elo0",
            });
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Wald's bounds: ln(β / (1 - α)), negative, and ln((1 - β) / α), positive.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of `elo1` over `elo0`, n (s₁ - s₀)(2 mean - s₀ - s₁) / (2 variance),
    /// with units of games (trinomial) or of pairs (pentanomial) as `score` has them.
    ///
    /// `None` while every unit has scored the same: the spread is not known yet. Differs: fishtest
    /// mixes in a thousandth of a unit for every empty count, which decides such matches on the
    /// size of that prior.
    pub fn llr(&self, score: &Score) -> Option<f64> {
        if score.variance() == 0.0 {
            return None;
        }
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let lean = (s1 - s0) * (2.0 * score.mean() - s0 - s1);
        Some(score.units() as f64 * lean / (2.0 * score.variance()))
    }

    /// Whether a score ends the match.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(score) {
            Some(llr) if llr <= lower => Verdict::AcceptNull,
            Some(llr) if llr >= upper => Verdict::AcceptAlternative,
            _ => Verdict::Continue,
        }
    }
}
