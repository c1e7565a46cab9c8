//! Positions of random play, and decisions in them.

use crate::Checksum;
use ludometer_core::{Agent, Budget, Game, Generator, Rng, Seat, Seed, Turn};

/// A position that random play comes to, at most `plies` plies from the start.
pub(super) fn middle<G: Game>(game: &G, plies: u32, rng: &mut Rng) -> G::State {
    let mut state = game.start(rng);
    let mut actions = Vec::new();
    for _ in 0..plies {
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        let action = actions[rng.index(actions.len())];
        game.step(&mut state, action, rng);
    }
    state
}

/// Positions in which somebody is to move, each after `plies` random plies.
pub(super) fn middles<G: Game>(game: &G, plies: u32, count: usize) -> Vec<G::State> {
    let states = (0..).map(|number| {
        let mut rng = Seed::new(1).nth(number).rng(Generator::Xoshiro);
        middle(game, plies, &mut rng)
    });
    let alive = states.filter(|state| game.turn(state) != Turn::Over);
    alive.take(count).collect()
}

/// One decision in each position by one agent, as in a game: what was chosen and what it cost.
pub(super) fn decide<G: Game>(
    game: &G,
    states: &[G::State],
    agent: &mut dyn Agent<G>,
    budget: Budget,
) -> Result<u64, String> {
    let mut sum = Checksum::default();
    for (number, state) in states.iter().enumerate() {
        let Turn::Of(player) = game.turn(state) else {
            continue;
        };
        let dice = Seed::new(2).nth(number as u64).rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, player, dice, budget);
        let action = agent
            .act(&mut seat)
            .map_err(|forfeit| forfeit.to_string())?;
        let span = seat.actions().iter().position(|other| *other == action);
        sum.add(span.ok_or("an illegal action was chosen")? as u64);
        sum.add(seat.spent().steps);
        sum.add(seat.spent().evaluations);
    }
    Ok(sum.0)
}
