//! A share, a score or a difference of two over games that come in units: all games of one opening or
//! deck are one independent observation, however many they are.
//!
//! Values of games are multiples of one half, so a unit is known by twice its sum and by its number of
//! games, and any number of units by how many there are of each kind.

use crate::error::open_unit;
use crate::proportion::{edged_wilson, wilson_of};
use crate::{Error, Interval, RunningStats, special};

/// Bets of the confidence sequence: this many, each 1/sqrt(2) of the one before, from this on.
const BETS: usize = 44;
const LARGEST_BET: f64 = 64.0;

/// Where the weight of bets is largest.
const USUAL_BET: f64 = 0.35;

/// The largest part of the capital that is staked.
const STAKE: f64 = 0.999;

/// The weight, in units, of the variance of a game without draws in that of few units. Of 10 units of mirrored
/// games or of paired differences, a whole unit covers more often than it should.
const PRIOR: f64 = 0.5;

/// Counts of units by twice the sum of a value over their games and by the number of these games.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitShares {
    /// The range of the value of one game.
    range: (f64, f64),
    /// The most games a unit can have.
    most: u32,
    /// Sorted.
    counts: Vec<((i32, u32), u64)>,
}

/// What the counts come to, on a scale where a game has a value from 0 to 1.
struct Estimated {
    units: f64,
    share: f64,
    /// The variance of a unit's mean, with divisor n.
    variance: f64,
}

impl UnitShares {
    /// Shares and scores: from 0 to 1 a game, at most `most` games a unit.
    pub fn shares(most: u32) -> UnitShares {
        UnitShares::within((0.0, 1.0), most)
    }

    /// Differences of two shares or scores: from -1 to 1 a game.
    pub fn differences(most: u32) -> UnitShares {
        UnitShares::within((-1.0, 1.0), most)
    }

    fn within(range: (f64, f64), most: u32) -> UnitShares {
        UnitShares {
            range,
            most: most.max(1),
            counts: Vec::new(),
        }
    }

    /// Adds a unit: twice the sum of the value over its games, and how many these are. A unit without
    /// games is no observation.
    pub fn push(&mut self, twice: i32, games: u32) {
        if games > 0 {
            self.add((twice, games), 1);
        }
    }

    fn add(&mut self, kind: (i32, u32), count: u64) {
        match self.counts.binary_search_by_key(&kind, |(known, _)| *known) {
            Ok(at) => self.counts[at].1 += count,
            Err(at) => self.counts.insert(at, (kind, count)),
        }
    }

    /// What is known after seeing the units of both.
    #[must_use]
    pub fn merge(mut self, other: &UnitShares) -> UnitShares {
        self.most = self.most.max(other.most);
        for &(kind, count) in &other.counts {
            self.add(kind, count);
        }
        self
    }

    /// How many units there are.
    pub fn units(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// How many games they have together.
    pub fn games(&self) -> u64 {
        let games = self.counts.iter();
        games
            .map(|((_, games), count)| u64::from(*games) * count)
            .sum()
    }

    /// The sum of the value over all games.
    pub fn sum(&self) -> f64 {
        let sums = self.counts.iter();
        let twice: i64 = sums
            .map(|((twice, _), count)| i64::from(*twice) * *count as i64)
            .sum();
        0.5 * twice as f64
    }

    /// The mean over all games; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.sum() / games as f64)
    }

