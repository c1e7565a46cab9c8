#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Environments with their agents, evaluators, measures and starts are [`mod@env`], the referee [`play`] and
//! [`session`], names that plans and commands define [`define`] and [`weights`], analyses [`analysis`],
//! [`trace`], [`move_score`], [`quality`], [`odds`] and [`learn`], metrics of episodes [`metric`], parameter
//! blocks and learners [`learner`], the worker pool [`work`], and the registry that every reader and every command takes
//! [`registry`].

pub mod analysis;
pub mod define;
pub mod env;
pub mod learn;
pub mod learner;
pub mod metric;
pub mod move_score;
pub mod odds;
pub mod options;
pub mod play;
pub mod quality;
pub mod random_play;
pub mod registry;
pub mod session;
pub mod trace;
pub mod weights;
pub mod work;
