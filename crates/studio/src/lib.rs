#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `server` binds and ends, `guard` decides who may ask, `api` answers; `session` are games that are played
//! and watched, `scene` is what is drawn of them, `experiment` are plans and tunings that run.

mod api;
mod body;
mod catalogue;
mod entropy;
mod events;
mod experiment;
mod guard;
mod pages;
mod problem;
mod scene;
mod server;
mod session;
mod studio;
mod words;

pub use entropy::fresh_seed;
pub use server::{ServeError, ServeOptions, serve};
pub use session::ADVISERS;
pub use words::result_in_words;
