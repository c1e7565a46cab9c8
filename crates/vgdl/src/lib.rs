#![doc = include_str!("../README.md")]
//!
//! # What it does not do
//!
//! It reads no files, draws nothing and has no clock. Continuous physics, two players and the classes that
//! no grid game of GVGAI uses are left out; a description that needs them is refused with the place.
//! A level has at most a thousand columns and rows, a description at most five thousand rules.
//!
//! # How it is made
//!
//! What a description defines is at the bottom: [`sprites`] and [`effects`] have a file of parameters for
//! each family. How they are read is in `text`, what they do in `play`, in files of the same names; so a
//! class or an effect is added in three. `play::tick` is the game cycle.
//! Sprites that nothing can change but by killing them are tiles: they stay with the level, and a state
//! has a bit for each. Which sprites may touch is found by cells (`play::contact`), in the order in which
//! testing all pairs would find it. [`replay`] compares play with recorded episodes.

mod action;
mod contacts;
mod dice;
mod ending;
#[cfg(test)]
mod example_game;
mod game;
mod heading;
mod level;
mod map;
mod paths;
#[cfg(test)]
mod plain;
mod play;
mod same;
mod sprite_type;
mod sprite_type_id;
mod state;
mod text;
mod view;

pub mod effects;
pub mod replay;
pub mod sprites;

pub use action::Action;
pub use dice::{Dice, JavaDice, WordDice};
pub use ending::{Condition, Termination};
pub use game::VgdlGame;
pub use heading::Heading;
pub use level::Level;
pub use sprite_type::{Appearance, SpriteParams, SpriteType};
pub use sprite_type_id::SpriteTypeId;
pub use state::{Outcome, State};
pub use text::{EFFECTS, SPRITE_CLASSES, Severity, TERMINATIONS, VgdlDiagnostic};
pub use view::Seen;
