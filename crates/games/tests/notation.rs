//! Whatever people type as a position, the answer is a position or a reason, never a panic.

use ludometer_core::{Generator, Notation, Seed};
use ludometer_games::breakthrough::Breakthrough;
use ludometer_games::checkers::Checkers;
use ludometer_games::chess::Chess;
use ludometer_games::connect_four::ConnectFour;
use ludometer_games::domineering::Domineering;
use ludometer_games::fifteen::Fifteen;
use ludometer_games::go::Go;
use ludometer_games::goofspiel::Goofspiel;
use ludometer_games::hex::Hex;
use ludometer_games::leduc::Leduc;
use ludometer_games::loa::Loa;
use ludometer_games::othello::Othello;
use ludometer_games::same_game::SameGame;
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
    fn any_text_is_answered(text in "\\PC{0,80}", board in "[.1-9A-Pa-p/XOxo -]{0,70}", fen in "([kqrbnpKQRBNP1-8]{1,8}/){7}[kqrbnpKQRBNP1-8]{1,8} [wb] (-|KQkq|Kq) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,3}", loa in "([XO.]{8}/){7}[XO.]{8} [XO]( moves( [a-h][1-8][-x][a-h][1-8]){0,3})?", tiles in "([0-9.] ?[0-9] ?[0-9]/){2}[0-9.] [0-9] [0-9.]", leduc in "([JQK][sh] ){2,3}[crf/-]{1,9}", draughts in "[BW]:W(K?[0-9]{1,2},?){0,4}:B(K?[0-9]{1,2},?){0,4}( [0-9]{1,2})?( x[0-9]{1,2})?", points in "([XO.]{4}/){3}[XO.]{4} [XO] [0-9]{1,2}( ko [A-D][1-4])?( pass){0,2}", blocks in "([.1-3]{4}/){3}[1-3]{4}( [0-9]{1,2})?", bids in "([1-4],?){1,2} ([1-4],?){1,2} ([1-4],?){1,2} [0-9]:[0-9]( bid [1-4])?", small in "([XOVH.]{4}/){3}[XOVH.]{4}( [XOVH])?") {
        for k in 2..=5 {
            let slide = Slide::new(k).unwrap();
            read(&slide, &text);
            read(&slide, &board);
        }
        let go = Go::new(4, 0.5, 60).unwrap();
        let same_game = SameGame::new(4, 4, 3, 1).unwrap();
        let goofspiel = Goofspiel::new(4).unwrap();
        for text in [&text, &small, &points, &blocks, &bids] {
            read(&go, text);
            read(&same_game, text);
            read(&goofspiel, text);
        }
        let checkers = Checkers::new(80).unwrap();
        read(&checkers, &text);
        read(&checkers, &draughts);
        let fifteen = Fifteen::new(3, 3).unwrap();
        for text in [&text, &board, &tiles] {
            read(&fifteen, text);
        }
        read(&Leduc, &text);
        read(&Leduc, &leduc);
        read(&Chess, &text);
        read(&Chess, &fen);
        read(&Loa, &text);
        read(&Loa, &board);
        read(&Loa, &loa);
        let connect_four = ConnectFour::new(4, 4, 3).unwrap();
        let breakthrough = Breakthrough::new(4, 4).unwrap();
        let domineering = Domineering::new(4, 4).unwrap();
        let hex = Hex::new(4, true).unwrap();
        for text in [&text, &board, &small] {
            read(&connect_four, text);
            read(&breakthrough, text);
            read(&domineering, text);
            read(&hex, text);
        }
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
        let go = Go::new(5, 0.5, 90).unwrap();
        read(&go, &mutated(&position(&go, seed, 40), at, with));
        let same_game = SameGame::new(6, 5, 3, seed).unwrap();
        read(&same_game, &mutated(&position(&same_game, seed, 4), at, with));
        let goofspiel = Goofspiel::new(13).unwrap();
        read(&goofspiel, &mutated(&position(&goofspiel, seed, 9), at, with));
        let checkers = Checkers::new(80).unwrap();
        read(&checkers, &mutated(&position(&checkers, seed, 50), at, with));
        let fifteen = Fifteen::new(4, 4).unwrap();
        read(&fifteen, &mutated(&position(&fifteen, seed, 30), at, with));
        read(&Leduc, &mutated(&position(&Leduc, seed, 5), at, with));
        let connect_four = ConnectFour::new(7, 6, 4).unwrap();
        read(&connect_four, &mutated(&position(&connect_four, seed, 20), at, with));
        let breakthrough = Breakthrough::new(8, 8).unwrap();
        read(&breakthrough, &mutated(&position(&breakthrough, seed, 30), at, with));
        let domineering = Domineering::new(8, 8).unwrap();
        read(&domineering, &mutated(&position(&domineering, seed, 20), at, with));
        let hex = Hex::new(5, true).unwrap();
        read(&hex, &mutated(&position(&hex, seed, 12), at, with));
        let othello = Othello::new(6).unwrap();
        read(&othello, &mutated(&position(&othello, seed, 20), at, with));
        read(&Chess, &mutated(&position(&Chess, seed, 40), at, with));
        read(&Loa, &mutated(&position(&Loa, seed, 60), at, with));
    }
}