    /// Every kind of unit: the mean of a game in it, and how many units there are.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> {
        let mean = |twice: i32, games: u32| 0.5 * f64::from(twice) / f64::from(games);
        let counts = self.counts.iter();
        counts.map(move |((twice, games), count)| (mean(*twice, *games), *count))
    }

    fn width(&self) -> f64 {
        self.range.1 - self.range.0
    }

    /// The sum of a kind of unit on the scale from 0 to 1 a game, and its number of games.
    fn scaled(&self, (twice, games): (i32, u32)) -> (f64, f64) {
        let games = f64::from(games);
        (
            (0.5 * f64::from(twice) - self.range.0 * games) / self.width(),
            games,
        )
    }

    fn back(&self, of: Interval) -> Interval {
        of.map(|share| self.range.0 + self.width() * share)
    }

    fn estimated(&self) -> Result<Estimated, Error> {
        let Some(mean) = self.mean() else {
            return Err(Error::TooFew {
                what: "units",
                needed: 1,
                got: 0,
            });
        };
        let share = ((mean - self.range.0) / self.width()).clamp(0.0, 1.0);
        let units = self.units() as f64;
        let size = self.games() as f64 / units;
        let squares: f64 = self
            .counts
            .iter()
            .map(|&(kind, count)| {
                let (sum, games) = self.scaled(kind);
                count as f64 * libm::pow(sum - share * games, 2.0)
            })
            .sum();
        Ok(Estimated {
            units,
            share,
            variance: squares / (units * size * size),
        })
    }

    /// The standard error of the mean: with divisor n where games stand alone, as that of a proportion
    /// is.
    pub fn standard_error(&self) -> Option<f64> {
        let found = self.estimated().ok()?;
        Some(self.width() * (found.variance / found.units).sqrt())
    }

    /// The units as independent values: their number, the mean, and the sample variance of one.
    pub fn as_running(&self) -> RunningStats {
        match self.estimated() {
            Ok(found) => {
                let sample = found.units / (found.units - 1.0).max(1.0);
                let variance = self.width() * self.width() * found.variance * sample;
                let mean = self.range.0 + self.width() * found.share;
                RunningStats::of_moments(found.units as u64, mean, variance)
            }
            Err(_) => RunningStats::new(),
        }
    }

    /// The units as independent games without draws, for tests of counts: how many of them were won, and
    /// how many there are. Where games stand alone these are the counts themselves, else as many as have the
    /// same standard error, rounded, but never more than there are games.
    pub fn as_counts(&self) -> Result<(u64, u64), Error> {
        let found = self.estimated()?;
        let worth = effective_games(found.units, found.share, found.variance);
        let n = worth.round().clamp(1.0, self.games() as f64);
        Ok(((found.share * n).round() as u64, n as u64))
    }

    /// The interval of the mean for a number of units that was fixed before, at a two-sided `confidence`
    /// such as 0.95: Wilson's, for as many independent games without draws as have the same standard error.
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        let found = self.estimated()?;
        let of = unit_interval(found.units, found.share, found.variance, confidence)?;
        Ok(self.back(of))
    }

    /// An interval that may be looked at after every unit: with the `confidence` no look ever misses the
    /// mean, whatever the distribution.
    ///
    /// By betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by
    /// betting"): a value is outside when capital staked against it, spread over many sizes of bets, has
    /// grown by two over the risk. Bets do not depend on what was seen, so the order of units does not
    /// matter and their counts suffice.
    pub fn anytime(&self, confidence: f64) -> Result<Interval, Error> {
        open_unit("confidence", confidence)?;
        let found = self.estimated()?;
        let needed = libm::log(2.0 / (1.0 - confidence));
        let most = f64::from(self.most);
        let up: Vec<(f64, f64, f64)> = self
            .counts
            .iter()
            .map(|&(kind, count)| {
                let (sum, games) = self.scaled(kind);
                (sum / most, games / most, count as f64)
            })
            .collect();
        let down: Vec<(f64, f64, f64)> = up
            .iter()
            .map(|&(sum, games, count)| (games - sum, games, count))
            .collect();
        let fixed = unit_interval(found.units, found.share, found.variance, confidence)?;
        Ok(self.back(Interval {
            low: fixed.low.min(least(&up, found.share, needed)),
            high: fixed
                .high
                .max(1.0 - least(&down, 1.0 - found.share, needed)),
        }))
    }
}

/// The smallest share that bets on a larger one do not rule out. Capital falls as the share grows.
fn least(units: &[(f64, f64, f64)], estimate: f64, needed: f64) -> f64 {
    special::bisect_to(0.0, estimate, 1e-10, |share| {
        log_capital(units, share) > needed
    })
}

/// The logarithm of the capital that bets on a larger share than `share` have made of 1.
fn log_capital(units: &[(f64, f64, f64)], share: f64) -> f64 {
    let mut logs = [0.0; BETS];
    let (mut weights, mut bet) = (0.0, LARGEST_BET);
    let mut largest = f64::NEG_INFINITY;
    for log in &mut logs {
        let relative = bet / USUAL_BET;
        let weight = relative / (1.0 + relative * relative);
        let staked = match share > 0.0 {
            true => bet.min(STAKE / share),
            false => bet,
        };
        let terms = units.iter();
        let grown: f64 = terms
            .map(|(sum, games, count)| count * libm::log1p(staked * (sum - share * games)))
            .sum();
        *log = libm::log(weight) + grown;
        largest = largest.max(*log);
        weights += weight;
        bet *= std::f64::consts::FRAC_1_SQRT_2;
    }
    let sum: f64 = logs.iter().map(|log| libm::exp(log - largest)).sum();
    largest + libm::log(sum / weights)
}

/// The interval of a share or a mean score in 0..=1 from `units` independent observations of it, whose
/// own variance (with divisor n) is `variance`: Wilson's, for as many independent games without draws as
/// would have the same standard error, and near 0 and 1 with the ends of [`edged_wilson`].
///
/// Draws and mirrored openings make a unit worth more than one such game. The variance is drawn towards
/// that of a game without draws by the weight of half a unit, as few units know little of it.
///
/// Units that all scored the same, neither 0 nor 1, say nothing of their variance. They say how rare other units
/// are: at most the upper end of Wilson's interval for none of them, and each of those might have scored 0, or 1.
/// For paired shares without a difference this is Tango's interval (1998).
pub(crate) fn unit_interval(
    units: f64,
    share: f64,
    variance: f64,
    confidence: f64,
) -> Result<Interval, Error> {
    open_unit("confidence", confidence)?;
    if variance <= NO_VARIANCE && 0.0 < share && share < 1.0 {
        let others = wilson_of(0.0, units, confidence).high;
        return Ok(Interval {
            low: share - others * share,
            high: share + others * (1.0 - share),
        });
    }
    let games = effective_games(units, share, variance);
    Ok(edged_wilson(
        games * share,
        games * (1.0 - share),
        confidence,
    ))
}

/// What rounding leaves of no variance is no more.
const NO_VARIANCE: f64 = 1e-14;

/// How many independent games without draws have the standard error of these units; of units that all scored
/// the same, each counts as one.
fn effective_games(units: f64, share: f64, variance: f64) -> f64 {
    let single = share * (1.0 - share);
    match variance > NO_VARIANCE {
        true => units * single * (units + PRIOR) / (units * variance + PRIOR * single),
        false => units,
    }
}
