//! Omaha Hi-Lo held against other evaluators, worked examples, other programs, and its own laws.

mod betting;
mod hidden;
mod oracle;
mod pokerkit;
#[path = "../../../../tests/skipped.rs"]
mod skipped;
mod texts;
mod vectors;

use ludometer_core::{Game, Rng};
use ludometer_games::omaha::{Bet, Board, Card, Hand, HoleCards, Omaha, read_cards};

pub(crate) fn hole(text: &str) -> HoleCards {
    let cards: [Card; 4] = read_cards(text).unwrap().try_into().unwrap();
    HoleCards::new(cards)
}

pub(crate) fn board(text: &str) -> Board {
    let cards: [Card; 5] = read_cards(text).unwrap().try_into().unwrap();
    Board::new(cards)
}

/// Random play to the end.
pub(crate) fn played(omaha: &Omaha, rng: &mut Rng) -> Hand {
    let mut hand = omaha.start(rng);
    let mut bets: Vec<Bet> = Vec::new();
    loop {
        bets.clear();
        omaha.actions(&hand, &mut bets);
        if bets.is_empty() {
            return hand;
        }
        omaha.step(&mut hand, bets[rng.index(bets.len())], rng);
    }
}
