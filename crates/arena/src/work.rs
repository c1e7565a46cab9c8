//! The worker pool of the laboratory: units of work on any number of threads, results on the calling
//! thread.
//!
//! Every long computation is a stream of independent *units* (an episode, a trial of a tuning, a judged
//! move). [`Workers::run`] takes the stream, does each unit on one of its threads, and hands results to
//! a *sink* on the calling thread, the only place that writes to a store. What a unit gives must not
//! depend on other units, so results do not depend on the number of threads.
//!
//! Units are handed out and delivered in chunks, so that units of less than a microsecond keep several
//! threads busy. A chunk's size follows from how long its predecessors took: about [`CHUNK_TIME`], or
//! one unit if that takes longer. Whatever is finished reaches the sink within [`TICK`], also while the
//! thread that did it is busy with a long unit, and a thread that runs out of units takes over half of
//! what another one has not begun.

mod message;
mod own_line;
mod threads;

pub use threads::ThreadPool;

use ludometer_core::Stop;
use message::message;
use own_line::OwnLine;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a finished unit waits at most before the sink has it, and the time between two calls of
/// [`Sink::tick`].
pub const TICK: Duration = Duration::from_millis(100);

/// How long a chunk of units is meant to take.
pub const CHUNK_TIME: Duration = Duration::from_millis(10);

/// The most units in a chunk.
pub const MOST: usize = 4096;

/// How many chunks may wait for the sink, at least: a fifth of a second of short units, so that no thread
/// stands still while the sink waits for a disk.
const WAITING: usize = 64;

/// How far ahead of the sink results may be when they are delivered in order, in units.
const AHEAD: u64 = 16 * MOST as u64;

/// How to work: threads, a request to stop, and the order of results.
///
/// ```
/// use ludometer_arena::work::Workers;
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let mut squares = Vec::new();
/// let worked = Workers::new(2, &stop).in_order().run(
///     0..1000_u64,
///     |n, _| Ok::<_, std::convert::Infallible>(Some(n * n)),
///     |done| {
///         squares.extend(done.into_iter().map(|(_, square)| square));
///         Ok(())
///     },
/// );
/// assert!(worked.unwrap().is_complete());
/// assert!(squares.iter().copied().eq((0..1000).map(|n| n * n)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    threads: usize,
    kept: Option<&'a ThreadPool>,
    stop: &'a AtomicBool,
    ordered: bool,
}

/// What became of a stream of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkSummary {
    /// Units whose results the sink was given.
    pub done: u64,
    /// Whether it was stopped before the last unit.
    pub stopped: bool,
}

impl WorkSummary {
    /// Whether every unit was done.
    pub fn is_complete(&self) -> bool {
        !self.stopped
    }
}

/// Why work ended early. What other units gave until then was delivered.
#[derive(Debug, thiserror::Error)]
pub enum WorkError<U, E> {
    /// A unit failed.
    #[error("{unit}: {error}")]
    Failed {
        /// The unit: the first in the order of the stream, if several failed.
        unit: U,
        /// Its error.
        error: E,
    },
    /// A unit panicked.
    #[error("{unit} failed: {message}")]
    Panicked {
        /// The unit: the first in the order of the stream, if several failed.
        unit: U,
        /// What it said.
        message: String,
    },
    /// The sink refused a result.
    #[error("{0}")]
    Sink(E),
}

/// Where results go, on the calling thread.
pub trait Sink<P, E> {
    /// Takes what a chunk of units gave; the number of units is `units`.
    fn take(&mut self, done: P, units: usize) -> Result<(), E>;

    /// Called from time to time, at least every other [`TICK`], and after the last result.
    fn tick(&mut self) -> Result<(), E> {
        Ok(())
    }
}

impl<P, E, F: FnMut(P) -> Result<(), E>> Sink<P, E> for F {
    fn take(&mut self, done: P, _: usize) -> Result<(), E> {
        self(done)
    }
}

