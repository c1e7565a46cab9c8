#![cfg_attr(feature = "cli", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "cli"),
    doc = "A laboratory for game-playing agents: the contract, games, searches, exact solvers, statistics and tuners."
)]
//!
//! `examples/connect_four` in the repository is a whole crate with a game, agents, an evaluator, a
//! tuner and a plan of its own.
//!
//! Releases promise the functions `catalogue` and `cli`, the [`prelude`] and the crate
//! `ludometer-core`. What is inside the other modules is internal: it may change in any release.

pub use ludometer_agents as agents;
pub use ludometer_core as core;
pub use ludometer_exact as exact;
pub use ludometer_games as games;
pub use ludometer_solve as solve;
pub use ludometer_stats as stats;
pub use ludometer_theory as theory;
pub use ludometer_tune as tuners;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod golden;
pub mod prelude;

#[cfg(feature = "lab")]
pub use ludometer_arena::{
    adjudicate, analysis, arrays, define, env, learn, learner, metric, move_score, odds, openings,
    options, pgn, play, position, quality, record, registry, session, text_player, trace, weights,
};
#[cfg(feature = "cli")]
pub use ludometer_bench as bench;
#[cfg(feature = "lab")]
pub use ludometer_catalogue as catalogue;
#[cfg(feature = "lab")]
pub use ludometer_catalogue::{specialists, vgdl};
#[cfg(feature = "cli")]
pub use ludometer_engines as engines;
#[cfg(feature = "lab")]
pub use ludometer_lab::{
    archive, export, plan, present, run, sprt, store, stored_games, tally, tune, work,
};
#[cfg(feature = "cli")]
pub use ludometer_papers as reproduce;
#[cfg(feature = "lab")]
pub use ludometer_spec::{document, identity, param, params, source, spec, time_control};
#[cfg(feature = "cli")]
pub use ludometer_studio as studio;

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
