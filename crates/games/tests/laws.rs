//! The laws of games at more settings than the registry's examples have.

use ludometer_core::law::{Effort, check, check_notation, check_null_move};
use ludometer_core::{Game, Notation, NullMove, Seed};
use ludometer_games::breakthrough::Breakthrough;
use ludometer_games::checkers::Checkers;
use ludometer_games::connect_four::ConnectFour;
use ludometer_games::domineering::Domineering;
use ludometer_games::fifteen::Fifteen;
use ludometer_games::go::Go;
use ludometer_games::goofspiel::Goofspiel;
use ludometer_games::hex::Hex;
use ludometer_games::leduc::Leduc;
use ludometer_games::same_game::SameGame;

const EFFORT: Effort = Effort {
    episodes: 12,
    plies: 400,
};

fn holds<G: Game>(game: &G) {
    let name = game.facts().name;
    check(game, Seed::new(3), EFFORT).unwrap_or_else(|error| panic!("{name}: {error}"));
}

fn written<G: Notation>(game: &G) {
    holds(game);
    let name = game.facts().name;
    check_notation(game, Seed::new(4), EFFORT).unwrap_or_else(|error| panic!("{name}: {error}"));
}

fn passed<G: NullMove>(game: &G) {
    let name = game.facts().name;
    check_null_move(game, Seed::new(5), EFFORT).unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[test]
fn connect_four() {
    for (columns, rows, k) in [(7, 6, 4), (9, 6, 5), (1, 4, 2), (4, 4, 3), (6, 1, 4)] {
        written(&ConnectFour::new(columns, rows, k).unwrap());
    }
}

#[test]
fn breakthrough() {
    for (columns, rows) in [(8, 8), (2, 4), (3, 7), (8, 4)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        written(&game);
        passed(&game);
    }
}

#[test]
fn checkers() {
    for quiet in [1, 12, 80] {
        let game = Checkers::new(quiet).unwrap();
        written(&game);
        passed(&game);
    }
}

#[test]
fn domineering() {
    for (columns, rows) in [(8, 8), (2, 2), (1, 8), (8, 1), (1, 1), (5, 3)] {
        let game = Domineering::new(columns, rows).unwrap();
        written(&game);
        passed(&game);
    }
}

#[test]
fn hex() {
    for (size, swap) in [(3, false), (3, true), (8, true), (9, false), (19, true)] {
        let game = Hex::new(size, swap).unwrap();
        match size {
            // What a board of this size shows is long.
            19 => check_notation(
                &game,
                Seed::new(4),
                Effort {
                    episodes: 1,
                    plies: 60,
                },
            )
            .unwrap(),
            _ => written(&game),
        }
    }
}

#[test]
fn leduc() {
    written(&Leduc);
}

#[test]
fn fifteen_puzzle() {
    for (columns, rows) in [(4, 4), (2, 2), (2, 8), (8, 2), (5, 3)] {
        written(&Fifteen::new(columns, rows).unwrap());
    }
}

#[test]
fn go() {
    for (size, komi, limit) in [(2, 0.0, 40), (5, 0.5, 90), (9, 7.5, 400), (11, -3.0, 60)] {
        let game = Go::new(size, komi, limit).unwrap();
        match size {
            9 | 11 => check_notation(
                &game,
                Seed::new(4),
                Effort {
                    episodes: 2,
                    plies: 200,
                },
            )
            .unwrap(),
            _ => written(&game),
        }
        passed(&game);
    }
}

#[test]
fn same_game() {
    for (columns, rows, colours) in [(15, 15, 5), (1, 2, 2), (7, 3, 9), (4, 15, 2)] {
        written(&SameGame::new(columns, rows, colours, 3).unwrap());
    }
}

#[test]
fn goofspiel() {
    for cards in [2, 3, 13, 16] {
        written(&Goofspiel::new(cards).unwrap());
    }
}
