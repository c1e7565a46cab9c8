//! What the rows of a cell add up to.

use crate::plan::{MOST_EPISODES, Metric, Truncation};
use ludometer_arena::play::{Ending, Episode};
use ludometer_stats::{Interval, Running, Score, wilson};

/// The confidence of every interval that is shown.
pub const CONFIDENCE: f64 = 0.95;

/// Sums over the episodes of one cell.
#[derive(Clone, Debug)]
pub struct CellStats {
    group: u64,
    truncation: Truncation,
    /// Cells that it is of; the episodes of each have a range of numbers to themselves.
    cells: u64,
    seats: Vec<SeatTally>,
    numbers: Vec<u64>,
}

/// Sums for one seat: over all episodes, and over those it won.
#[derive(Clone, Debug, Default)]
struct SeatTally {
    all: [Running; METRICS],
    won: [Running; METRICS],
    rows: Vec<[f64; METRICS]>,
}

const METRICS: usize = Metric::NAMES.len();

/// A figure of a table with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatFigure {
    /// Episodes it stands for.
    pub n: u64,
    /// How many of them were won.
    pub won: u64,
    /// The share or the mean.
    pub value: f64,
    /// Wilson's interval of a share or a score, Student's of a mean; `None` where there is too little
    /// data. Episodes that share their chance are one observation.
    pub interval: Option<Interval>,
}

