//! The median and its relatives, by linear interpolation of the order statistics: definition 7 of
//! Hyndman and Fan (1996), "Sample quantiles in statistical packages", the default of NumPy and R.

use crate::Error;
use crate::error::{enough, ordered, unit};

/// The `share` quantile (0 the smallest, 1 the largest value) of a sample in any order.
pub fn quantile(values: &[f64], share: f64) -> Result<f64, Error> {
    enough("values", values, 1)?;
    ordered("values", values)?;
    unit("share", share)?;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(of_sorted(&sorted, share))
}

/// The middle value, or the mean of the two middle values.
pub fn median(values: &[f64]) -> Result<f64, Error> {
    quantile(values, 0.5)
}

/// The quantile of an ascending, non-empty sample.
pub(crate) fn of_sorted(sorted: &[f64], share: f64) -> f64 {
    let position = (sorted.len() - 1) as f64 * share;
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    let weight = position - position.floor();
    if weight == 0.0 || sorted[below] == sorted[above] {
        return sorted[below];
    }
    sorted[below] * (1.0 - weight) + sorted[above] * weight
}