impl<'a> Workers<'a> {
    /// Works on `threads` threads, at least one, until `stop` is set; results come in any order.
    pub fn new(threads: usize, stop: &'a AtomicBool) -> Workers<'a> {
        Workers {
            threads: threads.max(1),
            kept: None,
            stop,
            ordered: false,
        }
    }

    /// Works on the threads of a pool, which are there before and after.
    pub fn on(threads: &'a ThreadPool, stop: &'a AtomicBool) -> Workers<'a> {
        Workers {
            kept: Some(threads),
            ..Workers::new(threads.count(), stop)
        }
    }

    /// Delivers results in the order of the stream. Threads wait when they are far ahead of the sink.
    #[must_use]
    pub fn in_order(mut self) -> Workers<'a> {
        self.ordered = true;
        self
    }

    /// Does every unit of a stream and gives the sink lists of units with their results.
    ///
    /// `work` answers `None` for a unit that it left unfinished because it was asked to stop. A unit
    /// that fails or panics ends the work: units in progress are finished and delivered, no other is
    /// begun.
    pub fn run<U: Send, R: Send, E: Send>(
        &self,
        units: impl IntoIterator<Item = U, IntoIter: Send>,
        work: impl Fn(&U, Stop<'_>) -> Result<Option<R>, E> + Sync,
        mut sink: impl FnMut(Vec<(U, R)>) -> Result<(), E>,
    ) -> Result<WorkSummary, WorkError<U, E>> {
        self.run_packed(units, work, |done| done, &mut sink)
    }

    /// The same, with the results of each chunk packed on the thread that did the work: whatever is
    /// costly about them is done there and not by the sink.
    pub fn run_packed<U: Send, R: Send, P: Send, E: Send>(
        &self,
        units: impl IntoIterator<Item = U, IntoIter: Send>,
        work: impl Fn(&U, Stop<'_>) -> Result<Option<R>, E> + Sync,
        pack: impl Fn(Vec<(U, R)>) -> P + Sync,
        sink: &mut impl Sink<P, E>,
    ) -> Result<WorkSummary, WorkError<U, E>> {
        let units = units.into_iter();
        let most = units.size_hint().1.unwrap_or(usize::MAX);
        let threads = self.threads.min(most).max(1);
        let pool = Pool {
            source: Mutex::new(Source {
                units,
                next: 0,
                delivered: 0,
                exhausted: false,
            }),
            advanced: Condvar::new(),
            slots: (0..threads).map(|_| OwnLine::default()).collect(),
            halt: AtomicBool::new(false),
            stop: self.stop,
            ordered: self.ordered,
            work,
            pack,
        };
        let (sender, receiver) = sync_channel(WAITING.max(2 * threads));
        let mut delivery = Delivery {
            waiting: BTreeMap::new(),
            next: 0,
            failed: None,
            done: 0,
        };
        let own;
        let kept = match self.kept {
            Some(kept) => kept,
            None => {
                own = ThreadPool::new(threads);
                &own
            }
        };
        let delivered = kept.scope(|scope| {
            for slot in 0..threads {
                let (pool, sender) = (&pool, sender.clone());
                scope.spawn(move |_| pool.work_until_done(slot, &sender));
            }
            drop(sender);
            let delivered = pool.collect(receiver, &mut delivery, sink);
            // Threads that wait for the sink must not wait for ever.
            pool.halt.store(true, Ordering::Relaxed);
            pool.advanced.notify_all();
            delivered
        });
        delivered.map_err(WorkError::Sink)?;
        if let Some((_, error)) = delivery.failed {
            return Err(error);
        }
        let mut source = pool.source.into_inner().unwrap_or_else(|e| e.into_inner());
        let exhausted = source.exhausted || source.units.next().is_none();
        let stopped = !exhausted || delivery.done < source.next;
        Ok(WorkSummary {
            done: delivery.done,
            stopped,
        })
    }
}

/// Units that nobody has yet.
struct Source<I> {
    units: I,
    /// The place of the next unit in the stream.
    next: u64,
    /// The place before which the sink has everything; counted when results come in order.
    delivered: u64,
    exhausted: bool,
}

/// What one thread has: consecutive units of the stream, done and to be done.
struct Slot<U, R> {
    /// The place of the first in `done`.
    first: u64,
    done: Vec<(U, R)>,
    /// The place of the first in `todo`.
    next: u64,
    todo: VecDeque<U>,
}

impl<U, R> Default for Slot<U, R> {
    fn default() -> Slot<U, R> {
        Slot {
            first: 0,
            done: Vec::new(),
            next: 0,
            todo: VecDeque::new(),
        }
    }
}

/// Consecutive finished units: the place of the first, how many, and what they gave.
struct FinishedChunk<P> {
    first: u64,
    units: usize,
    packed: P,
}

/// What a thread sends.
enum Sent<U, P, E> {
    Done(FinishedChunk<P>),
    Failed(u64, WorkError<U, E>),
}

/// What the calling thread keeps.
struct Delivery<U, P, E> {
    /// Results that came before their predecessors.
    waiting: BTreeMap<u64, FinishedChunk<P>>,
    /// The place of the next result in order.
    next: u64,
    failed: Option<(u64, WorkError<U, E>)>,
    done: u64,
}

/// What all threads share.
struct Pool<'a, I, U, R, W, K> {
    source: Mutex<Source<I>>,
    /// Notified when the sink has advanced.
    advanced: Condvar,
    slots: Vec<OwnLine<Mutex<Slot<U, R>>>>,
    halt: AtomicBool,
    stop: &'a AtomicBool,
    ordered: bool,
    work: W,
    pack: K,
}

