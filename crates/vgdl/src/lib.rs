//! The grid games of VGDL, read from their descriptions and played to the bit as GVGAI plays them.
//!
//! A [`Game`] is read from a description, a [`Level`] from a game and a map, and a [`State`] is played on a
//! level. A level never changes and is shared; a state is a flat value that is cheap to copy and holds no
//! chance: [`Dice`] are an argument of every tick.
//!
//! ```
//! use std::sync::Arc;
//! use ludometer_vgdl::{Action, Game, JavaDice, Level, Outcome};
//!
//! let description = "
//! BasicGame square_size=10
//!     SpriteSet
//!         gem > Immovable
//!         avatar > MovingAvatar
//!     InteractionSet
//!         gem avatar > killSprite scoreChange=1
//!         avatar wall > stepBack
//!     TerminationSet
//!         SpriteCounter stype=gem win=True
//!     LevelMapping
//!         g > gem
//! ";
//! let (game, warnings) = Game::parse(description).expect("a game");
//! assert!(warnings.is_empty());
//! let (level, _) = Level::parse(&Arc::new(game), "wwwww\nwA.gw\nwwwww").expect("a level");
//! let mut state = level.start();
//! let mut dice = JavaDice::new(7);
//! assert_eq!(level.actions(&state), [Action::Left, Action::Right, Action::Down, Action::Up]);
//! level.step(&mut state, Action::Right, &mut dice);
//! level.step(&mut state, Action::Right, &mut dice);
//! assert_eq!((state.outcome(), state.score()), (Outcome::Won, 1));
//! ```
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
mod game;
mod heading;
mod kind;
mod kind_id;
mod level;
mod map;
mod paths;
#[cfg(test)]
mod plain;
mod play;
mod same;
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
pub use ending::{Condition, Termination};
pub use game::Game;
pub use heading::Heading;
pub use kind::{Look, Nature, SpriteType};
pub use kind_id::SpriteTypeId;
pub use level::Level;
pub use state::{Outcome, State};
pub use text::{Fault, Severity};
pub use view::Seen;
