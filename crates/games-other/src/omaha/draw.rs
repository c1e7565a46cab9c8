//! Sampling of unseen cards.

use super::cards::{Board, Card, HoleCards};
use ludometer_core::Rng;

/// A shuffled rest of the deck, drawn card by card.
///
/// Six bits are one draw of a number below 64; numbers that are no card, and cards that are not in
/// the rest, are drawn again. That is exactly uniform, and one word of the generator serves ten
/// draws.
pub struct Draw<'r> {
    dice: &'r mut Rng,
    taken: u64,
    bits: u64,
    left: u32,
}

/// Out of line, because one word serves ten draws and drawing is to be inlined.
#[inline(never)]
fn word(dice: &mut Rng) -> u64 {
    dice.bits()
}

impl<'r> Draw<'r> {
    /// Draws from all cards but those of the set `taken`.
    pub fn new(taken: u64, dice: &'r mut Rng) -> Draw<'r> {
        Draw {
            dice,
            taken: taken | !0 << Card::COUNT,
            bits: 0,
            left: 0,
        }
    }

    /// The next card. At least one must be left.
    #[inline]
    pub fn card(&mut self) -> Card {
        debug_assert_ne!(self.taken, !0, "no card is left");
        loop {
            if self.left == 0 {
                self.bits = word(self.dice);
                self.left = 10;
            }
            let number = (self.bits & 63) as u8;
            self.bits >>= 6;
            self.left -= 1;
            if self.taken >> number & 1 == 0 {
                self.taken |= 1 << number;
                // Numbers from 52 on are taken from the beginning.
                return Card::numbered(number).unwrap_or_default();
            }
        }
    }

    /// Four cards.
    #[inline]
    pub fn hole(&mut self) -> HoleCards {
        HoleCards::new([self.card(), self.card(), self.card(), self.card()])
    }

    /// A board of which the first `known` cards lie already.
    #[inline]
    pub fn board(&mut self, board: &Board, known: usize) -> Board {
        let mut cards = *board.cards();
        for card in &mut cards[known..] {
            *card = self.card();
        }
        Board::new(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    #[test]
    fn every_card_comes_once_and_equally_often_first() {
        let mut dice = Seed::new(3).rng(Generator::Xoshiro);
        let taken = 0b1111;
        let mut first = [0u32; 52];
        for _ in 0..4800 {
            let mut draw = Draw::new(taken, &mut dice);
            let cards: Vec<Card> = (0..48).map(|_| draw.card()).collect();
            let set = cards.iter().fold(taken, |set, card| set | card.bit());
            assert_eq!(set, (1 << 52) - 1);
            first[cards[0].rank() * 4 + cards[0].suit()] += 1;
        }
        // 47 degrees of freedom: 82.7 is the 0.999 quantile.
        let chi = first[4..]
            .iter()
            .map(|&n| libm::pow(f64::from(n) - 100.0, 2.0) / 100.0);
        assert!(chi.sum::<f64>() < 82.7, "{first:?}");
    }
}
