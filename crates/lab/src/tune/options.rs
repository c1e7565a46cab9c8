//! Options of a tuning, and its progress.

use std::sync::atomic::AtomicBool;

/// Options of a tuning. None of them changes a result.
pub struct TuneOptions<'a> {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Set to request an early end.
    pub stop: &'a AtomicBool,
    /// Progress callback.
    pub progress: &'a mut dyn FnMut(&Phase<'_>),
}

/// The progress of a tuning.
pub enum Phase<'a> {
    /// The tuner asks.
    Tuning {
        /// Finished batches.
        batches: u64,
        /// Completed trials.
        games: u64,
        /// Trials wanted.
        of: u64,
        /// What the tuner recommends now.
        best: &'a [f64],
        /// The mean of the last fifteen batches, where answers are values.
        smoothed: Option<f64>,
    },
    /// The final match, or points of the curve.
    Measuring {
        /// Games played.
        games: u64,
        /// Games wanted.
        of: u64,
    },
}