/// Nothing that can panic runs while a lock is held, but for the caller's stream of units.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<I, U, R, P, E, W, K> Pool<'_, I, U, R, W, K>
where
    I: Iterator<Item = U> + Send,
    W: Fn(&U, Stop<'_>) -> Result<Option<R>, E> + Sync,
    K: Fn(Vec<(U, R)>) -> P + Sync,
{
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.halt.load(Ordering::Relaxed)
    }

    /// One thread's loop: takes units, works on them and sends what is finished, until there are no more.
    fn work_until_done(&self, own: usize, sender: &SyncSender<Sent<U, P, E>>) {
        let mut size = 1;
        while self.take(own, size) || self.take_over(own) {
            let began = Instant::now();
            let (mut count, mut last) = (0, None);
            loop {
                let (unit, place) = {
                    let mut slot = lock(&self.slots[own].0);
                    slot.done.extend(last.take());
                    match slot.todo.pop_front() {
                        Some(unit) if !self.is_over() => {
                            slot.next += 1;
                            (unit, slot.next - 1)
                        }
                        _ => break,
                    }
                };
                let done = catch_unwind(AssertUnwindSafe(|| {
                    (self.work)(&unit, Stop::when(self.stop))
                }));
                let error = match done {
                    Ok(Ok(Some(result))) => {
                        last = Some((unit, result));
                        count += 1;
                        continue;
                    }
                    Ok(Ok(None)) => break,
                    Ok(Err(error)) => WorkError::Failed { unit, error },
                    Err(panic) => WorkError::Panicked {
                        unit,
                        message: message(&*panic),
                    },
                };
                self.halt.store(true, Ordering::Relaxed);
                let _ = sender.send(Sent::Failed(place, error));
                break;
            }
            if let Some(chunk) = self.finished(own)
                && sender.send(Sent::Done(chunk)).is_err()
            {
                return;
            }
            if self.is_over() {
                return;
            }
            let wanted = count as f64 * CHUNK_TIME.as_secs_f64() / began.elapsed().as_secs_f64();
            size = (wanted as usize).clamp(1, (8 * size).min(MOST));
        }
    }

    /// Takes the next units of the stream; `false` if there are none.
    fn take(&self, own: usize, size: usize) -> bool {
        let mut source = lock(&self.source);
        while self.ordered && source.next > source.delivered + AHEAD && !self.is_over() {
            source = match self.advanced.wait_timeout(source, TICK) {
                Ok((source, _)) => source,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
        if source.exhausted || self.is_over() {
            return false;
        }
        // Towards the end chunks become small, so that threads end together.
        let left = source.units.size_hint().1.unwrap_or(usize::MAX);
        let size = size.min(left / (2 * self.slots.len())).max(1);
        let mut slot = lock(&self.slots[own].0);
        (slot.first, slot.next) = (source.next, source.next);
        slot.done.reserve(size);
        slot.todo.extend(source.units.by_ref().take(size));
        source.next += slot.todo.len() as u64;
        source.exhausted = slot.todo.len() < size;
        !slot.todo.is_empty()
    }

    /// Takes over half of what another thread has not begun.
    fn take_over(&self, own: usize) -> bool {
        for other in (0..self.slots.len()).filter(|&other| other != own) {
            let mut theirs = lock(&self.slots[other].0);
            let keep = theirs.todo.len() / 2;
            if theirs.todo.is_empty() {
                continue;
            }
            let first = theirs.next + keep as u64;
            let taken = theirs.todo.split_off(keep);
            drop(theirs);
            let mut slot = lock(&self.slots[own].0);
            (slot.first, slot.next) = (first, first);
            slot.todo = taken;
            return true;
        }
        false
    }

    /// What a thread has finished, packed.
    fn finished(&self, slot: usize) -> Option<FinishedChunk<P>> {
        let (first, done) = {
            let mut slot = lock(&self.slots[slot].0);
            let first = slot.first;
            slot.first += slot.done.len() as u64;
            (first, std::mem::take(&mut slot.done))
        };
        let units = done.len();
        (units > 0).then(|| FinishedChunk {
            first,
            units,
            packed: (self.pack)(done),
        })
    }

    /// Gives the sink what the threads send until the last of them is done. The receiver is gone when
    /// this returns, so no thread waits for a place in the channel that never comes.
    fn collect(
        &self,
        receiver: Receiver<Sent<U, P, E>>,
        delivery: &mut Delivery<U, P, E>,
        sink: &mut impl Sink<P, E>,
    ) -> Result<(), E> {
        let mut ticked = Instant::now();
        loop {
            match receiver.recv_timeout(TICK.saturating_sub(ticked.elapsed())) {
                Ok(Sent::Done(chunk)) => self.deliver(chunk, delivery, sink)?,
                // The first by its place, so that one thread and many mostly say the same.
                Ok(Sent::Failed(place, error)) => {
                    if delivery
                        .failed
                        .as_ref()
                        .is_none_or(|(before, _)| place < *before)
                    {
                        delivery.failed = Some((place, error));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return sink.tick(),
            }
            if ticked.elapsed() >= TICK {
                for slot in 0..self.slots.len() {
                    if let Some(chunk) = self.finished(slot) {
                        self.deliver(chunk, delivery, sink)?;
                    }
                }
                sink.tick()?;
                ticked = Instant::now();
            }
        }
    }

    fn deliver(
        &self,
        chunk: FinishedChunk<P>,
        delivery: &mut Delivery<U, P, E>,
        sink: &mut impl Sink<P, E>,
    ) -> Result<(), E> {
        if !self.ordered {
            delivery.done += chunk.units as u64;
            return sink.take(chunk.packed, chunk.units);
        }
        delivery.waiting.insert(chunk.first, chunk);
        while let Some(chunk) = delivery.waiting.remove(&delivery.next) {
            delivery.next += chunk.units as u64;
            delivery.done += chunk.units as u64;
            sink.take(chunk.packed, chunk.units)?;
        }
        lock(&self.source).delivered = delivery.next;
        self.advanced.notify_all();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
