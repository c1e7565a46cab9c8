//! The games of VGDL in the laboratory: where their texts come from, and how states and episodes
//! look.

mod library;

pub use library::{Corpus, Library, Texts};
