//! Facts of the rules, and published figures.

use super::*;
use std::collections::HashSet;

/// OEIS A212693 (Tromp 2012): positions of the 7 x 6 board after n plies.
#[test]
fn positions_are_as_many_as_published() {
    let game = ConnectFour::new(7, 6, 4).unwrap();
    let mut rng = Seed::new(0).rng(Generator::Xoshiro);
    let mut layer = HashSet::from([game.start(&mut rng)]);
    for published in [7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275] {
        let mut next = HashSet::new();
        let mut actions = Vec::new();
        for board in &layer {
            actions.clear();
            game.actions(board, &mut actions);
            for &action in &actions {
                let mut after = *board;
                game.step(&mut after, action, &mut rng);
                next.insert(after);
            }
        }
        assert_eq!(next.len(), published);
        layer = next;
    }
}

/// The shifts against the list of lines, on random sets of stones and every length.
#[test]
fn lines_are_found_in_every_direction() {
    let mut rng = Seed::new(4).rng(Generator::Xoshiro);
    for (columns, rows) in [(7, 6), (9, 6), (4, 5), (1, 8), (8, 7)] {
        for k in 2..=columns.max(rows) {
            let game = ConnectFour::new(columns, rows, k).unwrap();
            for _ in 0..400 {
                let stones = (rng.bits() | rng.bits()) & game.all;
                let whole = game.lines.iter().any(|line| line & !stones == 0);
                assert_eq!(
                    game.has_line(stones),
                    whole,
                    "{columns} {rows} {k} {stones:x}"
                );
            }
        }
    }
    assert_eq!(ConnectFour::new(7, 6, 4).unwrap().lines.len(), 69);
}

#[test]
fn boards_and_transcripts_are_read() {
    let game = ConnectFour::new(7, 6, 4).unwrap();
    let board = game.read("4435").unwrap();
    let text = "......./......./......./......./...O.../..XXO..";
    assert_eq!(game.write(&board), text);
    assert_eq!(game.read(text).unwrap(), board);
    let won = game.read("41414141").unwrap_err();
    assert!(won.contains("move 8, `1`, is not legal"), "{won}");
    assert_eq!(game.read("4141414").unwrap().won, Some(Player(0)));
}

#[test]
fn impossible_boards_are_refused() {
    let game = ConnectFour::new(4, 4, 3).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("5", "move 1, `5`, is not legal");
    says("..../..../....", "4 rows");
    says("..../..../..../.....", "row 4 has 5 squares");
    says("..../..../..../..Z.", "`Z` in row 4");
    says("..../..X./..../....", "a stone of column 3");
    says("..../..../..../XX..", "2 crosses and 0 noughts");
    says("..../..../XXX./OOO.", "before the last move");
    says("..../..../XX../OO..", "O moved last, and no stone of O");
}

#[test]
fn boards_that_do_not_exist_are_refused() {
    let error = |columns, rows, k| ConnectFour::new(columns, rows, k).unwrap_err();
    assert!(error(10, 4, 4).contains("1 to 9 columns"));
    assert!(error(8, 8, 4).contains("at most 64"));
    assert!(error(7, usize::MAX, 4).contains("at most 64"));
    assert!(error(3, 3, 4).contains("must fit"));
    assert!(error(3, 3, 1).contains("2 to 3"));
}

#[test]
fn measures_of_a_small_position() {
    let game = ConnectFour::new(7, 6, 4).unwrap();
    let board = game.read("142536").unwrap();
    let value = |name: &str, player: u8| {
        let measure = measures().into_iter().find(|m| m.name == name).unwrap();
        measure.value(&game, &board, Player(player))
    };
    // X has a1 b1 c1 and needs d1, which is O's; O has d1 e1 f1 and needs g1.
    assert_eq!(value("threats", 0), -1.0);
    assert_eq!(value("threats", 1), 1.0);
    assert_eq!(
        value("square-lines", 0),
        (3.0 + 4.0 + 5.0) - (7.0 + 5.0 + 4.0)
    );
    assert_eq!(value("empties", 0), 36.0);
}
