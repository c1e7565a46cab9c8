//! How likely an opponent is to do what it does with what it holds: p(a|h) of six parameters.
//!
//! The paper says that there are six and not which (Kocsis, Szepesvári and Winands 2005, section
//! 5.1); these are ours. A hand counts by its percentile *u* among all hands of its round. It is
//! raised where u reaches one threshold, called where it reaches another, and both are soft:
//!
//! ```text
//! raise = L((u - aggression - respect·k) / softness)
//! fold  = (1 - raise)·(1 - L((u - tightness - odds·(o - 0.2) - respect·max(0, k - 1)) / softness))
//! call  = 1 - raise - fold
//! p(a)  = (1 - n·floor)·a + floor
//! ```
//!
//! L is the logistic function, k the bets and raises of the round, o the price of a call as a part
//! of the pot that it makes, n the number of legal actions.

use ludometer_games_other::omaha::{Bet, Hand, Omaha};

/// At how many percentiles the average over all hands is taken.
const POINTS: usize = 32;

/// What an opponent saw of the table when it acted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// What a call cost, as a part of the pot with it; 0 where it was a check.
    pub price: f64,
    /// Bets and raises of the round before; the big blind is one.
    pub bets: u32,
    /// Whether it could raise.
    pub raise: bool,
}

impl Situation {
    /// Of the player to act.
    pub fn of(omaha: &Omaha, hand: &Hand) -> Situation {
        let call = f64::from(omaha.to_call(hand));
        Situation {
            price: call / (f64::from(hand.pot()) + call),
            bets: hand.raises(),
            raise: omaha.raise_to(hand).is_some(),
        }
    }
}

/// The chances of a fold, a call or check, and a raise or bet, in the order of [`Bet`].
pub type Chances = [f64; 3];

/// A name, what it means, its range, and whether ratios count in it and not differences.
#[derive(Clone, Copy, Debug)]
pub struct ModelParameter {
    /// The name of the parameter.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
    /// Whether it is tuned by its logarithm.
    pub log: bool,
    /// The step that a tuner takes as 1, in the parameter or in its logarithm.
    pub width: f64,
}

const fn meaning(
    name: &'static str,
    (low, high): (f64, f64),
    log: bool,
    width: f64,
    about: &'static str,
) -> ModelParameter {
    ModelParameter {
        name,
        about,
        low,
        high,
        log,
        width,
    }
}

/// The parameters in the order of [`Model::numbers`].
pub const MEANINGS: [ModelParameter; 6] = [
    meaning(
        "tightness",
        (0.0, 0.9),
        false,
        1.0,
        "the percentile of hands from which an opponent calls one bet for a fifth of the pot",
    ),
    meaning(
        "aggression",
        (0.3, 1.3),
        false,
        1.0,
        "the percentile of hands from which it bets where nobody has; lower is wilder",
    ),
    meaning(
        "softness",
        (0.02, 0.5),
        true,
        1.0,
        "how far it strays from these percentiles",
    ),
    meaning(
        "odds",
        (-0.5, 2.0),
        false,
        3.0,
        "how much more it wants for a higher price",
    ),
    meaning(
        "respect",
        (-0.05, 0.3),
        false,
        0.2,
        "how much more it wants for each bet of the round",
    ),
    meaning(
        "floor",
        (0.001, 0.1),
        true,
        3.0,
        "the least chance of any action, whatever it holds",
    ),
];

/// The six parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The percentile from which one bet is called for a fifth of the pot.
    pub tightness: f64,
    /// The percentile from which the first bet of a round is made.
    pub aggression: f64,
    /// The scale of both thresholds.
    pub softness: f64,
    /// What a higher price adds to the threshold of a call.
    pub odds: f64,
    /// What each bet of the round adds to the thresholds.
    pub respect: f64,
    /// The least chance of any legal action.
    pub floor: f64,
}

impl Model {
    /// Where to begin with two players.
    pub const HEADS_UP: Model = Model {
        tightness: 0.25,
        aggression: 0.65,
        softness: 0.1,
        odds: 0.8,
        respect: 0.06,
        floor: 0.02,
    };

    /// Where to begin with more.
    pub const RING: Model = Model {
        tightness: 0.4,
        aggression: 0.8,
        ..Model::HEADS_UP
    };

