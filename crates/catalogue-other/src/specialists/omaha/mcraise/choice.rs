//! One ply ahead: what each action is worth if everybody checks from there on (Kocsis, Szepesvári
//! and Winands 2005, section 4.1.3).

use ludometer_games_other::omaha::{Bet, Hand, Omaha, seats};

/// What the pot is expected to be after an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PotModel {
    /// As in the paper: every player who is in adds as much as the action costs. Then a raise is
    /// best exactly where the expected share is more than one by their number.
    #[default]
    Matched,
    /// Differs: what others have paid already is not paid again. A call adds what it costs, and
    /// after a raise the others add what they lack.
    Lacking,
}

/// Q(s, a) of each legal action in small bets, for the player to act with this expected share.
pub fn worths(omaha: &Omaha, hand: &Hand, share: f64, pot: PotModel) -> Vec<(Bet, f64)> {
    let Some(player) = omaha.mover(hand) else {
        return Vec::new();
    };
    let seat = player.index();
    let (now, paid) = (f64::from(hand.pot()), f64::from(hand.paid(seat)));
    let in_it = f64::from(hand.live().count_ones());
    let call = omaha.to_call(hand);
    let worth = |cost: u32, others: f64| {
        let cost = f64::from(cost);
        let pot = match pot {
            PotModel::Matched => now + in_it * cost,
            PotModel::Lacking => now + cost + others,
        };
        (share * pot - paid - cost) / f64::from(omaha.chips())
    };
    let mut worths = Vec::with_capacity(3);
    if call > 0 {
        worths.push((Bet::Fold, -paid / f64::from(omaha.chips())));
    }
    worths.push((Bet::Call, worth(call, 0.0)));
    if let Some(to) = omaha.raise_to(hand) {
        let lack = |other: usize| to.saturating_sub(hand.bet(other)).min(hand.stack(other));
        let lacking: u32 = seats(hand.live() & !(1 << seat)).map(lack).sum();
        worths.push((Bet::Raise, worth(to - hand.bet(seat), f64::from(lacking))));
    }
    worths
}

/// The action of the highest worth; of equals a call.
pub fn best(worths: &[(Bet, f64)]) -> Bet {
    let call = worths.iter().find(|(bet, _)| *bet == Bet::Call);
    let call = call.copied().unwrap_or((Bet::Call, 0.0));
    let better = |best: (Bet, f64), one: &(Bet, f64)| if one.1 > best.1 { *one } else { best };
    worths.iter().fold(call, better).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Notation, Seed};

    /// Where a raise is allowed it is chosen exactly where the share is above 1 by the players.
    #[test]
    fn a_raise_is_best_above_a_fair_share() {
        let mut dice = Seed::new(12).rng(Generator::Xoshiro);
        for players in [2, 3, 6] {
            let omaha = Omaha::new(players).unwrap();
            for _ in 0..200 {
                let mut hand = omaha.start(&mut dice);
                while omaha.mover(&hand).is_some() {
                    let fair = 1.0 / f64::from(hand.live().count_ones());
                    if omaha.raise_to(&hand).is_some() {
                        for (share, raises) in [(fair + 1e-6, true), (fair - 1e-6, false)] {
                            let best = best(&worths(&omaha, &hand, share, PotModel::Matched));
                            assert_eq!(best == Bet::Raise, raises, "{share} of {fair}");
                        }
                    }
                    let mut actions = Vec::new();
                    omaha.actions(&hand, &mut actions);
                    let bet = actions[dice.index(actions.len())];
                    omaha.step(&mut hand, bet, &mut dice);
                }
            }
        }
    }

    #[test]
    fn worths_by_hand() {
        let omaha = Omaha::new(2).unwrap();
        // The pot has six chips, one side has bet two of them and a small bet is two chips.
        let hand = omaha.read("- - | KsQsJs | - | cc/r").unwrap();
        let by = |pot| worths(&omaha, &hand, 0.25, pot);
        let matched = [(Bet::Fold, -1.0), (Bet::Call, -0.75), (Bet::Raise, -1.25)];
        assert_eq!(by(PotModel::Matched), matched);
        let lacking = [(Bet::Fold, -1.0), (Bet::Call, -1.0), (Bet::Raise, -1.5)];
        assert_eq!(by(PotModel::Lacking), lacking);
        assert_eq!(best(&by(PotModel::Lacking)), Bet::Call);
    }
}
