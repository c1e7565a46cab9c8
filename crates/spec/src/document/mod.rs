//! TOML as people write it: a tree in which everything knows its place, and fields that are read by
//! name, with every fault at the word that is wrong.

pub mod fields;
pub mod tree;
