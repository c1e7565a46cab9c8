//! Random minimaxing: the fast way of drawing chooses every move as often as the plain one.

use ludometer_agents::search::{DiceDrawing, Die, Ends, RandomMinimax};
use ludometer_core::{Agent, Budget, Game, Generator, Notation, Seat, Seed, Turn};
use ludometer_games::othello::Othello;
use ludometer_games::tic_tac_toe::TicTacToe;
use ludometer_stats::homogeneity;

/// How often each action is chosen.
fn choices<G: Game>(
    game: &G,
    state: &G::State,
    agent: &mut RandomMinimax<G>,
    times: u64,
) -> Vec<u64> {
    let Turn::Of(player) = game.turn(state) else {
        panic!("it is over")
    };
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    assert!(actions.len() > 1, "one move is no choice: {state:?}");
    let mut counts = vec![0; actions.len()];
    for time in 0..times {
        let dice = Seed::new(17).nth(time).rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, player, dice, Budget::UNLIMITED);
        let chosen = agent.act(&mut seat).unwrap();
        counts[actions.iter().position(|&a| a == chosen).unwrap()] += 1;
    }
    counts
}

fn drawn_alike<G: Notation>(game: &G, position: &str, depth: u32) {
    let state = game.read(position).unwrap();
    for die in [Die::Continuous, Die::Faces(1), Die::Faces(2), Die::Faces(7)] {
        for ends in [Ends::Leaves, Ends::Recognised] {
            let count = |drawing| {
                let mut agent = RandomMinimax::new(depth, die, ends, drawing);
                choices(game, &state, &mut agent, 4000)
            };
            let (fast, plain) = (count(DiceDrawing::Fast), count(DiceDrawing::Plain));
            // Seats are the same, dice are not: a move that one never chooses, neither does the other.
            let both: Vec<(u64, u64)> = fast.iter().copied().zip(plain.iter().copied()).collect();
            let (fast, plain): (Vec<u64>, Vec<u64>) =
                both.into_iter().filter(|(f, p)| f + p > 0).unzip();
            if fast.len() > 1 {
                let test = homogeneity(&fast, &plain).unwrap();
                assert!(
                    test.p > 1e-4,
                    "{position} {depth} {die:?} {ends:?}: {fast:?} {plain:?}"
                );
            }
        }
    }
}

#[test]
fn fast_drawing_changes_no_probability() {
    let noughts = TicTacToe::new(3, 3, 3).unwrap();
    for depth in 1..=4 {
        drawn_alike(&noughts, "X.O/.X./..O", depth);
    }
    // Passes within the lookahead.
    let othello = Othello::new(4).unwrap();
    for depth in 1..=4 {
        drawn_alike(&othello, "O---XOX-XXO-X--- X", depth);
    }
    drawn_alike(&Othello::new(6).unwrap(), "e4", 2);
}
