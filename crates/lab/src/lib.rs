#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Plans are [`plan`], the store of rows [`store`], the worker pool [`work`], the
//! runner [`run`], statistics of rows [`tally`], sequential tests [`sprt`], tables
//! and plots [`present`], tunings [`tune`], rows as records
//! [`export`], games as PGN [`stored_games`], and files that another machine checks [`archive`]. Nothing here parses arguments or prints.

// The schema of plans is one large `json!`.
#![recursion_limit = "256"]

pub mod archive;
pub mod export;
mod files;
mod named_engines;
pub mod plan;
pub mod present;
mod provenance;
pub mod run;
pub mod sprt;
pub mod store;
pub mod stored_games;
pub mod tally;
pub mod tune;

pub use ludometer_arena::work;
