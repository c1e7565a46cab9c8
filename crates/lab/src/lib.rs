#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Plans are [`plan`], the store of rows [`store`], the worker pool [`work`], the
//! runner [`run`], statistics of rows [`tally`], tables
//! and plots [`present`], and tunings [`tune`]. Nothing here parses arguments or prints.

pub mod plan;
pub mod present;
pub mod run;
pub mod store;
pub mod tally;
pub mod tune;
pub mod work;
