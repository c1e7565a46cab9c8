//! What players won in hands that were read.

use super::mcraise::deeds;
use ludometer_core::{Game, Player};
use ludometer_games_other::omaha::history::Record;
use ludometer_games_other::omaha::{Bet, write_cards};
use ludometer_stats::RunningStats;
use std::collections::HashMap;

/// What one player did and won.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStatistics {
    /// The name, or the seat where there is none.
    pub name: String,
    /// Hands it was dealt.
    pub hands: u64,
    /// Small bets a hand: one value a deck, the mean over the hands of that deck.
    pub won: RunningStats,
    /// Hands that it showed down.
    pub shown: u64,
    /// What it did, blinds not counted.
    pub actions: u64,
    /// How often it folded.
    pub folds: u64,
    /// How often it bet or raised.
    pub raises: u64,
}

/// Every player, in the order in which they first appear. Hands whose cards are all known and the
/// same are of one deck: their luck is one, so they are one observation.
pub fn player_statistics(records: &[Record]) -> Vec<PlayerStatistics> {
    let mut players: Vec<PlayerStatistics> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    // Decks by their cards; and for each, what every player won on it, in the order of first hands.
    let mut decks: HashMap<String, usize> = HashMap::new();
    let mut won: Vec<Vec<(usize, RunningStats)>> = Vec::new();
    for record in records {
        let deck = match cards(record) {
            None => won.len(),
            Some(cards) => *decks.entry(cards).or_insert(won.len()),
        };
        if deck == won.len() {
            won.push(Vec::new());
        }
        let seats = record.table.players();
        for seat in 0..seats {
            let name = match record.names.get(seat) {
                Some(Some(name)) => name.clone(),
                _ => format!("seat {seat} of {seats}"),
            };
            let index = *places.entry(name.clone()).or_insert_with(|| {
                players.push(PlayerStatistics {
                    name,
                    hands: 0,
                    won: RunningStats::new(),
                    shown: 0,
                    actions: 0,
                    folds: 0,
                    raises: 0,
                });
                players.len() - 1
            });
            let player = &mut players[index];
            player.hands += 1;
            let shows = record.hand.is_showdown() && record.hand.live() >> seat & 1 == 1;
            player.shown += u64::from(shows);
            for deed in deeds(&record.table, &record.hand) {
                if deed.seat == seat {
                    player.actions += 1;
                    player.folds += u64::from(deed.bet == Bet::Fold);
                    player.raises += u64::from(deed.bet == Bet::Raise);
                }
            }
            let payoff = record.table.payoff(&record.hand, Player(seat as u8));
            match won[deck].iter_mut().find(|(known, _)| *known == index) {
                Some((_, running)) => running.push(payoff),
                None => won[deck].push((index, [payoff].into_iter().collect())),
            }
        }
    }
    for (index, running) in won.into_iter().flatten() {
        players[index].won.extend(running.mean());
    }
    players
}

/// All cards of a deck, where they are known.
fn cards(record: &Record) -> Option<String> {
    let players = record.table.players();
    let all = (1 << players) - 1;
    if record.known != all {
        return None;
    }
    let holes = (0..players).map(|seat| write_cards(record.hand.hole(seat).cards()));
    Some(holes.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};
    use ludometer_games_other::omaha::{Omaha, history};

    /// Two callers on every deck from both seats win nothing at all, with no error; one deck is one
    /// observation.
    #[test]
    fn hands_of_a_deck_are_one_observation() {
        let omaha = Omaha::new(2).unwrap();
        let mut dice = Seed::new(4).rng(Generator::Xoshiro);
        let mut text = String::new();
        for number in 0..20 {
            let mut hand = omaha.start(&mut dice);
            while omaha.mover(&hand).is_some() {
                omaha.step(&mut hand, Bet::Call, &mut dice);
            }
            for names in [["Ann", "Bob"], ["Bob", "Ann"]] {
                let names = names.map(|name| Some(name.to_string()));
                text += &history::write_known(&omaha, &hand, number, !0, &names);
            }
        }
        let players = player_statistics(&history::read(&text).hands);
        assert_eq!(players.len(), 2);
        for player in &players {
            assert_eq!(
                (player.hands, player.won.count(), player.shown),
                (40, 20, 40)
            );
            assert_eq!(
                (player.won.mean(), player.won.variance()),
                (Some(0.0), Some(0.0))
            );
            assert_eq!((player.folds, player.raises), (0, 0));
        }
    }

    #[test]
    fn without_names_seats_count_and_without_cards_every_hand_does() {
        let omaha = Omaha::new(3).unwrap();
        let mut dice = Seed::new(5).rng(Generator::Xoshiro);
        let hand = {
            let mut hand = omaha.start(&mut dice);
            while omaha.mover(&hand).is_some() {
                omaha.step(&mut hand, Bet::Fold, &mut dice);
            }
            hand
        };
        let text = history::write(&omaha, &hand, 1, Some(Player(2))).repeat(3);
        let players = player_statistics(&history::read(&text).hands);
        assert_eq!(players[1].name, "seat 1 of 3");
        assert_eq!(players[1].won.count(), 3);
        let sum: f64 = players.iter().filter_map(|player| player.won.mean()).sum();
        assert_eq!(sum, 0.0);
        assert_eq!(players.iter().map(|player| player.folds).sum::<u64>(), 6);
    }
}
