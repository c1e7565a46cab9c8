//! One side against another, over all the games they met in.

use super::Results;
use crate::plan::{Metric, RatingScale};
use crate::tally::{CONFIDENCE, CellStats, score_interval};
use ludometer_stats::{Elo, Interval, Running, Score, elo};
use std::collections::BTreeMap;

/// The games of one side, each tally with the seat that this side had in it.
pub struct Contest<'a> {
    parts: Vec<(&'a CellStats, usize)>,
}

/// A mean with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its interval, where there is enough data.
    pub interval: Option<Interval>,
}

impl<'a> Contest<'a> {
    /// The games of one seat in every cell with these values of its variables.
    pub fn of_seat(results: &'a Results<'_>, wanted: &[(&str, &str)], seat: usize) -> Contest<'a> {
        let tallies = results.tallies(wanted).into_iter();
        Contest {
            parts: tallies.map(|tally| (tally, seat)).collect(),
        }
    }

    /// The games of `one` against `other`, whichever of the two variables names whom.
    pub fn between(
        results: &'a Results<'_>,
        (first, second): (&str, &str),
        (one, other): (&str, &str),
        fixed: &[(&str, &str)],
    ) -> Contest<'a> {
        let met = |a: &str, b: &str, seat| {
            let wanted: Vec<(&str, &str)> = [(first, a), (second, b)]
                .into_iter()
                .chain(fixed.iter().copied())
                .collect();
            Contest::of_seat(results, &wanted, seat)
        };
        met(one, other, 0).and(met(other, one, 1))
    }

    /// The games of both.
    pub(crate) fn and(mut self, other: Contest<'a>) -> Contest<'a> {
        self.parts.extend(other.parts);
        self
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.parts.iter().map(|(tally, _)| tally.count()).sum()
    }

    /// How many were won, drawn and lost; games that were cut off are none of these.
    pub(crate) fn counts(&self) -> [u64; 3] {
        let count = |metric, value: f64| self.values(metric).filter(|v| *v == value).count();
        [
            count(Metric::Won, 1.0) as u64,
            count(Metric::Drawn, 1.0) as u64,
            count(Metric::Score, 0.0) as u64,
        ]
    }

    /// How many were truncated, and how many were forfeited by any agent.
    pub(crate) fn unfinished(&self) -> [u64; 2] {
        let mut counts = [0; 2];
        for (tally, _) in &self.parts {
            let [truncated, forfeited] = tally.unfinished();
            counts = [counts[0] + truncated, counts[1] + forfeited];
        }
        counts
    }

    fn values(&self, metric: Metric) -> impl Iterator<Item = f64> {
        let parts = self.parts.iter();
        parts.flat_map(move |(tally, seat)| tally.values(metric, *seat))
    }

    /// A metric over single games.
    pub(crate) fn games_of(&self, metric: Metric) -> Running {
        self.values(metric).collect()
    }

    /// A metric of the other side of a game of two, over single games.
    pub(crate) fn others_of(&self, metric: Metric) -> Running {
        let parts = self.parts.iter();
        parts
            .flat_map(|(tally, seat)| tally.values(metric, 1 - seat.min(&1)))
            .collect()
    }

    /// The independent observations of what `of` makes of a game. Games of the same number share
    /// their opening in all cells, so together they are one observation.
    fn units(&self, of: impl Fn(&dyn Fn(Metric) -> f64) -> f64) -> Vec<f64> {
        let mut groups: BTreeMap<u64, Running> = BTreeMap::new();
        for (tally, seat) in &self.parts {
            for (group, value) in tally.units(*seat, &of) {
                groups.entry(group).or_default().push(value);
            }
        }
        groups.values().filter_map(Running::mean).collect()
    }

    /// The mean of a metric.
    pub(crate) fn mean(&self, metric: Metric) -> Mean {
        self.mean_at(metric, CONFIDENCE)
    }

    /// The mean of a metric, with an interval of this confidence.
    pub fn mean_at(&self, metric: Metric, confidence: f64) -> Mean {
        let units = self.units(|of| of(metric));
        let sums: Running = units.iter().copied().collect();
        Mean {
            value: self.games_of(metric).mean().unwrap_or(f64::NAN),
            interval: match metric.is_share() {
                true => score_interval(&units, confidence),
                false => sums.mean_interval(confidence).ok(),
            },
        }
    }

    /// The rating difference on a scale, with an interval of this confidence.
    pub fn rating(&self, scale: &RatingScale, confidence: f64) -> Mean {
        let of = |of: &dyn Fn(Metric) -> f64| {
            scale.payoff * of(Metric::Payoff) + scale.points * of(Metric::Points)
        };
        let sums: Running = self.units(of).into_iter().collect();
        let mean = |metric| self.games_of(metric).mean().unwrap_or(f64::NAN);
        Mean {
            value: scale.payoff * mean(Metric::Payoff) + scale.points * mean(Metric::Points),
            interval: sums.mean_interval(confidence).ok(),
        }
    }

    /// The Elo difference.
    pub(crate) fn elo(&self) -> Option<Elo> {
        let score = Score::of_units(&self.units(|of| of(Metric::Score))).ok()?;
        elo(&score, CONFIDENCE).ok()
    }
}
