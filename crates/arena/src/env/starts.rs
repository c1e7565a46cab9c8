//! Where episodes begin, by name. A game's own starts are in its own entry.

use super::entry::{ANY, Entry};
use super::host::MakeStart;
use ludometer_core::{Game, Rng};
use ludometer_spec::knob::{Kind, Knob};
use std::sync::Arc;

/// Every start that any game has.
pub fn starts<G: Game>() -> Vec<Entry<MakeStart<G>>> {
    vec![
        Entry {
            name: "start",
            id: "start@1",
            about: "as the rules begin",
            knobs: &[],
            fit: ANY,
            make: |_, _| Ok(Arc::new(|game, chance| game.start(chance))),
        },
        Entry {
            name: "position",
            id: "position@1",
            about: "a given position",
            knobs: const {
                &[Knob::new(
                    "text",
                    Kind::Text,
                    None,
                    "the position in the game's notation",
                )]
            },
            fit: ANY,
            make: |args, host| {
                let place = &args.value("text").place;
                let state = host
                    .read(args.text("text"))
                    .map_err(|fault| fault.or_at(place))?;
                Ok(Arc::new(move |_, _| state.clone()))
            },
        },
        Entry {
            name: "walk",
            id: "walk@1",
            about: "as the rules begin, then uniformly random play; never a finished game",
            knobs: const {
                &[Knob::new(
                    "plies",
                    Kind::Whole(0, 10_000),
                    None,
                    "random actions taken",
                )]
            },
            fit: ANY,
            make: |args, _| {
                let plies = args.whole("plies");
                Ok(Arc::new(move |game, chance| walk(game, plies, chance)))
            },
        },
    ]
}

/// Random play that stops short of the end.
fn walk<G: Game>(game: &G, plies: u64, chance: &mut Rng) -> G::State {
    let mut state = game.start(chance);
    let mut actions = Vec::new();
    for _ in 0..plies {
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        let before = state.clone();
        game.step(&mut state, actions[chance.index(actions.len())], chance);
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            return before;
        }
    }
    state
}
