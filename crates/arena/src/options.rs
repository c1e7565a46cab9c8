//! How long work is carried out.

use std::sync::atomic::AtomicBool;

/// How a run is carried out. Nothing here changes a result.
pub struct RunOptions<'a> {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Set by whoever wants the run to end early.
    pub stop: &'a AtomicBool,
    /// Told how many of how many episodes are there, from time to time.
    pub progress: &'a mut dyn FnMut(u64, u64),
}
