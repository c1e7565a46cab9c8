//! Whatever people type as a position, the answer is a position or a reason, never a panic.

use ludometer_core::{Generator, Notation, Seed};
use ludometer_games::chess::Chess;
use ludometer_games::loa::Loa;
use ludometer_games::othello::Othello;
use ludometer_games::slide::Slide;
use ludometer_games::tic_tac_toe::TicTacToe;
use proptest::prelude::*;

/// Reads a text; whatever is accepted must be a state of the game that writes itself the same.
fn read<G: Notation>(game: &G, text: &str) {
    match game.read(text) {
        Err(reason) => assert!(!reason.is_empty()),
        Ok(state) => {
            assert_eq!(game.read(&game.write(&state)).as_ref(), Ok(&state));
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
        }
    }
}

/// A real position after some random moves, as text.
fn position<G: Notation>(game: &G, seed: u64, plies: usize) -> String {
    let mut rng = Seed::new(seed).rng(Generator::Xoshiro);
    let mut state = game.start(&mut rng);
    for _ in 0..plies {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let Some(&action) = actions.get(rng.index(actions.len().max(1))) else {
            break;
        };
        game.step(&mut state, action, &mut rng);
    }
    game.write(&state)
}

fn mutated(text: &str, at: usize, with: char) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let place = at % signs.len();
    match at % 3 {
        0 => signs[place] = with,
        1 => signs.insert(place, with),
        _ => drop(signs.remove(place)),
    }
    signs.into_iter().collect()
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC{0,80}", board in "[.1-9A-Pa-p/XOxo -]{0,70}", fen in "([kqrbnpKQRBNP1-8]{1,8}/){7}[kqrbnpKQRBNP1-8]{1,8} [wb] (-|KQkq|Kq) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,3}", loa in "([XO.]{8}/){7}[XO.]{8} [XO]( moves( [a-h][1-8][-x][a-h][1-8]){0,3})?") {
        for k in 2..=5 {
            let slide = Slide::new(k).unwrap();
            read(&slide, &text);
            read(&slide, &board);
        }
        read(&Chess, &text);
        read(&Chess, &fen);
        read(&Loa, &text);
        read(&Loa, &board);
        read(&Loa, &loa);
        let noughts = TicTacToe::new(3, 3, 3).unwrap();
        read(&noughts, &text);
        read(&noughts, &board);
        for size in [4, 6, 8] {
            let othello = Othello::new(size).unwrap();
            read(&othello, &text);
            read(&othello, &board);
        }
    }

    #[test]
    fn slips_in_real_positions_are_answered(seed in 0u64..1000, at in 0usize..1000, with in any::<char>()) {
        for k in 2..=5 {
            let slide = Slide::new(k).unwrap();
            read(&slide, &mutated(&position(&slide, seed, 30), at, with));
        }
        let noughts = TicTacToe::new(4, 4, 4).unwrap();
        read(&noughts, &mutated(&position(&noughts, seed, 9), at, with));
        let othello = Othello::new(6).unwrap();
        read(&othello, &mutated(&position(&othello, seed, 20), at, with));
        read(&Chess, &mutated(&position(&Chess, seed, 40), at, with));
        read(&Loa, &mutated(&position(&Loa, seed, 60), at, with));
    }
}
