//! Ranges that several plots share.

use crate::clean::{clean, drawable};
use crate::plot::{AxisScale, Plot};

/// Gives all plots the same range on each axis, so that panels can be compared
/// by eye.
pub fn share_ranges(plots: &mut [Plot]) {
    let drawn: Vec<_> = plots.iter().map(clean).collect();
    let points = || {
        drawn
            .iter()
            .flat_map(|plot| &plot.series)
            .flat_map(|series| &series.points)
    };
    let x = extent(points().map(|point| point.x));
    let y = extent(points().flat_map(|point| {
        let (low, high) = point.interval().unwrap_or((point.y, point.y));
        [point.y, low, high]
    }));
    for plot in plots {
        plot.x.range = widest(plot.x.range, x);
        plot.y.range = widest(plot.y.range, y);
    }
}

fn widest(a: Option<(f64, f64)>, b: Option<(f64, f64)>) -> Option<(f64, f64)> {
    extent(
        [a, b]
            .into_iter()
            .flatten()
            .flat_map(|(low, high)| [low, high]),
    )
}

fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|value| drawable(*value, AxisScale::Linear))
        .fold(None, |found, value| match found {
            None => Some((value, value)),
            Some((low, high)) => Some((value.min(low), value.max(high))),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Series};

    #[test]
    fn shared_ranges_hold_every_point_and_interval() {
        let one = Plot::new("", "").series(Series::line("", [Point::new(0.0, 1.0)]));
        let two =
            Plot::new("", "").series(Series::line("", [Point::new(5.0, 2.0).between(-1.0, 9.0)]));
        let mut plots = [one, two];
        share_ranges(&mut plots);
        for plot in plots {
            assert_eq!(plot.x.range, Some((0.0, 5.0)));
            assert_eq!(plot.y.range, Some((-1.0, 9.0)));
        }
    }
}
