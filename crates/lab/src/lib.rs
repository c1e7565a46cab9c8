#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Plans are [`plan`], the store of rows [`store`], the worker pool [`work`], the
//! runner [`run`], statistics of rows [`tally`], tables
//! and plots [`present`], tunings [`tune`], rows as records
//! [`export`], and files that another machine checks [`archive`]. Nothing here parses arguments or prints.

pub mod archive;
pub mod export;
pub mod plan;
pub mod present;
mod provenance;
pub mod run;
pub mod store;
pub mod tally;
pub mod tune;

pub use ludometer_arena::work;
