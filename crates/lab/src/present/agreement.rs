//! How our figures agree with published ones, by one criterion for every table.

use ludometer_stats::{Running, count_against, counts_against, mean_against, mean_against_error};
use serde::Serialize;

/// A cell disagrees when a two-sided test gives a p below this.
const LEVEL: f64 = 0.01;

/// A figure or a sign.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ComparedEntry {
    /// A number.
    Number(f64),
    /// `+`, `-`, `≈` or a class.
    Sign(String),
}

/// One of our cells beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The value of the row's variable.
    pub row: String,
    /// The value of the column's variable.
    pub column: String,
    /// Our episodes.
    pub n: u64,
    /// Our figure.
    pub value: ComparedEntry,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end of its interval.
    pub high: Option<f64>,
    /// The published figure.
    pub published: ComparedEntry,
    /// The episodes it stands for.
    pub published_n: Option<u64>,
    /// Whether the two agree.
    pub agrees: bool,
}

/// A table beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The name of the table.
    pub table: String,
    /// Every cell for which a figure was published.
    pub cells: Vec<Compared>,
    /// How many agree.
    pub agree: usize,
    /// How many there are.
    pub of: usize,
}

impl Agreement {
    /// Counts the cells that agree.
    pub fn new(table: &str, cells: Vec<Compared>) -> Agreement {
        Agreement {
            table: table.to_string(),
            agree: cells.iter().filter(|cell| cell.agrees).count(),
            of: cells.len(),
            cells,
        }
    }

    /// The last line of the table.
    pub fn verdict(&self) -> String {
        format!(
            "Table {}: {} of {} cells agree",
            self.table, self.agree, self.of
        )
    }
}

/// Whether a share agrees with a published one: Fisher's exact test of our count against the
/// published count, both at their own sample sizes, gives p >= 0.01.
pub(super) fn shares_agree((won, n): (u64, u64), published: f64, published_n: u64) -> bool {
    count_against(won, n, published, published_n).is_ok_and(|p| p >= LEVEL)
}

/// Whether a mean agrees with a published one of which only the sample size is known: a z-test with
/// our variance for both gives p >= 0.01.
pub(super) fn means_agree(ours: &Running, published: f64, published_n: u64) -> bool {
    mean_against(ours, published, published_n).is_ok_and(|p| p >= LEVEL)
}

/// Whether a mean agrees with a published one and its standard error, printed to a number of digits: a
/// z-test gives p >= 0.01 for some figure that is rounded to the printed one.
pub(super) fn means_agree_with_error(
    ours: &Running,
    (published, error): (f64, f64),
    digits: usize,
) -> bool {
    let half = 0.5 * 10f64.powi(-(digits as i32));
    let nearest = ours.mean().map_or(published, |mean| {
        mean.clamp(published - half, published + half)
    });
    mean_against_error(ours, nearest, error).is_ok_and(|p| p >= LEVEL)
}

/// Whether a count of events agrees with a published one: it differs by no more than two repetitions
/// of the experiment may, with p >= 0.01.
pub(super) fn counts_agree(chances: &[f64], ours: f64, published: f64) -> bool {
    counts_against(chances, ours, published) >= LEVEL
}
