//! What the rows of a cell add up to: sums over units, in memory that does not grow with the rows.
//!
//! All games of one opening or deck are one observation, a unit: the games of a mirrored group, and where
//! several cells are taken together the games of the same number in all cells that share their openings.
//! Groups that are not complete are left out of every figure.

mod aligned;
mod figure;
mod paired;
mod rows;
mod unit;
mod walk;

pub(crate) use aligned::{correlations, weighted_sum};
pub use figure::{AnalysisStage, CONFIDENCE, IntervalKind, StatFigure};
pub use paired::PairedStats;
pub(crate) use paired::{Compare, Pair, paired};
pub use rows::{MemoryRows, RowReader, RowSource, StoredRows};
pub(crate) use walk::{Part, joint, unit_values};

use crate::plan::{Metric, RatingScale, Truncation};
use ludometer_arena::play::Episode;
use ludometer_stats::{RunningStats, UnitMeans, UnitShares};
use unit::{Counting, Grouping, METRICS, Totals, Unit, UnitSums};

/// Sums over the units of one cell, or of several together.
#[derive(Clone, Debug)]
pub struct CellStats {
    grouping: Grouping,
    look: AnalysisStage,
    /// The most games a unit can have.
    most: u32,
    totals: Totals,
    seats: Vec<SeatStats>,
}

/// Sums for one seat: over all games, and over those it won.
#[derive(Clone, Debug)]
struct SeatStats {
    all: Sums,
    won: Sums,
}

/// Sums over units, for every metric and every rating scale. Shares are kept as counts and the rest as
/// moments; the place of the other kind stays empty.
#[derive(Clone, Debug)]
struct Sums {
    shares: Vec<UnitShares>,
    means: Vec<UnitMeans>,
}

impl Sums {
    fn new(scales: usize, most: u32) -> Sums {
        Sums {
            shares: vec![UnitShares::shares(most); METRICS],
            means: vec![UnitMeans::new(); METRICS + scales],
        }
    }

    fn push(&mut self, unit: &UnitSums) {
        for (at, (_, metric)) in Metric::NAMES.iter().enumerate() {
            let (sum, games) = (unit.sums[at], unit.games[at]);
            match metric.is_share() {
                true => self.shares[at].push((2.0 * sum) as i32, games),
                false => self.means[at].push(sum, games),
            }
        }
        for (means, (sum, games)) in self.means[METRICS..].iter_mut().zip(&unit.scales) {
            means.push(*sum, *games);
        }
    }
}

impl CellStats {
    /// Sums over nothing yet; `group` consecutive episodes share their chance.
    pub fn new(group: usize) -> CellStats {
        CellStats::of(Counting::new(group))
    }

    fn of(counting: Counting) -> CellStats {
        CellStats {
            most: counting.group,
            grouping: Grouping::new(counting),
            look: AnalysisStage::Planned,
            totals: Totals::default(),
            seats: Vec::new(),
        }
    }

    /// The same with another treatment of truncated episodes.
    #[must_use]
    pub fn counting(mut self, truncation: Truncation) -> CellStats {
        self.grouping.counting.truncation = truncation;
        self
    }

    /// The same with rating scales.
    #[must_use]
    pub(crate) fn rated(mut self, scales: &[RatingScale]) -> CellStats {
        self.grouping.counting.scales = scales.to_vec();
        self
    }

    /// The same with the intervals of this stage of the analysis.
    #[must_use]
    pub fn seen(mut self, look: AnalysisStage) -> CellStats {
        self.look = look;
        self
    }

    /// The stage of the analysis, which decides the kind of its intervals.
    pub fn look(&self) -> AnalysisStage {
        self.look
    }

    /// Adds the episode of a number; numbers grow.
    pub fn add(&mut self, number: u64, episode: &Episode) {
        self.totals.add(episode);
        if self.grouping.add(number, episode) {
            let unit = std::mem::take(&mut self.grouping.unit);
            self.push(&unit);
            self.grouping.unit = unit;
        }
    }

