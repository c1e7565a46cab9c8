//! What stands behind a figure: its bounds and its sample, as numbers.

use serde::Serialize;

/// An estimate with its interval and the size of its sample. Ends that are not finite are `null` in
/// JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval; `None` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end of the interval; `None` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Episodes that the estimate is of.
    pub n: u64,
    /// Independent observations that these episodes are: all games of one opening or deck are one.
    pub units: u64,
    /// What kind of interval it is, in a word or two: `wilson`, `student`, `anytime`; empty where there
    /// is none.
    pub interval: &'static str,
    /// The confidence of the interval, such as 0.95.
    pub confidence: f64,
}
