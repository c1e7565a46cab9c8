//! Learning curves as the figures of Kocsis, Szepesvári and Winands (2005) show them: smoothed in
//! windows, with error bars that drop the smallest and the largest value of each.

/// Iterations in a window of Figure 3.
const WINDOW: usize = 10;

/// What a window holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Smoothed {
    /// The mean.
    pub(super) mean: f64,
    /// The smallest value but one.
    pub(super) low: f64,
    /// The largest value but one.
    pub(super) high: f64,
}

/// A window around each value; near the ends, as much of it as there is.
pub(super) fn smoothed(values: &[f64]) -> Vec<Smoothed> {
    let window = |at: usize| {
        let first = at.saturating_sub(WINDOW / 2);
        let mut window = values[first..values.len().min(at + WINDOW.div_ceil(2))].to_vec();
        let mean = window.iter().sum::<f64>() / window.len() as f64;
        window.sort_by(f64::total_cmp);
        let kept = match window.len() {
            0..=2 => &window[..],
            more => &window[1..more - 1],
        };
        Smoothed {
            mean,
            low: kept[0],
            high: kept[kept.len() - 1],
        }
    };
    (0..values.len()).map(window).collect()
}

/// Where the smoothed curve is highest; the first such place.
pub(super) fn best(values: &[f64]) -> usize {
    let means = smoothed(values).into_iter().enumerate();
    let highest = means.reduce(|best, next| {
        if next.1.mean > best.1.mean {
            next
        } else {
            best
        }
    });
    highest.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_ten_without_their_extremes() {
        let values: Vec<f64> = (0..30).map(f64::from).collect();
        let smoothed = smoothed(&values);
        // Ten values from 10 to 19 around the one at 15.
        let middle = Smoothed {
            mean: 14.5,
            low: 11.0,
            high: 18.0,
        };
        assert_eq!(smoothed[15], middle);
        assert_eq!(smoothed[0].mean, 2.0);
        assert_eq!(best(&values), 29);
        assert_eq!(best(&[1.0]), 0);
    }
}
