#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! A program that runs, with its watchdog, is `process`, what was said `dialogue`; `client` speaks the
//! protocols, with the lines of UCI in `uci` and declared options in `options`; `pool` keeps programs
//! between games; `player` and `entry` are the agent `engine`. The other way, `host` lets an agent
//! speak the protocols.
//!
//! This crate and the command line are the only ones that start processes, and the only ones beside the
//! referee that read clocks.

mod client;
mod dialogue;
mod entry;
mod host;
mod options;
mod player;
mod pool;
mod process;
mod settings;
mod uci;

pub use entry::{engine, refused_engine};
pub use host::{Host, HostError};
pub use options::{DeclaredOption, OptionKind};
pub use pool::{introduce, quit_all};
pub use settings::Protocol;
