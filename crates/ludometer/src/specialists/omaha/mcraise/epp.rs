//! The expected proportional payoff: the share of the pot that a player can expect, given what the
//! others did (Kocsis, Szepesvári and Winands 2005, section 4.1.2).
//!
//! Card configurations, the hands of the opponents and the cards to come, are drawn uniformly from
//! the cards that the player has not seen, and weighted by w = ∏ p(history|h) over the opponents
//! who are in. Weights are normalised to the sum 1. Hands of those who folded are drawn with the
//! others and weigh nothing.

use super::super::threshold::Showdown;
use super::model::Model;
use super::preflop;
use super::reading::{Reading, readings};
use super::strength::{Percentiles, Ruler};
use ludometer_core::Seat;
use ludometer_games::omaha::{Hole, Omaha, Round};

/// How many times the asked number of configurations is drawn at most.
const MOST: u64 = 4;

/// The least effective part of the configurations; with less, more are drawn.
const EFFECTIVE: f64 = 0.1;

/// An expected proportional payoff, with what is known of its quality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// The weighted mean of the share of the pot.
    pub share: f64,
    /// Its standard error.
    pub error: f64,
    /// The effective sample size, (Σw)²/Σw².
    pub effective: f64,
    /// How many configurations were drawn.
    pub drawn: u64,
}

impl Payoff {
    /// The weighted mean of values, each with the logarithm of its weight.
    pub fn weighted(values: &[f64], logs: &[f64]) -> Payoff {
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        let weighted = weights.iter().zip(values);
        let share = weighted.map(|(weight, value)| weight * value).sum::<f64>() / all;
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        let weighted = weights.iter().zip(values);
        let spread: f64 = weighted
            .map(|(weight, value)| (weight * (value - share)).powi(2))
            .sum();
        Payoff {
            share,
            error: spread.sqrt() / all,
            effective: all * all / squares,
            drawn: values.len() as u64,
        }
    }
}

/// One reading with the ruler of its round and what each configuration's hand measured.
struct Read {
    reading: Reading,
    measured: Vec<f64>,
}

/// Estimates the expected proportional payoff of the seat's player from so many configurations;
/// up to four times as many where few of them have weight. `None` where the budget allows none.
pub fn estimate(seat: &mut Seat<'_, Omaha>, model: &Model, samples: u64) -> Option<Payoff> {
    let omaha = seat.game();
    let hand = *seat.position();
    let mut reads: Vec<Read> = readings(omaha, &hand, seat.player().index(), model)
        .into_iter()
        .map(|reading| Read {
            reading,
            measured: Vec::with_capacity(samples as usize),
        })
        .collect();
    // What lies on the table is in every imagined hand, so this looks at nothing that is hidden.
    let board = hand.deal().board;
    let rulers = [Round::Flop, Round::Turn, Round::River].map(|round| {
        let read = reads.iter().any(|read| read.reading.round == round);
        read.then(|| Ruler::new(&board, round, seat.dice()))
    });
    let measure = |round: Round, hole: &Hole| match round {
        Round::Preflop => preflop::percentile(hole),
        _ => rulers[round as usize - 1]
            .as_ref()
            .map_or(0.5, |ruler| ruler.share(hole)),
    };
    let mut values = Vec::with_capacity(samples as usize);
    for _ in 0..MOST {
        for _ in 0..samples {
            if !seat.can_afford(0, 1) {
                break;
            }
            let configuration = seat.imagine();
            values.push(seat.value(&mut Showdown, &configuration));
            for read in &mut reads {
                let hole = configuration.hole(read.reading.seat);
                read.measured.push(measure(read.reading.round, hole));
            }
        }
        if values.is_empty() {
            return None;
        }
        let payoff = Payoff::weighted(&values, &logs(&reads, values.len()));
        if payoff.effective >= EFFECTIVE * values.len() as f64 || !seat.can_afford(0, 1) {
            return Some(payoff);
        }
    }
    Some(Payoff::weighted(&values, &logs(&reads, values.len())))
}

/// The logarithms of the weights of all configurations. After the flop the percentile of a hand is
/// that among all hands of the configurations.
fn logs(reads: &[Read], count: usize) -> Vec<f64> {
    let mut logs = vec![0.0; count];
    for read in reads {
        let round = read.reading.round;
        let percentiles = (round != Round::Preflop).then(|| {
            let alike = reads.iter().filter(|other| other.reading.round == round);
            Percentiles::among(alike.flat_map(|other| other.measured.iter().copied()))
        });
        for (log, measured) in logs.iter_mut().zip(&read.measured) {
            let percentile = percentiles
                .as_ref()
                .map_or(*measured, |percentiles| percentiles.of(*measured));
            *log += read.reading.log(percentile);
        }
    }
    logs
}

