//! Facts of the rules, and published counts.

use super::*;
use ludometer_core::{Generator, Notation, Seed};
use std::collections::HashSet;

fn unused() -> Rng {
    Seed::new(0).rng(Generator::Xoshiro)
}

fn go(size: usize) -> Go {
    Go::new(size, 0.0, 200).unwrap()
}

fn played(game: &Go, text: &str, labels: &[&str]) -> Board {
    let mut board = game.read(text).unwrap();
    for label in labels {
        let action = game.action_named(&board, label).expect(label);
        game.step(&mut board, action, &mut unused());
    }
    board
}

/// Tromp and Farnebäck (2007), *Combinatorics of Go*: legal positions of 2 x 2 and 3 x 3 points, OEIS
/// A094777; here those that play reaches, which are all of them.
#[test]
fn positions_are_as_many_as_published() {
    for (size, published) in [(2, 57), (3, 12_675)] {
        let game = go(size);
        let mut found = HashSet::new();
        let mut states = HashSet::new();
        let mut front = vec![game.start(&mut unused())];
        let mut actions = Vec::new();
        while let Some(board) = front.pop() {
            found.insert(board.stones);
            actions.clear();
            game.actions(&board, &mut actions);
            for &action in &actions {
                let mut next = board;
                game.step(&mut next, action, &mut unused());
                // How long it took does not matter here.
                next.plies = 0;
                if next.passes < 2 && states.insert(next) {
                    front.push(next);
                }
            }
        }
        assert_eq!(found.len(), published, "{size}");
    }
}

#[test]
fn stones_without_liberties_are_taken() {
    let game = go(4);
    let board = played(
        &game,
        "..../.XO./.XO./..X. X",
        &["D2", "A1", "C4", "A2", "D3"],
    );
    assert_eq!(game.write(&board), "..X./.X.X/OX.X/O.X. O 10");
    // The opponent's stones go first, so this is no suicide.
    let board = played(&game, ".OX./OX../..../.... X", &["A4"]);
    assert_eq!(game.write(&board), "X.X./OX../..../.... O 5 ko B4");
}

#[test]
fn suicide_is_not_legal() {
    let game = go(4);
    let legal = |text: &str, label: &str| {
        let board = game.read(text).unwrap();
        game.action_named(&board, label).is_some()
    };
    assert!(!legal(".X../X.../..../.... O", "A4"));
    assert!(legal(".X../X.../..../.... X", "A4"));
    assert!(!legal("O.X./OX../X.../.... O 9", "B4"));
    assert!(legal("O.X./OX../.X../.... O 9", "B4"));
}

#[test]
fn a_ko_waits_for_a_move() {
    let game = go(4);
    let text = ".XO./X.XO/.XO./.... O";
    let board = played(&game, text, &["B3"]);
    assert_eq!(game.write(&board), ".XO./XO.O/.XO./.... X 8 ko C3");
    assert!(game.action_named(&board, "C3").is_none());
    assert!(game.show(&board, None).contains("not on C3 (ko)"));
    assert_eq!(game.read(&game.write(&board)).unwrap(), board);
    let later = played(&game, text, &["B3", "A1", "D1"]);
    assert!(game.action_named(&later, "C3").is_some());
}

/// Tromp and Taylor: an empty point counts for a colour if it reaches no other.
#[test]
fn areas_are_counted() {
    let game = Go::new(4, 2.5, 30).unwrap();
    let board = played(&game, ".X.O/XX.O/..XO/..XO X", &["pass", "pass"]);
    assert_eq!(game.turn(&board), Turn::Over);
    assert_eq!(game.termination(&board), Some("passes"));
    assert_eq!(game.areas(&board), [10, 4]);
    assert_eq!(game.points(&board, Player(1)), -3.5);
    assert_eq!(game.payoff(&board, Player(0)), 1.0);
    let even = Go::new(4, 6.0, 30).unwrap();
    assert_eq!(even.payoff(&board, Player(1)), 0.0);
}

#[test]
fn games_end_with_their_limit() {
    let game = Go::new(3, 0.5, 4).unwrap();
    let board = played(&game, ".../.../... X 2", &["B2", "A1"]);
    assert_eq!(game.turn(&board), Turn::Over);
    assert_eq!(game.termination(&board), Some("limit"));
}

#[test]
fn impossible_positions_are_refused() {
    let game = go(3);
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says(".../...", "3 rows");
    says(".../.../...", "X or O, not nothing");
    says(".../.../... Z", "X or O, not Z");
    says("OX./X../... X", "the stone on A3 has no liberty");
    says(".../.../... X 900", "`900` is no number of plies");
    says(".../.../... X 3 ko B2", "`B2` is no ko");
    says(".../.../... X 3 ko", "`` is no ko");
    says(".../.../... X 3 pass pass pass", "`pass` is not understood");
    says(".../.../... X 0 pass", "0 plies are too few");
    assert!(Go::new(12, 0.0, 9).unwrap_err().contains("2 to 11"));
    assert!(Go::new(9, 0.3, 9).unwrap_err().contains("one half"));
    assert!(Go::new(9, f64::NAN, 9).unwrap_err().contains("one half"));
    assert!(Go::new(9, 7.5, 0).unwrap_err().contains("at least one"));
}

#[test]
fn points_have_the_names_of_the_text_protocol() {
    let game = go(9);
    let names = [0, 7, 8, 80].map(|point| game.name(point));
    assert_eq!(names, ["A9", "H9", "J9", "J1"]);
}
