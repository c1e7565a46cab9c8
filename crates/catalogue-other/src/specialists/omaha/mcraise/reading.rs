//! What opponents' bets say of their hands: p(history|h) (Kocsis, Szepesvári and Winands 2005,
//! section 4.1.2).

use super::model::{Model, Situation};
use super::past::{PastAction, deeds};
use ludometer_core::{Generator, Seed};
use ludometer_games_other::omaha::{Bet, Hand, Omaha, Round, seats};

/// In how many steps of the percentile a hand is read.
const STEPS: usize = 128;

/// A step of the percentile.
pub(super) type Step = u8;

/// The step of a percentile.
#[inline]
pub(super) fn step_of(percentile: f64) -> Step {
    ((percentile * STEPS as f64) as usize).min(STEPS - 1) as Step
}

/// One number for each step.
type Steps = [f64; STEPS];

/// What the bets of one opponent in one round say of its hand.
#[derive(Clone, Debug)]
pub struct HandReading {
    /// The seat of the opponent.
    pub seat: usize,
    /// The betting round.
    pub round: Round,
    logs: Steps,
}

impl HandReading {
    /// The logarithm of the round's factor of p(history|h) for a hand of this step.
    #[inline]
    pub(super) fn log(&self, step: Step) -> f64 {
        self.logs[usize::from(step)]
    }
}

/// Reads hands from bets with one model, and remembers what it has read in a situation.
#[derive(Clone, Debug)]
pub struct Reader {
    model: Model,
    ratios: Vec<(Situation, Bet, Steps)>,
}

/// Situations that are remembered at most.
const REMEMBERED: usize = 64;

impl Reader {
    /// With this model of everyone.
    pub fn new(model: Model) -> Reader {
        Reader {
            model,
            ratios: Vec::new(),
        }
    }

    /// A number of this model's own, from one that was drawn.
    pub(super) fn own(&self, drawn: u64) -> u64 {
        let parameters = self.model.numbers();
        let seed = parameters
            .iter()
            .fold(Seed::new(drawn), |seed, number| seed.nth(number.to_bits()));
        seed.rng(Generator::Xoshiro).bits()
    }

    /// p(a|h)/p(a) of an action, by the step of the hand.
    fn ratios(&mut self, at: Situation, bet: Bet) -> &Steps {
        let same = |(other, did, _): &(Situation, Bet, Steps)| *other == at && *did == bet;
        let index = self.ratios.iter().position(same).unwrap_or_else(|| {
            let marginal = self.model.marginal(&at);
            let ratio = |step: usize| {
                let percentile = (step as f64 + 0.5) / STEPS as f64;
                self.model.ratio(percentile, &at, bet, &marginal)
            };
            let ratios = std::array::from_fn(ratio);
            if self.ratios.len() == REMEMBERED {
                self.ratios.clear();
            }
            self.ratios.push((at, bet, ratios));
            self.ratios.len() - 1
        });
        &self.ratios[index].2
    }

    /// The mean of p(a|h)/p(a) over the actions of a round, as the paper ties them.
    fn reading(&mut self, seat: usize, round: Round, deeds: &[PastAction]) -> HandReading {
        let mut means = [0.0; STEPS];
        for deed in deeds {
            let ratios = self.ratios(deed.situation, deed.bet);
            for (mean, ratio) in means.iter_mut().zip(ratios) {
                *mean += ratio / deeds.len() as f64;
            }
        }
        HandReading {
            seat,
            round,
            logs: means.map(libm::log),
        }
    }

    /// Every reading of those who are in beside `seat`. Rounds in which one did not act say nothing.
    pub fn readings(&mut self, omaha: &Omaha, hand: &Hand, seat: usize) -> Vec<HandReading> {
        let deeds = deeds(omaha, hand);
        let mut readings = Vec::new();
        for other in seats(hand.live() & !(1 << seat)) {
            for round in Round::ALL {
                let of = |deed: &&PastAction| deed.seat == other && deed.round == round;
                let of: Vec<PastAction> = deeds.iter().filter(of).copied().collect();
                if !of.is_empty() {
                    readings.push(self.reading(other, round, &of));
                }
            }
        }
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Notation;

    /// The formula of the paper, action by action, with no table between.
    #[test]
    fn a_round_is_the_mean_of_its_actions() {
        let omaha = Omaha::new(3).unwrap();
        // Seat 1 calls twice before the flop and bets and raises on it; seat 2 folds.
        let hand = omaha.read("- - - | KsQsJs4d | - | crcrcc/crcrrfc/");
        let hand = hand.unwrap();
        let model = Model::RING;
        let all = deeds(&omaha, &hand);
        let readings = Reader::new(model).readings(&omaha, &hand, 0);
        let of: Vec<(usize, Round)> = readings.iter().map(|it| (it.seat, it.round)).collect();
        assert_eq!(of, [(1, Round::Preflop), (1, Round::Flop)]);
        for reading in &readings {
            let of = |deed: &&PastAction| deed.seat == 1 && deed.round == reading.round;
            let of: Vec<&PastAction> = all.iter().filter(of).collect();
            assert_eq!(of.len(), 2);
            for step in [0u8, 17, 64, 127] {
                let u = (f64::from(step) + 0.5) / 128.0;
                let ratios = of.iter().map(|deed| {
                    let over = (0..32).map(|k| (f64::from(k) + 0.5) / 32.0);
                    let over =
                        over.map(|u| model.chances(u, &deed.situation)[deed.bet as usize] / 32.0);
                    model.chances(u, &deed.situation)[deed.bet as usize] / over.sum::<f64>()
                });
                let mean = ratios.sum::<f64>() / of.len() as f64;
                assert!((reading.log(step) - libm::log(mean)).abs() < 1e-12);
            }
        }
        assert!(all.iter().any(|deed| deed.bet == Bet::Fold));
        // A bet makes strong hands likelier.
        assert!(readings[1].log(step_of(0.95)) > 0.0 && readings[1].log(step_of(0.2)) < 0.0);
    }

    /// However much it has read before, and more than it can remember.
    #[test]
    fn what_is_remembered_is_what_was_read() {
        let mut reader = Reader::new(Model::RING);
        for number in 0..3 * REMEMBERED {
            let at = Situation {
                price: (number / 2 % 50) as f64 / 100.0,
                bets: 1,
                raise: true,
            };
            let bet = [Bet::Call, Bet::Raise][number % 2];
            let fresh = *Reader::new(Model::RING).ratios(at, bet);
            assert_eq!(*reader.ratios(at, bet), fresh);
            assert_eq!(*reader.ratios(at, bet), fresh);
            assert!(reader.ratios.len() <= REMEMBERED);
        }
    }
}
