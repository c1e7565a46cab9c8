//! Cards as far as a text tells them.

use super::cards::{Board, Card, HoleCards, read_cards};
use super::hand::Deal;
use super::{Hand, SEATS};

/// A deal of which some cards are unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) holes: Vec<Option<HoleCards>>,
    pub(super) board: Vec<Card>,
    named: u64,
}

impl Known {
    /// Notes cards; each may be named once.
    pub(super) fn name(&mut self, cards: &[Card]) -> Result<(), String> {
        for card in cards {
            if self.named & card.bit() != 0 {
                return Err(format!("{card} is there twice"));
            }
            self.named |= card.bit();
        }
        Ok(())
    }

    /// The cards of the next seat, in a text; one that says `unknown` tells none.
    pub(super) fn hole(&mut self, text: &str, unknown: &str) -> Result<(), String> {
        if text == unknown {
            self.holes.push(None);
            return Ok(());
        }
        let cards = read_cards(text)?;
        self.name(&cards)?;
        let count = cards.len();
        let four: [Card; 4] = cards
            .try_into()
            .map_err(|_| format!("a hand has four cards, not {count}"))?;
        self.holes.push(Some(HoleCards::new(four)));
        Ok(())
    }

    /// More cards of the board.
    pub(super) fn turn_up(&mut self, cards: &[Card]) -> Result<(), String> {
        self.name(cards)?;
        self.board.extend(cards);
        Ok(())
    }

    /// The deal, with the lowest unnamed cards in unknown places: a player who does not see them cannot
    /// tell the difference.
    pub(super) fn complete(&self) -> Deal {
        let mut rest = (0..Card::COUNT)
            .filter_map(Card::numbered)
            .filter(|card| self.named & card.bit() == 0);
        let mut next = || rest.next().unwrap_or_default();
        let mut deal = Deal::default();
        for (hole, known) in deal.holes.iter_mut().zip(&self.holes) {
            *hole = known.unwrap_or_else(|| HoleCards::new([next(), next(), next(), next()]));
        }
        let mut board = [Card::default(); 5];
        for (place, card) in board.iter_mut().enumerate() {
            *card = self.board.get(place).copied().unwrap_or_else(&mut next);
        }
        deal.board = Board::new(board);
        deal
    }

    /// Refuses hands whose result depends on unknown cards.
    pub(super) fn decides(&self, hand: &Hand) -> Result<(), String> {
        if !hand.is_showdown() {
            return Ok(());
        }
        let unknown = |seat: &usize| {
            hand.live() >> seat & 1 == 1 && self.holes.get(*seat).is_none_or(Option::is_none)
        };
        if let Some(seat) = (0..SEATS).find(unknown) {
            return Err(format!(
                "the hand comes to a showdown and the cards of seat {seat} are unknown"
            ));
        }
        match self.board.len() {
            5 => Ok(()),
            count => Err(format!(
                "the hand comes to a showdown with {count} cards on the board: name five"
            )),
        }
    }
}
