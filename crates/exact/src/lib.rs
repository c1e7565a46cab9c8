#![doc = include_str!("../README.md")]
//!
//! The crate knows no game: it enumerates whatever implements `Game`. It does no I/O and reads no
//! clock; long work reports through a callback.

pub mod decisions;
pub mod values;

#[cfg(test)]
mod tree;
