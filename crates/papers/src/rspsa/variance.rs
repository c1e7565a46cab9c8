//! How precise estimates of equally many games are: common random numbers, antithetic variables and
//! decks that are asked again (Kocsis, Szepesvári and Winands 2005, sections 3.1, 3.3 and 5.1).
//!
//! A variance *per game* is that of an estimate times the games it took, so the ratio of two is how
//! many times fewer games one needs for the same precision.

use ludometer_core::Rng;
use ludometer_lab::tally::CONFIDENCE;
use ludometer_stats::{Interval, RunningStats, percentile};

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
pub(super) enum VarianceReduction {
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
    let running: RunningStats = values.collect();
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

impl VarianceReduction {
    /// All of them, the plain one first.
    pub(super) const ALL: [(VarianceReduction, &'static str); 6] = [
        (VarianceReduction::Plain, "a new one for every game"),
        (VarianceReduction::Common, "common"),
        (VarianceReduction::Mirrored, "mirrored"),
        (VarianceReduction::Both, "common and mirrored"),
        (VarianceReduction::Reused, "and half of them stored"),
        (
            VarianceReduction::Weighted,
            "and half of them stored, weighted",
        ),
    ];

    /// What it estimates: the mean difference, but for stored decks.
    pub(super) fn mean(self, decks: &[Deck]) -> f64 {
        let all = moments(decks.iter().map(Deck::difference)).0;
        match self {
            VarianceReduction::Reused => 0.5 * (all + moments(stored(decks)).0),
            _ => all,
        }
    }

    /// How many times as large as the true difference its estimate is: measured by the size of
    /// differences, as their mean is too near to nothing.
    pub(super) fn inflation(self, decks: &[Deck]) -> f64 {
        let all = moments(decks.iter().map(|deck| deck.difference().abs())).0;
        match self {
            VarianceReduction::Reused => 0.5 * (1.0 + moments(stored(decks).map(f64::abs)).0 / all),
            _ => 1.0,
        }
    }

    /// The variance per game of an estimated difference; both sides count.
    pub(super) fn variance(self, decks: &[Deck]) -> f64 {
        let side = |of: fn(&Deck) -> f64| variance(decks.iter().map(of));
        let both = side(Deck::difference);
        match self {
            // Half of the games on each side, seats in turn.
            VarianceReduction::Plain => {
                side(|deck| deck.plus[0])
                    + side(|deck| deck.plus[1])
                    + side(|deck| deck.minus[0])
                    + side(|deck| deck.minus[1])
            }
            // A deck takes two games.
            VarianceReduction::Common => {
                side(|deck| deck.in_seat(0)) + side(|deck| deck.in_seat(1))
            }
            // A deck takes two games of one side.
            VarianceReduction::Mirrored => {
                4.0 * (side(|deck| 0.5 * (deck.plus[0] + deck.plus[1]))
                    + side(|deck| 0.5 * (deck.minus[0] + deck.minus[1])))
            }
            // A deck takes four games.
            VarianceReduction::Both => 4.0 * both,
            // A quarter of each half's variance, with half as many decks in it.
            VarianceReduction::Reused => 2.0 * (both + variance(stored(decks))),
            VarianceReduction::Weighted => {
                let share = decks.iter().filter(|deck| deck.stored).count() as f64;
                let share = share / decks.len() as f64;
                // A stored deck comes 1/2 + 1/(2 share) times as often as by itself, another half as often.
                let weight = |stored: bool| match stored {
                    true => 2.0 * share / (share + 1.0),
                    false => 2.0,
                };
                let square = |deck: &Deck| weight(deck.stored) * libm::pow(deck.difference(), 2.0);
                let (squares, _) = moments(decks.iter().map(square));
                let (mean, _) = moments(decks.iter().map(Deck::difference));
                4.0 * (squares - mean * mean)
            }
        }
    }

    /// How many times fewer games it takes than [`VarianceReduction::Plain`] to see a difference as clearly.
    pub(super) fn gain(self, decks: &[Deck]) -> f64 {
        let relative = self.variance(decks) / libm::pow(self.inflation(decks), 2.0);
        VarianceReduction::Plain.variance(decks) / relative
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

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_arena::play::MatchRules;
    use ludometer_arena::registry::MatchSpec;
    use ludometer_catalogue::shipped;
    use ludometer_core::{Budget, Generator, Seed};
    use ludometer_spec::source::Span;
    use ludometer_spec::spec::Spec;

    fn dice(number: u64) -> Rng {
        Seed::new(33).nth(number).rng(Generator::Xoshiro)
    }

    /// Luck of the deck, of the seat and of each side; every fourth deck makes a difference.
    fn invented(count: usize) -> Vec<Deck> {
        let mut dice = dice(0);
        let decks = (0..count).map(|_| {
            let (luck, stored) = (dice.symmetric(3.0), dice.unit() < 0.25);
            let mut own = |seat: f64| luck * seat + dice.symmetric(0.5) + 0.2 * seat;
            let plus = [own(1.0), own(-1.0)];
            let moves = match stored {
                true => [1.0 + dice.symmetric(1.0), 0.5],
                false => [0.0, 0.0],
            };
            Deck {
                plus,
                minus: [plus[0] - moves[0], plus[1] - moves[1]],
                stored,
            }
        });
        decks.collect()
    }

    /// One estimate of each device as its games are played, from decks that are drawn: 80 games.
    fn estimate(device: VarianceReduction, decks: &[Deck], dice: &mut Rng) -> f64 {
        let mut draw = || decks[dice.index(decks.len())];
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        match device {
            VarianceReduction::Plain => {
                let plus = (0..40).map(|game| draw().plus[game % 2]).collect();
                mean(plus) - mean((0..40).map(|game| draw().minus[game % 2]).collect())
            }
            VarianceReduction::Common => {
                mean((0..40).map(|game| draw().in_seat(game % 2)).collect())
            }
            VarianceReduction::Mirrored => {
                let sum = |seats: [f64; 2]| 0.5 * (seats[0] + seats[1]);
                let plus = (0..20).map(|_| sum(draw().plus)).collect();
                mean(plus) - mean((0..20).map(|_| sum(draw().minus)).collect())
            }
            VarianceReduction::Both => mean((0..20).map(|_| draw().difference()).collect()),
            VarianceReduction::Reused | VarianceReduction::Weighted => {
                let share = decks.iter().filter(|deck| deck.stored).count() as f64;
                let share = share / decks.len() as f64;
                let values = (0..20).map(|number| {
                    // Weights want decks of either kind at random, not every second one.
                    let from_store = match device {
                        VarianceReduction::Reused => number % 2 == 1,
                        _ => dice.unit() < 0.5,
                    };
                    let deck = loop {
                        let deck = decks[dice.index(decks.len())];
                        if deck.stored || !from_store {
                            break deck;
                        }
                    };
                    match (device, deck.stored) {
                        (VarianceReduction::Weighted, true) => {
                            deck.difference() / (0.5 + 0.5 / share)
                        }
                        (VarianceReduction::Weighted, false) => deck.difference() * 2.0,
                        _ => deck.difference(),
                    }
                });
                mean(values.collect())
            }
        }
    }

    /// Formulas against games that are played as they say. All but stored decks estimate the same;
    /// stored decks are biased, and by how much is known.
    #[test]
    fn variances_are_those_of_estimates() {
        let decks = invented(4000);
        let truth = VarianceReduction::Plain.mean(&decks);
        for (device, name) in VarianceReduction::ALL {
            let mut dice = dice(1);
            let estimates: RunningStats = (0..4000)
                .map(|_| estimate(device, &decks, &mut dice))
                .collect();
            let (mean, error) = (
                estimates.mean().unwrap(),
                estimates.standard_error().unwrap(),
            );
            assert!(
                (mean - device.mean(&decks)).abs() < 4.0 * error,
                "{name}: {mean}"
            );
            let variance = 80.0 * estimates.variance().unwrap();
            let ratio = variance / device.variance(&decks);
            assert!((0.9..1.1).contains(&ratio), "{name}: {ratio}");
            let biased = (mean - truth).abs() > 10.0 * error;
            assert_eq!(
                biased,
                device == VarianceReduction::Reused,
                "{name}: {mean} for {truth}"
            );
        }
        // A quarter of the decks differ and all of those again: (1 + 4) / 2 times as large.
        let inflation = VarianceReduction::Reused.inflation(&decks);
        assert!((inflation - 2.5).abs() < 0.2, "{inflation}");
        assert!((VarianceReduction::Reused.mean(&decks) / truth - inflation).abs() < 0.1);
    }

    /// Payoffs of an agent against another, by deck and seat.
    fn payoffs(agent: &str, opponent: &str, decks: u64, seed: u64) -> Vec<[f64; 2]> {
        let parse = |text: &str| Spec::parse(&Span::whole("test", text)).unwrap();
        let (game, _) = shipped().open(&parse("omaha")).unwrap();
        let table = game.prepare(&MatchSpec {
            agents: &[parse(agent), parse(opponent)],
            start: &parse("start"),
            measure: None,
            rules: MatchRules {
                moves: None,
                budget: Budget::UNLIMITED,
                opening: None,
                budgets: Vec::new(),
                mirror: true,
                generator: Generator::Xoshiro,
                ..MatchRules::default()
            },
            seed: Seed::new(seed),
        });
        let table = table.unwrap();
        let payoff = |episode| table.play(episode).seats[0].payoff;
        (0..decks)
            .map(|deck| [payoff(2 * deck), payoff(2 * deck + 1)])
            .collect()
    }

    /// In poker: both devices make estimates more precise, and other ones on other decks agree.
    #[test]
    fn mirrored_and_common_decks_are_more_precise_and_say_the_same() {
        let sides = ["tight(fold=1, samples=30)", "tight(fold=0.9, samples=30)"];
        let play = |side: usize, seed| payoffs(sides[side], "caller", 500, seed);
        let [plus, minus] = [play(0, 1), play(1, 1)];
        let decks = plus.iter().zip(&minus).map(|(plus, minus)| Deck {
            plus: *plus,
            minus: *minus,
            stored: false,
        });
        let decks: Vec<Deck> = decks.collect();
        let (plain, mirrored) = of_performance(plus.iter());
        assert!(mirrored < 0.8 * plain, "{mirrored} {plain}");
        let gain = |device: VarianceReduction| device.gain(&decks);
        assert!(
            gain(VarianceReduction::Mirrored) > 1.2,
            "{}",
            gain(VarianceReduction::Mirrored)
        );
        assert!(
            gain(VarianceReduction::Common) > 2.0,
            "{}",
            gain(VarianceReduction::Common)
        );
        assert!(
            gain(VarianceReduction::Both) > 2.0,
            "{}",
            gain(VarianceReduction::Both)
        );
        let low = interval(
            &decks,
            |decks| VarianceReduction::Common.gain(decks),
            &mut dice(2),
        )
        .unwrap();
        assert!(
            low.low > 1.0 && low.contains(gain(VarianceReduction::Common)),
            "{low:?}"
        );
        // Every game its own deck: as far as its error allows, the same difference.
        let single = |side, seed| -> RunningStats {
            let games = play(side, seed).into_iter().enumerate();
            games.map(|(number, deck)| deck[number % 2]).collect()
        };
        let [one, other] = [single(0, 2), single(1, 3)];
        let apart =
            one.mean().unwrap() - other.mean().unwrap() - VarianceReduction::Both.mean(&decks);
        let error = libm::hypot(
            one.standard_error().unwrap(),
            other.standard_error().unwrap(),
        );
        assert!(apart.abs() < 4.0 * error, "{apart} {error}");
    }
}
