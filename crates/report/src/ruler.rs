//! Where a value lies along an axis.

use crate::clean::drawable;
use crate::ticks::{self, Tick};
use crate::{Axis, AxisScale, Series, SeriesKind};
use std::f64::consts::LOG10_2;

/// An axis with both ends known: places values between 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ruler {
    scale: AxisScale,
    /// Ends, as logarithms to base ten on a logarithmic axis. `low < high`.
    low: f64,
    high: f64,
    given: Option<Vec<Tick>>,
    /// Nothing to measure: no ticks.
    blank: bool,
}

impl Ruler {
    /// The horizontal ruler of some drawable series: as tight as the data, with
    /// room for bars.
    pub(crate) fn across(axis: &Axis, series: &[Series]) -> Self {
        let values = || {
            series
                .iter()
                .flat_map(|series| &series.points)
                .map(|point| point.x)
        };
        let mut ruler = Self::over(axis, values());
        let kind = |kind| series.iter().any(|series| series.kind == kind);
        let named = axis.ticks.as_ref().is_some_and(|ticks| !ticks.is_empty());
        if kind(SeriesKind::Bars) || named && kind(SeriesKind::Points) {
            let named = ruler.named();
            let gap = 0.5 * gap(values().chain(named).map(|value| ruler.along(value)));
            ruler.low -= gap;
            ruler.high += gap;
        } else if kind(SeriesKind::Points) {
            let margin = 0.03 * (ruler.high - ruler.low);
            ruler.low -= margin;
            ruler.high += margin;
        }
        ruler
    }

    /// The vertical ruler of some drawable series: holds intervals, reaches zero
    /// under bars, and ends at round numbers, at ticks if there are about `count`.
    pub(crate) fn upright(axis: &Axis, series: &[Series], count: usize) -> Self {
        let stands = |series: &Series| series.kind == SeriesKind::Bars && !series.points.is_empty();
        let bars = series.iter().any(stands);
        let zero = (bars && axis.scale == AxisScale::Linear).then_some(0.0);
        let values = series
            .iter()
            .flat_map(|series| &series.points)
            .flat_map(|point| {
                let (low, high) = point.interval().unwrap_or((point.y, point.y));
                [point.y, low, high]
            });
        let mut ruler = Self::over(axis, values.chain(zero));
        match ruler.scale {
            AxisScale::Linear => {
                // Few ticks must not mean much empty room.
                let step = ticks::step(ruler.high - ruler.low, count.max(8));
                ruler.low = (ruler.low / step + 1e-6).floor() * step;
                ruler.high = (ruler.high / step - 1e-6).ceil() * step;
            }
            AxisScale::Log => {
                let least = ruler.low;
                ruler.low = rounded_down(ruler.low);
                ruler.high = rounded_up(ruler.high);
                // A bar of the smallest value must still be seen.
                if bars && least - ruler.low < 0.15 {
                    ruler.low -= 0.3;
                }
            }
        }
        ruler
    }

    fn over(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let scale = axis.scale;
        let fits = |value: &f64| drawable(*value, scale);
        let given: Option<Vec<Tick>> = axis.ticks.as_ref().map(|ticks| {
            let ticks = ticks.iter().filter(|(at, _)| fits(at));
            let tick = |(at, label): &(f64, String)| Tick {
                at: *at,
                label: label.clone(),
            };
            ticks.map(tick).collect()
        });
        let range = axis.range.into_iter().flat_map(|(low, high)| [low, high]);
        let ticks = given.iter().flatten().map(|tick| tick.at);
        let all = values.chain(range.filter(fits)).chain(ticks);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in all.map(|value| along(scale, value)) {
            low = low.min(value);
            high = high.max(value);
        }
        let blank = low > high;
        if blank {
            (low, high) = (0.0, 1.0);
        }
        // Too close to tell apart in the arithmetic of ticks.
        let size = low.abs().max(high.abs());
        if high - low <= 1e-9 * size || high - low < 1e-140 {
            let room = match scale {
                AxisScale::Linear if size > 1e-140 => 0.5 * size,
                AxisScale::Linear => 1.0,
                AxisScale::Log => 0.5,
            };
            low -= room;
            high += room;
        }
        Self {
            scale,
            low,
            high,
            given,
            blank,
        }
    }

    /// Where its names stand.
    fn named(&self) -> Vec<f64> {
        self.given.iter().flatten().map(|tick| tick.at).collect()
    }

    fn along(&self, value: f64) -> f64 {
        along(self.scale, value)
    }

