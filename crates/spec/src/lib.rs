#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! [`source`]: texts, spans and diagnostics; [`spec`]: specs such as `uct(playouts=100)`; [`param`] and
//! [`mod@params`]: declared and typed parameters; [`document`]: TOML as a tree with spans; [`identity`]:
//! the canonical texts that results are stored under;
//! [`time_control`]: clocks such as `40/60+0.6`.

pub mod document;
pub mod identity;
pub mod param;
pub mod params;
pub mod source;
pub mod spec;
pub mod time_control;
