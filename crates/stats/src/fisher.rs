//! Fisher's exact test of a 2x2 table (Fisher 1935, "The logic of inductive inference"), two-sided
//! as SciPy and R define it: the total probability, margins fixed, of every table no more probable
//! than the observed one.

use crate::Error;
use crate::error::{share, unit};

/// The largest total of a table.
const LIMIT: u64 = 1 << 32;

/// A table counts as no more probable up to this relative excess. Tables of equal probability are
/// reached from the mode by different products, whose rounding reaches 1e-13 in the largest tables;
/// tables of different probability are never this close but by a rare accident.
///
/// Differs: SciPy has 1e-14, which its own rounding exceeds in large tables.
const TOLERANCE: f64 = 1e-12;

/// Less probable tables, relative to the mode, are left out.
const LEAST: f64 = 1e-300;

/// The two-sided p-value of `[[a, b], [c, d]]`.
///
/// 1 where a row or a column is empty. A p-value below 1e-300 is reported as some positive number
/// below 1e-300. The total must not exceed 2^32.
pub fn fisher_exact(table: [[u64; 2]; 2]) -> Result<f64, Error> {
    let [[a, b], [c, d]] = table;
    let total = [a, b, c, d]
        .iter()
        .fold(0, |sum: u64, &n| sum.saturating_add(n));
    if total > LIMIT {
        return Err(Error::OutOfRange {
            what: "table",
            value: total as f64,
            expected: "of total at most 2^32",
        });
    }
    let margins = Margins {
        row: a + b,
        other_row: c + d,
        column: a + c,
    };
    let weights = margins.weights();
    let Some(&(_, observed)) = weights.iter().find(|(k, _)| *k == a) else {
        return Ok(f64::MIN_POSITIVE);
    };
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let extreme: f64 = weights
        .iter()
        .map(|(_, weight)| weight)
        .filter(|weight| **weight <= observed * (1.0 + TOLERANCE))
        .sum();
    Ok((extreme / sum).min(1.0))
}

/// Our `count` out of `n` against a published share: the two-sided p-value of Fisher's exact test
/// against the whole count nearest to `published_share` of `published_n`.
///
/// A p-value that is not small means the two agree as far as their sizes can tell.
pub fn count_against(
    count: u64,
    n: u64,
    published_share: f64,
    published_n: u64,
) -> Result<f64, Error> {
    share(count, n)?;
    share(0, published_n)?;
    unit("published_share", published_share)?;
    let published = ((published_share * published_n as f64).round() as u64).min(published_n);
    fisher_exact([[count, n - count], [published, published_n - published]])
}

/// The fixed margins; a table is its upper left entry `k`.
pub(crate) struct Margins {
    pub(crate) row: u64,
    pub(crate) other_row: u64,
    pub(crate) column: u64,
}

impl Margins {
    fn near_mode(&self) -> u64 {
        let product = u128::from(self.row + 1) * u128::from(self.column + 1);
        let mode = (product / u128::from(self.row + self.other_row + 2)) as u64;
        mode.clamp(self.lowest(), self.highest())
    }

    fn lowest(&self) -> u64 {
        self.column.saturating_sub(self.other_row)
    }

    fn highest(&self) -> u64 {
        self.row.min(self.column)
    }

    /// Every table worth counting with its probability relative to a table near the mode.
    pub(crate) fn weights(&self) -> Vec<(u64, f64)> {
        let start = self.near_mode();
        let mut weights = vec![(start, 1.0)];
        let mut weight = 1.0;
        for k in start..self.highest() {
            weight *= self.odds(k);
            if weight < LEAST {
                break;
            }
            weights.push((k + 1, weight));
        }
        weight = 1.0;
        for k in (self.lowest()..start).rev() {
            weight /= self.odds(k);
            if weight < LEAST {
                break;
            }
            weights.push((k, weight));
        }
        weights
    }

    /// The probability of `k + 1` over that of `k`.
    fn odds(&self, k: u64) -> f64 {
        let corner = (self.other_row + k + 1 - self.column) as f64;
        (self.row - k) as f64 * (self.column - k) as f64 / ((k + 1) as f64 * corner)
    }
}
