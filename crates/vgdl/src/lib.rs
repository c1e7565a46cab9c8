//! The grid games of VGDL, read from their descriptions and played as GVGAI plays them.

mod action;
mod contacts;
mod dice;
mod ending;
mod game;
mod heading;
mod kind;
mod level;
mod map;
mod paths;
#[cfg(test)]
mod plain;
mod play;
mod state;
mod text;
mod view;
#[cfg(test)]
mod worked;

pub mod effects;
pub mod replay;
pub mod sprites;

pub use action::Action;
pub use dice::{Dice, JavaDice, WordDice};
pub use ending::{Condition, Ending};
pub use game::Game;
pub use heading::Heading;
pub use kind::{Kind, KindId, Look, Nature};
pub use level::Level;
pub use state::{Outcome, State};
pub use text::{Fault, Severity};
pub use view::Seen;
