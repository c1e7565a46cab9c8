//! Hands and bets as arrays: what a player knows as features, and three numbers of actions.

use super::{Bet, Hand, Omaha};
use ludometer_core::{ActionSpace, Observation, Player, Shape};

const CARDS: usize = 52;
const ROUNDS: usize = 5;
/// Of each seat: stack, chips paid in the hand and in the round, in small bets; whether it has not folded,
/// can still bet, is to act, and has the button.
const SEAT: usize = 7;

/// Features of what a player knows: the own cards and the board as 52 zeros and ones each; the round
/// (5); the price of a call and the pot in small bets, and the bets of the round (3); then seven numbers a
/// seat, the viewer's first and on to the left.
impl Observation for Omaha {
    fn shape(&self) -> Shape {
        Shape::Features(2 * CARDS + ROUNDS + 3 + SEAT * self.players)
    }

    #[inline]
    fn observe(&self, hand: &Hand, viewer: Player, out: &mut [f32]) {
        out.fill(0.0);
        let own = hand.hole(viewer.index()).cards();
        for card in own {
            out[card.bit().trailing_zeros() as usize] = 1.0;
        }
        for card in hand.board() {
            out[CARDS + card.bit().trailing_zeros() as usize] = 1.0;
        }
        out[2 * CARDS + hand.round as usize] = 1.0;
        let small_bets = |chips: u32| chips as f32 / self.small_bet as f32;
        let rest = &mut out[2 * CARDS + ROUNDS..];
        if !hand.over {
            rest[0] = small_bets(self.to_call(hand));
        }
        rest[1] = small_bets(hand.pot());
        rest[2] = f32::from(hand.raises);
        let seats = rest[3..].chunks_exact_mut(SEAT).enumerate();
        for (left, numbers) in seats {
            let seat = (viewer.index() + left) % self.players;
            let flag = |whether: bool| f32::from(u8::from(whether));
            numbers[0] = small_bets(hand.stacks[seat]);
            numbers[1] = small_bets(hand.paid[seat]);
            numbers[2] = small_bets(hand.bets[seat]);
            numbers[3] = flag(hand.live >> seat & 1 == 1);
            numbers[4] = flag(hand.able >> seat & 1 == 1);
            numbers[5] = flag(!hand.over && usize::from(hand.mover) == seat);
            numbers[6] = flag(seat + 1 == self.players);
        }
    }
}

/// 0 folds, 1 checks or calls, 2 bets or raises.
impl ActionSpace for Omaha {
    fn action_space(&self) -> usize {
        3
    }

    #[inline]
    fn action_number(&self, _: &Hand, action: Bet) -> usize {
        action as usize
    }

    #[inline]
    fn numbered_action(&self, hand: &Hand, number: usize) -> Option<Bet> {
        if hand.over {
            return None;
        }
        match number {
            0 => (self.to_call(hand) > 0).then_some(Bet::Fold),
            1 => Some(Bet::Call),
            2 => self.raise_to(hand).map(|_| Bet::Raise),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Seed};

    #[test]
    fn a_player_sees_four_cards_of_its_own_and_no_others() {
        let game = Omaha::new(3).unwrap();
        let hand = game.start(&mut Seed::new(4).rng(Generator::Xoshiro));
        let mut out = vec![f32::NAN; game.shape().len()];
        for seat in 0..3 {
            game.observe(&hand, Player(seat), &mut out);
            let seen: u64 = (0..CARDS as u64)
                .filter(|&card| out[card as usize] == 1.0)
                .map(|card| 1 << card)
                .sum();
            assert_eq!(seen, hand.hole(usize::from(seat)).set());
            assert_eq!(out[CARDS..2 * CARDS].iter().sum::<f32>(), 0.0);
            // Blinds of half a small bet and of one are in the pot.
            assert_eq!(out[2 * CARDS + ROUNDS + 1], 1.5);
        }
    }
}
