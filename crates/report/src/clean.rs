//! Leaves out what cannot be drawn, and says so.

use crate::{AxisScale, Plot, Point, Series};

/// The drawable part of a plot. Series keep their places, even empty ones, so
/// that colours do not move.
pub(crate) struct Clean {
    pub(crate) series: Vec<Series>,
    /// The plot's own notes, then what was left out.
    pub(crate) notes: Vec<String>,
}

/// Beyond this a difference of two values may overflow.
const LARGEST: f64 = 1e150;

/// Whether `value` has a place on an axis of this scale.
pub(crate) fn drawable(value: f64, scale: AxisScale) -> bool {
    let finite = value.is_finite() && value.abs() < LARGEST;
    finite && (scale == AxisScale::Linear || value > 1.0 / LARGEST)
}

pub(crate) fn clean(plot: &Plot) -> Clean {
    let mut left_out = LeftOut::default();
    let series = plot
        .series
        .iter()
        .map(|series| Series {
            points: series
                .points
                .iter()
                .filter_map(|point| left_out.sift(*point, plot))
                .collect(),
            ..series.clone()
        })
        .collect();
    let mut notes = plot.notes.clone();
    notes.extend(left_out.notes());
    Clean { series, notes }
}

#[derive(Default)]
struct LeftOut {
    not_finite: usize,
    not_positive: usize,
    intervals: usize,
}

impl LeftOut {
    fn sift(&mut self, mut point: Point, plot: &Plot) -> Option<Point> {
        let linear = |value| drawable(value, AxisScale::Linear);
        if !linear(point.x) || !linear(point.y) {
            self.not_finite += 1;
            return None;
        }
        if !drawable(point.x, plot.x.scale) || !drawable(point.y, plot.y.scale) {
            self.not_positive += 1;
            return None;
        }
        let ends = [point.low, point.high];
        if ends
            .iter()
            .flatten()
            .any(|end| !drawable(*end, plot.y.scale))
        {
            self.intervals += 1;
            (point.low, point.high) = (None, None);
        }
        Some(point)
    }

    fn notes(&self) -> impl Iterator<Item = String> {
        [
            (self.not_finite, "point", "not a finite number"),
            (
                self.not_positive,
                "point",
                "not positive, on a logarithmic axis",
            ),
            (
                self.intervals,
                "interval",
                "an end has no place on the axis",
            ),
        ]
        .into_iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, noun, why)| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {noun}{plural} left out: {why}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    #[test]
    fn what_has_no_place_is_left_out_with_a_note() {
        let plot = Plot::new("", "")
            .y(Axis::log(""))
            .note("own")
            .series(Series::line(
                "",
                [
                    Point::new(1.0, 1.0).between(0.0, 2.0),
                    Point::new(2.0, 0.0),
                    Point::new(3.0, -1.0),
                    Point::new(f64::NAN, 1.0),
                    Point::new(4.0, f64::INFINITY),
                ],
            ));
        let clean = clean(&plot);
        assert_eq!(clean.series[0].points, [Point::new(1.0, 1.0)]);
        assert_eq!(
            clean.notes,
            [
                "own",
                "2 points left out: not a finite number",
                "2 points left out: not positive, on a logarithmic axis",
                "1 interval left out: an end has no place on the axis",
            ]
        );
    }
}
