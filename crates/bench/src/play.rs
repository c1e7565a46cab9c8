//! Random play through the contract.

use super::{Figure, Usage, by_hand};
use ludometer_agents::Uniform;
use ludometer_agents::sample::{PlayoutOutcome, Rollout, Uct};
use ludometer_arena::analysis;
use ludometer_core::{Agent, Budget, Game, Generator, Rng, Seat, Seed, Turn};
use ludometer_games::{
    kuhn::Kuhn, loa, meteors::Meteors, othello::Othello, tic_tac_toe::TicTacToe,
};
use std::path::Path;

/// Games of uniformly random play a processor second, by calls of the contract.
pub(super) fn contract<G: Game>(game: &G, games: u64) -> f64 {
    let mut rng = Seed::new(1).rng(Generator::Xoshiro);
    let (_, usage) = Usage::of(|| {
        let mut actions = Vec::new();
        let mut plies = 0;
        for _ in 0..games {
            let mut state = game.start(&mut rng);
            loop {
                actions.clear();
                game.actions(&state, &mut actions);
                if actions.is_empty() {
                    break;
                }
                let action = actions[rng.index(actions.len())];
                game.step(&mut state, action, &mut rng);
                plies += 1;
            }
        }
        plies
    });
    games as f64 / usage.cpu
}

/// Games a processor second of a loop that was written by hand for one game.
fn alone<T>(games: u64, game: impl Fn(&mut Rng) -> T) -> f64 {
    let mut rng = Seed::new(1).rng(Generator::Xoshiro);
    let (_, usage) = Usage::of(|| {
        for _ in 0..games {
            std::hint::black_box(game(&mut rng));
        }
    });
    games as f64 / usage.cpu
}

/// Nodes a processor second of counting sequences, the last actions counted and not made.
fn counting<G: Game>(game: &G, depth: u32) -> f64 {
    let state = game.start(&mut Seed::new(1).rng(Generator::Xoshiro));
    let (nodes, usage) = Usage::of(|| analysis::sequences(game, &state, depth));
    nodes as f64 / usage.cpu
}

/// Whole decisions through seats: what the laboratory adds to a game.
fn seated<G: Game>(game: &G, games: u64) -> f64 {
    let (_, usage) = Usage::of(|| {
        let mut agent = Uniform::default();
        for number in 0..games {
            let address = Seed::new(1).nth(number);
            let mut chance = address.rng(Generator::Xoshiro);
            let mut state = game.start(&mut chance);
            let mut ply = 0;
            while let Turn::Of(player) = game.turn(&state) {
                let dice = address.nth(ply).rng(Generator::Xoshiro);
                let mut seat = Seat::open(game, &state, player, dice, Budget::UNLIMITED);
                let Ok(action) = agent.act(&mut seat) else {
                    break;
                };
                game.step(&mut state, action, &mut chance);
                ply += 1;
            }
        }
    });
    games as f64 / usage.cpu
}

/// Evaluations a processor second of the nine features of Lines of Action, over positions of random
/// play.
fn features(rounds: u64) -> f64 {
    let mut rng = Seed::new(1).rng(Generator::Xoshiro);
    let mut positions = Vec::new();
    let mut actions = Vec::new();
    while positions.len() < 1000 {
        let mut state = loa::Loa.start(&mut rng);
        loop {
            actions.clear();
            loa::Loa.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            positions.push(state.clone());
            let action = actions[rng.index(actions.len())];
            loa::Loa.step(&mut state, action, &mut rng);
        }
    }
    let (_, usage) = Usage::of(|| {
        for _ in 0..rounds {
            for position in &positions {
                std::hint::black_box(loa::features(position, position.mover()));
            }
        }
    });
    (rounds * positions.len() as u64) as f64 / usage.cpu
}

/// Simulations a processor second of one UCT decision at the start of a game.
fn simulations<G: Game>(game: &G, playouts: u64) -> f64 {
    let mut chance = Seed::new(1).rng(Generator::Xoshiro);
    let state = game.start(&mut chance);
    let Turn::Of(player) = game.turn(&state) else {
        return 0.0;
    };
    let mut seat = Seat::open(game, &state, player, chance, Budget::UNLIMITED);
    let mut agent = Uct::new(playouts, 1.4, Rollout::new(PlayoutOutcome::Payoff, 1000));
    let (_, usage) = Usage::of(|| agent.act(&mut seat));
    playouts as f64 / usage.cpu
}

pub(super) fn playouts(_: &Path) -> Result<Vec<Figure>, String> {
    let noughts = TicTacToe::new(3, 3, 3)?;
    let games = 3_000_000;
    let through = contract(&noughts, games);
    let bare = alone(games, by_hand::tic_tac_toe);
    let othello = Othello::new(8)?;
    // In turn, so that what else the machine does falls on both.
    let rounds = [0; 4].map(|_| {
        (
            contract(&othello, games / 12),
            alone(games / 12, by_hand::othello),
        )
    });
    let mean = |of: fn(&(f64, f64)) -> f64| rounds.iter().map(of).sum::<f64>() / 4.0;
    let (othello_through, othello_bare) = (mean(|r| r.0), mean(|r| r.1));
    Ok(vec![
        Figure::new("tic-tac-toe 3x3 through the contract", through, "games/s"),
        Figure::new("tic-tac-toe 3x3 by hand", bare, "games/s"),
        Figure::new("ratio", through / bare, "times"),
        Figure::new(
            "tic-tac-toe 3x3, each move through a seat",
            seated(&noughts, games / 4),
            "games/s",
        ),
        Figure::new(
            "tic-tac-toe 4x4 through the contract",
            contract(&TicTacToe::new(4, 4, 4)?, games / 3),
            "games/s",
        ),
        Figure::new(
            "othello 8x8 through the contract",
            othello_through,
            "games/s",
        )
        .goal("at least 300,000"),
        Figure::new("othello 8x8 by hand", othello_bare, "games/s"),
        Figure::new("ratio", othello_through / othello_bare, "times").goal("at least 0.8"),
        Figure::new(
            "othello 8x8, sequences of 11 moves",
            counting(&othello, 11) / 1e6,
            "million nodes/s",
        )
        .goal("at least 200"),
        Figure::new(
            "othello 8x8, UCT from the start",
            simulations(&othello, 300_000),
            "simulations/s",
        )
        .goal("at least 150,000"),
        Figure::new(
            "loa through the contract",
            contract(&loa::Loa, games / 30),
            "games/s",
        )
        .goal("at least 10,000"),
        Figure::new(
            "loa, sequences of 5 moves",
            counting(&loa::Loa, 5) / 1e6,
            "million nodes/s",
        )
        .goal("at least 150"),
        Figure::new(
            "loa, UCT from the start",
            simulations(&loa::Loa, 30_000),
            "simulations/s",
        ),
        Figure::new(
            "loa, nine features of a position",
            features(1000) / 1e6,
            "million/s",
        )
        .goal("at least 1"),
        Figure::new(
            "kuhn through the contract",
            contract(&Kuhn, games),
            "games/s",
        ),
        Figure::new(
            "meteors through the contract",
            contract(&Meteors, games / 30),
            "games/s",
        ),
    ])
}
