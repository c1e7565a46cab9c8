//! How precise estimates of equally many games are: common random numbers, antithetic variables and
//! decks that are asked again (Kocsis, Szepesvári and Winands 2005, sections 3.1, 3.3 and 5.1).
//!
//! A variance *per game* is that of an estimate times the games it took, so the ratio of two is how
//! many times fewer games one needs for the same precision.

use crate::tally::CONFIDENCE;
use ludometer_core::Rng;
use ludometer_stats::{Interval, Running, percentile};

/// Samples that are drawn for an interval.
const RESAMPLES: usize = 1000;

/// What one deck brought to both sides of a perturbation, by seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deck {
    /// On the one side.
    pub(super) plus: [f64; 2],
    /// On the other.
    pub(super) minus: [f64; 2],
    /// Whether it made a difference to another perturbation, and would have been stored.
    pub(super) stored: bool,
}

impl Deck {
    /// The difference in a seat.
    fn in_seat(&self, seat: usize) -> f64 {
        self.plus[seat] - self.minus[seat]
    }

    /// The mean difference over the seats.
    pub(super) fn difference(&self) -> f64 {
        0.5 * (self.in_seat(0) + self.in_seat(1))
    }
}

/// How the games of an estimate are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Device {
    /// Every game has its own deck; seats take turns.
    Plain,
    /// Both sides have the same decks.
    Common,
    /// Every deck is played from both seats.
    Mirrored,
    /// Both.
    Both,
    /// Both, and half of the decks are ones that made a difference before.
    Reused,
    /// The same, weighted so that it is not biased: importance sampling.
    Weighted,
}

fn moments(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let running: Running = values.collect();
    let mean = running.mean().unwrap_or(f64::NAN);
    (mean, running.variance().unwrap_or(f64::NAN))
}

fn variance(values: impl Iterator<Item = f64>) -> f64 {
    moments(values).1
}

/// Variances per game of what a player wins: plain, with seats in turn, and mirrored.
pub(super) fn of_performance<'a>(decks: impl Iterator<Item = &'a [f64; 2]> + Clone) -> (f64, f64) {
    let seat = |seat: usize| variance(decks.clone().map(|deck| deck[seat]));
    let plain = 0.5 * (seat(0) + seat(1));
    (
        plain,
        2.0 * variance(decks.clone().map(|deck| 0.5 * (deck[0] + deck[1]))),
    )
}

impl Device {
    /// All of them, the plain one first.
    pub(super) const ALL: [(Device, &'static str); 6] = [
        (Device::Plain, "a new deck for every game"),
        (Device::Common, "common decks"),
        (Device::Mirrored, "mirrored decks"),
        (Device::Both, "common and mirrored decks"),
        (Device::Reused, "half of them stored decks"),
        (Device::Weighted, "half of them stored, weighted"),
    ];

    /// What it estimates: the mean difference, but for stored decks.
    pub(super) fn mean(self, decks: &[Deck]) -> f64 {
        let all = moments(decks.iter().map(Deck::difference)).0;
        match self {
            Device::Reused => 0.5 * (all + moments(stored(decks)).0),
            _ => all,
        }
    }

    /// How many times as large as the true difference its estimate is: measured by the size of
    /// differences, as their mean is too near to nothing.
    pub(super) fn inflation(self, decks: &[Deck]) -> f64 {
        let all = moments(decks.iter().map(|deck| deck.difference().abs())).0;
        match self {
            Device::Reused => 0.5 * (1.0 + moments(stored(decks).map(f64::abs)).0 / all),
            _ => 1.0,
        }
    }

    /// The variance per game of an estimated difference; both sides count.
    pub(super) fn variance(self, decks: &[Deck]) -> f64 {
        let side = |of: fn(&Deck) -> f64| variance(decks.iter().map(of));
        let both = side(Deck::difference);
        match self {
            // Half of the games on each side, seats in turn.
            Device::Plain => {
                side(|deck| deck.plus[0])
                    + side(|deck| deck.plus[1])
                    + side(|deck| deck.minus[0])
                    + side(|deck| deck.minus[1])
            }
            // A deck takes two games.
            Device::Common => side(|deck| deck.in_seat(0)) + side(|deck| deck.in_seat(1)),
            // A deck takes two games of one side.
            Device::Mirrored => {
                4.0 * (side(|deck| 0.5 * (deck.plus[0] + deck.plus[1]))
                    + side(|deck| 0.5 * (deck.minus[0] + deck.minus[1])))
            }
            // A deck takes four games.
            Device::Both => 4.0 * both,
            // A quarter of each half's variance, with half as many decks in it.
            Device::Reused => 2.0 * (both + variance(stored(decks))),
            Device::Weighted => {
                let share = decks.iter().filter(|deck| deck.stored).count() as f64;
                let share = share / decks.len() as f64;
                // A stored deck comes 1/2 + 1/(2 share) times as often as by itself, another half as often.
                let weight = |stored: bool| match stored {
                    true => 2.0 * share / (share + 1.0),
                    false => 2.0,
                };
                let square = |deck: &Deck| weight(deck.stored) * deck.difference().powi(2);
                let (squares, _) = moments(decks.iter().map(square));
                let (mean, _) = moments(decks.iter().map(Deck::difference));
                4.0 * (squares - mean * mean)
            }
        }
    }

    /// How many times fewer games it takes than [`Device::Plain`] to see a difference as clearly.
    pub(super) fn gain(self, decks: &[Deck]) -> f64 {
        let relative = self.variance(decks) / self.inflation(decks).powi(2);
        Device::Plain.variance(decks) / relative
    }
}

fn stored(decks: &[Deck]) -> impl Iterator<Item = f64> {
    let stored = decks.iter().filter(|deck| deck.stored);
    stored.map(Deck::difference)
}

/// The percentile interval of anything that is said of decks, by drawing decks again.
pub(super) fn interval<T: Copy>(
    decks: &[T],
    statistic: impl Fn(&[T]) -> f64,
    dice: &mut Rng,
) -> Option<Interval> {
    let numbers: Vec<f64> = (0..decks.len() as u32).map(f64::from).collect();
    let of = |drawn: &[f64]| {
        let drawn: Vec<T> = drawn.iter().map(|number| decks[*number as usize]).collect();
        statistic(&drawn)
    };
    let mut below = |n: u64| dice.index(n as usize) as u64;
    percentile(&numbers, of, RESAMPLES, CONFIDENCE, &mut below).ok()
}