impl CellStats {
    /// Sums over nothing yet; `group` consecutive episodes share their chance.
    pub fn new(group: usize) -> CellStats {
        CellStats {
            group: group.max(1) as u64,
            truncation: Truncation::Draw,
            cells: 1,
            seats: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The same with another treatment of truncated episodes.
    #[must_use]
    pub fn counting(mut self, truncation: Truncation) -> CellStats {
        self.truncation = truncation;
        self
    }

    /// The episodes of several cells together. Cells keep apart which episodes share their chance, and
    /// two pools of as many cells are aligned cell by cell.
    pub fn pool<'a>(tallies: impl IntoIterator<Item = &'a CellStats>) -> Option<CellStats> {
        let mut tallies = tallies.into_iter();
        let mut pool = tallies.next()?.clone();
        for tally in tallies {
            let offset = pool.cells * pool.group * MOST_EPISODES;
            pool.cells += tally.cells;
            let numbers = tally.numbers.iter();
            pool.numbers.extend(numbers.map(|number| offset + number));
            pool.seats.resize(
                pool.seats.len().max(tally.seats.len()),
                SeatTally::default(),
            );
            for (ours, theirs) in pool.seats.iter_mut().zip(&tally.seats) {
                for metric in 0..METRICS {
                    ours.all[metric] = ours.all[metric].merge(theirs.all[metric]);
                    ours.won[metric] = ours.won[metric].merge(theirs.won[metric]);
                }
                ours.rows.extend_from_slice(&theirs.rows);
            }
        }
        Some(pool)
    }

    /// How many episodes were added.
    pub fn count(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// The rows of a seat, one for each episode.
    fn rows(&self, seat: usize) -> &[[f64; METRICS]] {
        self.seats.get(seat).map_or(&[], |seat| &seat.rows)
    }

    /// Every value of a metric, of the episodes that have one.
    pub fn values(&self, metric: Metric, seat: usize) -> impl Iterator<Item = f64> {
        let values = self.rows(seat).iter().map(move |row| row[index(metric)]);
        values.filter(|value| !value.is_nan())
    }

    /// What `of` makes of the episodes, averaged over every complete group of them, with the number
    /// of the group: the independent observations. Groups of the same number share their chance in
    /// all cells of a plan.
    pub fn units(
        &self,
        seat: usize,
        of: impl Fn(&dyn Fn(Metric) -> f64) -> f64,
    ) -> Vec<(u64, f64)> {
        let rows = self.rows(seat);
        let mut units = Vec::new();
        let mut from = 0;
        while from < rows.len() {
            let group = self.numbers[from] / self.group;
            let same = self.numbers[from..].iter();
            let to = from + same.take_while(|&&n| n / self.group == group).count();
            if (to - from) as u64 == self.group {
                let values = rows[from..to].iter().map(|row| of(&|m| row[index(m)]));
                let mean: Running = values.filter(|value| !value.is_nan()).collect();
                units.extend(Some(group).zip(mean.mean()));
            }
            from = to;
        }
        units
    }

    /// How many episodes were truncated, and how many were forfeited by any agent.
    pub fn unfinished(&self) -> [u64; 2] {
        let sum = |metric, seat| self.values(metric, seat).sum::<f64>() as u64;
        let forfeited = (0..self.seats.len()).map(|seat| sum(Metric::Forfeited, seat));
        [sum(Metric::Truncated, 0), forfeited.sum()]
    }

    /// Whether no episode was added.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Adds the episode of a number; numbers grow.
    pub fn add(&mut self, number: u64, episode: &Episode) {
        self.numbers.push(number);
        self.seats.resize(
            self.seats.len().max(episode.seats.len()),
            SeatTally::default(),
        );
        let truncated = episode.ending == Ending::Truncated;
        let excluded = truncated && self.truncation == Truncation::Exclude;
        for (number, (seat, share)) in self.seats.iter_mut().zip(&episode.seats).enumerate() {
            let won = share.payoff > 0.0;
            let row = Metric::NAMES.map(|(_, metric)| match metric {
                Metric::Won | Metric::Score | Metric::Decisive | Metric::Drawn | Metric::Payoff
                    if excluded =>
                {
                    f64::NAN
                }
                Metric::Won => f64::from(u8::from(won)),
                Metric::Score => 0.5 + 0.5 * sign(share.payoff),
                Metric::Decisive if share.payoff == 0.0 => f64::NAN,
                Metric::Decisive => f64::from(u8::from(won)),
                Metric::Drawn => f64::from(u8::from(share.payoff == 0.0 && !truncated)),
                Metric::Payoff => share.payoff,
                Metric::Points => share.points,
                Metric::Measured => share.measured.unwrap_or(f64::NAN),
                Metric::Plies => f64::from(episode.plies),
                Metric::Steps => share.spent.steps as f64,
                Metric::Evaluations => share.spent.evaluations as f64,
                Metric::Late => f64::from(share.late),
                Metric::Truncated => f64::from(u8::from(truncated)),
                Metric::Forfeited => f64::from(u8::from(episode.ending.reason(number).is_some())),
            });
            // What is not a number has no value: a measure that was not taken, a winner of a draw.
            for (index, value) in row.into_iter().enumerate().filter(|(_, v)| !v.is_nan()) {
                seat.all[index].push(value);
                if won {
                    seat.won[index].push(value);
                }
            }
            seat.rows.push(row);
        }
    }

    /// The metric here minus the metric there, for every episode that both have (and won, if
    /// `given_won`). Episodes of one number share their chance.
    pub fn differences(
        &self,
        there: &CellStats,
        metric: Metric,
        seat: usize,
        given_won: bool,
    ) -> Vec<f64> {
        let (ours, theirs) = (self.rows(seat), there.rows(seat));
        let (at, won) = (index(metric), index(Metric::Won));
        let mut differences = Vec::new();
        let mut j = 0;
        for (number, row) in self.numbers.iter().zip(ours) {
            while there.numbers.get(j).is_some_and(|other| other < number) {
                j += 1;
            }
            let Some(other) = theirs.get(j).filter(|_| there.numbers[j] == *number) else {
                continue;
            };
            if !given_won || (row[won] == 1.0 && other[won] == 1.0) {
                differences.push(row[at] - other[at]);
            }
        }
        differences
    }

    /// A metric of a seat, over all episodes or over those it won; `None` without any.
    pub fn figure(&self, metric: Metric, seat: usize, given_won: bool) -> Option<StatFigure> {
        let SeatTally { all, won, .. } = self.seats.get(seat)?;
        let sums = if given_won { won } else { all };
        let index = index(metric);
        let (n, won) = (sums[index].count(), won[index].count());
        if n == 0 {
            return None;
        }
        let units = || -> Vec<f64> {
            let units = self.units(seat, |of| of(metric)).into_iter();
            units.map(|(_, value)| value).collect()
        };
        let interval = match metric {
            Metric::Won => wilson(won, n, CONFIDENCE).ok(),
            // Groups are broken up where only wins count.
            _ if given_won => sums[index].mean_interval(CONFIDENCE).ok(),
            metric if metric.is_share() => score_interval(&units(), CONFIDENCE),
            _ => units()
                .into_iter()
                .collect::<Running>()
                .mean_interval(CONFIDENCE)
                .ok(),
        };
        Some(StatFigure {
            n,
            won,
            value: sums[index].mean()?,
            interval,
        })
    }
}

/// The interval of a mean score, from its independent observations.
pub fn score_interval(units: &[f64], confidence: f64) -> Option<Interval> {
    Score::of_units(units).ok()?.interval(confidence).ok()
}

/// The sign of a payoff, where nothing is neither.
fn sign(payoff: f64) -> f64 {
    if payoff == 0.0 { 0.0 } else { payoff.signum() }
}

fn index(metric: Metric) -> usize {
    let found = Metric::NAMES.iter().position(|(_, known)| *known == metric);
    found.expect("every metric has a name")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_arena::play::{Forfeited, SeatResult};
    use ludometer_core::Forfeit;

    fn tally(payoffs: &[f64]) -> CellStats {
        let mut tally = CellStats::new(1);
        for (number, &payoff) in payoffs.iter().enumerate() {
            let share = SeatResult {
                payoff,
                ..SeatResult::default()
            };
            tally.add(
                number as u64,
                &Episode {
                    plies: 1,
                    ending: Ending::Finished,
                    seats: vec![share],
                },
            );
        }
        tally
    }

    fn episode(payoffs: [f64; 2], ending: Ending) -> Episode {
        let share = |payoff| SeatResult {
            payoff,
            ..SeatResult::default()
        };
        Episode {
            plies: 6,
            ending,
            seats: payoffs.map(share).to_vec(),
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

    #[test]
    fn a_pool_has_the_episodes_of_all_and_keeps_them_aligned() {
        let (a, b) = (tally(&[1.0, -1.0, 1.0]), tally(&[-1.0, -1.0]));
        let pool = CellStats::pool([&a, &b]).unwrap();
        let figure = pool.figure(Metric::Won, 0, false).unwrap();
        assert_eq!((figure.n, figure.won), (5, 2));
        // A cell without episodes keeps its place.
        let (other, empty) = (tally(&[0.0, 0.0]), tally(&[]));
        let one = CellStats::pool([&a, &b, &a]).unwrap();
        let two = CellStats::pool([&empty, &other, &a]).unwrap();
        let differences = one.differences(&two, Metric::Payoff, 0, false);
        assert_eq!(differences, [-1.0, -1.0, 0.0, 0.0, 0.0]);
        // Pools of pools are aligned as well.
        let nested = CellStats::pool([&CellStats::pool([&a, &b]).unwrap(), &a]).unwrap();
        assert_eq!(
            nested.differences(&two, Metric::Payoff, 0, false),
            differences
        );
        assert!(CellStats::pool([]).is_none());
    }
}
