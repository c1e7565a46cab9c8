//! Facts of the rules, and published figures.

use super::*;
use std::collections::HashMap;

fn played(game: &Hex, labels: &[&str]) -> Board {
    let mut board = game.start(&mut unused());
    for label in labels {
        let action = game.action_named(&board, label).expect("a legal move");
        game.step(&mut board, action, &mut unused());
    }
    board
}

/// Whether the player to move wins.
fn wins(game: &Hex, board: &Board, known: &mut HashMap<u64, bool>) -> bool {
    if game.turn(board) == Turn::Over {
        return false;
    }
    let key = game.state_key(board);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let mut actions = Vec::new();
    game.actions(board, &mut actions);
    let won = actions.into_iter().any(|action| {
        let mut next = *board;
        game.step(&mut next, action, &mut unused());
        !wins(game, &next, known)
    });
    known.insert(key, won);
    won
}

/// Nash (1952): the first player wins; and so the second does with the swap rule. On 3 x 3 the first
/// stone wins on the short diagonal and in the middle of all edges but two.
#[test]
fn small_boards_are_won_as_published() {
    for (swap, first) in [(false, true), (true, false)] {
        let game = Hex::new(3, swap).unwrap();
        assert_eq!(wins(&game, &played(&game, &[]), &mut HashMap::new()), first);
    }
    let game = Hex::new(3, false).unwrap();
    let known = &mut HashMap::new();
    let mut opens = |label: &str| !wins(&game, &played(&game, &[label]), known);
    let won = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"].map(&mut opens);
    assert_eq!(
        won,
        [false, false, true, true, true, true, true, false, false]
    );
}

#[test]
fn edges_are_connected_by_six_neighbours() {
    let game = Hex::new(3, false).unwrap();
    let board = played(&game, &["b1", "a1", "b2", "c1", "a3"]);
    assert_eq!(game.payoff(&board, Player(0)), 1.0);
    // c3 is no neighbour of b2.
    let board = played(&game, &["b1", "a1", "b2", "c1", "c3"]);
    assert_eq!(game.turn(&board), Turn::Of(Player(1)));
    let board = played(&game, &["a1", "a3", "b1", "b3", "a2", "c2"]);
    assert_eq!(game.payoff(&board, Player(1)), 1.0);
}

#[test]
fn a_swap_mirrors_the_first_stone() {
    let game = Hex::new(5, true).unwrap();
    let board = played(&game, &["b1", "swap"]);
    assert_eq!(game.write(&board), "...../O..../...../...../..... X");
    assert_eq!(game.read(&game.write(&board)).unwrap(), board);
    assert!(game.action_named(&board, "swap").is_none());
    let board = played(&game, &["b1", "c3"]);
    assert!(game.action_named(&board, "swap").is_none());
    let plain = Hex::new(5, false).unwrap();
    assert!(
        plain
            .action_named(&played(&plain, &["b1"]), "swap")
            .is_none()
    );
}

#[test]
fn impossible_positions_are_refused() {
    let game = Hex::new(3, false).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says(".../.O./... X", "0 stones of X and 1 of O");
    says("XOO/XO./X.. X", "X is to move and had won");
    says("XXO/XXO/XXO O", "6 stones of X and 3 of O");
    says(".../... X", "3 rows");
    let larger = Hex::new(4, false).unwrap();
    let error = larger.read("XOOX/XOOX/XOOX/XO.X O").unwrap_err();
    assert!(error.contains("no single stone of X"), "{error}");
    assert!(Hex::new(2, false).unwrap_err().contains("3 to 19"));
    assert!(Hex::new(20, false).unwrap_err().contains("3 to 19"));
}

#[test]
fn distances_count_missing_stones() {
    let game = Hex::new(4, false).unwrap();
    let board = game.read("..../.X../.XO./.O.. X").unwrap();
    assert_eq!(game.distance(&board, Player(0)), 2);
    assert_eq!(game.distance(&board, Player(1)), 2);
    let connection = measures()[0];
    assert_eq!(connection.value(&game, &board, Player(0)), 0.0);
    let won = played(&game, &["a1", "d1", "a2", "d2", "a3", "d3", "a4"]);
    assert_eq!(game.distance(&won, Player(0)), 0);
    assert_eq!(game.distance(&won, Player(1)), 16);
}
