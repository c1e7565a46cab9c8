//! What was done in a hand so far, with what everyone saw of the table.

use super::model::Situation;
use ludometer_games_other::omaha::{Bet, Hand, Omaha, Round};

/// One action of the past.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PastAction {
    /// Who acted.
    pub seat: usize,
    /// The betting round.
    pub round: Round,
    /// What it saw.
    pub situation: Situation,
    /// What it did.
    pub bet: Bet,
}

/// Every action of a hand in order.
pub fn deeds(omaha: &Omaha, hand: &Hand) -> Vec<PastAction> {
    let mut again = omaha.begun_again(hand);
    let mut deeds = Vec::with_capacity(hand.log().len());
    for bet in hand.log().iter() {
        let Some(player) = omaha.mover(&again) else {
            break;
        };
        deeds.push(PastAction {
            seat: player.index(),
            round: again.round(),
            situation: Situation::of(omaha, &again),
            bet,
        });
        if omaha.try_bet(&mut again, bet).is_err() {
            break;
        }
    }
    deeds
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Notation;

    #[test]
    fn deeds_have_their_situations() {
        let omaha = Omaha::new(2).unwrap();
        let hand = omaha.read("- - | KsQsJs | - | rc/r").unwrap();
        let deeds = deeds(&omaha, &hand);
        let seen: Vec<_> = deeds
            .iter()
            .map(|deed| (deed.seat, deed.round, deed.bet, deed.situation.bets))
            .collect();
        assert_eq!(
            seen,
            [
                (1, Round::Preflop, Bet::Raise, 1),
                (0, Round::Preflop, Bet::Call, 2),
                (0, Round::Flop, Bet::Raise, 0),
            ]
        );
        // One chip to call a pot of three; two to call a pot of six; nothing.
        let prices: Vec<f64> = deeds.iter().map(|deed| deed.situation.price).collect();
        assert_eq!(prices, [0.25, 0.25, 0.0]);
    }
}
