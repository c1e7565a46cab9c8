//! Minimax by the book under hashed random values, for every search to be checked against.

use ludometer_core::{Game, Generator, Measure, Player, Rng, Seed, Turn};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Nonsense that depends on the state alone, with opposite signs for the two players.
pub(crate) fn hashed<G: Game>() -> Measure<G> {
    Measure::high("hashed", "a hash of the state", |_, state, player| {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(state);
        // Coarse, so that ties occur.
        let value = (hash % 101) as f64 - 50.0;
        if player == Player(0) { value } else { -value }
    })
}

/// Minimax by the book.
pub(crate) fn oracle<G: Game>(
    game: &G,
    state: &G::State,
    leaf: Measure<G>,
    depth: u32,
    root: Player,
    ply: u32,
    dice: &mut Rng,
) -> f64 {
    let Turn::Of(mover) = game.turn(state) else {
        let payoff = game.payoff(state, root);
        return payoff * 1e12
            - payoff.signum() * f64::from(ply) * f64::from(u8::from(payoff != 0.0));
    };
    if depth == 0 {
        return leaf.value(game, state, root);
    }
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let values = actions.into_iter().map(|action| {
        let mut next = state.clone();
        game.step(&mut next, action, dice);
        oracle(game, &next, leaf, depth - 1, root, ply + 1, dice)
    });
    let better = if mover == root { f64::max } else { f64::min };
    values.reduce(better).expect("the mover has an action")
}

/// Positions that random play comes to, each with whoever is to move.
pub(crate) fn positions<G: Game>(game: &G, plies: u64) -> Vec<(G::State, Player, Rng)> {
    let mut positions = Vec::new();
    for episode in 0..40 {
        let mut rng = Seed::new(11).nth(episode).rng(Generator::Xoshiro);
        let mut state = game.start(&mut rng);
        for _ in 0..episode % plies {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            if let Some(&action) = actions.get(rng.index(actions.len().max(1))) {
                game.step(&mut state, action, &mut rng);
            }
        }
        if let Turn::Of(player) = game.turn(&state) {
            positions.push((state, player, rng));
        }
    }
    positions
}