#[cfg(test)]
mod tests {
    use super::super::{Deed, deeds};
    use super::*;
    use ludometer_core::{Budget, Generator, Notation, Player, Rng, Seed};
    use ludometer_games::omaha::{Card, Evaluator, Hand, real_share};

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
        let shifted = Payoff::weighted(&[1.0, 0.0], &[3f64.ln() + 900.0, 900.0]);
        assert!((shifted.share - 0.75).abs() < 1e-12);
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
            let payoff = estimate(&mut seat, &blind, 20_000).unwrap();
            assert_eq!(payoff.drawn, 20_000);
            assert!(payoff.effective > 19_999.0, "{payoff:?}");
            let player = omaha.mover(&hand).unwrap();
            let equity = omaha.equity(&hand, player, 20_000, &mut dice(2)).total;
            let error = equity.error.hypot(payoff.error);
            assert!(
                (payoff.share - equity.mean).abs() < 4.0 * error,
                "{payoff:?} {equity:?}"
            );
        }
    }

    /// On the river one hand is unknown: all 123,410 are looked at, by the formula of the paper.
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
                    holes.extend((0..c).map(|d| Hole::new([a, b, c, d].map(|at| cards[at]))));
                }
            }
        }
        assert_eq!(holes.len(), 123_410);
        let board = hand.deal().board;
        let evaluator = Evaluator::new(&board);
        let mut strengths = [evaluator.strength(hand.hole(0)); 10];
        let values: Vec<f64> = holes
            .iter()
            .map(|hole| {
                strengths[1] = evaluator.strength(hole);
                let (high, low) = real_share(3, &strengths, 0);
                high + low
            })
            .collect();
        let mut weights = vec![1.0; holes.len()];
        for round in [Round::Preflop, Round::Flop, Round::Turn] {
            let of = |deed: &Deed| deed.seat == 1 && deed.round == round;
            let of: Vec<Deed> = deeds(&omaha, &hand).into_iter().filter(of).collect();
            assert!(!of.is_empty());
            let percentiles: Vec<f64> = match round {
                Round::Preflop => holes.iter().map(preflop::percentile).collect(),
                _ => {
                    let ruler = Ruler::new(&board, round, &mut dice(3));
                    let shares: Vec<f64> = holes.iter().map(|hole| ruler.share(hole)).collect();
                    let among = Percentiles::among(shares.iter().copied());
                    shares.iter().map(|share| among.of(*share)).collect()
                }
            };
            for (weight, u) in weights.iter_mut().zip(percentiles) {
                let ratios = of.iter().map(|deed| {
                    let at = &deed.situation;
                    model.chances(u, at)[deed.bet as usize] / model.marginal(at)[deed.bet as usize]
                });
                *weight *= ratios.sum::<f64>() / of.len() as f64;
            }
        }
        let all: f64 = weights.iter().sum();
        let exact: f64 = weights.iter().zip(&values).map(|(w, v)| w * v).sum::<f64>() / all;
        let even = values.iter().sum::<f64>() / values.len() as f64;
        let mut seat = sit(&omaha, &hand, dice(4), Budget::UNLIMITED);
        let payoff = estimate(&mut seat, &model, 40_000).unwrap();
        // Rulers of other dice differ a little.
        let far = 4.0 * payoff.error + 0.01;
        assert!(
            (payoff.share - exact).abs() < far,
            "{payoff:?}, not {exact}"
        );
        // What was bet matters here: this would not hold without it.
        assert!((even - exact).abs() > far, "{even} {exact}");
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
        let payoff = estimate(&mut seat, &harsh, 300).unwrap();
        assert_eq!(payoff.drawn, 1200, "{payoff:?}");
        assert_eq!(seat.spent().evaluations, 1200);
        for evaluations in [0, 7, 500] {
            let budget = Budget {
                evaluations: Some(evaluations),
                ..Budget::UNLIMITED
            };
            let mut seat = sit(&omaha, &hand, dice(5), budget);
            let drawn = estimate(&mut seat, &harsh, 300).map_or(0, |payoff| payoff.drawn);
            assert_eq!(drawn, evaluations);
        }
    }
}
