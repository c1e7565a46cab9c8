//! A laboratory for game-playing agents: games, searches, exact solvers, statistics, tuners and the
//! experiments that say which agent plays better, behind one name.
//!
//! A game of your own gets everything the shipped ones have: implement [`Game`](core::Game), register
//! it, and hand the registry to the command.
//!
#![cfg_attr(feature = "cli", doc = "```no_run")]
#![cfg_attr(not(feature = "cli"), doc = "```ignore")]
//! use ludometer::prelude::*;
//! # struct Nim { most: u8 }
//! # impl Game for Nim {
//! #     type State = (u8, u8);
//! #     type Action = u8;
//! #     type Information = Perfect;
//! #     fn facts(&self) -> Facts { Facts::new("nim", 2) }
//! #     fn start(&self, _: &mut Rng) -> (u8, u8) { (21, 0) }
//! #     fn turn(&self, state: &(u8, u8)) -> Turn {
//! #         if state.0 == 0 { Turn::Over } else { Turn::Of(Player(state.1)) }
//! #     }
//! #     fn actions(&self, state: &(u8, u8), out: &mut Actions<Self>) {
//! #         out.extend(1..=self.most.min(state.0));
//! #     }
//! #     fn apply(&self, state: &mut (u8, u8), taken: u8, _: &mut Rng) {
//! #         *state = (state.0 - taken, 1 - state.1);
//! #     }
//! #     fn payoff(&self, state: &(u8, u8), player: Player) -> f64 {
//! #         if player.0 == state.1 { -1.0 } else { 1.0 }
//! #     }
//! #     fn show(&self, state: &(u8, u8), _: Option<Player>) -> String { format!("{state:?}\n") }
//! #     fn label(&self, _: &(u8, u8), taken: u8) -> String { taken.to_string() }
//! # }
//!
//! fn main() -> std::process::ExitCode {
//!     let mut registry = ludometer::catalogue();
//!     let most = whole("most", 1..=9, "matches that may be taken at once").or("3");
//!     let nim = GameEntry::new("nim", "nim@1", "take matches; the last one wins", most, |most| {
//!         Ok(GameEnv::new(Nim { most }, Vec::new()))
//!     });
//!     registry.game(nim).expect("no other game has the name");
//!     ludometer::cli(registry)
//! }
//! ```
//!
//! `examples/connect_four` is a whole crate of that kind.
//!
//! Without default features there are the contract, games, agents, solvers, statistics and tuners,
//! and neither SQLite nor TOML nor an argument parser is compiled; `lab` adds registries, plans, tunings
//! and stores; `cli`, which is on by default, the command.

pub use ludometer_agents as agents;
pub use ludometer_core as core;
pub use ludometer_games as games;
pub use ludometer_solve as solve;
pub use ludometer_stats as stats;
pub use ludometer_theory as theory;
pub use ludometer_tune as tuners;

#[cfg(feature = "cli")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod golden;
pub mod prelude;

#[cfg(feature = "lab")]
pub use ludometer_arena::{
    analysis, define, env, learn, move_score, odds, options, play, quality, registry, session,
    trace, weights,
};
#[cfg(feature = "lab")]
pub use ludometer_catalogue as catalogue;
#[cfg(feature = "lab")]
pub use ludometer_catalogue::{specialists, vgdl};
#[cfg(feature = "lab")]
pub use ludometer_lab::{plan, present, run, store, tally, tune};
#[cfg(feature = "cli")]
pub use ludometer_papers as reproduce;
#[cfg(feature = "lab")]
pub use ludometer_spec::{document, identity, param, params, source, spec};

/// Everything that ships, as a registry to add to.
#[cfg(feature = "lab")]
pub fn catalogue() -> registry::Registry {
    ludometer_catalogue::shipped().clone()
}

/// The command: reads the arguments and does what they say with what is registered.
#[cfg(feature = "cli")]
pub fn cli(registry: registry::Registry) -> std::process::ExitCode {
    cli::main(registry)
}
