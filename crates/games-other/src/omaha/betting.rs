//! Fixed-limit betting: blinds, four rounds, the cap, and players without chips.
//!
//! Robert's Rules of Poker, "Betting and raising" 3, 4 and 6: an all-in raise of less than half a bet
//! does not open the betting again for those who have acted, and may be completed by those who have
//! not; one of half a bet or more counts as a full bet, and the next raise is on top of it. Short
//! raises that together come to half a bet count as one, and open the betting again for a player who
//! has acted if what that player has to call comes to half a bet. Two players alone may be without a
//! cap; a round that reached it while more could bet stays capped.

use super::bet::Bet;
use super::evaluate::HandEvaluator;
use super::hand::{Deal, Hand, Round};
use super::log::Log;
use super::pots::{Seats, pay, seats};
use super::rank::Strength;
use super::{Omaha, SEATS};

/// The set without its first seat.
#[inline]
fn without_first(set: Seats) -> Seats {
    set & set.wrapping_sub(1)
}

/// Whether a set has two seats or more. Cheaper than counting them where the processor has no
/// instruction for it.
#[inline]
fn several(set: Seats) -> bool {
    without_first(set) != 0
}

impl Omaha {
    /// A hand as it begins, with the blinds posted and these cards.
    pub fn deal(&self, deal: Deal) -> Hand {
        self.deal_with(deal, self.stacks)
    }

    pub(super) fn deal_with(&self, deal: Deal, stacks: [u32; SEATS]) -> Hand {
        let all: Seats = (1 << self.players) - 1;
        let [small, big] = self.blinds();
        let mut hand = Hand {
            deal,
            stacks,
            paid: [0; SEATS],
            bets: [0; SEATS],
            won: [0; SEATS],
            log: Log::default(),
            live: all,
            able: all,
            acted: 0,
            level: self.small_bet,
            full: self.small_bet,
            raises: 1,
            capped: self.cap <= 1 && self.players > 2,
            round: Round::Preflop,
            mover: big as u8,
            over: false,
        };
        hand.put(small, self.small_bet / 2);
        hand.put(big, self.small_bet);
        self.advance(&mut hand);
        hand
    }

    /// The same hand before anyone acted.
    pub fn begun_again(&self, hand: &Hand) -> Hand {
        let mut stacks = hand.stacks;
        for seat in seats((1 << self.players) - 1) {
            stacks[seat] += hand.paid[seat];
        }
        self.deal_with(hand.deal, stacks)
    }

    /// The seats of the small and of the big blind. Of two players the button posts the small one.
    pub fn blinds(&self) -> [usize; 2] {
        match self.players {
            2 => [1, 0],
            _ => [0, 1],
        }
    }

    /// By how many chips a bet or raise of this round goes up.
    #[inline]
    pub fn bet_size(&self, round: Round) -> u32 {
        match round {
            Round::Preflop | Round::Flop => self.small_bet,
            _ => 2 * self.small_bet,
        }
    }

    /// What a call costs the player to act: nothing where it is a check.
    #[inline]
    pub fn to_call(&self, hand: &Hand) -> u32 {
        let seat = usize::from(hand.mover);
        (hand.level - hand.bets[seat]).min(hand.stacks[seat])
    }

    /// The bet that a raise of the player to act comes to in this round; `None` if none is allowed.
    #[inline]
    pub fn raise_to(&self, hand: &Hand) -> Option<u32> {
        let seat = usize::from(hand.mover);
        let all = hand.bets[seat] + hand.stacks[seat];
        let below_cap = hand.raises < self.cap
            || self.uncapped_heads_up && !hand.capped && hand.able.count_ones() == 2;
        let allowed =
            below_cap && hand.acted >> seat & 1 == 0 && all > hand.level && self.is_answered(hand);
        allowed.then(|| all.min(hand.full + self.bet_size(hand.round)))
    }

    /// Whether another player has chips to call a raise of the player to act.
    #[inline]
    pub(super) fn is_answered(&self, hand: &Hand) -> bool {
        let reaches = |other: usize| hand.bets[other] + hand.stacks[other] > hand.level;
        seats(hand.able & !(1 << hand.mover)).any(reaches)
    }

    /// Whether the raise that [`Omaha::raise_to`] tells is less than what the round prescribes.
    pub fn raise_is_short(&self, hand: &Hand) -> bool {
        self.raise_to(hand)
            .is_some_and(|to| to < hand.full + self.bet_size(hand.round))
    }

    #[inline]
    pub(super) fn act(&self, hand: &mut Hand, bet: Bet) {
        let seat = usize::from(hand.mover);
        let bit = 1 << seat;
        match bet {
            Bet::Fold => {
                hand.live &= !bit;
                hand.able &= !bit;
            }
            Bet::Call => hand.put(seat, self.to_call(hand)),
            Bet::Raise => {
                let to = self.raise_to(hand).unwrap_or(hand.level);
                let bet = self.bet_size(hand.round);
                let counts = |raise: u32| 2 * raise >= bet;
                // Before the chips are put in, which may leave fewer who can bet.
                let caps = hand.raises + 1 >= self.cap && several(without_first(hand.able));
                let even = hand.level == hand.full;
                hand.put(seat, to - hand.bets[seat]);
                hand.level = to;
                if counts(to - hand.full) {
                    hand.full = to;
                    hand.raises += 1;
                    hand.capped |= caps;
                    // Nobody had put in more than the last bet that counted.
                    if even {
                        hand.acted = 0;
                    }
                }
                for other in seats(hand.acted) {
                    if counts(to - hand.bets[other]) {
                        hand.acted &= !(1 << other);
                    }
                }
            }
        }
        hand.acted |= bit;
        hand.log.push(bet);
        self.advance(hand);
    }

    /// Finds who is next, in this round or a later one, or ends the hand.
    #[inline]
    fn advance(&self, hand: &mut Hand) {
        if !several(hand.live) {
            return self.finish(hand);
        }
        let bettors = several(hand.able);
        let first = usize::from(hand.mover) + 1;
        for seat in (first..self.players).chain(0..first) {
            let bit: Seats = 1 << seat;
            let owes = hand.bets[seat] < hand.level;
            // Nobody could answer a bet of the last one with chips.
            let asked = owes || hand.acted & bit == 0 && bettors;
            if hand.able & bit != 0 && asked {
                hand.mover = seat as u8;
                return;
            }
        }
        if hand.round == Round::River || !bettors {
            hand.round = Round::Showdown;
            return self.finish(hand);
        }
        hand.round = hand.round.next();
        hand.bets = [0; SEATS];
        (hand.level, hand.full) = (0, 0);
        (hand.raises, hand.capped, hand.acted) = (0, false, 0);
        hand.mover = hand.able.trailing_zeros() as u8;
    }

    fn finish(&self, hand: &mut Hand) {
        hand.over = true;
        let strengths = match hand.is_showdown() {
            true => self.strengths(hand),
            false => [Strength::default(); SEATS],
        };
        let paid = &hand.paid[..self.players];
        hand.won = pay(paid, hand.live, &strengths, self.odd_chip);
    }

    /// What every live seat makes of the whole board, cards that are not yet seen among it.
    #[inline]
    pub fn strengths(&self, hand: &Hand) -> [Strength; SEATS] {
        let evaluator = HandEvaluator::with(self.tables, &hand.deal.board);
        let mut strengths = [Strength::default(); SEATS];
        for seat in seats(hand.live) {
            strengths[seat] = evaluator.strength(&hand.deal.holes[seat]);
        }
        strengths
    }
}
