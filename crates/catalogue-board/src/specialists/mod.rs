//! Agents that know one game, and what general agents may be told of it.

pub mod chess;
pub mod loa;
