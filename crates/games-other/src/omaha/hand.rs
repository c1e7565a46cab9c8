//! The state of a hand: the deal, and what was done with it.

use super::SEATS;
use super::cards::{Board, HoleCards};
use super::log::Log;
use super::pots::Seats;

/// All cards that a hand may show. Everything is dealt when the hand begins, so that the same
/// chance gives the same deck whatever the players do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deal {
    /// The cards of each seat; unused seats hold default cards.
    pub holes: [HoleCards; SEATS],
    /// The community cards.
    pub board: Board,
}

/// A betting round, or the end of all four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Round {
    /// Before any community card.
    #[default]
    Preflop,
    /// Three community cards.
    Flop,
    /// Four.
    Turn,
    /// Five.
    River,
    /// All betting is done and at least two players show their cards.
    Showdown,
}

impl Round {
    /// Every round in order, the showdown last.
    pub const ALL: [Round; 5] = [
        Round::Preflop,
        Round::Flop,
        Round::Turn,
        Round::River,
        Round::Showdown,
    ];

    /// How many community cards lie face up.
    #[inline]
    pub fn board(self) -> usize {
        match self {
            Round::Preflop => 0,
            Round::Flop => 3,
            Round::Turn => 4,
            Round::River | Round::Showdown => 5,
        }
    }

    /// The round in a word.
    pub fn name(self) -> &'static str {
        match self {
            Round::Preflop => "preflop",
            Round::Flop => "flop",
            Round::Turn => "turn",
            Round::River => "river",
            Round::Showdown => "showdown",
        }
    }

    #[inline]
    pub(super) fn next(self) -> Round {
        Round::ALL[(self as usize + 1).min(4)]
    }
}

/// A hand of poker. Chips are whole; seat 0 is the first left of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// All cards.
    pub(super) deal: Deal,
    /// What is left before each seat.
    pub(super) stacks: [u32; SEATS],
    /// What each seat paid in all rounds together.
    pub(super) paid: [u32; SEATS],
    /// What each seat paid in this round.
    pub(super) bets: [u32; SEATS],
    /// What each seat received when it was over.
    pub(super) won: [u32; SEATS],
    /// What was done.
    pub(super) log: Log,
    /// Seats that have not folded.
    pub(super) live: Seats,
    /// Live seats that can still bet.
    pub(super) able: Seats,
    /// Seats that acted since the betting was last open to them.
    pub(super) acted: Seats,
    /// What a seat must have paid in this round to stay in.
    pub(super) level: u32,
    /// The level without raises that were too short to count.
    pub(super) full: u32,
    /// Bets and raises of this round that count.
    pub(super) raises: u16,
    /// Whether the cap was reached by a bet before which more than two could bet.
    pub(super) capped: bool,
    /// Which round it is.
    pub(super) round: Round,
    /// Who decides.
    pub(super) mover: u8,
    /// Whether it is over.
    pub(super) over: bool,
}

impl Hand {
    /// All cards. What a player may know of them is what `show` says.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The cards of a seat.
    pub fn hole(&self, seat: usize) -> &HoleCards {
        &self.deal.holes[seat]
    }

    /// The community cards that lie face up.
    pub fn board(&self) -> &[super::Card] {
        &self.deal.board.cards()[..self.round.board()]
    }

    /// Which round it is; the last one played if everyone but one has folded.
    pub fn round(&self) -> Round {
        self.round
    }

    /// Seats that have not folded.
    pub fn live(&self) -> Seats {
        self.live
    }

    /// Live seats with chips left.
    pub fn able(&self) -> Seats {
        self.able
    }

    /// What was done so far.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// What is left before a seat; what it won is not among it.
    pub fn stack(&self, seat: usize) -> u32 {
        self.stacks[seat]
    }

    /// What a seat paid in all rounds together.
    pub fn paid(&self, seat: usize) -> u32 {
        self.paid[seat]
    }

    /// What a seat paid in this round.
    pub fn bet(&self, seat: usize) -> u32 {
        self.bets[seat]
    }

    /// What a seat received when the hand was over, uncalled chips of its own among it.
    pub fn won(&self, seat: usize) -> u32 {
        self.won[seat]
    }

    /// All chips that were paid.
    pub fn pot(&self) -> u32 {
        self.paid.iter().sum()
    }

    /// Bets and raises of this round; the big blind is one.
    pub fn raises(&self) -> u32 {
        u32::from(self.raises)
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether hands are shown: it is over, and at least two players did not fold.
    pub fn is_showdown(&self) -> bool {
        self.round == Round::Showdown
    }

    #[inline]
    pub(super) fn put(&mut self, seat: usize, chips: u32) {
        self.stacks[seat] -= chips;
        self.paid[seat] += chips;
        self.bets[seat] += chips;
        if self.stacks[seat] == 0 {
            self.able &= !(1 << seat);
        }
    }
}
