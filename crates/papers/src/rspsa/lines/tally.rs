//! How far the work has come, and whether it is to end.

use ludometer_catalogue::specialists::loa::ObjectiveProgress;
use ludometer_lab::tune::TuneError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counts trials and games, those of earlier runs too.
pub(super) struct Tally<'a> {
    done: AtomicU64,
    of: u64,
    watch: &'a (dyn Fn(u64, u64) + Sync),
    stop: &'a AtomicBool,
}

impl<'a> Tally<'a> {
    pub(super) fn new(
        of: u64,
        watch: &'a (dyn Fn(u64, u64) + Sync),
        stop: &'a AtomicBool,
    ) -> Tally<'a> {
        Tally {
            done: AtomicU64::new(0),
            of,
            watch,
            stop,
        }
    }

    /// This many more.
    pub(super) fn add(&self, count: u64) {
        let done = count + self.done.fetch_add(count, Ordering::Relaxed);
        (self.watch)(done, self.of);
    }

    /// Lets `work` count its trials one by one; it gives nothing if it was stopped.
    pub(super) fn during<T>(
        &self,
        work: impl FnOnce(&ObjectiveProgress<'_>) -> Option<T>,
    ) -> Result<T, TuneError> {
        let before = self.done.load(Ordering::Relaxed);
        let progress = ObjectiveProgress {
            tick: &|| self.add(1),
            stop: self.stop,
        };
        work(&progress).ok_or(TuneError::Stopped {
            spent: before,
            of: self.of,
            what: "trials",
        })
    }
}
