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
}

/// Sums for one seat: over all episodes, and over those it won.
#[derive(Clone, Debug, Default)]
struct SeatTally {
    all: [Running; Metric::NAMES.len()],
    won: [Running; Metric::NAMES.len()],
}

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

    /// Adds an episode.
    pub fn add(&mut self, episode: &Episode) {
        self.seats.resize(
            self.seats.len().max(episode.shares.len()),
            SeatTally::default(),
        );
        for (seat, share) in self.seats.iter_mut().zip(&episode.shares) {
            let won = share.payoff > 0.0;
            for (index, (_, metric)) in Metric::NAMES.iter().enumerate() {
                let value = match metric {
                    Metric::Won => f64::from(u8::from(won)),
                    Metric::Payoff => share.payoff,
                    Metric::Points => share.points,
                    Metric::Plies => f64::from(episode.plies),
                    Metric::Steps => share.spent.steps as f64,
                    Metric::Evaluations => share.spent.evaluations as f64,
                };
                seat.all[index].push(value);
                if won {
                    seat.won[index].push(value);
                }
            }
        }
    }

    /// A metric of a seat, over all episodes or over those it won; `None` without any.
    pub fn figure(&self, metric: Metric, seat: usize, given_won: bool) -> Option<Figure> {
        let seat = self.seats.get(seat)?;
        let sums = if given_won { &seat.won } else { &seat.all };
        let index = Metric::NAMES
            .iter()
            .position(|(_, known)| *known == metric)?;
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
