//! Facts of the rules, and published figures.

use super::*;
use ludometer_core::law::{Effort, check_simultaneous};
use ludometer_core::{Generator, Seed};

fn played(game: &Goofspiel, text: &str, bids: &[u8]) -> Deal {
    let mut rng = Seed::new(0).rng(Generator::Xoshiro);
    let mut deal = game.read(text).unwrap();
    for &bid in bids {
        game.step(&mut deal, Move(bid), &mut rng);
    }
    deal
}

#[test]
fn bids_are_made_at_the_same_time() {
    for cards in [2, 5, 13] {
        let game = Goofspiel::new(cards).unwrap();
        check_simultaneous(&game, Seed::new(2), Effort::default()).unwrap();
    }
}

#[test]
fn the_higher_bid_takes_the_prize_and_equal_bids_lose_it() {
    let game = Goofspiel::new(3).unwrap();
    let deal = played(&game, "1,2,3 1,2,3 2,3,1 0:0", &[3, 1]);
    assert_eq!(game.write(&deal), "1,2 2,3 3,1 2:0");
    let deal = played(&game, &game.write(&deal), &[2, 2]);
    assert_eq!(game.write(&deal), "1 3 1 2:0");
    let deal = played(&game, &game.write(&deal), &[1, 3]);
    assert_eq!(game.turn(&deal), Turn::Over);
    assert_eq!([0, 1].map(|p| game.payoff(&deal, Player(p))), [1.0, -1.0]);
    assert_eq!(game.points(&deal, Player(0)), 1.0);
}

#[test]
fn a_bid_is_hidden_from_the_other_alone() {
    let game = Goofspiel::new(3).unwrap();
    let deal = played(&game, "1,2,3 1,2,3 2,3,1 0:0", &[3]);
    assert!(game.show(&deal, Some(Player(0))).contains("bids 3"));
    let other = game.show(&deal, Some(Player(1)));
    assert!(other.contains("holds 1,2,3, bids ?"), "{other}");
    assert!(other.contains("prize 2, then any of 1,3"), "{other}");
    assert!(game.show(&deal, None).contains("prize 2, then 3 1"));
}

/// Player 1 imagines each bid and each order as often as any other.
#[test]
fn what_is_hidden_is_drawn_evenly() {
    let game = Goofspiel::new(4).unwrap();
    let deal = played(&game, "1,2,3,4 1,2,3,4 2,3,1,4 0:0", &[3]);
    let mut rng = Seed::new(3).rng(Generator::Xoshiro);
    let mut counts = std::collections::HashMap::new();
    for _ in 0..24_000 {
        let drawn = game.determinize(&deal, Player(1), &mut rng);
        *counts.entry((drawn.bid, drawn.prizes)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 4 * 6);
    assert!(
        counts.values().all(|count| (850..1150).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn bad_positions_are_named() {
    let game = Goofspiel::new(3).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("1,2,3", "the cards of both");
    says("1,4 1,2 1,2 0:0", "`4` is no card");
    says("1,1 1,2 1,2 0:0", "the card 1 is there twice");
    says("1,2 1,2,3 1,2 0:0", "2 and 3 cards for 2 prizes");
    says("1,2 1,2 1,2 0", "`0` are no points");
    says(
        "1,2 1,2 1,2 3:1",
        "3 and 1 points: the prizes so far are worth 3",
    );
    says(
        "1,2 1,2 1,2 3:0 bid 3",
        "`3` is no card that player 0 holds",
    );
    assert!(Goofspiel::new(17).unwrap_err().contains("2 to 16"));
}
