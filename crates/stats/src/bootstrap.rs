//! Confidence intervals of any statistic by resampling: the percentile interval and the
//! bias-corrected and accelerated one of Efron (1987), "Better bootstrap confidence intervals", as
//! written in Efron and Tibshirani (1993), *An Introduction to the Bootstrap*, section 14.3.

use crate::error::{enough, open_unit, ordered};
use crate::quantile::of_sorted;
use crate::{Error, Interval, special};

/// Statistics of one multiset differ by less than this, relative to the largest, whatever the order of
/// its values.
const ROUNDING: f64 = 1e-12;

/// The percentile interval: the middle `confidence` of the statistic over `resamples` samples of
/// the same size drawn with replacement.
///
/// `below(n)` must be uniform on `0..n`; it is called once for each value of each resample, in
/// order. The resample keeps the order of the draws, so `statistic` must not depend on order. The
/// statistic must not be NaN on any resample.
pub fn percentile(
    sample: &[f64],
    statistic: impl Fn(&[f64]) -> f64,
    resamples: usize,
    confidence: f64,
    below: &mut impl FnMut(u64) -> u64,
) -> Result<Interval, Error> {
    open_unit("confidence", confidence)?;
    let values = distribution(sample, &statistic, resamples, below)?;
    let risk = 0.5 * (1.0 - confidence);
    Ok(Interval {
        low: of_sorted(&values, risk),
        high: of_sorted(&values, 1.0 - risk),
    })
}

/// The BCa interval: the percentile interval with its two percentiles moved for the bias and the
/// skewness of the statistic. Second-order correct where [`percentile`] is first-order.
///
/// Needs two values; draws its resamples as [`percentile`] does. A statistic that is the same on every
/// resample gives that point. Where the sample's own statistic lies outside all the resampled ones
/// the correction is infinite, and the error says that the resamples have no spread around it.
pub fn bca(
    sample: &[f64],
    statistic: impl Fn(&[f64]) -> f64,
    resamples: usize,
    confidence: f64,
    below: &mut impl FnMut(u64) -> u64,
) -> Result<Interval, Error> {
    enough("sample", sample, 2)?;
    open_unit("confidence", confidence)?;
    let values = distribution(sample, &statistic, resamples, below)?;
    let (first, last) = (values[0], values[values.len() - 1]);
    let own = statistic(sample);
    let noise = ROUNDING * own.abs().max(first.abs()).max(last.abs());
    if last - first <= noise {
        return Ok(Interval {
            low: first,
            high: last,
        });
    }
    let bias = bias_correction(&values, own, noise);
    if !bias.is_finite() {
        return Err(Error::Constant { what: "resamples" });
    }
    let acceleration = acceleration(sample, &statistic, noise);
    let critical = special::normal_critical(confidence);
    let at = |z: f64| {
        let moved = bias + z;
        let share = special::normal_lower(bias + moved / (1.0 - acceleration * moved));
        of_sorted(&values, share)
    };
    Ok(Interval {
        low: at(-critical),
        high: at(critical),
    })
}

/// The statistic of each resample, ascending.
fn distribution(
    sample: &[f64],
    statistic: &impl Fn(&[f64]) -> f64,
    resamples: usize,
    below: &mut impl FnMut(u64) -> u64,
) -> Result<Vec<f64>, Error> {
    enough("sample", sample, 1)?;
    if resamples == 0 {
        return Err(Error::OutOfRange {
            what: "resamples",
            value: 0.0,
            expected: "at least 1",
        });
    }
    let mut drawn = vec![0.0; sample.len()];
    let mut values = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        for slot in &mut drawn {
            *slot = sample[below(sample.len() as u64) as usize];
        }
        values.push(statistic(&drawn));
    }
    ordered("statistic", &values)?;
    values.sort_by(f64::total_cmp);
    Ok(values)
}

/// z₀: the normal quantile of the share of resampled values under the sample's own, ties half. A resample
/// in another order has the same statistic but for rounding: values closer than `noise` tie.
fn bias_correction(sorted: &[f64], own: f64, noise: f64) -> f64 {
    let under = sorted.partition_point(|&value| value < own - noise);
    let not_over = sorted.partition_point(|&value| value <= own + noise);
    special::normal_quantile((under + not_over) as f64 / (2 * sorted.len()) as f64)
}

/// a: one sixth of the skewness of the jackknife values; 0 where they do not vary by more than rounding.
fn acceleration(sample: &[f64], statistic: &impl Fn(&[f64]) -> f64, noise: f64) -> f64 {
    let mut without = sample[1..].to_vec();
    let mut values = Vec::with_capacity(sample.len());
    for i in 0..sample.len() {
        values.push(statistic(&without));
        if i < without.len() {
            without[i] = sample[i];
        }
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|v| libm::pow(mean - v, 2.0)).sum();
    let cubes: f64 = values.iter().map(|v| libm::pow(mean - v, 3.0)).sum();
    if squares <= noise * noise * values.len() as f64 {
        return 0.0;
    }
    cubes / (6.0 * libm::pow(squares, 1.5))
}
