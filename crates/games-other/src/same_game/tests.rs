//! Facts of the rules, and published figures.

use super::*;
use ludometer_core::Notation;

fn played(game: &SameGame, text: &str, labels: &[&str]) -> Board {
    let mut rng = Seed::new(0).rng(Generator::Xoshiro);
    let mut board = game.read(text).unwrap();
    for label in labels {
        let action = game.action_named(&board, label).expect(label);
        game.step(&mut board, action, &mut rng);
    }
    board
}

#[test]
fn blocks_fall_and_columns_close_up() {
    let game = SameGame::new(4, 3, 3, 1).unwrap();
    let text = "1123/2213/3213";
    let mut actions = Vec::new();
    let board = game.read(text).unwrap();
    game.actions(&board, &mut actions);
    let labels: Vec<String> = actions.iter().map(|&a| game.label(&board, a)).collect();
    assert_eq!(labels, ["a2", "a3", "c1", "d1"]);
    let board = played(&game, text, &["a2"]);
    assert_eq!(game.write(&board), "..23/1.13/3113 1");
    let board = played(&game, text, &["c1", "d1"]);
    assert_eq!(game.write(&board), "11../22../322. 1");
    let board = played(&game, text, &["d1", "c1", "a2"]);
    assert_eq!(board.score, 1 + 4);
}

#[test]
fn an_empty_board_has_its_prize_and_what_is_left_its_price() {
    let game = SameGame::new(3, 2, 2, 1).unwrap();
    let board = played(&game, "112/112", &["a1", "a1"]);
    assert_eq!(game.turn(&board), Turn::Over);
    assert_eq!(game.termination(&board), Some("cleared"));
    assert_eq!(game.payoff(&board, Player(0)), 4.0 + 0.0 + 1000.0);
    let board = played(&game, "121/212", &[]);
    assert_eq!(game.termination(&board), Some("stuck"));
    // Three of each colour.
    assert_eq!(game.payoff(&board, Player(0)), -2.0);
    assert_eq!(game.points(&board, Player(0)), -2.0);
}

#[test]
fn boards_have_all_colours_alike() {
    let game = SameGame::new(15, 15, 5, 1).unwrap();
    let mut rng = Seed::new(5).rng(Generator::Xoshiro);
    let mut counts = [0; 6];
    for _ in 0..40 {
        let board = game.shuffled(&mut rng);
        board
            .squares
            .iter()
            .for_each(|&colour| counts[usize::from(colour)] += 1);
    }
    assert_eq!(counts[0], 0);
    assert!(
        counts[1..].iter().all(|count| (1600..2000).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn bad_positions_are_named() {
    let game = SameGame::new(3, 2, 2, 1).unwrap();
    let says = |text: &str, part: &str| {
        let error = game.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("112", "2 rows");
    says("112/11", "row 2 has 2 squares");
    says("113/112", "`3` in row 1");
    says("112/11. 0", "the block on c2 lies on nothing");
    says("1.2/1.2 0", "the column before c1 is empty");
    says("11./112 0", "0 points for 1 blocks");
    says("11./11. 5", "5 points for 2 blocks");
    says("112/112 x", "the points so far, 0 to 16");
    assert!(SameGame::new(16, 3, 3, 1).unwrap_err().contains("1 to 15"));
    assert!(SameGame::new(3, 3, 1, 1).unwrap_err().contains("2 to 9"));
    assert!(
        SameGame::new(1, 1, 2, 1)
            .unwrap_err()
            .contains("at least 2 squares")
    );
}
