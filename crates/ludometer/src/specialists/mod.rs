//! Agents that know one game. General agents never use them.

pub mod slide;