    /// 0 at the lower end, 1 at the upper; values beyond lie at the ends.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = (self.along(value) - self.low) / (self.high - self.low);
        if place.is_nan() {
            0.0
        } else {
            place.clamp(0.0, 1.0)
        }
    }

    /// Where bars stand: zero if the axis shows it, else its lower end.
    pub(crate) fn foot(&self) -> f64 {
        match self.scale {
            AxisScale::Linear => self.place(0.0),
            AxisScale::Log => 0.0,
        }
    }

    /// Whether zero lies above the lower end.
    pub(crate) fn crosses_zero(&self) -> bool {
        self.scale == AxisScale::Linear && self.low < 0.0 && self.high >= 0.0
    }

    /// None if there is nothing to measure, else those given, or about `count` nice ones.
    pub(crate) fn ticks(&self, count: usize) -> Vec<Tick> {
        match (&self.given, self.scale) {
            _ if self.blank => Vec::new(),
            (Some(given), _) => given.clone(),
            (None, AxisScale::Linear) => ticks::linear(self.low, self.high, count),
            (None, AxisScale::Log) => ticks::decades(self.low, self.high, count),
        }
    }

    /// The smallest distance between different places of `values` and of names, 0
    /// to 1; 1 if there is but one.
    pub(crate) fn gap(&self, values: impl Iterator<Item = f64>) -> f64 {
        let span = self.high - self.low;
        let values = values.chain(self.named());
        (gap(values.map(|value| self.along(value))) / span).min(1.0)
    }

    /// Whether the labels are names rather than numbers found here.
    pub(crate) fn is_named(&self) -> bool {
        self.given.is_some()
    }
}

fn along(scale: AxisScale, value: f64) -> f64 {
    match scale {
        AxisScale::Linear => value,
        AxisScale::Log => libm::log10(value.max(f64::MIN_POSITIVE)),
    }
}

/// The logarithms of 1, 2, 5 and 10.
const ONE_TWO_FIVE: [f64; 4] = [0.0, LOG10_2, 1.0 - LOG10_2, 1.0];

/// The next of 1, 2 or 5 times a power of ten, all as logarithms.
fn rounded_up(value: f64) -> f64 {
    let floor = value.floor();
    let above = ONE_TWO_FIVE
        .into_iter()
        .find(|part| floor + part >= value - 1e-6);
    floor + above.unwrap_or(1.0)
}

fn rounded_down(value: f64) -> f64 {
    let floor = value.floor();
    let below = ONE_TWO_FIVE
        .into_iter()
        .rfind(|part| floor + part <= value + 1e-6);
    floor + below.unwrap_or(0.0)
}

/// The smallest difference between neighbours that is no rounding error, 1 if
/// there is none.
fn gap(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let span = match (values.first(), values.last()) {
        (Some(first), Some(last)) => last - first,
        _ => 0.0,
    };
    let gaps = values.windows(2).map(|pair| pair[1] - pair[0]);
    let least = gaps
        .filter(|gap| *gap > 1e-4 * span)
        .fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    fn series(kind: fn(&'static str, Vec<Point>) -> Series, ys: &[f64]) -> Vec<Series> {
        let points = (0u32..).zip(ys).map(|(x, y)| Point::new(f64::from(x), *y));
        vec![kind("", points.collect())]
    }

    #[test]
    fn equal_values_lie_in_the_middle() {
        let ruler = Ruler::across(&Axis::linear(""), &series(Series::line, &[3.0]));
        assert_eq!(ruler.place(0.0), 0.5);
        for value in [0.0, -7.0, 1e15, 1e-200, 1e149] {
            let ruler =
                Ruler::upright(&Axis::linear(""), &series(Series::line, &[value, value]), 4);
            let place = ruler.place(value);
            assert!(place > 0.0 && place < 1.0, "{value} lies at {place}");
            assert!(
                ruler.ticks(4).len() >= 2,
                "{value} has {:?}",
                ruler.ticks(4)
            );
        }
    }

    #[test]
    fn bars_stand_on_zero_and_have_room() {
        let bars = series(Series::bars, &[2.0, 3.7]);
        let y = Ruler::upright(&Axis::linear(""), &bars, 4);
        assert_eq!((y.low, y.high, y.foot()), (0.0, 4.0, 0.0));
        let x = Ruler::across(&Axis::linear(""), &bars);
        assert_eq!((x.low, x.high), (-0.5, 1.5));
    }

    #[test]
    fn logarithmic_axes_end_at_round_numbers() {
        let y = Ruler::upright(&Axis::log(""), &series(Series::bars, &[1.0, 1.9e6]), 6);
        assert_eq!(y.low, -0.3);
        assert!((y.high - libm::log10(2e6f64)).abs() < 1e-9);
        let y = Ruler::upright(&Axis::log(""), &series(Series::line, &[3.0, 90.0]), 6);
        assert!((y.low - libm::log10(2f64)).abs() < 1e-9 && y.high == 2.0);
    }

    #[test]
    fn a_range_is_the_least_that_is_shown() {
        let axis = Axis::linear("").range(0.0, 1.0);
        let y = Ruler::upright(&axis, &series(Series::line, &[0.4, 0.6]), 5);
        assert_eq!((y.low, y.high), (0.0, 1.0));
        let y = Ruler::upright(&axis, &series(Series::line, &[-0.2]), 5);
        assert!(y.low <= -0.2);
    }
}