    /// Adds a unit.
    fn push(&mut self, unit: &Unit) {
        self.totals.kept += u64::from(unit.episodes);
        let (scales, most) = (self.grouping.counting.scales.len(), self.most);
        while self.seats.len() < unit.seats.len() {
            let [all, won] = [(); 2].map(|()| Sums::new(scales, most));
            self.seats.push(SeatStats { all, won });
        }
        for (seat, unit) in self.seats.iter_mut().zip(&unit.seats) {
            seat.all.push(&unit.all);
            // Every game has plies: without any, nothing was won.
            if unit.won.games[Metric::Plies as usize] > 0 {
                seat.won.push(&unit.won);
            }
        }
    }

    /// How many episodes were added.
    pub fn count(&self) -> u64 {
        self.totals.episodes
    }

    /// How many of them are in complete groups, which is what figures are of.
    pub fn kept(&self) -> u64 {
        self.totals.kept
    }

    /// How many are left out, because their group is not complete.
    pub fn left_out(&self) -> u64 {
        self.totals.episodes - self.totals.kept
    }

    /// Whether no episode was added.
    pub fn is_empty(&self) -> bool {
        self.totals.episodes == 0
    }

    /// How many episodes were truncated, and how many were forfeited by any agent.
    pub fn unfinished(&self) -> [u64; 2] {
        [self.totals.truncated, self.totals.forfeited]
    }

    /// How many decisions came after their time, and how many there were.
    pub(crate) fn late(&self) -> (u64, u64) {
        (self.totals.late, self.totals.plies)
    }

    /// How many games a seat won, drew and lost; games that were cut off are none of these.
    pub(crate) fn results(&self, seat: usize) -> [u64; 3] {
        let Some(SeatStats { all, .. }) = self.seats.get(seat) else {
            return [0; 3];
        };
        let sum = |metric: Metric| all.shares[metric as usize].sum();
        let lost = all.shares[Metric::Decisive as usize].games() as f64 - sum(Metric::Decisive);
        [sum(Metric::Won), sum(Metric::Drawn), lost].map(|count| count as u64)
    }

    fn sums(&self, seat: usize, given_won: bool) -> Option<&Sums> {
        let SeatStats { all, won } = self.seats.get(seat)?;
        Some(if given_won { won } else { all })
    }

    /// A metric of a seat, over all games or over those it won; `None` without any.
    pub fn figure(&self, metric: Metric, seat: usize, given_won: bool) -> Option<StatFigure> {
        self.figure_at(metric, seat, given_won, CONFIDENCE)
    }

    /// The same with an interval of this confidence.
    pub fn figure_at(
        &self,
        metric: Metric,
        seat: usize,
        given_won: bool,
        confidence: f64,
    ) -> Option<StatFigure> {
        let (sums, at) = (self.sums(seat, given_won)?, metric as usize);
        let figure = match metric.is_share() {
            true => StatFigure::of_shares(&sums.shares[at], self.look, confidence)?,
            false => StatFigure::of_means(&sums.means[at], self.look, confidence)?,
        };
        let won = &self.sums(seat, true)?;
        let won = match metric.is_share() {
            true => won.shares[at].games(),
            false => won.means[at].games(),
        };
        Some(StatFigure { won, ..figure })
    }

    /// The rating of a seat on a scale that the sums were made for, or on one of payoff or points alone.
    pub(crate) fn rating(
        &self,
        scale: &RatingScale,
        seat: usize,
        confidence: f64,
    ) -> Option<StatFigure> {
        let known = &self.grouping.counting.scales;
        if let Some(at) = known.iter().position(|known| known == scale) {
            let means = &self.sums(seat, false)?.means[METRICS + at];
            return StatFigure::of_means(means, self.look, confidence);
        }
        let (metric, factor) = match (scale.payoff == 0.0, scale.points == 0.0) {
            (false, true) => (Metric::Payoff, scale.payoff),
            (true, false) => (Metric::Points, scale.points),
            _ => return None,
        };
        let figure = self.figure_at(metric, seat, false, confidence)?;
        Some(match factor < 0.0 {
            true => figure.turned().map(|value| -factor * value),
            false => figure.map(|value| factor * value),
        })
    }

