//! What opponents' bets say of their hands: p(history|h) (Kocsis, Szepesvári and Winands 2005,
//! section 4.1.2).

use super::model::Model;
use super::past::{Deed, deeds};
use ludometer_games::omaha::{Hand, Omaha, Round, seats};

/// In how many steps of the percentile a hand is read.
const STEPS: usize = 128;

/// What the bets of one opponent in one round say of its hand.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Whose bets.
    pub seat: usize,
    /// Of which round.
    pub round: Round,
    logs: Vec<f64>,
}

impl Reading {
    /// The mean of p(a|h)/p(a) over these actions, as the paper ties the actions of a round.
    fn new(seat: usize, round: Round, deeds: &[Deed], model: &Model) -> Reading {
        let mut means = vec![0.0; STEPS];
        for deed in deeds {
            let marginal = model.marginal(&deed.situation);
            for (step, mean) in means.iter_mut().enumerate() {
                let percentile = (step as f64 + 0.5) / STEPS as f64;
                let ratio = model.ratio(percentile, &deed.situation, deed.bet, &marginal);
                *mean += ratio / deeds.len() as f64;
            }
        }
        Reading {
            seat,
            round,
            logs: means.into_iter().map(f64::ln).collect(),
        }
    }

    /// The logarithm of the round's factor of p(history|h) for a hand of this percentile.
    #[inline]
    pub fn log(&self, percentile: f64) -> f64 {
        self.logs[((percentile * STEPS as f64) as usize).min(STEPS - 1)]
    }
}

/// Every reading of those who are in beside `seat`. Rounds in which one did not act say nothing.
pub fn readings(omaha: &Omaha, hand: &Hand, seat: usize, model: &Model) -> Vec<Reading> {
    let deeds = deeds(omaha, hand);
    let mut readings = Vec::new();
    for other in seats(hand.live() & !(1 << seat)) {
        for round in Round::ALL {
            let of = |deed: &&Deed| deed.seat == other && deed.round == round;
            let of: Vec<Deed> = deeds.iter().filter(of).copied().collect();
            if !of.is_empty() {
                readings.push(Reading::new(other, round, &of, model));
            }
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Notation;
    use ludometer_games::omaha::Bet;

    /// The formula of the paper, action by action, with no table between.
    #[test]
    fn a_round_is_the_mean_of_its_actions() {
        let omaha = Omaha::new(3).unwrap();
        // Seat 1 calls twice before the flop and bets and raises on it; seat 2 folds.
        let hand = omaha.read("- - - | KsQsJs4d | - | crcrcc/crcrrfc/");
        let hand = hand.unwrap();
        let model = Model::RING;
        let all = deeds(&omaha, &hand);
        let readings = readings(&omaha, &hand, 0, &model);
        let of: Vec<(usize, Round)> = readings.iter().map(|it| (it.seat, it.round)).collect();
        assert_eq!(of, [(1, Round::Preflop), (1, Round::Flop)]);
        for reading in &readings {
            let of = |deed: &&Deed| deed.seat == 1 && deed.round == reading.round;
            let of: Vec<&Deed> = all.iter().filter(of).collect();
            assert_eq!(of.len(), 2);
            for step in [0, 17, 64, 127] {
                let u = (f64::from(step) + 0.5) / 128.0;
                let ratios = of.iter().map(|deed| {
                    let over = (0..32).map(|k| (f64::from(k) + 0.5) / 32.0);
                    let over =
                        over.map(|u| model.chances(u, &deed.situation)[deed.bet as usize] / 32.0);
                    model.chances(u, &deed.situation)[deed.bet as usize] / over.sum::<f64>()
                });
                let mean = ratios.sum::<f64>() / of.len() as f64;
                assert!((reading.log(u) - mean.ln()).abs() < 1e-12);
            }
        }
        assert!(all.iter().any(|deed| deed.bet == Bet::Fold));
        // Whoever bets is likelier to hold something.
        assert!(readings[1].log(0.95) > 0.0 && readings[1].log(0.2) < 0.0);
    }
}
