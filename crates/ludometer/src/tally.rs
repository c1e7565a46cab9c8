//! What the rows of a cell add up to.

use crate::plan::Metric;
use crate::play::Episode;
use ludometer_stats::{Interval, Running, wilson};

/// The confidence of every interval that is shown.
pub const CONFIDENCE: f64 = 0.95;

/// Sums over the episodes of one cell.
#[derive(Clone, Debug, Default)]
pub struct Tally {
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
pub struct Figure {
    /// Episodes it stands for.
    pub n: u64,
    /// How many of them were won.
    pub won: u64,
    /// The share or the mean.
    pub value: f64,
    /// Wilson's interval of a share, Student's of a mean; `None` where there is too little data.
    pub interval: Option<Interval>,
}

impl Tally {
    /// Whether no episode was added.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Adds the episode of a number; numbers grow.
    pub fn add(&mut self, number: u64, episode: &Episode) {
        self.numbers.push(number);
        self.seats.resize(
            self.seats.len().max(episode.shares.len()),
            SeatTally::default(),
        );
        for (seat, share) in self.seats.iter_mut().zip(&episode.shares) {
            let won = share.payoff > 0.0;
            let row = Metric::NAMES.map(|(_, metric)| match metric {
                Metric::Won => f64::from(u8::from(won)),
                Metric::Payoff => share.payoff,
                Metric::Points => share.points,
                Metric::Plies => f64::from(episode.plies),
                Metric::Steps => share.spent.steps as f64,
                Metric::Evaluations => share.spent.evaluations as f64,
            });
            for (index, value) in row.into_iter().enumerate() {
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
        there: &Tally,
        metric: Metric,
        seat: usize,
        given_won: bool,
    ) -> Vec<f64> {
        let rows = |tally: &Tally| {
            tally
                .seats
                .get(seat)
                .map_or(&[][..], |seat| &seat.rows[..])
                .to_vec()
        };
        let (ours, theirs) = (rows(self), rows(there));
        let (at, won) = (index(metric), index(Metric::Won));
        let mut differences = Vec::new();
        let mut j = 0;
        for (number, row) in self.numbers.iter().zip(&ours) {
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
    pub fn figure(&self, metric: Metric, seat: usize, given_won: bool) -> Option<Figure> {
        let seat = self.seats.get(seat)?;
        let sums = if given_won { &seat.won } else { &seat.all };
        let index = index(metric);
        let (n, won) = (sums[index].count(), seat.won[index].count());
        if n == 0 {
            return None;
        }
        let interval = match metric {
            Metric::Won => wilson(won, n, CONFIDENCE).ok(),
            _ => sums[index].mean_interval(CONFIDENCE).ok(),
        };
        Some(Figure {
            n,
            won,
            value: sums[index].mean()?,
            interval,
        })
    }
}

fn index(metric: Metric) -> usize {
    let found = Metric::NAMES.iter().position(|(_, known)| *known == metric);
    found.expect("every metric has a name")
}