    /// The units of a share or a score as independent games without draws: won, and how many.
    pub(crate) fn counts(&self, metric: Metric, seat: usize) -> Option<(u64, u64)> {
        let sums = self.sums(seat, false)?;
        sums.shares[metric as usize].as_counts().ok()
    }

    /// The units of a metric as independent values: their number, mean and variance.
    pub(crate) fn running(&self, metric: Metric, seat: usize, given_won: bool) -> RunningStats {
        let at = metric as usize;
        match self.sums(seat, given_won) {
            Some(sums) if metric.is_share() => sums.shares[at].as_running(),
            Some(sums) => sums.means[at].as_running(),
            None => RunningStats::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_arena::play::{Ending, Forfeited, SeatResult};
    use ludometer_core::Forfeit;

    fn episode(payoffs: [f64; 2], ending: Ending) -> Episode {
        let share = |payoff| SeatResult {
            payoff,
            ..SeatResult::default()
        };
        Episode {
            plies: 6,
            ending,
            seats: payoffs.map(share).to_vec(),
            record: None,
        }
    }

    /// Every metric is at its own place, as `arena` computes it.
    #[test]
    fn a_row_has_every_metric_once() {
        let forfeit = Forfeited {
            agent: 1,
            forfeit: Forfeit::read("out of time"),
        };
        let mut played = episode([2.0, -2.0], Ending::Forfeited(forfeit));
        for (at, seat) in played.seats.iter_mut().enumerate() {
            let at = at as u32;
            seat.points = f64::from(20 + at);
            seat.measured = Some(f64::from(30 + at));
            seat.spent.steps = 40 + u64::from(at);
            seat.spent.evaluations = 50 + u64::from(at);
            seat.late = 60 + at;
        }
        for ending in [played.ending.clone(), Ending::Finished, Ending::Truncated] {
            played.ending = ending;
            for seat in 0..2 {
                let row = Counting::new(1).row(&played, seat);
                for (at, (name, metric)) in Metric::NAMES.into_iter().enumerate() {
                    assert_eq!(metric as usize, at, "{name}");
                    assert_eq!(
                        row[at].to_bits(),
                        metric.value(&played, seat).to_bits(),
                        "{name}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_was_cut_off_is_no_draw_and_what_was_forfeited_is_no_mere_loss() {
        let forfeit = Forfeited {
            agent: 1,
            forfeit: Forfeit::read("illegal action: z9"),
        };
        let episodes = [
            episode([1.0, -1.0], Ending::Finished),
            episode([0.0, 0.0], Ending::Finished),
            episode([0.0, 0.0], Ending::Truncated),
            episode([1.0, -1.0], Ending::Forfeited(forfeit)),
        ];
        let sums = |truncation| {
            let mut tally = CellStats::new(1).counting(truncation);
            for (number, episode) in (0..).zip(&episodes) {
                tally.add(number, episode);
            }
            tally
        };
        let of = |tally: &CellStats, metric, seat| {
            let figure = tally.figure(metric, seat, false).unwrap();
            (figure.n, (figure.value * 1e12).round() / 1e12)
        };
        let tally = sums(Truncation::Draw);
        assert_eq!(tally.unfinished(), [1, 1]);
        assert_eq!(tally.results(0), [2, 1, 0]);
        assert_eq!(tally.results(1), [0, 1, 2]);
        assert_eq!(of(&tally, Metric::Drawn, 0), (4, 0.25));
        assert_eq!(of(&tally, Metric::Truncated, 1), (4, 0.25));
        assert_eq!(of(&tally, Metric::Forfeited, 0), (4, 0.0));
        assert_eq!(of(&tally, Metric::Forfeited, 1), (4, 0.25));
        assert_eq!(of(&tally, Metric::Score, 0), (4, 0.75));
        let tally = sums(Truncation::Exclude);
        assert_eq!(tally.unfinished(), [1, 1]);
        assert_eq!(of(&tally, Metric::Drawn, 0), (3, 0.333333333333));
        assert_eq!(of(&tally, Metric::Score, 0), (3, 0.833333333333));
        assert_eq!(of(&tally, Metric::Payoff, 1), (3, -0.666666666667));
        assert_eq!(of(&tally, Metric::Plies, 1), (4, 6.0));
    }
}
