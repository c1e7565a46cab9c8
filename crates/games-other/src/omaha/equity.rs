//! The expected share of the pot: what a hand is worth if all who are in it see the showdown and
//! every unseen card is equally likely. A fact of the deck, as `determinize` is; who would have played
//! what is an opinion and not here.

use super::cards::HoleCards;
use super::draw::Draw;
use super::evaluate::HandEvaluator;
use super::pots::{real_share, seats};
use super::rank::Strength;
use super::{Hand, Omaha, SEATS};
use ludometer_core::{Player, Rng};

/// An estimate with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EquityEstimate {
    /// The mean of the sample.
    pub mean: f64,
    /// The standard error of the mean; 0 for fewer than two samples.
    pub error: f64,
}

/// The expected shares of a pot of 1 among all who are in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Equity {
    /// The share of the high side, or of the whole pot where there is no low.
    pub high: EquityEstimate,
    /// The share of the low side.
    pub low: EquityEstimate,
    /// Both shares together.
    pub total: EquityEstimate,
}

#[derive(Default)]
struct Sum {
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    fn estimate(&self, count: u64) -> EquityEstimate {
        if count == 0 {
            return EquityEstimate::default();
        }
        let n = count as f64;
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        EquityEstimate {
            mean,
            error: if count > 1 {
                (variance / n).sqrt()
            } else {
                0.0
            },
        }
    }
}

impl Omaha {
    /// The share of the pot that a seat wins if everyone who is in shows the cards of `hand` now,
    /// unseen board cards among them: of the high and of the low side. Side pots are not looked at.
    #[inline]
    pub fn share(&self, hand: &Hand, player: Player) -> (f64, f64) {
        real_share(hand.live, &self.strengths(hand), player.index())
    }

    /// The expected shares of `player` against everyone who is still in, over this many draws of the
    /// cards that it has not seen.
    pub fn equity(&self, hand: &Hand, player: Player, samples: u64, dice: &mut Rng) -> Equity {
        let seen = self.seen(hand, player);
        let known = hand.round.board();
        let seat = player.index();
        let others = hand.live & !(1 << seat);
        let mut sums: [Sum; 3] = Default::default();
        let mut strengths = [Strength::default(); SEATS];
        for _ in 0..samples {
            let mut draw = Draw::new(seen, dice);
            let board = draw.board(&hand.deal.board, known);
            let evaluator = HandEvaluator::with(self.tables, &board);
            strengths[seat] = evaluator.strength(&hand.deal.holes[seat]);
            for other in seats(others) {
                let shown = super::shown(hand, other, Some(player));
                let hole: HoleCards = match shown {
                    true => hand.deal.holes[other],
                    false => draw.hole(),
                };
                strengths[other] = evaluator.strength(&hole);
            }
            let (high, low) = real_share(others | 1 << seat, &strengths, seat);
            for (sum, value) in sums.iter_mut().zip([high, low, high + low]) {
                sum.add(value);
            }
        }
        let [high, low, total] = sums.map(|sum| sum.estimate(samples));
        Equity { high, low, total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Notation, Seed};

    fn equity(text: &str, seat: u8) -> Equity {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha.read(text).unwrap();
        let mut dice = Seed::new(5).rng(Generator::Xoshiro);
        omaha.equity(&hand, Player(seat), 20_000, &mut dice)
    }

    // With the river dealt the other hand alone is unknown; the nuts both ways win all but ties.
    #[test]
    fn the_nuts_win_nearly_everything() {
        let nuts = equity("As2s7s6s - | 3s4s5sJdTc | - | cc/cc/cc/", 0);
        assert_eq!(nuts.high.mean, 0.5);
        assert!(nuts.low.mean > 0.45 && nuts.low.error < 1e-3, "{nuts:?}");
    }

    // By symmetry a hand that is not looked at has half of the pot.
    #[test]
    fn a_random_hand_has_its_fair_share() {
        let omaha = Omaha::new(2).unwrap();
        let mut dice = Seed::new(6).rng(Generator::Xoshiro);
        let (mut sum, mut squares, count) = (0.0, 0.0, 2000);
        for _ in 0..count {
            let hand = ludometer_core::Game::start(&omaha, &mut dice);
            let share = omaha.equity(&hand, Player(1), 1, &mut dice).total.mean;
            sum += share;
            squares += share * share;
        }
        let mean = sum / f64::from(count);
        let deviation = (squares / f64::from(count) - mean * mean).sqrt();
        assert!(
            (mean - 0.5).abs() < 4.0 * deviation / f64::from(count).sqrt(),
            "{mean}"
        );
        // Measured elsewhere for random hands: 0.422.
        assert!((deviation - 0.422).abs() < 0.03, "{deviation}");
    }
}
