//! The tables beside two evaluators that share nothing with them: a plain one that looks at all
//! sixty sets of five cards, and the crate `aya_poker`.

use ludometer_core::{Generator, Seed};
use ludometer_games::omaha::{Board, Card, Draw, HandEvaluator, HoleCards, Strength};

/// Category and ranks of five cards, by counting.
fn high_of_five(five: &[Card; 5]) -> (usize, Vec<usize>) {
    let mut ranks: Vec<usize> = five.iter().map(|card| card.rank()).collect();
    ranks.sort_by(|a, b| b.cmp(a));
    let times = |rank: usize| ranks.iter().filter(|&&other| other == rank).count();
    let mut by_times = ranks.clone();
    by_times.sort_by_key(|&rank| std::cmp::Reverse((times(rank), rank)));
    by_times.dedup();
    let flush = five.iter().all(|card| card.suit() == five[0].suit());
    let straight = match ranks[..] {
        [12, 3, 2, 1, 0] => Some(3),
        _ if ranks.windows(2).all(|pair| pair[0] == pair[1] + 1) => Some(ranks[0]),
        _ => None,
    };
    match (straight, flush, times(by_times[0]), by_times.len()) {
        (Some(top), true, _, _) => (8, vec![top]),
        (_, _, 4, _) => (7, by_times),
        (_, _, 3, 2) => (6, by_times),
        (_, true, _, _) => (5, by_times),
        (Some(top), _, _, _) => (4, vec![top]),
        (_, _, 3, _) => (3, by_times),
        (_, _, 2, 3) => (2, by_times),
        (_, _, 2, _) => (1, by_times),
        _ => (0, by_times),
    }
}

/// The ranks of a qualifying low from the highest down, the ace as 0.
fn low_of_five(five: &[Card; 5]) -> Option<Vec<usize>> {
    let mut ranks: Vec<usize> = five.iter().map(|card| (card.rank() + 1) % 13).collect();
    ranks.sort_by(|a, b| b.cmp(a));
    let distinct = ranks.windows(2).all(|pair| pair[0] != pair[1]);
    (distinct && ranks[0] <= 7).then_some(ranks)
}

type Plain = ((usize, Vec<usize>), Option<Vec<usize>>);

fn plain(hole: &HoleCards, board: &Board) -> Plain {
    let (mine, theirs) = (hole.cards(), board.cards());
    let mut high = (0, Vec::new());
    let mut low: Option<Vec<usize>> = None;
    for a in 0..4 {
        for b in a + 1..4 {
            for out in 0..5 {
                for away in out + 1..5 {
                    let rest: Vec<Card> = (0..5)
                        .filter(|&i| i != out && i != away)
                        .map(|i| theirs[i])
                        .collect();
                    let five = [mine[a], mine[b], rest[0], rest[1], rest[2]];
                    high = high.max(high_of_five(&five));
                    let this = low_of_five(&five);
                    low = match (low, this) {
                        (Some(best), Some(this)) => Some(best.min(this)),
                        (best, this) => best.or(this),
                    };
                }
            }
        }
    }
    (high, low)
}

fn agrees(hole: &HoleCards, board: &Board, strength: Strength) {
    let (high, low) = plain(hole, board);
    let ranks: Vec<usize> = strength.high.ranks().map(usize::from).collect();
    assert_eq!(
        (strength.high.category() as usize, ranks),
        high,
        "{hole:?} {board:?}"
    );
    let low = low.map_or("-".into(), |ranks| {
        let signs: Vec<char> = "A2345678".chars().collect();
        ranks.iter().map(|&rank| signs[rank]).collect::<String>()
    });
    assert_eq!(strength.low.to_string(), low, "{hole:?} {board:?}");
}

#[test]
fn all_sixty_sets_of_five_agree() {
    let mut dice = Seed::new(17).rng(Generator::Xoshiro);
    for _ in 0..20_000 {
        let mut draw = Draw::new(0, &mut dice);
        let board = draw.board(&Board::default(), 0);
        let hole = draw.hole();
        agrees(&hole, &board, HandEvaluator::new(&board).strength(&hole));
    }
}

/// Few ranks and few suits make what random cards make rarely: quads, flushes, straight flushes.
#[test]
fn crowded_decks_agree() {
    let mut dice = Seed::new(18).rng(Generator::Xoshiro);
    let deck = || (0..Card::COUNT).filter_map(Card::numbered);
    for kept in 0..6_000u32 {
        let taken = deck().filter(|card| match kept % 3 {
            0 => card.suit() > 0 && card.rank() != (kept as usize / 3) % 13,
            1 => !((kept as usize / 3) % 10..)
                .take(4)
                .any(|rank| rank == card.rank()),
            _ => (4..11).contains(&card.rank()) && card.suit() != 1,
        });
        let mut draw = Draw::new(taken.fold(0, |set, card| set | card.bit()), &mut dice);
        let board = draw.board(&Board::default(), 0);
        let hole = draw.hole();
        agrees(&hole, &board, HandEvaluator::new(&board).strength(&hole));
    }
}

/// `aya_poker` orders hands as the tables do.
#[test]
fn another_evaluator_orders_hands_alike() {
    use aya_poker::base::{Card as Other, Hand as Others};
    let others = |cards: &[Card]| -> Others {
        let parsed = cards
            .iter()
            .map(|card| card.to_string().parse::<Other>().unwrap());
        parsed.collect::<Vec<Other>>().iter().collect()
    };
    let mut dice = Seed::new(19).rng(Generator::Xoshiro);
    let mut last: Option<(Strength, u16, u16)> = None;
    for _ in 0..50_000 {
        let mut draw = Draw::new(0, &mut dice);
        let board = draw.board(&Board::default(), 0);
        let hole = draw.hole();
        let strength = HandEvaluator::new(&board).strength(&hole);
        let (mine, theirs) = (others(hole.cards()), others(board.cards()));
        let high = aya_poker::omaha_rank(&mine, &theirs).0;
        let low = aya_poker::omaha_lo_rank(&mine, &theirs).to_lo_8_rank().0;
        assert_eq!(strength.low.qualifies(), low != 0);
        if let Some((before, high_before, low_before)) = last {
            assert_eq!(strength.high.cmp(&before.high), high.cmp(&high_before));
            assert_eq!(strength.low.cmp(&before.low), low.cmp(&low_before));
        }
        last = Some((strength, high, low));
    }
}
