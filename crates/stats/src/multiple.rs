//! P-values adjusted for how many were looked at: Holm (1979), "A simple sequentially rejective
//! multiple test procedure", and Benjamini and Hochberg (1995), "Controlling the false discovery
//! rate".

use crate::{Error, error::unit};

/// Holm's adjusted p-values, in the order given: rejecting those at most α keeps the probability of
/// any false rejection at most α, whatever the dependence between the tests.
///
/// Each is at least the raw p-value and at most 1.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, Error> {
    let order = ascending(p_values)?;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        let remaining = (p_values.len() - rank) as f64;
        largest = largest.max(remaining * p_values[i]);
        adjusted[i] = largest.min(1.0);
    }
    Ok(adjusted)
}

/// Benjamini and Hochberg's adjusted p-values, in the order given: rejecting those at most q keeps
/// the expected share of false rejections at most q when the tests are independent or positively
/// dependent.
///
/// Each is at least the raw p-value, at most 1 and at most Holm's.
pub fn benjamini_hochberg(p_values: &[f64]) -> Result<Vec<f64>, Error> {
    let order = ascending(p_values)?;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut smallest: f64 = 1.0;
    for (rank, &i) in order.iter().enumerate().rev() {
        let factor = p_values.len() as f64 / (rank + 1) as f64;
        smallest = smallest.min(factor * p_values[i]);
        adjusted[i] = smallest;
    }
    Ok(adjusted)
}

fn ascending(p_values: &[f64]) -> Result<Vec<usize>, Error> {
    for &p in p_values {
        unit("p_values", p)?;
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&i, &j| p_values[i].total_cmp(&p_values[j]));
    Ok(order)
}
