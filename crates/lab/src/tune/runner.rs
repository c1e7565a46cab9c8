//! Trials on any number of threads, each result stored as soon as it is there.

use super::forfeits::{self, ForfeitCount};
use super::positions::PositionSets;
use super::{TuneError, Tuning};
use crate::store::{Store, StoreError, StudyId};
use crate::work::{Sink, ThreadPool, WorkError, Workers};
use ludometer_arena::registry::Answer;
use ludometer_core::{Reason, Stop};
use ludometer_spec::source::Diagnostic;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Where trials are run and their results are stored.
pub(super) struct TrialRunner<'a> {
    pub(super) store: &'a mut Store,
    threads: ThreadPool,
    stop: &'a AtomicBool,
    /// Where moves are judged, and where their scores are stored.
    judged: Option<(&'a PositionSets, Vec<StudyId>)>,
    /// The descriptions of the studies that belong to this run.
    noted: Vec<String>,
}

/// Trials with consecutive numbers.
pub(super) struct TrialBatch<'a> {
    /// Where the results are stored.
    pub(super) study: StudyId,
    /// What that study is described by.
    pub(super) description: &'a str,
    /// The kind of result, as one word.
    pub(super) measure: &'a str,
    /// The first number.
    pub(super) first: u64,
    /// How many there are.
    pub(super) count: usize,
    /// Runs one of them, by its index. A result after a stop request is discarded.
    pub(super) answer: &'a (dyn Fn(usize, Stop<'_>) -> Result<Answer, Diagnostic> + Sync),
    /// Describes the game, for error messages.
    pub(super) words: &'a (dyn Fn(usize) -> String + Sync),
}

impl<'a> TrialRunner<'a> {
    /// Threads are started when they are needed.
    pub(super) fn new(
        tuning: &'a Tuning,
        store: &'a mut Store,
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Result<TrialRunner<'a>, TuneError> {
        let positions = tuning.trials.positions.as_ref();
        let judged = positions.map(|positions| Ok((positions, positions.restore(store)?)));
        Ok(TrialRunner {
            judged: judged.transpose().map_err(|error: StoreError| error)?,
            store,
            threads: ThreadPool::new(threads),
            stop,
            noted: Vec::new(),
        })
    }

    /// Notes that a study belongs to this run.
    pub(super) fn note(&mut self, description: &str) {
        if !self.noted.iter().any(|noted| noted == description) {
            self.noted.push(description.to_string());
        }
    }

    /// How many games of the noted studies ended by a forfeit, by reason.
    pub(super) fn forfeits(&self) -> Result<Vec<ForfeitCount>, StoreError> {
        let mut counts = Vec::new();
        for description in &self.noted {
            forfeits::count(self.store, description, &mut counts)?;
        }
        Ok(counts)
    }

