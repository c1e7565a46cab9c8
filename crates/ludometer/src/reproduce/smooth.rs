//! Learning curves as the figures of Kocsis, Szepesvári and Winands (2005) show them: smoothed in
//! windows, with error bars that drop the smallest and the largest value of each.

use crate::tune;
use ludometer_report::Point;

/// A window of iterations around each value; near the ends, as much of it as there is.
pub(super) fn smoothed(values: &[f64], window: usize) -> Vec<Point> {
    let numbered = values.iter().enumerate();
    let numbered: Vec<(f64, f64)> = numbered.map(|(x, y)| (x as f64, *y)).collect();
    tune::smoothed(&numbered, window)
}

/// Where the smoothed curve is highest; the first such place.
pub(super) fn best(values: &[f64], window: usize) -> usize {
    let curve = smoothed(values, window);
    let higher = |best: usize, at: usize| {
        if curve[at].y > curve[best].y {
            at
        } else {
            best
        }
    };
    (0..curve.len()).fold(0, higher)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_ten_without_their_extremes() {
        let values: Vec<f64> = (0..30).map(f64::from).collect();
        let curve = smoothed(&values, 10);
        // Ten values from 10 to 19 around the one at 15.
        assert_eq!(curve[15], Point::new(15.0, 14.5).between(11.0, 18.0));
        assert_eq!(curve[0].y, 2.0);
        assert_eq!(best(&values, 10), 29);
        assert_eq!(best(&[1.0], 10), 0);
    }
}
