//! Where episodes begin, by name. A game's own starts are in its own entry.

use super::game_env::{GameEnv, StartEntry};
use crate::random_play::{Streams, random_play};
use ludometer_core::{Game, Rng, Turn};
use ludometer_spec::param::Args;
use ludometer_spec::params::{Params, none, text, whole};
use ludometer_spec::source::Span;
use std::sync::Arc;

/// A position in the game's notation, and where it is written.
fn position() -> Params<(String, Span)> {
    text("text", "the position in the game's notation")
        .check(|text, args: &Args| Ok((text, args.value("text").span.clone())))
}

/// Every start that any game has.
pub fn starts<G: Game>() -> Vec<StartEntry<G>> {
    vec![
        StartEntry::new(
            "start",
            "start@1",
            "the initial state of the rules",
            none(),
            |(), _| Ok(Arc::new(|game: &G, chance: &mut Rng| game.start(chance))),
        ),
        StartEntry::new(
            "position",
            "position@1",
            "a given position",
            position(),
            |(text, span), env: &GameEnv<G>| {
                let state = env
                    .read(&text)
                    .map_err(|diagnostic| diagnostic.or_at(&span))?;
                Ok(Arc::new(move |_, _| state.clone()))
            },
        ),
        StartEntry::new(
            "walk",
            "walk@1",
            "the initial state, then uniformly random play; never a finished game",
            whole("plies", 0..=10_000, "number of random plies"),
            |plies: u64, _| Ok(Arc::new(move |game, chance| walk(game, plies, chance))),
        ),
    ]
}

/// Random play that stops short of the end.
fn walk<G: Game>(game: &G, plies: u64, chance: &mut Rng) -> G::State {
    let mut state = game.start(chance);
    let mut last = None;
    random_play(
        game,
        &mut state,
        plies,
        Streams::Shared(chance),
        |state, _| {
            last = Some(state.clone());
        },
    );
    match game.turn(&state) {
        Turn::Over => last.unwrap_or(state),
        Turn::Of(_) => state,
    }
}
