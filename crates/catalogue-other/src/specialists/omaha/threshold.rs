//! Players by rule: two thresholds on the expected share of the pot.

use ludometer_core::{Agent, Evaluator, Forfeit, Player, Seat};
use ludometer_games_other::omaha::{Bet, Hand, Omaha};

/// Compares its expected share of the pot with a fair one, 1 by the number of players who are in.
/// The others may hold anything that it does not see.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    fold: f64,
    raise: f64,
    samples: u64,
}

impl Threshold {
    /// Folds below `fold` fair shares where there is something to call, bets and raises from `raise`
    /// of them, and calls between; the share is estimated from this many draws.
    pub fn new(fold: f64, raise: f64, samples: u64) -> Threshold {
        Threshold {
            fold,
            raise,
            samples,
        }
    }
}

/// The share of the pot at a showdown of these cards.
pub(super) struct Showdown;

impl Evaluator<Omaha> for Showdown {
    fn evaluate(&mut self, seat: &mut Seat<'_, Omaha>, hand: &Hand, player: Player) -> f64 {
        let (high, low) = seat.game().share(hand, player);
        high + low
    }
}

impl Agent<Omaha> for Threshold {
    fn act(&mut self, seat: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        let (mut sum, mut drawn) = (0.0, 0u32);
        for _ in 0..self.samples {
            if !seat.can_afford(0, 1) {
                break;
            }
            let hand = seat.determinize();
            sum += seat.value(&mut Showdown, &hand);
            drawn += 1;
        }
        let hand = seat.position();
        let fair = 1.0 / f64::from(hand.live().count_ones());
        let worth = match drawn {
            0 => 1.0,
            _ => sum / f64::from(drawn) / fair,
        };
        let choice = match seat.game() {
            omaha if worth >= self.raise && omaha.raise_to(hand).is_some() => Bet::Raise,
            omaha if worth < self.fold && omaha.to_call(hand) > 0 => Bet::Fold,
            _ => Bet::Call,
        };
        seat.report_move(choice, worth, u64::from(drawn));
        Ok(choice)
    }
}
