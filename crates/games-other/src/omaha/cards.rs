//! Cards, hands of four and boards of five, and how people write them: `As Td`.

use std::fmt;
use std::str::FromStr;

/// The ranks from the deuce to the ace, as they are written.
pub const RANKS: [char; 13] = [
    '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A',
];

/// The suits as they are written: clubs, diamonds, hearts, spades.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];

/// One of 52 cards. Cards are ordered by rank, then by suit.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// How many there are.
    pub const COUNT: u8 = 52;

    /// The card of this number below 52.
    pub fn numbered(number: u8) -> Option<Card> {
        (number < Card::COUNT).then_some(Card(number))
    }

    /// The rank: 0 is the deuce, 12 the ace.
    #[inline]
    pub fn rank(self) -> usize {
        usize::from(self.0 >> 2)
    }

    /// The suit, as an index into [`SUITS`].
    #[inline]
    pub fn suit(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// The card as one bit of a set of cards.
    #[inline]
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[self.rank()], SUITS[self.suit()])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        let mut signs = text.chars();
        let (Some(rank), Some(suit), None) = (signs.next(), signs.next(), signs.next()) else {
            return Err(format!(
                "`{text}` is not a card: write a rank and a suit, as in `As` or `Td`"
            ));
        };
        let found = |signs: &[char], sign: char| {
            let mut signs = signs.iter();
            signs.position(|known| known.eq_ignore_ascii_case(&sign))
        };
        let Some(rank) = found(&RANKS, rank) else {
            return Err(format!(
                "`{rank}` in `{text}` is not a rank: one of 23456789TJQKA"
            ));
        };
        let Some(suit) = found(&SUITS, suit) else {
            return Err(format!("`{suit}` in `{text}` is not a suit: one of cdhs"));
        };
        Ok(Card((rank * 4 + suit) as u8))
    }
}

/// The cards of a text, with or without spaces between them.
pub fn read_cards(text: &str) -> Result<Vec<Card>, String> {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let cards = signs.chunks(2).map(|pair| {
        let pair: String = pair.iter().collect();
        pair.parse()
    });
    cards.collect()
}

/// Cards with a space between them.
pub fn write_cards(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}

/// The four cards of a player, from the highest down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HoleCards([Card; 4]);

impl HoleCards {
    /// Four different cards, in any order.
    #[inline]
    pub fn new(mut cards: [Card; 4]) -> HoleCards {
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            sort(&mut cards, a, b);
        }
        HoleCards(cards)
    }

    /// The cards, from the highest down.
    #[inline]
    pub fn cards(&self) -> &[Card; 4] {
        &self.0
    }

    /// The cards as a set.
    #[inline]
    pub fn set(&self) -> u64 {
        self.0.iter().fold(0, |set, card| set | card.bit())
    }
}

/// The five community cards, the flop from the highest down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board([Card; 5]);

impl Board {
    /// Five different cards: the flop in any order, the turn, the river.
    #[inline]
    pub fn new(mut cards: [Card; 5]) -> Board {
        for (a, b) in [(0, 1), (1, 2), (0, 1)] {
            sort(&mut cards, a, b);
        }
        Board(cards)
    }

    /// The cards in the order in which they are turned up.
    #[inline]
    pub fn cards(&self) -> &[Card; 5] {
        &self.0
    }
}

#[inline]
fn sort<const N: usize>(cards: &mut [Card; N], a: usize, b: usize) {
    let (x, y) = (cards[a], cards[b]);
    cards[a] = x.max(y);
    cards[b] = x.min(y);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for number in 0..Card::COUNT {
            let card = Card::numbered(number).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(Card::numbered(52), None);
        assert_eq!("aS".parse::<Card>().unwrap().to_string(), "As");
    }

    #[test]
    fn what_is_no_card_is_named() {
        for (text, part) in [
            ("1s", "`1` in `1s` is not a rank"),
            ("Ax", "`x` in `Ax` is not a suit"),
            ("A", "`A` is not a card"),
            ("10s", "`10s` is not a card"),
            ("", "`` is not a card"),
        ] {
            let reason = text.parse::<Card>().unwrap_err();
            assert!(reason.contains(part), "{reason}");
        }
        assert_eq!(
            write_cards(&read_cards("AsTd 4c").unwrap()),
            "As Td 4c".to_string()
        );
        assert!(read_cards("AsT").is_err());
    }
}