    /// The parameters in the order of [`MEANINGS`].
    pub fn numbers(&self) -> [f64; 6] {
        [
            self.tightness,
            self.aggression,
            self.softness,
            self.odds,
            self.respect,
            self.floor,
        ]
    }

    /// The model of these parameters, in the order of [`MEANINGS`].
    pub fn of(numbers: [f64; 6]) -> Model {
        let [tightness, aggression, softness, odds, respect, floor] = numbers;
        Model {
            tightness,
            aggression,
            softness,
            odds,
            respect,
            floor,
        }
    }

    /// p(a|h): the chances of each action with a hand of this percentile.
    pub fn chances(&self, percentile: f64, at: &Situation) -> Chances {
        let reaches = |threshold: f64| logistic((percentile - threshold) / self.softness);
        let bets = f64::from(at.bets);
        let raise = match at.raise {
            true => reaches(self.aggression + self.respect * bets),
            false => 0.0,
        };
        let call =
            self.tightness + self.odds * (at.price - 0.2) + self.respect * (bets - 1.0).max(0.0);
        let fold = match at.price > 0.0 {
            true => (1.0 - raise) * (1.0 - reaches(call)),
            false => 0.0,
        };
        let legal = [at.price > 0.0, true, at.raise];
        let count = legal.iter().filter(|legal| **legal).count() as f64;
        let mut chances = [fold, 1.0 - raise - fold, raise];
        for (chance, legal) in chances.iter_mut().zip(legal) {
            if legal {
                *chance = (1.0 - count * self.floor) * *chance + self.floor;
            }
        }
        chances
    }

    /// p(a): the chances over all hands, by the midpoint rule.
    pub fn marginal(&self, at: &Situation) -> Chances {
        let mut sums = [0.0; 3];
        for point in 0..POINTS {
            let percentile = (point as f64 + 0.5) / POINTS as f64;
            for (sum, chance) in sums.iter_mut().zip(self.chances(percentile, at)) {
                *sum += chance / POINTS as f64;
            }
        }
        sums
    }

    /// p(a|h)/p(a) of one action.
    pub fn ratio(&self, percentile: f64, at: &Situation, bet: Bet, marginal: &Chances) -> f64 {
        self.chances(percentile, at)[bet as usize] / marginal[bet as usize]
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn model() -> impl Strategy<Value = Model> {
        let range = |at: usize| MEANINGS[at].low..=MEANINGS[at].high;
        let numbers = (range(0), range(1), range(2), range(3), range(4), range(5));
        numbers.prop_map(|(a, b, c, d, e, f)| Model::of([a, b, c, d, e, f]))
    }

    fn situation() -> impl Strategy<Value = Situation> {
        (0.0..0.5f64, 0u32..5, any::<bool>(), any::<bool>()).prop_map(
            |(price, bets, free, raise)| Situation {
                price: if free { 0.0 } else { price },
                bets,
                raise,
            },
        )
    }

    proptest! {
        /// Chances are a distribution over what is legal, floor included; so is their average.
        #[test]
        fn chances_are_a_distribution(model in model(), at in situation(), u in 0.0..=1.0f64) {
            let legal = [at.price > 0.0, true, at.raise];
            for chances in [model.chances(u, &at), model.marginal(&at)] {
                prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                for (chance, legal) in chances.into_iter().zip(legal) {
                    let least = if legal { model.floor - 1e-12 } else { 0.0 };
                    prop_assert!(chance >= least && (legal || chance == 0.0), "{chances:?}");
                }
            }
        }

        /// Better hands are raised more often and folded less often.
        #[test]
        fn better_hands_go_further(model in model(), at in situation(), u in 0.0..0.9f64) {
            let [worse, better] = [u, u + 0.1].map(|u| model.chances(u, &at));
            prop_assert!(better[2] >= worse[2] && better[0] <= worse[0]);
        }
    }

    #[test]
    fn numbers_have_their_places() {
        for model in [Model::HEADS_UP, Model::RING] {
            assert_eq!(Model::of(model.numbers()), model);
            for (number, meaning) in model.numbers().iter().zip(MEANINGS) {
                assert!((meaning.low..=meaning.high).contains(number), "{meaning:?}");
            }
        }
    }
}
