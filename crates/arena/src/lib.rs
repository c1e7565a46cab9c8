#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Environments with their agents, evaluators, measures and starts are [`mod@env`], the referee [`play`] with
//! what it records [`record`], adjudication [`adjudicate`] and books of openings [`openings`], games as text
//! [`pgn`], interactive sessions [`session`], names that plans and commands define [`define`] and [`weights`], analyses [`analysis`],
//! [`trace`], [`move_score`], [`quality`], [`odds`] and [`learn`], metrics of episodes [`metric`], parameter
//! blocks and learners [`learner`], many games as arrays [`arrays`], single erased states [`position`], the
//! worker pool [`work`], players that know games as text [`text_player`], and the registry that every reader and
//! every command takes
//! [`registry`].

pub mod adjudicate;
pub mod analysis;
pub mod arrays;
pub mod define;
pub mod env;
pub mod learn;
pub mod learner;
pub mod metric;
pub mod move_score;
pub mod odds;
pub mod openings;
pub mod options;
pub mod pgn;
pub mod play;
pub mod position;
pub mod quality;
pub mod random_play;
pub mod record;
pub mod registry;
pub mod session;
pub mod text_player;
pub mod trace;
pub mod weights;
pub mod work;
