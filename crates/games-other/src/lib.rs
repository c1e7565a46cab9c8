#![doc = include_str!("../README.md")]

pub mod kuhn;
pub mod meteors;
pub mod omaha;
pub mod slide;
pub mod vgdl;
