//! The context in which long-running sections of a paper run.

use crate::PaperPart;
use ludometer_arena::define::no_files;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Size;
use ludometer_lab::store::Store;
use ludometer_lab::tune::{self, Phase, TuneError, TuneOptions, Tuned, Tuning};
use std::sync::atomic::AtomicBool;

/// The scale at which a paper is reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A minute or so.
    Quick,
    /// Less than an hour, where a part has such a size; elsewhere as [`Scale::Quick`].
    Middle,
    /// As published.
    Full,
}

impl Scale {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Quick => "quick",
            Scale::Middle => "middle",
            Scale::Full => "full",
        }
    }

    /// The size of plans.
    pub fn size(self) -> Size {
        match self {
            Scale::Quick | Scale::Middle => Size::Quick,
            Scale::Full => Size::Full,
        }
    }
}

/// Overrides of the numbers of a scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Forward-model calls a decision.
    pub nodes: Option<u64>,
    /// Card configurations a decision.
    pub samples: Option<u64>,
    /// Iterations of a tuning.
    pub iterations: Option<u64>,
    /// The random seed.
    pub seed: Option<u64>,
}

impl Changes {
    /// The seed: the year of the paper, if nothing else is wanted.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(2005)
    }
}

/// What a part is given. Only the scale and its changes decide what it finds.
pub struct Context<'a> {
    /// How much is wanted.
    pub scale: Scale,
    /// Overrides of the scale's numbers.
    pub changes: Changes,
    /// Everything that can be named.
    pub registry: &'a Registry,
    /// Where it is kept, so that the same call goes on where it was stopped.
    pub store: &'a mut Store,
    /// Worker threads, at least one.
    pub threads: usize,
    /// Set to request an early end.
    pub stop: &'a AtomicBool,
    /// The only section that is wanted, if not all.
    pub section: Option<&'a str>,
    /// Told what is done, and how much of how much.
    pub watch: &'a (dyn Fn(&str, u64, u64) + Sync),
    /// Told each part when it is done.
    pub done: &'a (dyn Fn(&PaperPart) + Sync),
}

impl Context<'_> {
    /// A shipped tuning with other keys.
    pub(super) fn find(&self, name: &str, settings: &[String]) -> Result<Tuning, TuneError> {
        Ok(tune::find(name, settings, no_files, self.registry)?)
    }

    /// Tunes, or goes on where it stopped.
    pub(super) fn tune(&mut self, tuning: &Tuning) -> Result<Tuned, TuneError> {
        let watch = self.watch;
        let mut progress = |phase: &Phase<'_>| {
            let (Phase::Tuning { games, of, .. } | Phase::Measuring { games, of }) = phase;
            watch(&tuning.tuner, *games, *of);
        };
        let options = TuneOptions {
            threads: self.threads,
            stop: self.stop,
            progress: &mut progress,
        };
        tune::tune(tuning, Size::Full, self.store, options)
    }

    /// What a point is worth at openings that nothing was tuned on, seat by seat.
    pub(super) fn evaluate(
        &mut self,
        tuning: &Tuning,
        part: &str,
        point: &[f64],
        openings: u64,
    ) -> Result<Vec<Vec<f64>>, TuneError> {
        let watch = self.watch;
        let mut progress = |phase: &Phase<'_>| {
            let (Phase::Tuning { games, of, .. } | Phase::Measuring { games, of }) = phase;
            watch(part, *games, *of);
        };
        let options = TuneOptions {
            threads: self.threads,
            stop: self.stop,
            progress: &mut progress,
        };
        tune::evaluate(tuning, part, point, openings, self.store, options)
    }
}
