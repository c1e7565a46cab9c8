//! TOML documents as trees with spans, and fields that are read by name, with diagnostics at the word
//! that is wrong.

pub mod fields;
pub mod tree;
pub mod write;
