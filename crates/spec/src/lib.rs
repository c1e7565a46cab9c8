//! What people write: texts whose every word knows its place, so that a fault can point at it
//! ([`source`]); the small language of specs ([`spec`]); parameters ([`param`], typed: [`mod@params`]); TOML as a tree
//! ([`document`]); and the canonical texts that results are kept under ([`identity`]).

pub mod document;
pub mod identity;
pub mod param;
pub mod params;
pub mod source;
pub mod spec;
