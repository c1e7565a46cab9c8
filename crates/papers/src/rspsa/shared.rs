//! What all sections show alike: learning curves, means with intervals and paired differences.

use crate::Scale;
use ludometer_lab::present::Mean;
use ludometer_report::{Cell, Point};
use ludometer_stats::{RunningStats, smoothed};

/// The confidence of intervals beside learned figures.
pub(super) const CONFIDENCE: f64 = 0.99;

/// Why a claim about tuners or learners is not decided by what one run of each found.
pub(super) fn undecidable(scale: Scale) -> &'static str {
    match scale {
        Scale::Quick => "quick size gives no verdict on learning",
        Scale::Middle | Scale::Full => {
            "one run of each was made, and runs are the unit of observation"
        }
    }
}

/// A learning curve by iteration, smoothed in windows.
pub(super) fn curve(values: &[f64], window: usize) -> impl Iterator<Item = Point> {
    let windows = smoothed(values, window).into_iter().enumerate();
    windows.map(|(iteration, window)| {
        Point::new(iteration as f64, window.mean).between(window.low, window.high)
    })
}

/// A mean with its interval.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> Mean {
    let running: RunningStats = values.collect();
    Mean {
        value: running.mean().unwrap_or(0.0),
        interval: running.mean_interval(CONFIDENCE).ok(),
    }
}

/// The mean of paired differences.
pub(super) fn difference(one: &[f64], other: &[f64]) -> Mean {
    mean(one.iter().zip(other).map(|(one, other)| one - other))
}

/// A share with its interval.
pub(super) fn cell(mean: Mean) -> Cell {
    let interval = mean.interval.map_or(String::new(), |interval| {
        format!("[{:.3}, {:.3}]", interval.low, interval.high)
    });
    Cell::said(format!("{:.3}", mean.value), mean.value).detail(interval)
}

/// Small bets a hand with their interval.
pub(super) fn small_bets(mean: Mean) -> Cell {
    let interval = mean.interval.map_or(String::new(), |interval| {
        format!("[{:+.3}, {:+.3}]", interval.low, interval.high)
    });
    published(mean.value).detail(interval)
}

/// Small bets a hand that the paper has.
pub(super) fn published(value: f64) -> Cell {
    Cell::said(format!("{value:+.3}"), value)
}
