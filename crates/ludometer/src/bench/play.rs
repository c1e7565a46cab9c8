//! Random play through the contract.

use super::{Figure, Usage};
use ludometer_agents::Uniform;
use ludometer_agents::sample::{Outcome, Rollout, Uct};
use ludometer_core::{Agent, Budget, Game, Generator, Rng, Seat, Seed, Turn};
use ludometer_games::{kuhn::Kuhn, meteors::Meteors, noughts::Noughts, othello::Othello};
use std::path::Path;

/// Games of uniformly random play a processor second, by calls of the contract.
fn contract<G: Game>(game: &G, games: u64) -> f64 {
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

/// The same for noughts and crosses, written by hand without the contract.
fn by_hand(games: u64) -> (f64, u64) {
    const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut rng: Rng = Seed::new(1).rng(Generator::Xoshiro);
    let (wins, usage) = Usage::of(|| {
        let mut wins = 0;
        for _ in 0..games {
            let mut marks = [0u16; 2];
            for ply in 0..9 {
                let mut free = 0o777 & !(marks[0] | marks[1]);
                for _ in 0..rng.index(free.count_ones() as usize) {
                    free &= free - 1;
                }
                let mine = &mut marks[ply % 2];
                *mine |= free & free.wrapping_neg();
                if LINES.iter().any(|line| line & !*mine == 0) {
                    wins += 1;
                    break;
                }
            }
        }
        wins
    });
    (games as f64 / usage.cpu, wins)
}

/// Whole decisions through seats: what the laboratory adds to a game.
fn seated<G: Game>(game: &G, games: u64) -> f64 {
    let (_, usage) = Usage::of(|| {
        for number in 0..games {
            let address = Seed::new(1).nth(number);
            let mut chance = address.rng(Generator::Xoshiro);
            let mut state = game.start(&mut chance);
            let mut ply = 0;
            while let Turn::Of(player) = game.turn(&state) {
                let dice = address.nth(ply).rng(Generator::Xoshiro);
                let mut seat = Seat::open(game, &state, player, dice, Budget::UNLIMITED);
                let action = Uniform.act(&mut seat);
                game.step(&mut state, action, &mut chance);
                ply += 1;
            }
        }
    });
    games as f64 / usage.cpu
}

/// Simulations a processor second of one UCT decision at the start of a game.
fn simulations<G: Game>(game: &G, playouts: u64) -> f64 {
    let mut chance = Seed::new(1).rng(Generator::Xoshiro);
    let state = game.start(&mut chance);
    let Turn::Of(player) = game.turn(&state) else {
        return 0.0;
    };
    let mut seat = Seat::open(game, &state, player, chance, Budget::UNLIMITED);
    let mut agent = Uct::new(playouts, 1.4, Rollout::new(Outcome::Payoff, 1000));
    let (_, usage) = Usage::of(|| agent.act(&mut seat));
    playouts as f64 / usage.cpu
}

pub(super) fn playouts(_: &Path) -> Result<Vec<Figure>, String> {
    let noughts = Noughts::new(3, 3, 3)?;
    let games = 3_000_000;
    let through = contract(&noughts, games);
    let (bare, wins) = by_hand(games);
    Ok(vec![
        Figure::new("noughts 3x3 through the contract", through, "games/s"),
        Figure::new(
            format!("noughts 3x3 by hand ({wins} wins)"),
            bare,
            "games/s",
        ),
        Figure::new("ratio", through / bare, "times"),
        Figure::new(
            "noughts 3x3, each move through a seat",
            seated(&noughts, games / 4),
            "games/s",
        ),
        Figure::new(
            "noughts 4x4 through the contract",
            contract(&Noughts::new(4, 4, 4)?, games / 3),
            "games/s",
        ),
        Figure::new(
            "othello 8x8 through the contract",
            contract(&Othello::new(8)?, games / 10),
            "games/s",
        )
        .goal("at least 300,000"),
        Figure::new(
            "othello 8x8, UCT from the start",
            simulations(&Othello::new(8)?, 300_000),
            "simulations/s",
        )
        .goal("at least 150,000"),
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
