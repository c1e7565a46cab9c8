//! Agents that know one game, and what general agents may be told of it.

pub mod omaha;
pub mod slide;
