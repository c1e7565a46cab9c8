//! The automaton chooses as often as the odds say.

use crate::with_passes;
use ludometer::odds::{TreeShape, by_quadrature};
use ludometer_agents::search::{DiceDrawing, Die, Ends, RandomMinimax};
use ludometer_core::{Agent, Budget, Game, Generator, Notation, Seat, Seed, Turn};
use ludometer_games::chess::Chess;
use ludometer_games::othello::Othello;
use ludometer_games::tic_tac_toe::TicTacToe;
use ludometer_stats::goodness_of_fit;
use ludometer_theory::{Minimaxing, Tree};

/// How often each action is chosen.
pub(crate) fn choices<G: Game>(
    game: &G,
    state: &G::State,
    (depth, die): (u32, Die),
    times: u64,
) -> Vec<u64> {
    let Turn::Of(player) = game.turn(state) else {
        panic!("it is over")
    };
    let mut agent = RandomMinimax::new(depth, die, Ends::Leaves, DiceDrawing::Fast);
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let mut counts = vec![0; actions.len()];
    for time in 0..times {
        let dice = Seed::new(5).nth(time).rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, player, dice, Budget::UNLIMITED);
        let chosen = agent.act(&mut seat).unwrap();
        counts[actions.iter().position(|&a| a == chosen).unwrap()] += 1;
    }
    counts
}

/// Chances with ties broken, one for each move.
pub(crate) fn chosen(tree: &Tree, alpha: u64) -> Vec<f64> {
    let shares = Minimaxing::new(tree, alpha).unwrap().chosen().unwrap();
    let shares = shares.into_iter();
    shares
        .flat_map(|share| vec![share.each.to_f64().value(); share.count as usize])
        .collect()
}

/// Moves that are expected less than five times are taken together.
pub(crate) fn fit(counts: &[u64], chances: &[f64], what: &str) {
    let times: u64 = counts.iter().sum();
    let (mut observed, mut expected) = (vec![0], vec![0.0]);
    for (&count, &chance) in counts.iter().zip(chances) {
        let often = chance * times as f64;
        if often < 5.0 {
            observed[0] += count;
            expected[0] += often;
        } else {
            observed.push(count);
            expected.push(often);
        }
    }
    if expected[0] < 5.0 {
        let (count, often) = (observed.remove(0), expected.remove(0));
        observed[0] += count;
        expected[0] += often;
    }
    let test = goodness_of_fit(&observed, &expected).unwrap();
    assert!(test.p > 1e-4, "{what}: {observed:?} {expected:?} {test:?}");
}

fn chooses_as_often<G: Game>(game: &G, state: &G::State, depth: u32, times: u64) {
    let shape = TreeShape::collect(game, state, depth, u64::MAX, &|_, _| ()).unwrap();
    let (_, limits) = by_quadrature(&shape).unwrap();
    let counts = choices(game, state, (depth, Die::Continuous), times);
    fit(&counts, &limits, &format!("{state:?} at {depth}"));
    let tree = shape.tree().unwrap();
    for alpha in [2, 3, 7] {
        let counts = choices(game, state, (depth, Die::Faces(alpha)), times);
        let what = format!("{state:?} at {depth} with {alpha} faces");
        fit(&counts, &chosen(&tree, alpha), &what);
    }
}

#[test]
fn noughts() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let state = game.read("X.O/.X./..O").unwrap();
    for depth in 2..=5 {
        chooses_as_often(&game, &state, depth, 20_000);
    }
}

#[test]
fn othello_with_passes() {
    let game = Othello::new(4).unwrap();
    for state in with_passes(&game) {
        for depth in 2..=4 {
            chooses_as_often(&game, &state, depth, 10_000);
        }
    }
}

#[test]
fn chess() {
    let state = Chess.read("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    let state = state.unwrap();
    chooses_as_often(&Chess, &state, 2, 20_000);
    chooses_as_often(&Chess, &state, 3, 4000);
}
