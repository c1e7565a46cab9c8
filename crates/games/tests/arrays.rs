//! The laws of observations and numbered actions, for every game in several sizes.

use ludometer_core::law::{Effort, check_action_space, check_observation};
use ludometer_core::{ActionSpace, Observation, Seed, Shape};
use ludometer_games::vgdl::{Vgdl, shipped};
use ludometer_games::{
    breakthrough, checkers, chess, connect_four, domineering, fifteen, go, goofspiel, hex, kuhn,
    leduc, loa, meteors, omaha, othello, same_game, slide, tic_tac_toe,
};
use std::sync::Arc;

fn holds<G: Observation + ActionSpace>(game: &G, episodes: u64) {
    let effort = Effort {
        episodes,
        plies: 150,
    };
    let name = game.facts().name;
    for seed in [1, 2] {
        let seen = check_observation(game, Seed::new(seed), effort);
        seen.unwrap_or_else(|error| panic!("{name}: {error}"));
        let numbered = check_action_space(game, Seed::new(seed), effort);
        numbered.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn board_games_keep_the_laws_of_arrays() {
    for (m, n, k) in [(3, 3, 3), (4, 4, 4), (7, 6, 4), (8, 8, 5)] {
        holds(&tic_tac_toe::TicTacToe::new(m, n, k).unwrap(), 20);
    }
    for size in [4, 6, 8] {
        holds(&othello::Othello::new(size).unwrap(), 20);
    }
    for (columns, rows, k) in [(7, 6, 4), (9, 5, 3), (2, 7, 4)] {
        holds(
            &connect_four::ConnectFour::new(columns, rows, k).unwrap(),
            20,
        );
    }
    holds(&checkers::Checkers::new(80).unwrap(), 20);
    for (columns, rows) in [(8, 8), (2, 4), (5, 6)] {
        holds(&breakthrough::Breakthrough::new(columns, rows).unwrap(), 20);
        holds(&domineering::Domineering::new(columns, rows).unwrap(), 20);
    }
    for (size, komi, limit) in [(3, 0.5, 40), (9, 7.5, 120)] {
        holds(&go::Go::new(size, komi, limit).unwrap(), 3);
    }
    for (size, swap) in [(3, true), (11, false), (19, true)] {
        holds(&hex::Hex::new(size, swap).unwrap(), 4);
    }
    holds(&chess::Chess, 8);
    holds(&loa::Loa, 8);
}

#[test]
fn other_games_keep_the_laws_of_arrays() {
    for k in 2..=5 {
        holds(&slide::Slide::new(k).unwrap(), 10);
    }
    for (columns, rows) in [(2, 2), (4, 4), (3, 5)] {
        holds(&fifteen::Fifteen::new(columns, rows).unwrap(), 10);
    }
    holds(&kuhn::Kuhn, 40);
    holds(&leduc::Leduc, 80);
    for cards in [2, 5, 13] {
        holds(&goofspiel::Goofspiel::new(cards).unwrap(), 20);
    }
    for (columns, rows, colours) in [(3, 2, 2), (15, 15, 5)] {
        holds(
            &same_game::SameGame::new(columns, rows, colours, 1).unwrap(),
            3,
        );
    }
    holds(&meteors::Meteors, 20);
    for players in [2, 3, 10] {
        holds(&omaha::Omaha::new(players).unwrap(), 20);
    }
    let short = omaha::Omaha::new(3).unwrap().stack(4).unwrap();
    holds(&short.uncapped_heads_up(true), 20);
}

#[test]
fn video_games_keep_the_laws_of_arrays() {
    for game in shipped::shipped() {
        for (number, nil) in [(0, false), (game.levels.len() - 1, true)] {
            let level = Arc::new(shipped::parse(game, number).expect("a sound game"));
            let game = Vgdl::new(game.name, number as u32, level).with_nil(nil);
            assert_eq!(game.plane_names().len(), planes(&game));
            holds(&game, 2);
        }
    }
}

fn planes(game: &Vgdl) -> usize {
    match game.shape() {
        Shape::Planes { planes, .. } => planes,
        _ => 0,
    }
}
