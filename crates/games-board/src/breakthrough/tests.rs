//! Facts of the rules, and published figures.

use super::*;
use ludometer_core::{Generator, Seed};

fn labels(game: &Breakthrough, text: &str) -> Vec<String> {
    let board = game.read(text).unwrap();
    let mut actions = Vec::new();
    game.actions(&board, &mut actions);
    let mut labels: Vec<String> = actions.iter().map(|&a| game.label(&board, a)).collect();
    labels.sort();
    labels
}

#[test]
fn pieces_capture_diagonally_and_are_blocked_straight_ahead() {
    let game = Breakthrough::new(4, 5).unwrap();
    let text = "O.../..../.OO./.X../X..X";
    assert_eq!(
        labels(&game, &format!("{text} X")),
        ["a1-a2", "b2-a3", "b2xc3", "d1-c2", "d1-d2"]
    );
    assert_eq!(
        labels(&game, &format!("{text} O")),
        [
            "a5-a4", "a5-b4", "b3-a2", "b3-c2", "c3-c2", "c3-d2", "c3xb2"
        ]
    );
}

#[test]
fn who_breaks_through_or_takes_the_last_piece_wins() {
    let game = Breakthrough::new(3, 4).unwrap();
    let mut rng = Seed::new(0).rng(Generator::Xoshiro);
    for (text, label, word) in [
        (".../X../..O/... X", "a3-a4", "breakthrough"),
        (".../.O./X../... X", "a2xb3", "capture"),
        (".../X../..O/... O", "c2-c1", "breakthrough"),
    ] {
        let mut board = game.read(text).unwrap();
        let mover = board.mover;
        let action = game.action_named(&board, label).unwrap();
        game.step(&mut board, action, &mut rng);
        assert_eq!(game.turn(&board), Turn::Over);
        assert_eq!(game.payoff(&board, mover), 1.0);
        assert_eq!(game.termination(&board), Some(word));
        assert_eq!(game.read(&game.write(&board)).unwrap(), board);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let game = Breakthrough::new(3, 4).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says(".../X../..O/...", "who is to move");
    says(".../X../..O/... Y", "`Y` is not to move");
    says("X../.../..O/... X", "X is to move and had won");
    says("XX./.../..O/... O", "more than one piece on the last row");
    says("XX./XXX/XXO/.X. O", "8 pieces of X");
    says(".../.../..O/... O", "O is to move and had won");
    assert!(Breakthrough::new(9, 8).unwrap_err().contains("2 to 8"));
    assert!(Breakthrough::new(8, 3).unwrap_err().contains("4 to 8"));
}

#[test]
fn measures_are_of_both_sides() {
    let game = Breakthrough::new(4, 5).unwrap();
    let board = game.read("O.../..../.OO./.X../X..X X").unwrap();
    let value = |name: &str| {
        let measure = measures().into_iter().find(|m| m.name == name).unwrap();
        let [x, o] = [0, 1].map(|p| measure.value(&game, &board, Player(p)));
        assert_eq!(x, -o);
        x
    };
    assert_eq!(value("pieces"), 0.0);
    assert_eq!(value("advance"), 1.0 - 4.0);
    assert_eq!(value("front"), 1.0 - 2.0);
    assert_eq!(value("mobility"), 5.0 - 7.0);
}
