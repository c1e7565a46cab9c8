//! The store: the same rows in whatever way they were made, and a clear word when it cannot be
//! used.

#[path = "../common/mod.rs"]
mod common;

mod crowded;
mod late;
mod same;
mod spoilt;
mod unwritable;
