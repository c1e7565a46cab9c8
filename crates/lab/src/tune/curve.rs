//! Learning curves as the paper draws them: windows of fifteen batches (Figures 1 and 2) and of ten
//! (Figure 3), whose error bars span what is left when the smallest and the largest value of a window
//! are dropped.

use ludometer_report::Point;

/// More points than this no page shows: consecutive batches are then drawn as one.
const MOST: usize = 300;

/// Batches in the order of games: games played by then, and their mean answer, merged so that a
/// page can show them; and how many became one.
pub(super) fn merged(batches: &[(u64, u64, f64)]) -> (Vec<(f64, f64)>, usize) {
    let each = batches.len().div_ceil(MOST).max(1);
    let merge = |part: &[(u64, u64, f64)]| {
        let count: u64 = part.iter().map(|(count, ..)| count).sum();
        let sum: f64 = part.iter().map(|(n, _, mean)| *n as f64 * mean).sum();
        let (_, spent, _) = part[part.len() - 1];
        (spent as f64, sum / count.max(1) as f64)
    };
    (batches.chunks(each).map(merge).collect(), each)
}

/// The points, smoothed in windows.
pub(super) fn smoothed(points: &[(f64, f64)], window: usize) -> Vec<Point> {
    let values: Vec<f64> = points.iter().map(|(_, y)| *y).collect();
    let windows = ludometer_stats::smoothed(&values, window);
    let windows = points.iter().zip(windows);
    windows
        .map(|((x, _), window)| Point::new(*x, window.mean).between(window.low, window.high))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_drops_its_extremes_from_the_band_and_not_from_the_mean() {
        let points: Vec<(f64, f64)> = [0.0, 1.0, 2.0, 9.0, 3.0]
            .iter()
            .enumerate()
            .map(|(x, y)| (x as f64, *y))
            .collect();
        let curve = smoothed(&points, 5);
        assert_eq!(curve[2], Point::new(2.0, 3.0).between(1.0, 3.0));
        // Cut at the end: 2, 9, 3.
        assert_eq!(curve[4].y, 14.0 / 3.0);
        assert_eq!((curve[4].low, curve[4].high), (Some(3.0), Some(3.0)));
        let both = Point::new(0.0, 0.5).between(0.0, 1.0);
        assert_eq!(smoothed(&points[..2], 5)[0], both);
    }

    #[test]
    fn many_batches_become_few_points_of_the_same_mean() {
        let batches: Vec<(u64, u64, f64)> = (0..1000).map(|i| (2, 2 * i + 2, i as f64)).collect();
        let (points, each) = merged(&batches);
        assert_eq!((points.len(), each), (250, 4));
        assert_eq!(points[0], (8.0, 1.5));
        assert_eq!(points[249].0, 2000.0);
        assert_eq!(merged(&[]).0, []);
    }
}
