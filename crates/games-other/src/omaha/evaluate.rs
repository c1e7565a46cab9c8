//! What hands make of a board: exactly two cards of the player and three of the board.

use super::cards::{Board, Card, HoleCards};
use super::rank::{High, Low, Strength};
use super::tables::{Row, Tables, pair_index};

/// Ranks up to eight as bits, the ace lowest; the others are nothing.
const LOW_BITS: [u8; 13] = [2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1];

/// The ten straights as sets of ranks.
const STRAIGHTS: [u16; 10] = [
    0x100f, 0x1f, 0x3e, 0x7c, 0xf8, 0x1f0, 0x3e0, 0x7c0, 0xf80, 0x1f00,
];

/// A board made ready for any number of hands.
pub struct HandEvaluator {
    tables: &'static Tables,
    row: &'static Row,
    lows: &'static [u8; 256],
    /// The suit of which three cards lie there, and their ranks.
    suit: Option<(usize, u16)>,
}

impl HandEvaluator {
    /// Looks at a board.
    #[inline]
    pub fn new(board: &Board) -> HandEvaluator {
        HandEvaluator::with(Tables::shared(), board)
    }

    #[inline]
    pub(super) fn with(tables: &'static Tables, board: &Board) -> HandEvaluator {
        let cards = board.cards();
        let low = cards
            .iter()
            .fold(0, |set, card| set | LOW_BITS[card.rank()]);
        let mut suits = [0u16; 4];
        for card in cards {
            suits[card.suit()] |= 1 << card.rank();
        }
        let suit = (0..4).find(|&suit| suits[suit].count_ones() >= 3);
        HandEvaluator {
            tables,
            row: tables.row(cards),
            lows: tables.low_row(low),
            suit: suit.map(|suit| (suit, suits[suit])),
        }
    }

    /// What a hand makes of the board.
    #[inline]
    pub fn strength(&self, hole: &HoleCards) -> Strength {
        let [a, b, c, d] = hole.cards().map(Card::rank);
        let high = [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)]
            .map(|(high, low)| self.row[pair_index(high, low)])
            .into_iter()
            .fold(0, u16::max);
        let low = LOW_BITS[a] | LOW_BITS[b] | LOW_BITS[c] | LOW_BITS[d];
        let mut high = High(high);
        if let Some((suit, ranks)) = self.suit {
            high = high.max(self.flush(hole, suit, ranks));
        }
        Strength {
            high,
            low: Low(self.lows[usize::from(low)]),
        }
    }

    /// The best flush, or the worst of all hands where there is none.
    #[inline]
    fn flush(&self, hole: &HoleCards, suit: usize, board: u16) -> High {
        let mut mine = 0u16;
        for card in hole.cards() {
            mine |= u16::from(card.suit() == suit) << card.rank();
        }
        if mine.count_ones() < 2 {
            return High::default();
        }
        let both = mine | board;
        let straight = |set: &&u16| both & **set == **set && (mine & **set).count_ones() == 2;
        let straight = STRAIGHTS.iter().rev().find(straight);
        // The highest two and the highest three are at least as good as any others, place by place.
        let set = straight.map_or_else(|| top(mine, 2) | top(board, 3), |set| *set);
        self.tables.flush(set)
    }
}

/// The highest few of a set.
#[inline]
fn top(mut set: u16, count: u32) -> u16 {
    while set.count_ones() > count {
        set &= set - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::cards::read_cards;
    use super::*;

    fn strength(hole: &str, board: &str) -> (String, String) {
        let hole = HoleCards::new(read_cards(hole).unwrap().try_into().unwrap());
        let board = Board::new(read_cards(board).unwrap().try_into().unwrap());
        let strength = HandEvaluator::new(&board).strength(&hole);
        (strength.high.to_string(), strength.low.to_string())
    }

    fn says(hole: &str, board: &str, high: &str, low: &str) {
        assert_eq!(strength(hole, board), (high.into(), low.into()));
    }

    #[test]
    fn exactly_two_and_three() {
        // Five spades on the board and one in the hand are no flush.
        says("AsKhQdJc", "6s4s7s8sTs", "high card AKT87", "-");
        // The board's full house is nobody's: two cards must be of the hand.
        says("2c3d5h6s", "KsKhKd9c9s", "trips K65", "-");
        says("9d9h5h6s", "KsKhKd9c4s", "full house K9", "-");
        // An ace and a deuce that the board has too are no low.
        says("As2dKcQh", "Ah4s8dKd2c", "two pair AK8", "-");
        says("As2dKcKh", "3s7h8dKd9c", "trips K98", "8732A");
        // The steel wheel plays both ways.
        says("As2sKdKh", "3s4s5sKsKc", "straight flush 5", "5432A");
    }
}
