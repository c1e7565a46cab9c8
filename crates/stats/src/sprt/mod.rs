//! The sequential probability ratio test of Wald (1945), "Sequential tests of statistical
//! hypotheses", generalised to hypotheses that leave the distribution open (Li, Liu and Ying 2014,
//! "Generalized sequential probability ratio test for separate families of hypotheses"): each side of
//! the ratio is the likelihood at its own maximum under the hypothesis.
//!
//! Hypotheses are about a difference of strength in logistic or in normalised Elo; observations are
//! games, or colour-swapped pairs of games (the pentanomial model). Michel Van den Bergh's notes
//! "A practical introduction to the GSPRT" and "Normalized Elo" (2021) have the mathematics; fishtest,
//! OpenBench and fastchess report the same figures.

mod brownian;
mod likelihood;
mod outcomes;
mod planning;
mod sequence;

pub use outcomes::OutcomeCounts;
pub use planning::{SprtLength, length, length_like, simulated};
pub use sequence::SequentialTest;

use crate::error::open_unit;
use crate::{Error, Interval, elo_of_score, score_of_elo};
use brownian::Brownian;

/// The mean excess of a random walk with normal steps of standard deviation 1 over a distant
/// boundary (Siegmund 1979, "Corrected diffusion approximations in certain random walk problems").
const EXCESS: f64 = 0.583;

/// Normalised Elo per unit of the t-value of one game: 800 / ln 10, so that both kinds of Elo agree
/// near equality for games without draws.
const NORMALISED_ELO_PER_T: f64 = 347.435_585_522_601_46;

/// The unit in which the bounds of a test are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EloModel {
    /// The mean score above one half in standard deviations of one game, times 800 / ln 10. Bounds
    /// in this unit cost the same number of games whatever the draw rate.
    #[default]
    Normalised,
    /// The difference at which the logistic curve expects the mean score.
    Logistic,
}

/// A test of "the difference is `elo0`" against "the difference is `elo1`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Neither bound was reached: play on.
    Continue,
    /// The lower bound was reached: `elo0` is accepted.
    AcceptNull,
    /// The upper bound was reached: `elo1` is accepted.
    AcceptAlternative,
}

/// The strength after a sequential test: estimates of logistic and of normalised Elo that allow for
/// the way in which the test stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialEstimate {
    /// Logistic Elo: as often too high as too low.
    pub elo: f64,
    /// Its interval.
    pub elo_interval: Interval,
    /// Normalised Elo: as often too high as too low.
    pub normalised: f64,
    /// Its interval.
    pub normalised_interval: Interval,
}

