//! Random play through the contract, sequences of moves, and UCT.

use crate::decide::{decide, middles};
use crate::{Checksum, Kernel, Work};
use ludometer_agents::Uniform;
use ludometer_agents::sample::{PlayoutOutcome, Rollout, Uct};
use ludometer_arena::analysis;
use ludometer_core::{Agent, Budget, Game, Generator, Player, Seat, Seed, Turn};
use ludometer_games::{
    chess::Chess, kuhn::Kuhn, loa::Loa, meteors::Meteors, othello::Othello, tic_tac_toe::TicTacToe,
};

pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "playouts-tic-tac-toe",
        prepare: || playouts(TicTacToe::new(3, 3, 3)?, 200_000),
    },
    Kernel {
        name: "playouts-othello",
        prepare: || playouts(Othello::new(8)?, 10_000),
    },
    Kernel {
        name: "playouts-kuhn",
        prepare: || playouts(Kuhn, 1_000_000),
    },
    Kernel {
        name: "playouts-meteors",
        prepare: || playouts(Meteors, 100_000),
    },
    Kernel {
        name: "playouts-loa",
        prepare: || playouts(Loa, 500),
    },
    Kernel {
        name: "playouts-chess",
        prepare: || playouts(Chess, 500),
    },
    Kernel {
        name: "seats-tic-tac-toe",
        prepare: || seats(TicTacToe::new(3, 3, 3)?, 60_000),
    },
    Kernel {
        name: "seats-kuhn",
        prepare: || seats(Kuhn, 150_000),
    },
    Kernel {
        name: "sequences-othello",
        prepare: || sequences(Othello::new(8)?, 9),
    },
    Kernel {
        name: "sequences-loa",
        prepare: || sequences(Loa, 4),
    },
    Kernel {
        name: "uct-tic-tac-toe",
        prepare: || uct(TicTacToe::new(3, 3, 3)?, 0, 30_000),
    },
    Kernel {
        name: "uct-othello",
        prepare: || uct(Othello::new(8)?, 20, 10_000),
    },
    Kernel {
        name: "uct-kuhn",
        prepare: || uct(Kuhn, 1, 500_000),
    },
    Kernel {
        name: "uct-loa",
        prepare: || uct(Loa, 20, 500),
    },
];

/// Games of uniformly random play by calls of the contract.
fn playouts<G: Game + 'static>(game: G, games: u64) -> Result<Work, String> {
    Ok(Box::new(move || {
        let mut rng = Seed::new(1).rng(Generator::Xoshiro);
        let mut sum = Checksum::default();
        let mut actions = Vec::new();
        for _ in 0..games {
            let mut state = game.start(&mut rng);
            let mut plies = 0;
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
            sum.add(plies);
            sum.add_real(game.payoff(&state, Player(0)));
        }
        Ok(sum.0)
    }))
}

/// The same with a seat for every decision.
fn seats<G: Game + 'static>(game: G, games: u64) -> Result<Work, String> {
    Ok(Box::new(move || {
        let mut sum = Checksum::default();
        let mut agent = Uniform::default();
        for number in 0..games {
            let address = Seed::new(1).nth(number);
            let mut chance = address.rng(Generator::Xoshiro);
            let mut state = game.start(&mut chance);
            let mut plies = 0;
            while let Turn::Of(player) = game.turn(&state) {
                let dice = address.nth(plies).rng(Generator::Xoshiro);
                let mut seat = Seat::open(&game, &state, player, dice, Budget::UNLIMITED);
                let action = agent
                    .act(&mut seat)
                    .map_err(|forfeit| forfeit.to_string())?;
                game.step(&mut state, action, &mut chance);
                plies += 1;
            }
            sum.add(plies);
            sum.add_real(game.payoff(&state, Player(0)));
        }
        Ok(sum.0)
    }))
}

/// Sequences of moves from the start, the last counted and not made.
fn sequences<G: Game + 'static>(game: G, depth: u32) -> Result<Work, String> {
    let state = game.start(&mut Seed::new(1).rng(Generator::Xoshiro));
    Ok(Box::new(move || {
        Ok(analysis::sequences(&game, &state, depth))
    }))
}

/// One decision of UCT after some random plies.
fn uct<G: Game + 'static>(game: G, plies: u32, playouts: u64) -> Result<Work, String> {
    let states = middles(&game, plies, 1);
    let mut agent = Uct::new(playouts, 1.4, Rollout::new(PlayoutOutcome::Payoff, 1000));
    Ok(Box::new(move || {
        decide(&game, &states, &mut agent, Budget::UNLIMITED)
    }))
}
