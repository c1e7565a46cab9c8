//! Facts of the rules, and published figures.

use super::*;
use std::collections::HashMap;

/// Whether the player to move wins, by the free squares alone.
fn wins(free: u64, mover: Player, known: &mut HashMap<(u64, u8), bool>) -> bool {
    if let Some(&wins) = known.get(&(free, mover.0)) {
        return wins;
    }
    let won = ones(Domineering::places(free, mover)).any(|place| {
        !wins(
            free & !Domineering::domino(mover, place),
            other(mover),
            known,
        )
    });
    known.insert((free, mover.0), won);
    won
}

/// Who wins when vertical (V) or horizontal (H) begins, as Breuker, Uiterwijk and van den Herik (2000),
/// *Solving 8 x 8 Domineering*, have it for squares: whoever begins, but on 5 x 5 whoever does not.
#[test]
fn square_boards_have_the_published_values() {
    for (size, first) in [(2, true), (3, true), (4, true), (5, false)] {
        let free = Domineering::new(size, size).unwrap().all;
        let known = &mut HashMap::new();
        assert_eq!(wins(free, Player(0), known), first, "{size}");
        assert_eq!(wins(free, Player(1), known), first, "{size}");
    }
}

/// Rotating the board exchanges the players.
#[test]
fn a_turned_board_exchanges_the_players() {
    for (columns, rows) in [(2, 3), (3, 4), (5, 2), (1, 8), (4, 5)] {
        let free = |c, r| Domineering::new(c, r).unwrap().all;
        let known = &mut HashMap::new();
        for player in [0, 1] {
            let here = wins(free(columns, rows), Player(player), known);
            let turned = wins(free(rows, columns), Player(1 - player), known);
            assert_eq!(here, turned, "{columns} x {rows}");
        }
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    let game = Domineering::new(3, 3).unwrap();
    let board = game.read("V../V../.HH V").unwrap();
    assert_eq!(board.covered, [0x0101, 0x06_0000]);
    assert_eq!(game.write(&board), "V../V../.HH V");
    let mut actions = Vec::new();
    game.actions(&board, &mut actions);
    let labels: Vec<String> = actions.iter().map(|&a| game.label(&board, a)).collect();
    assert_eq!(labels, ["b3b2", "c3c2"]);
}

#[test]
fn impossible_positions_are_refused() {
    let game = Domineering::new(3, 3).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("V../V../.HH", "who is to move, V or H");
    says(
        "V../V../.HH H",
        "1 vertical and 1 horizontal dominoes with H",
    );
    says("V../.../.HH V", "`V` on a3 is not a whole domino");
    says("V../V../..H V", "`H` on c1 is not a whole domino");
    says("V../V.H/H.. V", "`H` on c2 is not a whole domino");
    says("V../V../.XX V", "`X` in row 3");
    let large = Domineering::new(8, 8).unwrap();
    let rows = "......../......../......../......../......../......../......../";
    let error = large.read(&format!("{rows}.......V V")).unwrap_err();
    assert!(error.contains("`V` on h1"), "{error}");
    assert!(Domineering::new(9, 8).unwrap_err().contains("1 to 8"));
    assert!(Domineering::new(8, 0).unwrap_err().contains("1 to 8"));
}

#[test]
fn measures_count_places() {
    let game = Domineering::new(3, 3).unwrap();
    let value = |text: &str, name: &str, player: u8| {
        let measure = measures().into_iter().find(|m| m.name == name).unwrap();
        measure.value(&game, &game.read(text).unwrap(), Player(player))
    };
    let even = "V../V../.HH V";
    assert_eq!(value(even, "moves", 0), 0.0);
    assert_eq!(value(even, "safe-moves", 0), 0.0);
    assert_eq!(value(even, "empties", 1), 5.0);
    let lost = "V../VHH/... V";
    assert_eq!(value(lost, "moves", 1), 3.0);
    assert_eq!(value(lost, "safe-moves", 0), -3.0);
    let lost = game.read(lost).unwrap();
    assert_eq!(game.turn(&lost), Turn::Over);
    assert_eq!(game.payoff(&lost, Player(1)), 1.0);
}
