//! How good five cards are, for the high and for the low half of the pot.

/// The usual categories of five cards, from the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Nothing but ranks.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three of a rank.
    Trips,
    /// Five ranks in sequence; the ace may be the lowest.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank and a pair.
    FullHouse,
    /// Four of a rank.
    Quads,
    /// A straight of one suit.
    StraightFlush,
}

impl Category {
    /// Every category, from the worst.
    pub const ALL: [Category; 9] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPair,
        Category::Trips,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::Quads,
        Category::StraightFlush,
    ];

    /// The category in words.
    pub fn name(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::Pair => "pair",
            Category::TwoPair => "two pair",
            Category::Trips => "trips",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::Quads => "quads",
            Category::StraightFlush => "straight flush",
        }
    }

    /// How many ranks tell two hands of the category apart.
    pub(super) fn ranks(self) -> usize {
        match self {
            Category::HighCard | Category::Flush => 5,
            Category::Pair => 4,
            Category::TwoPair | Category::Trips => 3,
            Category::FullHouse | Category::Quads => 2,
            Category::Straight | Category::StraightFlush => 1,
        }
    }
}

/// One of the 7462 classes of five cards; the greater wins the high half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct High(pub(super) u16);

/// One of the 56 qualifying lows, or none; the greater wins the low half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Low(pub(super) u8);

impl Low {
    /// No five different ranks up to eight.
    pub const NONE: Low = Low(0);

    /// Whether it is a low at all.
    #[inline]
    pub fn qualifies(self) -> bool {
        self != Low::NONE
    }
}

/// What a player's four cards make of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Strength {
    /// The best high hand of exactly two cards of the player and three of the board.
    pub high: High,
    /// The best low hand of exactly two and three, perhaps of other cards.
    pub low: Low,
}
