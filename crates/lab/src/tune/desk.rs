//! Trials on any number of threads, each result stored as soon as it is there.

use super::TuneError;
use crate::store::{Store, StoreError, StudyId};
use ludometer_core::Stop;
use ludometer_spec::source::Diagnostic;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The longest time before a result is written.
const PAUSE: Duration = Duration::from_millis(200);

/// Results that may wait.
const ROOM: usize = 8192;

/// Where trial results are stored.
pub(super) struct Desk<'a> {
    pub(super) store: &'a mut Store,
    pub(super) threads: usize,
    pub(super) stop: &'a AtomicBool,
}

/// Trials with consecutive numbers.
pub(super) struct Questions<'a> {
    /// Where the results are stored.
    pub(super) sheet: StudyId,
    /// The kind of result, as one word.
    pub(super) measure: &'a str,
    /// The first number.
    pub(super) first: u64,
    /// How many there are.
    pub(super) count: usize,
    /// Runs one of them, by its index. A result after a stop request is discarded.
    pub(super) answer: &'a (dyn Fn(usize, Stop<'_>) -> Result<f64, Diagnostic> + Sync),
    /// Describes the game, for error messages.
    pub(super) words: &'a (dyn Fn(usize) -> String + Sync),
}

/// What a worker sends: an index, and its result or error.
type Sent = (usize, Result<f64, TuneError>);

impl Desk<'_> {
    /// All results in order; those that are not in the store are computed now. `None` if it was
    /// stopped. `tick` is called from time to time with the number finished.
    pub(super) fn fill(
        &mut self,
        questions: &Questions<'_>,
        tick: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<f64>>, TuneError> {
        let Questions {
            sheet,
            first,
            count,
            ..
        } = *questions;
        let mut answers = self.store.answers(sheet, first, count)?;
        let missing: Vec<usize> = (0..count).filter(|&i| answers[i].is_none()).collect();
        let next = AtomicUsize::new(0);
        let halt = AtomicBool::new(false);
        let (sender, receiver) = sync_channel::<Sent>(ROOM);
        let stop = self.stop;
        let store = &mut *self.store;
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, missing.len().max(1)) {
                let sender = sender.clone();
                let (next, halt, missing) = (&next, &halt, &missing);
                scope.spawn(move || {
                    while let Some(&index) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed) {
                            return;
                        }
                        let answer = ask(questions, index, Stop::when(stop));
                        if stop.load(Ordering::Relaxed) || sender.send((index, answer)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            collect(receiver, &halt, store, questions, &mut answers, tick)
        })?;
        Ok(answers.into_iter().collect())
    }
}

/// Writes what the workers send until the last of them is done; after a failure they are told to
/// end, and what they had found is still written.
fn collect(
    receiver: Receiver<Sent>,
    halt: &AtomicBool,
    store: &mut Store,
    questions: &Questions<'_>,
    answers: &mut [Option<f64>],
    tick: &mut dyn FnMut(usize),
) -> Result<(), TuneError> {
    let mut there = answers.iter().flatten().count();
    let mut failed: Option<(usize, TuneError)> = None;
    let mut waiting = Vec::new();
    let mut written = Instant::now();
    loop {
        let received = receiver.recv_timeout(PAUSE);
        let over = matches!(received, Err(RecvTimeoutError::Disconnected));
        match received {
            Ok((index, Ok(answer))) => {
                answers[index] = Some(answer);
                waiting.push((questions.first + index as u64, answer));
            }
            Ok((index, Err(error))) => {
                halt.store(true, Ordering::Relaxed);
                // The first by number, so that one thread and many mostly say the same.
                if failed.as_ref().is_none_or(|(before, _)| index < *before) {
                    failed = Some((index, error));
                }
            }
            Err(_) => {}
        }
        let due = over || waiting.len() >= ROOM || written.elapsed() >= PAUSE;
        if due && !waiting.is_empty() {
            let stored: Result<(), StoreError> = store.write_answers(questions.sheet, &waiting);
            halt.fetch_or(stored.is_err(), Ordering::Relaxed);
            stored?;
            there += waiting.len();
            waiting.clear();
            written = Instant::now();
            tick(there);
        }
        if over {
            return failed.map_or(Ok(()), |(_, error)| Err(error));
        }
    }
}

fn ask(questions: &Questions<'_>, index: usize, stop: Stop<'_>) -> Result<f64, TuneError> {
    let game = || {
        let number = questions.first + index as u64;
        format!("game {number} ({})", (questions.words)(index))
    };
    match catch_unwind(AssertUnwindSafe(|| (questions.answer)(index, stop))) {
        // The store does not keep the sign of a zero, so there must be none.
        Ok(Ok(answer)) if answer.is_finite() => Ok(answer + 0.0),
        Ok(Ok(answer)) => Err(TuneError::NotFinite {
            game: game(),
            measure: questions.measure.to_string(),
            answer,
        }),
        Ok(Err(diagnostic)) => Err(diagnostic.into()),
        Err(panic) => Err(TuneError::Broken {
            game: game(),
            message: panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("it gave no reason")
                .to_string(),
        }),
    }
}