    /// All results in order; those that are not in the store are computed now. `None` if it was
    /// stopped. `tick` is called from time to time with the number finished.
    pub(super) fn fill(
        &mut self,
        trials: &TrialBatch<'_>,
        tick: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<f64>>, TuneError> {
        let TrialBatch {
            study,
            first,
            count,
            ..
        } = *trials;
        let mut answers = self.store.answers(study, first, count)?;
        let missing: Vec<usize> = (0..count).filter(|&i| answers[i].is_none()).collect();
        if missing.is_empty() {
            return Ok(answers.into_iter().collect());
        }
        let mut writer = Writer {
            there: count - missing.len(),
            store: &mut *self.store,
            judged: self.judged.as_ref(),
            study,
            description: trials.description,
            first,
            answers: &mut answers,
            waiting: Vec::new(),
            forfeits: Vec::new(),
            written: Instant::now(),
            report: tick,
        };
        let worked = Workers::on(&self.threads, self.stop).run_packed(
            missing,
            |&index, stop| match (trials.answer)(index, stop) {
                _ if stop.is_asked() => Ok(None),
                answer => checked(trials, index, answer).map(Some),
            },
            |done| done,
            &mut writer,
        );
        writer.write()?;
        match worked {
            Ok(_) => Ok(answers.into_iter().collect()),
            Err(WorkError::Failed { error, .. } | WorkError::Sink(error)) => Err(error),
            Err(WorkError::Panicked { unit, message }) => Err(TuneError::Broken {
                game: game(trials, unit),
                message,
            }),
        }
    }

    /// What each of this many units gives, in order; `None` if it was stopped. Nothing is stored.
    pub(super) fn each<T: Send>(
        &self,
        count: usize,
        play: &(dyn Fn(usize, Stop<'_>) -> Result<T, Diagnostic> + Sync),
        tick: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<T>>, TuneError> {
        let mut all: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let mut there = 0;
        let worked = Workers::on(&self.threads, self.stop).run(
            0..count,
            |&index, stop| match play(index, stop) {
                _ if stop.is_asked() => Ok(None),
                played => Ok(Some(played?)),
            },
            |done: Vec<(usize, T)>| {
                there += done.len();
                for (index, played) in done {
                    all[index] = Some(played);
                }
                tick(there);
                Ok(())
            },
        );
        match worked {
            Ok(_) => Ok(all.into_iter().collect()),
            Err(WorkError::Failed { error, .. } | WorkError::Sink(error)) => Err(error),
            Err(WorkError::Panicked { unit, message }) => Err(TuneError::Broken {
                game: format!("unit {unit} of a learning iteration"),
                message,
            }),
        }
    }
}

/// The longest time before a result is written.
const PAUSE: Duration = Duration::from_millis(200);

/// Writes results to the store, many in one transaction.
struct Writer<'a> {
    store: &'a mut Store,
    judged: Option<&'a (&'a PositionSets, Vec<StudyId>)>,
    study: StudyId,
    description: &'a str,
    first: u64,
    answers: &'a mut [Option<f64>],
    waiting: Vec<(u64, f64)>,
    forfeits: Vec<(u64, Reason)>,
    written: Instant,
    there: usize,
    report: &'a mut dyn FnMut(usize),
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), TuneError> {
        if let Some((positions, studies)) = self.judged {
            positions.keep(studies, self.store)?;
        }
        // Before the answers: who has these is not asked again.
        forfeits::keep(self.store, self.description, &mut self.forfeits)?;
        if !self.waiting.is_empty() {
            self.store.write_answers(self.study, &self.waiting)?;
            self.waiting.clear();
            (self.report)(self.there);
        }
        self.written = Instant::now();
        Ok(())
    }
}

impl Sink<Vec<(usize, Answer)>, TuneError> for Writer<'_> {
    fn take(&mut self, done: Vec<(usize, Answer)>, units: usize) -> Result<(), TuneError> {
        self.there += units;
        for (index, answer) in done {
            let number = self.first + index as u64;
            self.answers[index] = Some(answer.value);
            self.waiting.push((number, answer.value));
            self.forfeits
                .extend(answer.forfeit.map(|reason| (number, reason)));
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), TuneError> {
        match self.written.elapsed() >= PAUSE {
            true => self.write(),
            false => Ok(()),
        }
    }
}

/// A trial in words.
fn game(trials: &TrialBatch<'_>, index: usize) -> String {
    let number = trials.first + index as u64;
    format!("game {number} ({})", (trials.words)(index))
}

/// Refuses what no tuner learns from.
fn checked(
    trials: &TrialBatch<'_>,
    index: usize,
    answer: Result<Answer, Diagnostic>,
) -> Result<Answer, TuneError> {
    let Answer { value, forfeit } = answer?;
    if !value.is_finite() {
        return Err(TuneError::NotFinite {
            game: game(trials, index),
            measure: trials.measure.to_string(),
            answer: value,
        });
    }
    // The store does not keep the sign of a zero, so there must be none.
    let value = value + 0.0;
    Ok(Answer { value, forfeit })
}
