//! The store: the same rows in whatever way they were made, and a clear word when it cannot be
//! used.

#[path = "../common/mod.rs"]
mod common;

mod asked;
mod cluster;
mod commands;
mod crowded;
mod flipped;
mod late;
mod parts;
mod same;
mod spoilt;
mod unwritable;
