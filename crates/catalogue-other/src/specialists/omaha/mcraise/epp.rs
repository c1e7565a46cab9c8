//! The expected proportional payoff: the share of the pot that a player can expect, given what the
//! others did (Kocsis, Szepesvári and Winands 2005, section 4.1.2).
//!
//! Card configurations, the hands of the opponents and the cards to come, are drawn uniformly from
//! the cards that the player has not seen, and weighted by w = ∏ p(history|h) over the opponents
//! who are in. Weights are normalised to the sum 1. Hands of those who folded are drawn with the
//! others and weigh nothing. After the flop the percentile of a hand is that among all hands of the
//! configurations.

use super::configurations::{Configurations, InformationKey, Origin};
use super::reading::Reader;
use ludometer_core::{Evaluator, Player, Seat};
use ludometer_games_other::omaha::{Hand, Omaha, seats};

/// How many times the asked number of configurations is drawn at most.
const MOST: u64 = 4;

/// Configurations that are drawn and remembered together, at most.
const PART: u64 = 1000;

/// The least effective part of the configurations; with less, more are drawn.
const EFFECTIVE: f64 = 0.1;

/// An expected proportional payoff, with what is known of its quality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// The weighted mean of the share of the pot.
    pub share: f64,
    /// Its standard error.
    pub error: f64,
    /// The plain mean: what the cards alone say.
    pub prior: f64,
    /// The effective sample size, (Σw)²/Σw².
    pub effective: f64,
    /// How many configurations were drawn.
    pub drawn: u64,
}

impl Payoff {
    /// The weighted mean of values, each with the logarithm of its weight.
    pub fn weighted(values: &[f64], logs: &[f64]) -> Payoff {
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
        let all: f64 = weights.iter().sum();
        let weighted = weights.iter().zip(values);
        let share = weighted.map(|(weight, value)| weight * value).sum::<f64>() / all;
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        let weighted = weights.iter().zip(values);
        let spread: f64 = weighted
            .map(|(weight, value)| weight * (value - share))
            .map(|part| part * part)
            .sum();
        Payoff {
            share,
            error: spread.sqrt() / all,
            prior: values.iter().sum::<f64>() / values.len() as f64,
            effective: all * all / squares,
            drawn: values.len() as u64,
        }
    }
}

/// A value that was found before; asking the seat for it counts it.
struct CachedPayoff(f64);

impl Evaluator<Omaha> for CachedPayoff {
    fn evaluate(&mut self, _: &mut Seat<'_, Omaha>, _: &Hand, _: Player) -> f64 {
        self.0
    }
}

/// Estimates the expected proportional payoff of the seat's player from this many configurations; up
/// to four times as many where few of them have weight. `None` where the budget allows none.
pub fn estimate(seat: &mut Seat<'_, Omaha>, reader: &mut Reader, samples: u64) -> Option<Payoff> {
    estimate_from(seat, reader, samples, Origin::Shared)
}

