//! Facts of the rules, and published figures.

use super::*;
use ludometer_core::{Generator, Seed};
use std::collections::HashMap;

fn unused() -> Rng {
    Seed::new(0).rng(Generator::Xoshiro)
}

fn after(game: &Fifteen, board: &Board, action: Move) -> Board {
    let mut next = *board;
    game.step(&mut next, action, &mut unused());
    next
}

/// Distances of all positions from the goal, which itself offers no moves.
fn distances(game: &Fifteen) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(game.goal, 0)]);
    let mut layer = vec![game.goal];
    for distance in 1.. {
        let mut next = Vec::new();
        for board in &layer {
            let legal = game.legal[usize::from(board.blank)];
            for action in (0..4).filter(|m| legal >> m & 1 == 1).map(|m| MOVES[m]) {
                let there = after(game, board, action);
                if let std::collections::hash_map::Entry::Vacant(new) = known.entry(there) {
                    new.insert(distance);
                    next.push(there);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

/// OEIS A089473 (Pfoertner 2003): positions of the eight puzzle by the length of their shortest
/// solutions, 181,440 in all. Neither bound is ever above them, and the second is above the first.
#[test]
fn the_eight_puzzle_has_the_published_distances() {
    let game = Fifteen::new(3, 3).unwrap();
    let known = distances(&game);
    let mut counts = vec![0; 32];
    let (mut slides, mut conflicts) = (0, 0);
    for (board, &distance) in &known {
        counts[distance as usize] += 1;
        let (near, far) = (game.manhattan(board), game.conflicts(board));
        assert!(near + far <= distance, "{}", game.write(board));
        assert_eq!((distance - near) % 2 + far % 2, 0);
        slides += near;
        conflicts += far;
        assert!(game.is_solvable(board));
    }
    let published = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(counts, published);
    assert!(conflicts > 0 && slides > conflicts);
}

/// Every order that can be solved is drawn, each about as often.
#[test]
fn shuffled_boards_are_the_solvable_orders() {
    for (columns, rows) in [(2, 2), (3, 2), (2, 3)] {
        let game = Fifteen::new(columns, rows).unwrap();
        let known = distances(&game);
        let mut rng = Seed::new(8).rng(Generator::Xoshiro);
        let mut drawn = HashMap::new();
        for _ in 0..40 * known.len() {
            *drawn.entry(game.shuffled(&mut rng)).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), known.len(), "{columns} x {rows}");
        assert!(drawn.keys().all(|board| known.contains_key(board)));
        assert!(known.contains_key(&game.start(&mut rng)));
        assert!(
            drawn.values().all(|count| (10..90).contains(count)),
            "{drawn:?}"
        );
    }
}

/// The length of a shortest solution by iterative deepening (Korf 1985).
fn solved(game: &Fifteen, board: &Board) -> u32 {
    let bound = |board: &Board| game.manhattan(board) + game.conflicts(board);
    fn found(game: &Fifteen, board: &Board, left: u32, back: Option<Move>) -> bool {
        if *board == game.goal {
            return true;
        }
        let near = game.manhattan(board);
        if near > left || near + game.conflicts(board) > left {
            return false;
        }
        let mut actions = Vec::with_capacity(4);
        game.actions(board, &mut actions);
        actions
            .into_iter()
            .filter(|&m| Some(m) != back)
            .any(|action| {
                let back = MOVES[action as usize ^ 1];
                found(game, &after(game, board, action), left - 1, Some(back))
            })
    }
    let mut depths = (bound(board)..).step_by(2);
    depths
        .find(|&depth| found(game, board, depth, None))
        .unwrap()
}

/// Korf (1985), *Depth-First Iterative-Deepening*, table of a hundred random instances; his goal has
/// the blank first, so boards are turned by half and tile t is 16 - t.
#[test]
fn instances_of_korf_have_the_published_lengths() {
    let game = Fifteen::new(4, 4).unwrap();
    let instances: [(u32, [u8; 16]); 2] = [
        (45, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15]),
        (42, [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]),
    ];
    for (length, korf) in instances {
        let turned: Vec<u8> = korf
            .iter()
            .rev()
            .map(|&t| if t == 0 { 0 } else { 16 - t })
            .collect();
        let board = Board::of(&turned);
        assert!(game.is_solvable(&board));
        assert_eq!(solved(&game, &board), length);
    }
}

#[test]
fn bad_positions_are_named() {
    let game = Fifteen::new(3, 2).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("1 2 3 4 5 .", "2 rows");
    says("1 2 3/4 5", "row 2 has 2 squares");
    says("1 2 3/4 6 .", "`6` in row 2");
    says("1 2 3/4 4 .", "tile 4 in row 2 is there twice");
    says("1 . 3/4 5 .", "the blank in row 2 is there twice");
    says("2 1 3/4 5 .", "exchange any two");
    assert_eq!(game.read("1 2 3/4 5 .").unwrap(), game.goal);
    assert!(Fifteen::new(1, 4).unwrap_err().contains("at least 2"));
    assert!(Fifteen::new(5, 4).unwrap_err().contains("at most 16"));
}

#[test]
fn slides_are_named_by_their_tiles() {
    let game = Fifteen::new(3, 3).unwrap();
    let board = game.read("1 2 3/4 . 6/7 5 8").unwrap();
    let mut actions = Vec::new();
    game.actions(&board, &mut actions);
    let labels: Vec<String> = actions.iter().map(|&a| game.label(&board, a)).collect();
    assert_eq!(labels, ["2", "5", "4", "6"]);
    assert_eq!(
        game.write(&after(&game, &board, Move::Up)),
        "1 2 3/4 5 6/7 . 8"
    );
}
