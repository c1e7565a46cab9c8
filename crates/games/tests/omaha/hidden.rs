//! What is hidden stays hidden, and is drawn uniformly.

use super::played;
use ludometer_core::{Game, Generator, Hidden, Notation, Player, Seed};
use ludometer_games::omaha::{Card, Omaha, seats};

/// Every unseen card is equally often in each hidden place.
#[test]
fn unseen_cards_are_equally_likely() {
    let omaha = Omaha::new(3).unwrap();
    let hand = omaha.read("AsKsQsJs - - | 2c3d4h | - | ccc/").unwrap();
    let mut dice = Seed::new(9).rng(Generator::Xoshiro);
    let (mut held, mut river) = ([0u32; 52], [0u32; 52]);
    let number = |card: Card| card.rank() * 4 + card.suit();
    let draws = 9000;
    for _ in 0..draws {
        let drawn = omaha.determinize(&hand, Player(0), &mut dice);
        assert_eq!(drawn.hole(0), hand.hole(0));
        assert_eq!(drawn.board(), hand.board());
        for card in drawn.hole(2).cards() {
            held[number(*card)] += 1;
        }
        river[number(drawn.deal().board.cards()[4])] += 1;
    }
    let seen = omaha.seen(&hand, Player(0));
    for (counts, expected) in [
        (held, f64::from(draws) * 4.0 / 45.0),
        (river, f64::from(draws) / 45.0),
    ] {
        let mut chi = 0.0;
        for (card, count) in counts.into_iter().enumerate() {
            if seen >> card & 1 == 1 {
                assert_eq!(count, 0);
            } else {
                chi += libm::pow(f64::from(count) - expected, 2.0) / expected;
            }
        }
        // 44 degrees of freedom: 78.7 is the 0.999 quantile.
        assert!(chi < 78.7, "{chi}");
    }
}

#[test]
fn folded_hands_are_never_shown_and_all_cards_differ() {
    let mut rng = Seed::new(10).rng(Generator::Xoshiro);
    for players in [2, 6, 10] {
        let omaha = Omaha::new(players).unwrap();
        for _ in 0..300 {
            let hand = played(&omaha, &mut rng);
            for viewer in (0..players).map(|seat| Player(seat as u8)) {
                let drawn = omaha.determinize(&hand, viewer, &mut rng);
                let text = omaha.show(&hand, Some(viewer));
                assert_eq!(text, omaha.show(&drawn, Some(viewer)));
                let hidden = text.matches("?? ?? ?? ??").count();
                let mut seen = 1 << viewer.index();
                if hand.is_showdown() {
                    seen |= hand.live();
                }
                assert_eq!(hidden, players - seats(seen).count());
                let deal = drawn.deal();
                let mut set = deal
                    .board
                    .cards()
                    .iter()
                    .fold(0, |set, card| set | card.bit());
                for hole in &deal.holes[..players] {
                    assert_eq!(set & hole.set(), 0);
                    set |= hole.set();
                }
                assert_eq!(set.count_ones() as usize, 4 * players + 5);
            }
        }
    }
}

/// The same chance deals the same cards, whatever is done with them.
#[test]
fn a_deck_is_dealt_at_the_start() {
    let omaha = Omaha::new(4).unwrap();
    let deal = || {
        let mut chance = Seed::new(11).rng(Generator::Xoshiro);
        *omaha.start(&mut chance).deal()
    };
    assert_eq!(deal(), deal());
}
