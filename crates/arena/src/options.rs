//! Options of long computations.

use std::sync::atomic::AtomicBool;

/// Options of a run. None of them changes a result.
pub struct RunOptions<'a> {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Set to request an early end of the run.
    pub stop: &'a AtomicBool,
    /// Progress callback: called from time to time with the finished and the total number of episodes.
    pub progress: &'a mut dyn FnMut(u64, u64),
}
