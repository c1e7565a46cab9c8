//! One side against another, over all the games they met in.

use super::Results;
use crate::plan::{Metric, RatingScale};
use crate::tally::{CONFIDENCE, CellStats, StatFigure};
use ludometer_stats::{Interval, elo_of_score};
use std::borrow::Cow;

/// The games of one side, each cell with the seat that this side had in it.
pub struct Contest<'a> {
    results: &'a Results<'a>,
    parts: Vec<(usize, usize)>,
}

/// A mean with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its interval, where there is enough data.
    pub interval: Option<Interval>,
}

impl From<Option<StatFigure>> for Mean {
    fn from(figure: Option<StatFigure>) -> Mean {
        Mean {
            value: figure.map_or(f64::NAN, |figure| figure.value),
            interval: figure.and_then(|figure| figure.interval),
        }
    }
}

impl<'a> Contest<'a> {
    /// The games of one seat in every cell with these values of its variables.
    pub fn of_seat(results: &'a Results<'_>, wanted: &[(&str, &str)], seat: usize) -> Contest<'a> {
        let sample = results.sample(wanted);
        Contest {
            results,
            parts: sample.cells().iter().map(|&cell| (cell, seat)).collect(),
        }
    }

    /// The games of one seat in one cell.
    pub(super) fn of_cell(results: &'a Results<'_>, cell: usize, seat: usize) -> Contest<'a> {
        Contest {
            results,
            parts: vec![(cell, seat)],
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

    /// The games of both; rows that both have count once.
    pub(crate) fn and(mut self, other: Contest<'a>) -> Contest<'a> {
        let results = self.results;
        let key = |cell: usize| results.plan.cells[cell].key();
        for (cell, seat) in other.parts {
            if !self.parts.iter().any(|(known, _)| key(*known) == key(cell)) {
                self.parts.push((cell, seat));
            }
        }
        self
    }

    /// What the games add up to, with the seat of this side and that of the other side of a game of two.
    fn stats(&self) -> (Cow<'a, CellStats>, [usize; 2]) {
        match self.parts[..] {
            [(cell, seat)] => {
                let stats = Cow::Borrowed(&self.results.tallies[cell]);
                (stats, [seat, 1 - seat.min(1)])
            }
            ref several => {
                // Cells without rows add nothing but the time to ask for them.
                let parts: Vec<_> = several
                    .iter()
                    .filter(|(cell, _)| !self.results.tallies[*cell].is_empty())
                    .map(|&(cell, seat)| (cell, Some(seat)))
                    .collect();
                let stats = self.results.joined(&parts).as_ref().clone();
                (Cow::Owned(stats), [0, 1])
            }
        }
    }

    fn tallies(&self) -> impl Iterator<Item = &'a CellStats> {
        let results = self.results;
        self.parts
            .iter()
            .map(move |(cell, _)| &results.tallies[*cell])
    }

    /// How many games there were, in complete groups.
    pub fn games(&self) -> u64 {
        self.tallies().map(|tally| tally.kept()).sum()
    }

    /// How many were won, drawn and lost; games that were cut off are none of these.
    pub(crate) fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for (cell, seat) in &self.parts {
            let results = self.results.tallies[*cell].results(*seat);
            for (sum, count) in counts.iter_mut().zip(results) {
                *sum += count;
            }
        }
        counts
    }

    /// How many were truncated, and how many were forfeited by any agent.
    pub(crate) fn unfinished(&self) -> [u64; 2] {
        let mut counts = [0; 2];
        for tally in self.tallies() {
            let [truncated, forfeited] = tally.unfinished();
            counts = [counts[0] + truncated, counts[1] + forfeited];
        }
        counts
    }

    /// A metric of this side, and of the other side of a game of two.
    pub(crate) fn both(&self, metric: Metric) -> [Option<StatFigure>; 2] {
        let (stats, seats) = self.stats();
        seats.map(|seat| stats.figure(metric, seat, false))
    }

    /// The units of both sides as independent values, for tests against published means.
    pub(crate) fn runnings(&self, metric: Metric) -> [ludometer_stats::RunningStats; 2] {
        let (stats, seats) = self.stats();
        seats.map(|seat| stats.running(metric, seat, false))
    }

    /// The units as independent games without draws: won, and how many.
    pub(crate) fn units_won(&self) -> Option<(u64, u64)> {
        let (stats, [seat, _]) = self.stats();
        stats.counts(Metric::Won, seat)
    }

    /// A metric with an interval of this confidence.
    pub(crate) fn figure_at(&self, metric: Metric, confidence: f64) -> Option<StatFigure> {
        let (stats, [seat, _]) = self.stats();
        stats.figure_at(metric, seat, false, confidence)
    }

    /// The mean of a metric.
    pub(crate) fn figure(&self, metric: Metric) -> Option<StatFigure> {
        self.figure_at(metric, CONFIDENCE)
    }

    /// The mean of a metric, with an interval of this confidence.
    pub fn mean_at(&self, metric: Metric, confidence: f64) -> Mean {
        self.figure_at(metric, confidence).into()
    }

    /// The rating difference on a scale of the plan's tables, or of payoff or points alone, with an
    /// interval of this confidence.
    pub fn rating(&self, scale: &RatingScale, confidence: f64) -> Mean {
        self.rated(scale, confidence).into()
    }

    pub(crate) fn rated(&self, scale: &RatingScale, confidence: f64) -> Option<StatFigure> {
        let (stats, [seat, _]) = self.stats();
        stats.rating(scale, seat, confidence)
    }

    /// The Elo difference: the score and its interval on the scale of ratings.
    pub(crate) fn elo(&self) -> Option<StatFigure> {
        self.figure(Metric::Score)
            .map(|score| score.map(elo_of_score))
    }
}
