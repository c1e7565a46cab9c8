//! Exact or asymptotic.

/// How a p-value is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PValueMethod {
    /// Exact while that is quick (each test says how far), then asymptotic with the continuity
    /// correction. Ties never decide: the exact distributions here are exact with ties.
    #[default]
    Auto,
    /// The permutation distribution; an error where it is too large, never a silent fallback.
    Exact,
    /// The normal approximation with the tie correction.
    Asymptotic {
        /// Whether the statistic is moved half a unit towards its mean.
        continuity: bool,
    },
}

impl PValueMethod {
    /// Whether to enumerate a distribution of this `size`: automatically up to `quick`, at all up
    /// to `limit`.
    pub(crate) fn is_exact(
        self,
        what: &'static str,
        size: usize,
        quick: usize,
        limit: usize,
    ) -> Result<bool, crate::Error> {
        match self {
            PValueMethod::Auto => Ok(size <= quick),
            PValueMethod::Exact if size > limit => {
                Err(crate::Error::TooLarge { what, size, limit })
            }
            PValueMethod::Exact => Ok(true),
            PValueMethod::Asymptotic { .. } => Ok(false),
        }
    }

    /// The continuity correction of the asymptotic branch.
    pub(crate) fn correction(self) -> f64 {
        match self {
            PValueMethod::Asymptotic { continuity: false } => 0.0,
            _ => 0.5,
        }
    }
}
