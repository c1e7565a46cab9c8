//! From episodes to units: the games of one group are added up, seat by seat.

use crate::plan::{Metric, RatingScale, Truncation};
use ludometer_arena::play::{Ending, Episode};

pub(super) const METRICS: usize = Metric::NAMES.len();

/// How episodes are counted.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// How many consecutive episodes share their chance.
    pub(super) group: u32,
    pub(super) truncation: Truncation,
    pub(super) scales: Vec<RatingScale>,
}

/// Counts over all episodes, whether their group is complete or not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) episodes: u64,
    /// Those in complete groups.
    pub(super) kept: u64,
    pub(super) truncated: u64,
    pub(super) forfeited: u64,
    pub(super) late: u64,
    pub(super) plies: u64,
}

impl Totals {
    pub(super) fn add(&mut self, episode: &Episode) {
        self.episodes += 1;
        self.truncated += u64::from(episode.ending == Ending::Truncated);
        self.forfeited += u64::from(matches!(episode.ending, Ending::Forfeited(_)));
        let late = episode.seats.iter().map(|seat| u64::from(seat.late));
        self.late += late.sum::<u64>();
        self.plies += u64::from(episode.plies);
    }

    pub(super) fn merge(&mut self, other: &Totals) {
        self.episodes += other.episodes;
        self.truncated += other.truncated;
        self.forfeited += other.forfeited;
        self.late += other.late;
        self.plies += other.plies;
    }
}

/// Sums over games: of every metric the sum and how many games have a value, of every rating scale both.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitSums {
    pub(super) sums: [f64; METRICS],
    pub(super) games: [u32; METRICS],
    pub(super) scales: Vec<(f64, u32)>,
}

impl UnitSums {
    fn clear(&mut self) {
        self.sums = [0.0; METRICS];
        self.games = [0; METRICS];
        self.scales.clear();
    }

    fn add_row(&mut self, row: &[f64; METRICS], scales: &[RatingScale]) {
        // What is not a number has no value: a measure that was not taken, a winner of a draw.
        for (at, value) in row.iter().enumerate() {
            if !value.is_nan() {
                self.sums[at] += value;
                self.games[at] += 1;
            }
        }
        self.scales.resize(scales.len(), (0.0, 0));
        for (place, scale) in self.scales.iter_mut().zip(scales) {
            let [payoff, points] = [Metric::Payoff, Metric::Points].map(|of| row[of as usize]);
            let value = scale.payoff * payoff + scale.points * points;
            if !value.is_nan() {
                *place = (place.0 + value, place.1 + 1);
            }
        }
    }

    fn merge(&mut self, other: &UnitSums) {
        for at in 0..METRICS {
            self.sums[at] += other.sums[at];
            self.games[at] += other.games[at];
        }
        self.scales.resize(other.scales.len(), (0.0, 0));
        for (ours, theirs) in self.scales.iter_mut().zip(&other.scales) {
            *ours = (ours.0 + theirs.0, ours.1 + theirs.1);
        }
    }
}

/// One seat in the games of a unit: over all, and over those it won.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatUnit {
    pub(super) all: UnitSums,
    pub(super) won: UnitSums,
}

/// The games of one opening or deck.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    pub(super) episodes: u32,
    pub(super) seats: Vec<SeatUnit>,
}

impl Unit {
    pub(super) fn clear(&mut self) {
        self.episodes = 0;
        for seat in &mut self.seats {
            seat.all.clear();
            seat.won.clear();
        }
    }

    /// The mean of a metric over the games of a seat that have a value; not a number where none has.
    pub(super) fn mean(&self, metric: Metric, seat: usize) -> f64 {
        let at = metric as usize;
        let sums = self.seats.get(seat).map(|seat| &seat.all);
        sums.map_or(f64::NAN, |all| all.sums[at] / f64::from(all.games[at]))
    }

    /// Adds the games of another, seats as they are or as one seat and its opponent see them.
    pub(super) fn merge(&mut self, other: &Unit, seat: Option<usize>) {
        self.episodes += other.episodes;
        let seats: &[usize] = match seat {
            None => &[],
            Some(0) => &[0, 1],
            Some(seat) => &[seat, 0],
        };
        let seen = match seat {
            None => other.seats.len(),
            Some(_) => seats.len().min(other.seats.len()),
        };
        if self.seats.len() < seen {
            self.seats.resize(seen, SeatUnit::default());
        }
        for (at, ours) in self.seats.iter_mut().enumerate().take(seen) {
            let from = seats.get(at).copied().unwrap_or(at);
            if let Some(theirs) = other.seats.get(from) {
                ours.all.merge(&theirs.all);
                ours.won.merge(&theirs.won);
            }
        }
    }
}

impl Counting {
    pub(super) fn new(group: usize) -> Counting {
        Counting {
            group: group.max(1) as u32,
            truncation: Truncation::Draw,
            scales: Vec::new(),
        }
    }

    /// Every metric of a seat in an episode; not a number where it has none, or where the payoff of a truncated
    /// episode is not to count.
    pub(super) fn row(&self, episode: &Episode, seat: usize) -> [f64; METRICS] {
        let mut row = Metric::all(episode, seat);
        if episode.ending == Ending::Truncated && self.truncation == Truncation::Exclude {
            for (value, (_, metric)) in row.iter_mut().zip(Metric::NAMES) {
                if metric.is_of_payoff() {
                    *value = f64::NAN;
                }
            }
        }
        row
    }

    fn add(&self, unit: &mut Unit, episode: &Episode) {
        unit.episodes += 1;
        if unit.seats.len() < episode.seats.len() {
            unit.seats.resize(episode.seats.len(), SeatUnit::default());
        }
        for seat in 0..episode.seats.len() {
            let row = self.row(episode, seat);
            let sums = &mut unit.seats[seat];
            sums.all.add_row(&row, &self.scales);
            if row[Metric::Won as usize] == 1.0 {
                sums.won.add_row(&row, &self.scales);
            }
        }
    }
}

/// Collects consecutive episodes into units.
#[derive(Clone, Debug)]
pub(crate) struct Grouping {
    pub(super) counting: Counting,
    /// The number of the group that is collected.
    pub(super) number: u64,
    pub(super) unit: Unit,
}

impl Grouping {
    pub(super) fn new(counting: Counting) -> Grouping {
        Grouping {
            counting,
            number: u64::MAX,
            unit: Unit::default(),
        }
    }

    /// Adds an episode, and says whether `unit` is complete with it. Numbers grow.
    pub(super) fn add(&mut self, number: u64, episode: &Episode) -> bool {
        let group = number / u64::from(self.counting.group);
        if group != self.number || self.unit.episodes == self.counting.group {
            self.number = group;
            self.unit.clear();
        }
        self.counting.add(&mut self.unit, episode);
        self.unit.episodes == self.counting.group
    }
}
