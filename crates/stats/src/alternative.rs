//! Which departure from the null hypothesis counts.

use crate::special;

/// The alternative hypothesis, about the first sample relative to the second (or to zero).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alternative {
    /// Larger or smaller. The p-value is twice the smaller tail, at most 1.
    #[default]
    TwoSided,
    /// Smaller.
    Less,
    /// Larger.
    Greater,
}

impl Alternative {
    /// The p-value from the two tails, each including the observed value.
    pub(crate) fn of_tails(self, lower: f64, upper: f64) -> f64 {
        let p = match self {
            Alternative::TwoSided => 2.0 * lower.min(upper),
            Alternative::Less => lower,
            Alternative::Greater => upper,
        };
        p.min(1.0)
    }

    /// The p-value of a statistic `distance` above its null mean, with null deviation `deviation`,
    /// by the normal approximation; `correction` (0 or 1/2) is moved towards the mean.
    ///
    /// Without deviation only the mean is possible, and the p-value is 1.
    pub(crate) fn of_normal(self, distance: f64, deviation: f64, correction: f64) -> f64 {
        if deviation == 0.0 {
            return 1.0;
        }
        let upper = special::normal_upper((distance - correction) / deviation);
        let lower = special::normal_upper((-distance - correction) / deviation);
        self.of_tails(lower, upper)
    }
}
