//! The odds of positions, against stupider ways to find them.

mod explore;
mod positions;
mod simulated;
mod survey;
mod twice;

use ludometer_core::{Game, Generator, Rng, Seed, Turn};
use ludometer_games::othello::{Board, Move, Othello};
use ludometer_theory::Tree;

/// The tree of a position, as the contract says it, with dummy moves where a player moves twice.
pub(crate) fn plain_tree<G: Game>(game: &G, state: &G::State, depth: u32) -> Tree {
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    below(game, state, depth, &mut chance)
}

fn below<G: Game>(game: &G, state: &G::State, depth: u32, chance: &mut Rng) -> Tree {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    if depth == 0 || actions.is_empty() {
        return Tree::leaf();
    }
    let children = actions.iter().map(|&action| {
        let mut next = state.clone();
        game.step(&mut next, action, chance);
        let tree = below(game, &next, depth - 1, chance);
        match game.turn(&next) {
            // A leaf is the same whoever moves.
            again @ Turn::Of(_) if depth > 1 && again == game.turn(state) => {
                Tree::node([(1, &tree)]).unwrap()
            }
            _ => tree,
        }
    });
    let children: Vec<Tree> = children.collect();
    Tree::node(children.iter().map(|child| (1, child))).unwrap()
}

/// The state after some random moves, or the last one before the end.
pub(crate) fn wandered<G: Game>(game: &G, plies: usize, number: u64) -> G::State {
    let mut dice = Seed::new(31).nth(number).rng(Generator::Xoshiro);
    let mut state = game.start(&mut dice);
    for _ in 0..plies {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let mut next = state.clone();
        game.step(&mut next, actions[dice.index(actions.len())], &mut dice);
        if game.turn(&next) == Turn::Over {
            break;
        }
        state = next;
    }
    state
}

/// Positions of Othello on 4 x 4 squares with at least three moves, and a move after which the other side must pass.
pub(crate) fn with_passes(game: &Othello) -> Vec<Board> {
    let passes = |board: &Board| {
        let mut actions = Vec::new();
        game.actions(board, &mut actions);
        actions == [Move::Pass]
    };
    let found = (0..400).map(|number| wandered(game, 4 + number as usize % 5, number));
    let found = found.filter(|board| {
        let mut actions = Vec::new();
        game.actions(board, &mut actions);
        let mut dice = Seed::new(0).rng(Generator::Xoshiro);
        let after = actions.iter().map(|&action| {
            let mut next = *board;
            game.step(&mut next, action, &mut dice);
            next
        });
        actions.len() >= 3 && after.into_iter().any(|next| passes(&next))
    });
    let found: Vec<Board> = found.take(3).collect();
    assert_eq!(found.len(), 3);
    found
}
