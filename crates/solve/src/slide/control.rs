//! When to stop, and whom to tell.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// What a solver is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStage {
    /// Making pattern tables.
    Tables {
        /// Tables made.
        done: usize,
        /// Tables in all.
        of: usize,
    },
    /// Looking for a solution with a beam.
    Beam {
        /// States kept a layer.
        width: usize,
        /// Slides from the position.
        depth: u32,
    },
    /// Shortening a solution that was found.
    Repair {
        /// Slides in the stretch that is being replaced.
        window: u32,
    },
    /// Looking through all that a solution of this length could pass.
    Proof {
        /// The length.
        threshold: u32,
        /// Slides from the position.
        depth: u32,
    },
}

/// News from a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: SolveStage,
    /// States in the layer at hand.
    pub states: u64,
    /// The distance is proved to be at least this.
    pub at_least: u32,
    /// The length of the best solution so far.
    pub at_most: Option<u32>,
}

/// Takes the news; `Break` ends the work, and what is known by then is the answer.
pub type Report<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Why a piece of work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Deadline,
    /// The callback said so.
    Cancelled,
    /// The next step does not fit the memory allowed.
    Memory,
}

/// The deadline, the callback and the memory of one call, shared by its threads.
pub(super) struct Control<'a> {
    report: Report<'a>,
    deadline: Option<Instant>,
    cancelled: AtomicBool,
    late: AtomicBool,
    memory: usize,
    used: AtomicUsize,
    pub(super) at_least: u32,
    pub(super) at_most: Option<u32>,
}

impl<'a> Control<'a> {
    pub(super) fn new(report: Report<'a>, deadline: Option<Instant>, memory: usize) -> Control<'a> {
        Control {
            report,
            deadline,
            cancelled: AtomicBool::new(false),
            late: AtomicBool::new(false),
            memory,
            used: AtomicUsize::new(0),
            at_least: 0,
            at_most: None,
        }
    }

    /// Tells the callback.
    pub(super) fn tell(&self, stage: SolveStage, states: usize) {
        let news = Progress {
            stage,
            states: states as u64,
            at_least: self.at_least,
            at_most: self.at_most,
        };
        if (self.report)(news).is_break() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether to go on.
    pub(super) fn check(&self) -> Result<(), StopReason> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(StopReason::Cancelled);
        }
        if self.late.load(Ordering::Relaxed) {
            return Err(StopReason::Deadline);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.late.store(true, Ordering::Relaxed);
            return Err(StopReason::Deadline);
        }
        if self.used.load(Ordering::Relaxed) > self.memory {
            return Err(StopReason::Memory);
        }
        Ok(())
    }

    /// Bytes that may still be taken.
    pub(super) fn room(&self) -> usize {
        self.memory
            .saturating_sub(self.used.load(Ordering::Relaxed))
    }

    /// Counts bytes as taken, beyond the limit if need be: the next [`Control::check`] says so.
    pub(super) fn take(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Gives bytes back.
    pub(super) fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
