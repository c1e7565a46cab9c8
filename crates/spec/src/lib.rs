#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Texts whose every word knows its place are [`source`]; specs [`spec`]; parameters [`param`], typed:
//! [`mod@params`]; TOML as a tree [`document`]; the canonical texts that results are kept under
//! [`identity`].

pub mod document;
pub mod identity;
pub mod param;
pub mod params;
pub mod source;
pub mod spec;
