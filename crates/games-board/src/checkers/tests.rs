//! Facts of the rules, and published counts.

use super::*;
use ludometer_core::{Generator, Notation, Seed};

fn unused() -> Rng {
    Seed::new(0).rng(Generator::Xoshiro)
}

fn game() -> Checkers {
    Checkers::new(80).unwrap()
}

/// Sequences of whole moves: jumps with one piece are one move.
fn sequences(board: &Board, depth: u32) -> u64 {
    let mut actions = Vec::new();
    game().actions(board, &mut actions);
    let after = |action| {
        let mut next = *board;
        game().step(&mut next, action, &mut unused());
        match next.chain {
            Some(_) => sequences(&next, depth),
            None if depth == 1 => 1,
            None => sequences(&next, depth - 1),
        }
    };
    actions.into_iter().map(after).sum()
}

/// Bik (2012), *Computing Deep Perft and Divide Numbers for Checkers*, table of the initial position.
#[test]
fn sequences_are_as_many_as_published() {
    let start = game().start(&mut unused());
    let counts: Vec<u64> = (1..=8).map(|depth| sequences(&start, depth)).collect();
    assert_eq!(counts, [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931]);
}

fn labels(text: &str) -> Vec<String> {
    let board = game().read(text).unwrap();
    let mut actions = Vec::new();
    game().actions(&board, &mut actions);
    let labels = actions.iter().map(|&a| game().label(&board, a));
    let mut labels: Vec<String> = labels.collect();
    labels.sort();
    labels
}

fn played(text: &str, moves: &[&str]) -> Board {
    let mut board = game().read(text).unwrap();
    for label in moves {
        let action = game().action_named(&board, label).expect(label);
        game().step(&mut board, action, &mut unused());
    }
    board
}

#[test]
fn squares_are_numbered_as_in_print() {
    let dark: Vec<u8> = ones(DARK).collect();
    let numbers: Vec<u8> = dark.iter().map(|&square| number(square)).collect();
    assert_eq!(numbers, (1..=32).collect::<Vec<u8>>());
    assert!(dark.iter().all(|&at| square(number(at)) == at));
    let first = ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"];
    let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(labels(start), first);
    assert_eq!(game().write(&game().start(&mut unused())), start);
}

#[test]
fn jumps_are_compulsory_and_go_on() {
    assert_eq!(labels("B:W14,23,30:B1,9,12"), ["9x18"]);
    let board = played("B:W14,23,30:B1,9,12", &["9x18"]);
    assert_eq!(game().write(&board), "B:W23,30:B1,12,18 x18");
    assert_eq!(game().turn(&board), Turn::Of(Player(0)));
    assert_eq!(labels("B:W23,30:B1,12,18 x18"), ["18x27"]);
    let board = played("B:W14,23,30:B1,9,12", &["9x18", "18x27"]);
    assert_eq!(game().write(&board), "W:W30:B1,12,27");
}

#[test]
fn a_new_king_stops_and_a_king_moves_back() {
    let board = played("B:W25,26,11:B21,1", &["21x30"]);
    assert_eq!(game().write(&board), "W:W11,26:B1,K30");
    assert_eq!(labels("B:W5:BK30"), ["30-25", "30-26"]);
    assert_eq!(labels("B:W26,27:BK31"), ["31x22", "31x24"]);
    // Men do not jump back.
    assert_eq!(labels("B:W10:B14"), ["14-17", "14-18"]);
}

#[test]
fn who_cannot_move_loses() {
    let board = played("B:W18:B14,1", &["14x23"]);
    assert_eq!(game().termination(&board), Some("capture"));
    assert_eq!(game().payoff(&board, Player(0)), 1.0);
    let blocked = game().read("W:W12:B8,3").unwrap();
    assert_eq!(game().termination(&blocked), Some("block"));
    assert_eq!(game().payoff(&blocked, Player(1)), -1.0);
}

#[test]
fn quiet_plies_draw() {
    let game = Checkers::new(3).unwrap();
    let mut board = game.read("B:WK32:BK1").unwrap();
    for label in ["1-5", "32-28", "5-1"] {
        assert_eq!(game.termination(&board), None);
        let action = game.action_named(&board, label).unwrap();
        game.step(&mut board, action, &mut unused());
    }
    assert_eq!(game.turn(&board), Turn::Over);
    assert_eq!(game.termination(&board), Some("quiet"));
    assert_eq!(game.payoff(&board, Player(0)), 0.0);
}

#[test]
fn impossible_positions_are_refused() {
    let says = |text: &str, part: &str| {
        let error = game().read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("", "is no position");
    says("B:W21", "is no position");
    says("X:W21:B1", "`X` is no side");
    says("B:W21:W1", "the side W is there twice");
    says("B:W33:B1", "`33` is no square");
    says("B:W21:B21", "the square 21 is there twice");
    says("B:W3:B1,32", "a man of W on 3 is a king");
    says("B:W21:B1,2,3,5,6,7,8,9,10,11,12,13,14", "13 pieces of B");
    says("B:W:B1", "there is no piece of W");
    says("B:W21:B1 3", "3 quiet plies without a king");
    says("B:WK21:B1 81", "`81` is no number of quiet plies");
    says("B:W21:B1 x1", "x1: a piece of B on 1");
    assert!(Checkers::new(0).unwrap_err().contains("1 to 10000"));
}

#[test]
fn measures_are_of_both_sides() {
    let board = game().read("B:W29,K10,21:B1,12").unwrap();
    let value = |name: &str| {
        let measure = measures().into_iter().find(|m| m.name == name).unwrap();
        let [black, white] = [0, 1].map(|p| measure.value(&game(), &board, Player(p)));
        assert_eq!(black, -white);
        black
    };
    assert_eq!(value("men"), 0.0);
    assert_eq!(value("kings"), -1.0);
    assert_eq!(value("advance"), 2.0 - 2.0);
    assert_eq!(value("back-row"), 0.0);
}
