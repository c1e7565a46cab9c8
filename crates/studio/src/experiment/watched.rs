//! A run as others see it: how far it is, how fast, and what came of it by now.

use super::{Extent, Kind, RunRequest};
use crate::problem::Problem;
use ludometer_report::{Block, Document, svg};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

/// The points of a learning curve that are kept; later ones replace every second one.
const MOST_POINTS: usize = 400;

/// A document that is shown piece by piece.
#[derive(Clone)]
pub(crate) struct Figures(Arc<Document>);

impl Figures {
    pub(super) fn of(document: Arc<Document>) -> Figures {
        Figures(document)
    }

    /// The blocks, in which plots are numbers, and the plots as SVG.
    pub(crate) fn parts(&self) -> (Value, Vec<String>) {
        let mut number = 0;
        let mut figure = |title: &str| {
            number += 1;
            json!({"figure": number - 1, "title": title})
        };
        let mut blocks = Vec::new();
        for block in &self.0.blocks {
            match block {
                Block::Plot(plot) => blocks.push(figure(&plot.title)),
                Block::Panels { plots, .. } => {
                    blocks.extend(plots.iter().map(|plot| figure(&plot.title)));
                }
                // Texts and numbers always serialise.
                other => blocks.push(serde_json::to_value(other).unwrap_or_default()),
            }
        }
        let figures = self.0.figures();
        let drawn = figures.iter().map(|plot| svg(plot, None));
        (Value::Array(blocks), drawn.collect())
    }
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// What is needed is read.
    Reading,
    /// Games are played.
    Running,
    /// The games in progress are finished.
    Stopping,
    /// Everything is stored.
    Complete,
    /// It was stopped, and goes on from there.
    Stopped,
    /// It failed.
    Failed,
}

struct State {
    phase: Phase,
    stored: u64,
    of: u64,
    /// What was stored before this run.
    before: Option<u64>,
    since: Instant,
    elapsed: f64,
    words: String,
    curve: Vec<[f64; 2]>,
    problem: Option<Problem>,
    figures: Option<Figures>,
    /// Raised with every new document.
    edition: u64,
}

/// A run.
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) name: String,
    kind: Kind,
    extent: Extent,
    edited: bool,
    stop: AtomicBool,
    state: Mutex<State>,
    version: watch::Sender<u64>,
}

/// What a page is told of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunView {
    id: String,
    name: String,
    kind: &'static str,
    size: &'static str,
    /// Whether the text was edited on the page.
    edited: bool,
    phase: Phase,
    stored: u64,
    of: u64,
    /// Episodes or trials of this run.
    played: u64,
    /// Episodes or trials a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    /// Seconds until the end at this rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_s: Option<f64>,
    /// What a tuning is at.
    words: String,
    /// Trials and what the last of them came to on average.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curve: Vec<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
    /// Tables of what is stored by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Value>,
    edition: u64,
}

impl Run {
    pub(super) fn new(id: String, request: &RunRequest) -> Run {
        Run {
            id,
            name: request.name.clone(),
            kind: request.kind,
            extent: request.size,
            edited: request.text.is_some(),
            stop: AtomicBool::new(false),
            state: Mutex::new(State {
                phase: Phase::Reading,
                stored: 0,
                of: 0,
                before: None,
                since: Instant::now(),
                elapsed: 0.0,
                words: String::new(),
                curve: Vec::new(),
                problem: None,
                figures: None,
                edition: 0,
            }),
            version: watch::Sender::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(super) fn stopping(&self) -> &AtomicBool {
        &self.stop
    }

    pub(crate) fn has_ended(&self) -> bool {
        matches!(
            self.lock().phase,
            Phase::Complete | Phase::Stopped | Phase::Failed
        )
    }

    /// Asks it to finish the games in progress and to end.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.lock();
        if matches!(state.phase, Phase::Reading | Phase::Running) {
            state.phase = Phase::Stopping;
        }
        drop(state);
        self.changed();
    }

    /// How far it is.
    pub(super) fn at(&self, stored: u64, of: u64, words: String) {
        let mut state = self.lock();
        if state.before.is_none() || stored < state.stored {
            // Other work begins: a tuning goes on to its last match.
            state.before = Some(stored);
            state.since = Instant::now();
        }
        (state.stored, state.of, state.words) = (stored, of, words);
        state.elapsed = state.since.elapsed().as_secs_f64();
        if state.phase == Phase::Reading {
            state.phase = Phase::Running;
        }
        drop(state);
        self.changed();
    }

    /// Another point of the learning curve.
    pub(super) fn point(&self, trials: u64, value: f64) {
        let mut state = self.lock();
        if state
            .curve
            .last()
            .is_none_or(|last| last[0] != trials as f64)
            && value.is_finite()
        {
            state.curve.push([trials as f64, value]);
        }
        if state.curve.len() > MOST_POINTS {
            let mut keep = false;
            state.curve.retain(|_| {
                keep = !keep;
                keep
            });
        }
    }

    /// What came of it by now.
    pub(super) fn show(&self, figures: Figures) {
        let mut state = self.lock();
        state.figures = Some(figures);
        state.edition += 1;
        drop(state);
        self.changed();
    }

    /// It has ended: with everything, before its end, or by a failure.
    pub(super) fn end(&self, done: Result<bool, Problem>) {
        let mut state = self.lock();
        state.phase = match done {
            Ok(true) => Phase::Complete,
            Ok(false) => Phase::Stopped,
            Err(problem) => {
                state.problem = Some(problem);
                Phase::Failed
            }
        };
        drop(state);
        self.changed();
    }

    /// The number of its latest tables.
    pub(crate) fn edition(&self) -> u64 {
        self.lock().edition
    }

    /// How it stands; with its tables, if they are wanted.
    pub(crate) fn view(&self, report: bool) -> RunView {
        let state = self.lock();
        let played = state
            .stored
            .saturating_sub(state.before.unwrap_or(state.stored));
        let rate = (played > 0 && state.elapsed > 0.2).then(|| played as f64 / state.elapsed);
        let left = rate.map(|rate| state.of.saturating_sub(state.stored) as f64 / rate);
        let figures = state.figures.clone().filter(|_| report);
        let mut view = RunView {
            id: self.id.clone(),
            name: self.name.clone(),
            kind: match self.kind {
                Kind::Plan => "plan",
                Kind::Tuning => "tuning",
            },
            size: match self.extent {
                Extent::Quick => "quick",
                Extent::Full => "full",
            },
            edited: self.edited,
            phase: state.phase,
            stored: state.stored,
            of: state.of,
            played,
            rate,
            left_s: left.filter(|_| state.phase == Phase::Running),
            words: state.words.clone(),
            curve: state.curve.clone(),
            problem: state.problem.clone(),
            report: None,
            edition: state.edition,
        };
        drop(state);
        view.report = figures.map(|figures| figures.parts().0);
        view
    }

    /// A figure of what came of it by now.
    pub(crate) fn figure(&self, number: usize) -> Result<String, Problem> {
        let figures = self.lock().figures.clone();
        let drawn = figures.and_then(|figures| figures.parts().1.into_iter().nth(number));
        drawn.ok_or_else(|| {
            Problem::missing(format!("this run has no figure {number}"))
                .remedy("figures are numbered from 0; they are there once something is stored")
        })
    }
}
