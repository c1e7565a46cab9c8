//! Positions, hands and games as text.

use super::{text, told};
use ludometer::openings::OpeningBook;
use ludometer::pgn::PgnReader;
use ludometer_core::{Generator, Notation, Seed};
use ludometer_games::chess::Chess;
use ludometer_games::loa::Loa;
use ludometer_games::omaha::{Omaha, history};
use ludometer_games::othello::Othello;
use ludometer_games::slide::Slide;
use ludometer_games::tic_tac_toe::TicTacToe;

/// What is accepted writes itself the same, and can be played on.
fn read<G: Notation>(game: &G, text: &str) {
    let mut state = match game.read(text) {
        Err(reason) => return told(&reason),
        Ok(state) => state,
    };
    let written = game.write(&state);
    let again = game.read(&written);
    assert_eq!(again.as_ref(), Ok(&state), "{written}");
    let mut rng = Seed::new(text.len() as u64).rng(Generator::Xoshiro);
    let mut actions = Vec::new();
    for _ in 0..4 {
        actions.clear();
        game.actions(&state, &mut actions);
        assert_eq!(actions.len(), game.action_count(&state));
        if actions.is_empty() {
            break;
        }
        let action = actions[rng.index(actions.len())];
        let _ = game.label(&state, action);
        game.step(&mut state, action, &mut rng);
    }
    let _ = game.show(&state, None);
}

/// The first byte chooses the game.
pub(super) fn position(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let text = text(rest);
    match first % 8 {
        0 => read(&Chess, &text),
        1 => read(&Loa, &text),
        2 => read(&Othello::new(8).expect("a size"), &text),
        3 => read(&Othello::new(4).expect("a size"), &text),
        4 => read(
            &Slide::new(2 + first as usize / 8 % 4).expect("a size"),
            &text,
        ),
        5 => read(&TicTacToe::new(3, 3, 3).expect("a size"), &text),
        6 => read(&TicTacToe::new(7, 5, 4).expect("a size"), &text),
        _ => read(
            &Omaha::new(2 + first as usize / 8 % 9).expect("a table"),
            &text,
        ),
    }
}

pub(super) fn hands(data: &[u8]) {
    let text = text(data);
    let read = history::read(&text);
    let lines = text.lines().count();
    for error in &read.errors {
        assert!(
            (1..=lines).contains(&error.line),
            "line {} of {lines}",
            error.line
        );
        told(&error.to_string());
    }
    for record in read.hands {
        let written = record.to_string();
        let again = history::read(&written);
        assert!(again.errors.is_empty(), "{written}\n{:?}", again.errors);
        assert_eq!(again.hands.len(), 1);
        assert_eq!(again.hands[0].to_string(), written);
    }
}

/// The first byte chooses the format.
pub(super) fn book(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let name = ["book.epd", "book.pgn", "book.txt"][usize::from(first) % 3];
    let plies = (first >= 128).then_some(u32::from(first) % 16);
    let book = OpeningBook::new(name, text(rest)).with_plies(plies);
    for opening in book.openings().iter() {
        if let Err(reason) = &opening.position {
            told(reason);
        }
    }
    let usable = book.usable("chess", |position| Chess.read(position).map(drop));
    for skipped in &usable.skipped {
        told(&skipped.to_string());
    }
}

pub(super) fn pgn(data: &[u8]) {
    let text = text(data);
    for game in PgnReader::new(&text) {
        let game = match game {
            Err(error) => {
                told(&error.to_string());
                continue;
            }
            Ok(game) => game,
        };
        let written = game.written(1, false);
        let again: Vec<_> = PgnReader::new(&written).collect();
        let labels = |moves: &[ludometer::pgn::PgnMove]| {
            let labels = moves.iter().map(|one| one.label.clone());
            labels.collect::<Vec<_>>()
        };
        match again.first() {
            None => assert!(game.moves.is_empty() && game.tags.is_empty(), "{written:?}"),
            Some(again) => {
                let again = again
                    .as_ref()
                    .unwrap_or_else(|error| panic!("{error}: {written:?}"));
                assert_eq!(labels(&again.moves), labels(&game.moves), "{written:?}");
            }
        }
    }
}
