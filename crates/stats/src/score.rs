//! Mean and variance of games, or of colour-swapped pairs of games.
//!
//! Two games of one opening with colours swapped are not independent, so the pair, with its five
//! possible scores, is the unit of observation: the pentanomial model, as fishtest uses it. The
//! trinomial model takes single games, and overstates the variance when openings favour a colour.

use crate::error::unit;
use crate::unit_shares::unit_interval;
use crate::{Error, Interval, RunningStats};

/// How many units were observed, and the mean and variance of their score in 0..=1 (loss 0, draw
/// one half, win 1; a pair scores the mean of its two games).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreSummary {
    units: u64,
    mean: f64,
    variance: f64,
}

impl ScoreSummary {
    /// Independent games.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Result<ScoreSummary, Error> {
        ScoreSummary::of_counts("games", &[losses, draws, wins])
    }

    /// Colour-swapped pairs, by their points in halves: two losses; a loss and a draw; a win and a
    /// loss or two draws; a win and a draw; two wins.
    pub fn of_pairs(counts: [u64; 5]) -> Result<ScoreSummary, Error> {
        ScoreSummary::of_counts("pairs", &counts)
    }

    /// Units of any kind, each with its score in 0..=1: the means of mirrored groups.
    pub fn of_units(scores: &[f64]) -> Result<ScoreSummary, Error> {
        for &score in scores {
            unit("score", score)?;
        }
        let running: RunningStats = scores.iter().copied().collect();
        let n = scores.len() as f64;
        match running.mean() {
            None => Err(Error::TooFew {
                what: "units",
                needed: 1,
                got: 0,
            }),
            Some(mean) => Ok(ScoreSummary {
                units: running.count(),
                mean,
                variance: running.variance().map_or(0.0, |v| v * (n - 1.0) / n),
            }),
        }
    }

    /// An interval of the mean score within 0 and 1: Wilson's, for as many independent games without
    /// draws as would have the same standard error. Draws and mirrored openings make units worth
    /// more than that many games; where all units scored the same, it says how rare others are. Beside fewer
    /// than three wins or losses its end is the mid-P one.
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        unit_interval(self.units as f64, self.mean, self.variance, confidence)
    }

    /// The number of units: games or pairs.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of the score of one unit, with divisor n, as maximum likelihood has it.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.units as f64).sqrt()
    }

    fn of_counts(what: &'static str, counts: &[u64]) -> Result<ScoreSummary, Error> {
        let n: f64 = counts.iter().map(|&count| count as f64).sum();
        if n == 0.0 {
            return Err(Error::TooFew {
                what,
                needed: 1,
                got: 0,
            });
        }
        let most = (counts.len() - 1) as f64;
        let expect = |f: &dyn Fn(f64) -> f64| {
            let terms = counts.iter().enumerate();
            terms
                .map(|(i, &c)| c as f64 * f(i as f64 / most))
                .sum::<f64>()
                / n
        };
        let mean = expect(&|score| score);
        Ok(ScoreSummary {
            units: n as u64,
            mean,
            variance: expect(&|score| libm::pow(score - mean, 2.0)),
        })
    }
}
