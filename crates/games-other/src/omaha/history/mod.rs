//! Hand histories: whole hands as text that people read and that can be read back.
//!
//! ```text
//! Hand 7: fixed-limit omaha hi-lo, 2 players, bets 2/4, cap 4
//! seat 0 has 100: As Td 4c 3d
//! seat 1 has 100: ?? ?? ?? ??
//! seat 1 posts 1
//! seat 0 posts 2
//! preflop
//! seat 1 raises to 4
//! seat 0 calls 2
//! flop Ks 9d 2c
//! seat 0 checks
//! seat 1 bets 2
//! seat 0 folds
//! seat 1 wins 10
//! ```
//!
//! A player may have a name: `seat 0 (Ann) has 100: As Td 4c 3d`. Empty lines and lines that begin
//! with `#` are skipped.

mod read;
mod write;

pub use read::read;
pub use write::{write, write_known};

use super::{Hand, Omaha, Seats};
use std::fmt;

/// A hand that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number in the text.
    pub number: u64,
    /// The table it was played at.
    pub table: Omaha,
    /// The finished hand. Cards that the text does not tell are filled with others.
    pub hand: Hand,
    /// The seats whose cards the text tells.
    pub known: Seats,
    /// The names of the players, as far as the text tells them.
    pub names: Vec<Option<String>>,
}

/// The hand as [`write_known`] writes it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, hand) = (&self.table, &self.hand);
        f.write_str(&write_known(
            table,
            hand,
            self.number,
            self.known,
            &self.names,
        ))
    }
}

/// Why a hand was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, and what would be right.
    pub reason: String,
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// All that a text told.
#[derive(Clone, Debug, Default)]
pub struct ImportedHands {
    /// The hands that could be read.
    pub hands: Vec<Record>,
    /// One diagnostic for each hand, or piece of text before the first hand, that was skipped.
    pub errors: Vec<HistoryError>,
}

/// How many hands were read and skipped, and why, a line each.
impl fmt::Display for ImportedHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, skipped) = (self.hands.len(), self.errors.len());
        write!(f, "{read} hands read, {skipped} skipped")?;
        self.errors
            .iter()
            .try_for_each(|error| write!(f, "\n{error}"))
    }
}
