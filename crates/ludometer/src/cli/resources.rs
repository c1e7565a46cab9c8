//! Threads and memory that an option names: tried before the work begins, and refused with the number
//! that would fit.

use super::failure::Failure;
use ludometer_core::memory::{self, Exhausted};
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// The largest number of threads.
pub(super) const MOST_THREADS: u64 = 1024;

/// What `--threads` takes.
pub(super) const THREADS: RangeInclusive<i64> = 1..=MOST_THREADS as i64;

/// The largest `--memory`, in megabytes.
pub(super) const MOST_MEGABYTES: u64 = 1_000_000;

/// How many threads to use when none is named.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The number of worker threads that was asked for, or one per core.
pub(super) fn threads(asked: Option<u16>) -> Result<usize, Failure> {
    let Some(asked) = asked.map(usize::from) else {
        return Ok(cores());
    };
    match startable(asked) {
        started if started < asked => Err(Failure::usage(format!(
            "{asked} threads cannot be started, only {started}\nhint: --threads {} leaves them room to work",
            // How much address space an allocator reserves for a thread differs from run to run.
            (started / 4).max(1)
        ))),
        _ => Ok(asked),
    }
}

/// A pool of [`threads`].
pub(super) fn pool(asked: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(asked)?);
    pool.build()
        .map_err(|error| Failure::failed(error.to_string()))
}

/// How many of `count` threads can be alive at once. Each allocates something before the next one is
/// started: an allocator that reserves memory for every thread does so then, and the answer does not
/// depend on how fast threads are.
fn startable(count: usize) -> usize {
    let gate = Mutex::new(());
    let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
    let (ready, heard) = mpsc::channel();
    thread::scope(|scope| {
        let start = |_: &usize| {
            let (ready, gate) = (ready.clone(), &gate);
            let wait = move || {
                drop(black_box(Vec::<u8>::with_capacity(1 << 12)));
                // Nobody listens any more where the probe was given up.
                let _ = ready.send(());
                drop(gate.lock());
            };
            let started = thread::Builder::new().spawn_scoped(scope, wait).is_ok();
            started && heard.recv().is_ok()
        };
        let started = (0..count).take_while(start).count();
        drop(closed);
        started
    })
}

/// The bytes of `--memory MB`, if they can be had.
pub(super) fn memory(megabytes: u64) -> Result<usize, Failure> {
    // A table that grows has room for twice as much, and is there twice for a moment.
    let bytes = |megabytes: u64| (megabytes << 20).saturating_mul(3);
    if memory::fits(bytes(megabytes)) {
        return Ok((megabytes << 20) as usize);
    }
    let hint = match memory::largest(1, megabytes, bytes) {
        Some(fit) => format!("--memory {fit} would fit"),
        None => "raise the limit of this process".into(),
    };
    let message = format!("{megabytes} MB of memory cannot be had\nhint: {hint}");
    Err(Failure::usage(message))
}

/// Runs a command; memory that ran out while an agent thought is a failure like others.
pub(super) fn caught(command: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|panic| match panic.downcast() {
        Ok(exhausted) => {
            let Exhausted(message) = *exhausted;
            Err(Failure::failed(message))
        }
        Err(panic) => resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_threads_can_be_started_and_all_end() {
        assert_eq!(startable(5), 5);
        assert_eq!(threads(Some(3)).unwrap(), 3);
        assert!(threads(None).unwrap() >= 1);
    }

    #[test]
    fn more_memory_than_there_is_is_refused_with_what_would_fit() {
        assert_eq!(memory(1).unwrap(), 1 << 20);
        let refused = memory(1 << 40).unwrap_err().to_string();
        assert!(
            refused.contains("1099511627776 MB of memory cannot be had"),
            "{refused}"
        );
        let fit = refused.split("--memory ").nth(1).unwrap();
        let fit: u64 = fit.split(' ').next().unwrap().parse().unwrap();
        assert!(memory(fit / 2).is_ok(), "{refused}");
    }
}
