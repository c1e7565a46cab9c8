#![doc = include_str!("../README.md")]
//!
//! The crate does no I/O and reads no clock but the deadline it is given; long work reports through a
//! callback and can be cancelled.

pub mod slide;
