//! What the classes of five cards are called, which the tables know.

use super::cards::RANKS;
use super::rank::{Category, High, Low};
use super::tables::Tables;
use std::fmt;

impl High {
    /// Its category.
    pub fn category(self) -> Category {
        Category::ALL[(Tables::shared().key(self) >> 20) as usize]
    }

    /// The ranks that decide between hands of the category, the most important first; of a straight
    /// the highest alone.
    pub fn ranks(self) -> impl Iterator<Item = u8> {
        let (key, count) = (Tables::shared().key(self), self.category().ranks());
        (0..count).map(move |place| (key >> (4 * (4 - place)) & 15) as u8)
    }
}

impl fmt::Display for High {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks: String = self.ranks().map(|rank| RANKS[usize::from(rank)]).collect();
        write!(f, "{} {ranks}", self.category().name())
    }
}

/// From the highest card down, as in `8742A`; `-` where there is none.
impl fmt::Display for Low {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.qualifies() {
            return f.write_str("-");
        }
        let ranks = Tables::shared().low_ranks(*self);
        for bit in (0..8).rev().filter(|bit| ranks >> bit & 1 == 1) {
            let rank = if bit == 0 { 'A' } else { RANKS[bit - 1] };
            write!(f, "{rank}")?;
        }
        Ok(())
    }
}