impl Sprt {
    /// `alpha` is the risk of accepting `elo1` when `elo0` holds, `beta` that of accepting `elo0`
    /// when `elo1` holds. Needs `elo0 < elo1`, both finite, and `alpha + beta < 1`.
    pub fn new(
        model: EloModel,
        (elo0, elo1): (f64, f64),
        alpha: f64,
        beta: f64,
    ) -> Result<Sprt, Error> {
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
            model,
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The unit of its bounds.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The two differences that it decides between.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The risks of accepting `elo1` when `elo0` holds, and the other way round.
    pub fn risks(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Wald's bounds: ln(β / (1 - α)), negative, and ln((1 - β) / α), positive.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// The log-likelihood ratio of `elo1` over `elo0`; `None` before the first observation.
    ///
    /// Each outcome that has not occurred counts as a thousandth of an observation, as in fishtest:
    /// otherwise no distribution on what has occurred may satisfy a hypothesis.
    pub fn llr(&self, counts: &OutcomeCounts) -> Option<f64> {
        let (total, observed) = counts.distribution()?;
        let [under_null, under_alternative] = match self.model {
            EloModel::Logistic => [self.elo0, self.elo1]
                .map(|elo| likelihood::with_mean(&observed, score_of_elo(elo))),
            EloModel::Normalised => [self.elo0, self.elo1]
                .map(|elo| likelihood::with_t_value(&observed, t_of_unit(elo, counts), 0.5)),
        };
        let ratio: f64 = observed
            .iter()
            .zip(under_null.iter().zip(&under_alternative))
            .map(|(&(_, p), (null, alternative))| p * libm::log(alternative / null))
            .sum();
        Some(total * ratio)
    }

    /// The bounds that stop a test that is looked at after every unit: Wald's, moved inwards by the
    /// mean excess of the last step, so that the error rates are held rather than over-fulfilled.
    pub fn stopping_bounds(&self, counts: &OutcomeCounts) -> (f64, f64) {
        let (lower, upper) = self.bounds();
        let excess = EXCESS * self.step(counts);
        ((lower + excess).min(0.0), (upper - excess).max(0.0))
    }

    /// Whether these counts end the match.
    pub fn decision(&self, counts: &OutcomeCounts) -> SprtDecision {
        let (lower, upper) = self.stopping_bounds(counts);
        match self.llr(counts) {
            Some(llr) if llr <= lower => SprtDecision::AcceptNull,
            Some(llr) if llr >= upper => SprtDecision::AcceptAlternative,
            _ => SprtDecision::Continue,
        }
    }

    /// The strength that counts show after a test that may have stopped at a bound, with an interval
    /// at a two-sided `confidence`: `None` before the first observation.
    ///
    /// The log-likelihood ratio is taken for a Brownian motion. Outcomes of a test are ordered by
    /// bound and time (the earlier the upper bound is reached, the larger); the estimate is the
    /// drift at which the outcome is the median, the ends of the interval those at which it is in
    /// either tail (Siegmund 1978, "Estimation following sequential tests"). The mean score itself
    /// is biased away from the middle of the bounds.
    pub fn estimate(
        &self,
        counts: &OutcomeCounts,
        confidence: f64,
    ) -> Result<Option<SequentialEstimate>, Error> {
        open_unit("confidence", confidence)?;
        let Some((llr, (total, observed))) = self.llr(counts).zip(counts.distribution()) else {
            return Ok(None);
        };
        let spread = likelihood::moments(&observed).1.sqrt();
        let [t0, t1] = self.t_values(counts, spread);
        let gap = t1 - t0;
        let (lower, upper) = self.bounds();
        let motion = Brownian { lower, upper };
        let time = total * gap * gap;
        let t_at = |share: f64| 0.5 * (t0 + t1) + gap * motion.drift_at(time, llr, share);
        let tail = 0.5 * (1.0 - confidence);
        let [low, middle, high] = [1.0 - tail, 0.5, tail].map(t_at);
        let score = |t: f64| 0.5 + t * spread;
        let normalised = |t: f64| t * NORMALISED_ELO_PER_T / counts.games_in_unit().sqrt();
        Ok(Some(SequentialEstimate {
            elo: elo_of_score(score(middle)),
            elo_interval: Interval {
                low: elo_of_score(score(low)),
                high: elo_of_score(score(high)),
            },
            normalised: normalised(middle),
            normalised_interval: Interval {
                low: normalised(low),
                high: normalised(high),
            },
        }))
    }

    /// The t-values of one unit under both hypotheses, given the standard deviation of a unit.
    fn t_values(&self, counts: &OutcomeCounts, spread: f64) -> [f64; 2] {
        [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Normalised => t_of_unit(elo, counts),
            EloModel::Logistic => (score_of_elo(elo) - 0.5) / spread,
        })
    }

    /// The standard deviation of the change of the log-likelihood ratio by one unit.
    fn step(&self, counts: &OutcomeCounts) -> f64 {
        counts.distribution().map_or(0.0, |(_, observed)| {
            let spread = likelihood::moments(&observed).1.sqrt();
            let [t0, t1] = self.t_values(counts, spread);
            t1 - t0
        })
    }
}

/// The t-value of a unit at a difference in normalised Elo: a pair has half the variance of a game.
fn t_of_unit(elo: f64, counts: &OutcomeCounts) -> f64 {
    elo / NORMALISED_ELO_PER_T * counts.games_in_unit().sqrt()
}
