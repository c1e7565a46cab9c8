//! Portable game notation: games as text, with tags, moves, comments and a result.
//!
//! Moves are texts here, and no rules are known: standard algebraic notation in chess, labels of actions
//! in every other game. The form is that of the PGN standard of 1994: tag pairs, numbered moves, comments
//! in braces or to the end of a line, numeric annotation glyphs, variations in parentheses, and `%` at
//! the beginning of a line.

mod read;
mod write;

pub use read::{PgnError, PgnReader};

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// The line that it begins in, from 1 on.
    pub line: usize,
    /// Its tags, in their order: `Event`, `White`, `FEN`.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: String,
    /// The moves, without variations.
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty if it is missing.
    pub result: String,
}

/// One move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnMove {
    /// The move, without `!` and `?`.
    pub label: String,
    /// What is said of it; several comments are joined by a space.
    pub comment: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
}

impl PgnMove {
    /// A move with a comment.
    pub fn new(label: impl Into<String>, comment: impl Into<String>) -> PgnMove {
        PgnMove {
            label: label.into(),
            comment: comment.into(),
            glyphs: Vec::new(),
        }
    }
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The results that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
