//! Learning curves, smoothed in windows, with error bars that drop the smallest and the largest value
//! of each (Kocsis, Szepesvári and Winands 2005, Figures 1 to 3).

/// What a window holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smoothed {
    /// The mean.
    pub mean: f64,
    /// The smallest value but one.
    pub low: f64,
    /// The largest value but one.
    pub high: f64,
}

/// A window of this many values around each; near the ends, as much of it as there is.
pub fn smoothed(values: &[f64], wide: usize) -> Vec<Smoothed> {
    let window = |at: usize| {
        let first = at.saturating_sub(wide / 2);
        let last = values.len().min(at + wide.div_ceil(2).max(1));
        let mut window = values[first..last].to_vec();
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

/// Where the smoothed curve is highest; the first such place, 0 where there is none.
pub fn highest(values: &[f64], wide: usize) -> usize {
    let means = smoothed(values, wide).into_iter().enumerate();
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

    /// An odd window lies evenly around its value.
    #[test]
    fn windows_of_fifteen() {
        let values: Vec<f64> = (0..30).map(f64::from).collect();
        assert_eq!(smoothed(&values, 15)[15].mean, 15.0);
    }

    #[test]
    fn windows_of_ten_without_their_extremes() {
        let values: Vec<f64> = (0..30).map(f64::from).collect();
        let smoothed = smoothed(&values, 10);
        // Ten values from 10 to 19 around the one at 15.
        let middle = Smoothed {
            mean: 14.5,
            low: 11.0,
            high: 18.0,
        };
        assert_eq!(smoothed[15], middle);
        assert_eq!(smoothed[0].mean, 2.0);
        assert_eq!(highest(&values, 10), 29);
        assert_eq!(highest(&[1.0], 10), 0);
    }
}
