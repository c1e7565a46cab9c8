//! A closed range of plausible values.

/// `low..=high`, both included; either end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, never below `low`.
    pub high: f64,
}

impl Interval {
    /// The whole real line.
    pub const WHOLE_LINE: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Whether `value` lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// `high - low`.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether the two intervals share a point.
    pub fn overlaps(&self, other: &Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// The image under an increasing function.
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Interval {
        Interval {
            low: increasing(self.low),
            high: increasing(self.high),
        }
    }
}