/// [`estimate`] with configurations of this origin.
pub fn estimate_from(
    seat: &mut Seat<'_, Omaha>,
    reader: &mut Reader,
    samples: u64,
    origin: Origin,
) -> Option<Payoff> {
    let (omaha, hand) = (seat.game(), *seat.position());
    let (players, me) = (omaha.players(), seat.player().index());
    let from_me = |other: usize| (other + players - me) % players;
    let live = seats(hand.live()).fold(0, |live, other| live | 1 << from_me(other));
    let readings = reader.readings(omaha, &hand, me);
    let own = match origin {
        Origin::Shared => None,
        Origin::Own => Some(reader.own(seat.dice().bits())),
    };
    let (mut values, mut logs) = (Vec::new(), Vec::new());
    let mut part = 0;
    for times in 1..=MOST {
        while (values.len() as u64) < times * samples && seat.can_afford(0, 1) {
            let wanted = (times * samples - values.len() as u64).min(PART);
            let sight = InformationKey::new(&hand, players, me, wanted as usize, part);
            let configurations = Configurations::of(sight.own(own));
            let before = values.len();
            for share in configurations.shares(live) {
                if !seat.can_afford(0, 1) {
                    break;
                }
                values.push(seat.value(&mut CachedPayoff(share), &hand));
            }
            logs.resize(values.len(), 0.0);
            for reading in &readings {
                let steps = configurations.steps(reading.round, from_me(reading.seat));
                for (log, step) in logs[before..].iter_mut().zip(steps) {
                    *log += reading.log(*step);
                }
            }
            part += 1;
        }
        if values.is_empty() {
            return None;
        }
        let payoff = Payoff::weighted(&values, &logs);
        let enough = payoff.effective >= EFFECTIVE * values.len() as f64;
        if enough || times == MOST || !seat.can_afford(0, 1) {
            return Some(payoff);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::{Model, PastAction, Percentiles, StrengthScale, deeds, preflop};
    use super::*;
    use ludometer_core::{Budget, Generator, Notation, Rng, Seed};
    use ludometer_games_other::omaha::{
        Card, HandEvaluator as Judge, HoleCards, Round, real_share,
    };

    fn dice(number: u64) -> Rng {
        Seed::new(21).nth(number).rng(Generator::Xoshiro)
    }

    fn sit<'a>(omaha: &'a Omaha, hand: &Hand, dice: Rng, budget: Budget) -> Seat<'a, Omaha> {
        let player = omaha.mover(hand).unwrap();
        Seat::open(omaha, hand, player, dice, budget)
    }

    #[test]
    fn weights_are_normalised_without_overflow() {
        let payoff = Payoff::weighted(&[1.0, 0.0, 0.5], &[-1000.0, -1000.0, f64::NEG_INFINITY]);
        assert_eq!((payoff.share, payoff.effective), (0.5, 2.0));
        assert_eq!(payoff.prior, 0.5);
        let shifted = Payoff::weighted(&[1.0, 0.0], &[libm::log(3f64) + 900.0, 900.0]);
        assert!((shifted.share - 0.75).abs() < 1e-12 && shifted.prior == 0.5);
        assert!((shifted.effective - 16.0 / 10.0).abs() < 1e-12);
    }

    /// A model to which every hand is the same says what the deck says.
    #[test]
    fn without_information_it_is_the_equity() {
        for (players, text) in [
            (2, "- As2sKdQh | 3s7s9d | - | rc/r"),
            (3, "- As2sKdQh - | 3s7s9d | - | rcc/r"),
            (2, "- 9s9dTc4h | - | - | -"),
        ] {
            let omaha = Omaha::new(players).unwrap();
            let hand = omaha.read(text).unwrap();
            let blind = Model {
                softness: 1e12,
                ..Model::RING
            };
            let mut seat = sit(&omaha, &hand, dice(1), Budget::UNLIMITED);
            let payoff = estimate(&mut seat, &mut Reader::new(blind), 20_000).unwrap();
            assert_eq!(payoff.drawn, 20_000);
            assert!(payoff.effective > 19_999.0, "{payoff:?}");
            let player = omaha.mover(&hand).unwrap();
            let equity = omaha.equity(&hand, player, 20_000, &mut dice(2)).total;
            let error = libm::hypot(equity.error, payoff.error);
            assert!(
                (payoff.share - equity.mean).abs() < 4.0 * error,
                "{payoff:?} {equity:?}"
            );
        }
    }

    /// On the river one hand is unknown: all 123,410 are looked at, by the formula of the paper, with
    /// the same rulers (other rulers give shares from .43 to .60 here).
    #[test]
    fn sampling_agrees_with_enumeration() {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha
            .read("JdTd5c4h - | 3s7s9dTcJh | - | rc/crc/crc/")
            .unwrap();
        // Seat 0 is to act; seat 1 raised before the flop, bet on it and on the turn.
        let model = Model::HEADS_UP;
        let cards: Vec<Card> = (0..52)
            .filter_map(Card::numbered)
            .filter(|card| omaha.seen(&hand, Player(0)) & card.bit() == 0)
            .collect();
        let mut holes = Vec::new();
        for a in 0..cards.len() {
            for b in 0..a {
                for c in 0..b {
                    holes.extend((0..c).map(|d| HoleCards::new([a, b, c, d].map(|at| cards[at]))));
                }
            }
        }
        assert_eq!(holes.len(), 123_410);
        let board = hand.deal().board;
        let evaluator = Judge::new(&board);
        let mut strengths = [evaluator.strength(hand.hole(0)); 10];
        let values: Vec<f64> = holes
            .iter()
            .map(|hole| {
                strengths[1] = evaluator.strength(hole);
                let (high, low) = real_share(3, &strengths, 0);
                high + low
            })
            .collect();
        // The deeds of a round with the percentiles of all hands in it.
        let of = |round: Round| -> Vec<PastAction> {
            let of = |deed: &PastAction| deed.seat == 1 && deed.round == round;
            deeds(&omaha, &hand).into_iter().filter(of).collect()
        };
        let weigh = |weights: &mut [f64], round: Round, percentiles: Vec<f64>| {
            let of = of(round);
            assert!(!of.is_empty());
            for (weight, u) in weights.iter_mut().zip(percentiles) {
                let ratios = of.iter().map(|deed| {
                    let at = &deed.situation;
                    model.chances(u, at)[deed.bet as usize] / model.marginal(at)[deed.bet as usize]
                });
                *weight *= ratios.sum::<f64>() / of.len() as f64;
            }
        };
        let mut before = vec![1.0; holes.len()];
        let percentiles = holes.iter().map(preflop::percentile).collect();
        weigh(&mut before, Round::Preflop, percentiles);
        // Every thousand configurations have rulers of their own.
        let (mut all, mut sum) = (0.0, 0.0);
        for part in 0..40_000 / PART {
            let mut weights = before.clone();
            let mut rulers = InformationKey::new(&hand, 2, 0, PART as usize, part).dice("rulers");
            for round in [Round::Flop, Round::Turn] {
                let ruler = StrengthScale::new(&board, round, &mut rulers);
                let shares: Vec<f64> = holes.iter().map(|hole| ruler.share(hole)).collect();
                let among = Percentiles::among(shares.iter().copied());
                let percentiles = shares.iter().map(|share| among.of(*share)).collect();
                weigh(&mut weights, round, percentiles);
            }
            all += weights.iter().sum::<f64>();
            sum += weights.iter().zip(&values).map(|(w, v)| w * v).sum::<f64>();
        }
        let exact = sum / all;
        let even = values.iter().sum::<f64>() / values.len() as f64;
        let mut seat = sit(&omaha, &hand, dice(4), Budget::UNLIMITED);
        let payoff = estimate(&mut seat, &mut Reader::new(model), 40_000).unwrap();
        // Percentiles are among the hands that were drawn, not among all.
        let far = 4.0 * payoff.error + 0.01;
        assert!(
            (payoff.share - exact).abs() < far,
            "{payoff:?}, not {exact}"
        );
        // What was bet matters here: this would not hold without it.
        assert!((even - exact).abs() > far, "{even} {exact}");
    }

    /// Shared configurations are those of the cards alone. Of one's own, they follow the dice and the
    /// model: two near models that see the same with the same dice do not share their luck. Both
    /// estimate the same share.
    #[test]
    fn configurations_are_shared_or_ones_own() {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha.read("- As2sKdQh | 3s7s9d | - | rc/r").unwrap();
        let near = Model {
            softness: Model::HEADS_UP.softness + 1e-9,
            ..Model::HEADS_UP
        };
        let share = |model, number, origin, samples| {
            let mut seat = sit(&omaha, &hand, dice(number), Budget::UNLIMITED);
            estimate_from(&mut seat, &mut Reader::new(model), samples, origin).unwrap()
        };
        let few = |model, number, origin| share(model, number, origin, 300).share;
        let far = |one: f64, other: f64| (one - other).abs() > 1e-6;
        let shared = few(Model::HEADS_UP, 1, Origin::Shared);
        assert_eq!(few(Model::HEADS_UP, 2, Origin::Shared), shared);
        assert!(!far(few(near, 1, Origin::Shared), shared));
        let own = few(Model::HEADS_UP, 1, Origin::Own);
        assert_eq!(few(Model::HEADS_UP, 1, Origin::Own), own);
        assert!(far(few(Model::HEADS_UP, 2, Origin::Own), own));
        assert!(far(few(near, 1, Origin::Own), own));
        assert!(far(own, shared));
        let [one, other] =
            [Origin::Shared, Origin::Own].map(|origin| share(Model::HEADS_UP, 1, origin, 20_000));
        let error = libm::hypot(one.error, other.error);
        assert!(
            (one.share - other.share).abs() < 4.0 * error,
            "{one:?} {other:?}"
        );
    }

    /// Where bets leave few hands, more configurations are drawn; never more than are allowed.
    #[test]
    fn few_effective_configurations_are_made_more() {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha.read("- As2sKdQh | 3s7s9dTcJh | - | rrc/rrrrc/rrrrc/r");
        let hand = hand.unwrap();
        let harsh = Model {
            softness: 0.02,
            floor: 0.001,
            respect: 0.1,
            ..Model::HEADS_UP
        };
        let mut seat = sit(&omaha, &hand, dice(5), Budget::UNLIMITED);
        let payoff = estimate(&mut seat, &mut Reader::new(harsh), 300).unwrap();
        assert_eq!(payoff.drawn, 1200, "{payoff:?}");
        assert_eq!(seat.spent().evaluations, 1200);
        for evaluations in [0, 7, 500] {
            let budget = Budget::UNLIMITED.with_evaluations(evaluations);
            let mut seat = sit(&omaha, &hand, dice(5), budget);
            let drawn =
                estimate(&mut seat, &mut Reader::new(harsh), 300).map_or(0, |payoff| payoff.drawn);
            assert_eq!(drawn, evaluations);
        }
    }
}
