//! Betting where chips run out: Robert's Rules of Poker, "Betting and raising".

use super::played;
use ludometer_core::{Generator, Seed};
use ludometer_games::omaha::{Bet, Deal, Hand, Omaha, Round};

fn table(stacks: &[u32]) -> Omaha {
    let table = Omaha::new(stacks.len()).unwrap().small_bet(20).unwrap();
    table.stacks(stacks).unwrap()
}

fn bets(table: &Omaha, hand: &mut Hand, letters: &str) {
    for letter in letters.chars() {
        let bet = match letter {
            'f' => Bet::Fold,
            'c' => Bet::Call,
            _ => Bet::Raise,
        };
        table.try_bet(hand, bet).unwrap();
    }
}

fn mover(table: &Omaha, hand: &Hand) -> u8 {
    table.mover(hand).unwrap().0
}

/// The example of the rules: 15 all in on a round of 20 counts as a bet, and a raise makes it 35.
#[test]
fn half_a_bet_counts_as_a_bet() {
    let table = table(&[400, 35, 400]);
    let mut hand = table.deal(Deal::default());
    bets(&table, &mut hand, "ccc");
    assert_eq!((hand.round(), mover(&table, &hand)), (Round::Flop, 0));
    bets(&table, &mut hand, "c");
    assert_eq!(table.raise_to(&hand), Some(15));
    assert!(table.raise_is_short(&hand));
    bets(&table, &mut hand, "r");
    assert_eq!(
        (table.to_call(&hand), table.raise_to(&hand)),
        (15, Some(35))
    );
    bets(&table, &mut hand, "c");
    // Whoever has checked may raise, too.
    assert_eq!((mover(&table, &hand), table.raise_to(&hand)), (0, Some(35)));
}

/// Less than half a bet: those who have acted call or fold, the others may complete the bet.
#[test]
fn less_than_half_a_bet_opens_nothing() {
    let table = table(&[400, 29, 400]);
    let mut hand = table.deal(Deal::default());
    bets(&table, &mut hand, "ccccr");
    assert_eq!((hand.bet(1), hand.raises()), (9, 0));
    assert_eq!((mover(&table, &hand), table.raise_to(&hand)), (2, Some(20)));
    let mut completed = hand;
    bets(&table, &mut completed, "r");
    assert_eq!((completed.raises(), table.to_call(&completed)), (1, 20));
    assert_eq!(table.raise_to(&completed), Some(40));
    bets(&table, &mut hand, "c");
    assert_eq!((mover(&table, &hand), table.to_call(&hand)), (0, 9));
    assert_eq!(table.raise_to(&hand), None);
    let reason = table.try_bet(&mut hand, Bet::Raise).unwrap_err();
    assert!(reason.contains("too short to open"), "{reason}");
}

/// Two raises of less than half a bet each that come to half a bet together do open the betting.
#[test]
fn short_raises_add_up() {
    let table = table(&[400, 26, 32, 400]);
    let mut hand = table.deal(Deal::default());
    bets(&table, &mut hand, "ccccc");
    assert_eq!(hand.round(), Round::Flop);
    bets(&table, &mut hand, "r");
    assert_eq!(
        (hand.bet(1), hand.raises(), table.raise_to(&hand)),
        (6, 0, Some(12))
    );
    bets(&table, &mut hand, "r");
    assert_eq!(
        (hand.bet(2), hand.raises(), table.raise_to(&hand)),
        (12, 1, Some(32))
    );
}

/// The raise that short ones come to is open to whom it costs half a bet, and not to a player who
/// called between them and has less to call.
#[test]
fn short_raises_open_for_whom_they_cost_half_a_bet() {
    let table = Omaha::new(4).unwrap().small_bet(4).unwrap();
    let table = table.stacks(&[6, 40, 5, 40]).unwrap();
    let mut hand = table.deal(Deal::default());
    // Seat 2 is all in for 5, seat 3 calls, seat 0 is all in for 6.
    bets(&table, &mut hand, "rcr");
    assert_eq!((hand.bet(0), hand.raises()), (6, 2));
    // The big blind has not acted.
    assert_eq!((mover(&table, &hand), table.raise_to(&hand)), (1, Some(10)));
    bets(&table, &mut hand, "c");
    assert_eq!((mover(&table, &hand), table.to_call(&hand)), (3, 1));
    assert_eq!(table.raise_to(&hand), None);
    let reason = table.try_bet(&mut hand, Bet::Raise).unwrap_err();
    assert!(reason.contains("too short to open"), "{reason}");
    // One more short raise makes it half a bet for seat 3, too, though not a bet of its own.
    let table = Omaha::new(5).unwrap().small_bet(4).unwrap();
    let table = table.stacks(&[6, 7, 5, 40, 40]).unwrap();
    let mut hand = table.deal(Deal::default());
    bets(&table, &mut hand, "rccrr");
    assert_eq!((hand.bet(1), hand.raises()), (7, 2));
    assert_eq!((mover(&table, &hand), table.to_call(&hand)), (3, 2));
    assert_eq!(table.raise_to(&hand), Some(10));
}

/// The cap is reached among three where the bet that reaches it takes the last chips of one.
#[test]
fn a_capping_all_in_leaves_the_round_capped() {
    let three = Omaha::new(3).unwrap().uncapped_heads_up(true);
    let three = three.stacks(&[8, 100, 100]).unwrap();
    let mut hand = three.deal(Deal::default());
    bets(&three, &mut hand, "rcrc");
    assert_eq!((hand.bet(1), hand.raises()), (6, 3));
    bets(&three, &mut hand, "r");
    assert_eq!((hand.bet(0), hand.stack(0), hand.raises()), (8, 0, 4));
    assert_eq!((hand.able(), three.raise_to(&hand)), (0b110, None));
    // All in one bet earlier, the two others are alone before the cap is reached.
    let three = three.stacks(&[6, 100, 100]).unwrap();
    let mut hand = three.deal(Deal::default());
    bets(&three, &mut hand, "rr");
    assert_eq!((hand.bet(0), hand.raises()), (6, 3));
    bets(&three, &mut hand, "rrr");
    assert_eq!((hand.raises(), three.raise_to(&hand)), (6, Some(14)));
    // The big blind alone reaches a cap of one bet, among three.
    let one = Omaha::new(3)
        .unwrap()
        .cap(1)
        .unwrap()
        .uncapped_heads_up(true);
    let mut hand = one.deal(Deal::default());
    bets(&one, &mut hand, "f");
    assert_eq!(one.raise_to(&hand), None);
}

#[test]
fn the_cap_is_lifted_for_two_alone() {
    let two = Omaha::new(2).unwrap();
    let mut hand = two.deal(Deal::default());
    bets(&two, &mut hand, "rrr");
    assert_eq!(two.raise_to(&hand), None);
    let two = two.uncapped_heads_up(true);
    assert_eq!(two.raise_to(&hand), Some(10));
    // A round that was capped among three stays so when one of them folds.
    let three = Omaha::new(3).unwrap().uncapped_heads_up(true);
    let mut hand = three.deal(Deal::default());
    bets(&three, &mut hand, "rrrf");
    assert_eq!(three.raise_to(&hand), None);
    // One that became a duel before may go on.
    let mut hand = three.deal(Deal::default());
    bets(&three, &mut hand, "rfrrrr");
    assert_eq!((hand.raises(), three.raise_to(&hand)), (6, Some(14)));
}

#[test]
fn the_deepest_stacks_without_a_cap_fit_the_log() {
    for players in [2, 3, 10] {
        let table = Omaha::new(players).unwrap().uncapped_heads_up(true);
        let table = table.stack(200).unwrap();
        let mut hand = table.deal(Deal::default());
        while table.mover(&hand).is_some() {
            let bet = if table.raise_to(&hand).is_some() {
                Bet::Raise
            } else {
                Bet::Call
            };
            table.try_bet(&mut hand, bet).unwrap();
        }
        assert_eq!(hand.log().iter().count(), hand.log().len());
    }
}

/// Chips are neither made nor lost, and nobody pays more than it had.
#[test]
fn chips_are_kept() {
    let mut rng = Seed::new(4).rng(Generator::Xoshiro);
    for game in 0..20_000u64 {
        let players = 2 + (game % 9) as usize;
        let stacks: Vec<u32> = (0..players).map(|_| 20 + rng.below(300) as u32).collect();
        let uncapped = game.is_multiple_of(2);
        let table = table(&stacks).uncapped_heads_up(uncapped);
        let hand = played(&table, &mut rng);
        let won: u32 = (0..players).map(|seat| hand.won(seat)).sum();
        assert_eq!(won, hand.pot());
        for (seat, &stack) in stacks.iter().enumerate() {
            assert_eq!(hand.paid(seat) + hand.stack(seat), stack);
            let folded = hand.live() >> seat & 1 == 0;
            assert!(!(folded && hand.won(seat) > 0));
        }
    }
}
