//! Running a plan or a tuning, as the command line does: what is missing, into the store.

use super::read::presented;
use super::watched::{Figures, Run};
use super::{Experiments, Extent, Kind, RunRequest};
use crate::problem::Problem;
use axum::http::StatusCode;
use ludometer_arena::options::RunOptions;
use ludometer_lab::plan::Plan;
use ludometer_lab::run::{PartEpisodes, PlanPart, RunError, RunSummary, run_watched};
use ludometer_lab::sprt::TestProgress;
use ludometer_lab::store::Store;
use ludometer_lab::tune::{self, Phase, Study, TuneError, TuneOptions, study_document};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The least time between two looks at the tables of a run.
const LOOK: Duration = Duration::from_secs(1);
/// A look may take so much of the writer's time: one part in this many.
const SHARE: u32 = 20;

impl From<RunError> for Problem {
    fn from(error: RunError) -> Problem {
        match error {
            RunError::Diagnostic(diagnostic) => diagnostic.into(),
            other => Problem::said(StatusCode::CONFLICT, &other.to_string()),
        }
    }
}

impl From<TuneError> for Problem {
    fn from(error: TuneError) -> Problem {
        match error {
            TuneError::Diagnostic(diagnostic) => diagnostic.into(),
            other => Problem::said(StatusCode::CONFLICT, &other.to_string()),
        }
    }
}

impl Experiments {
    /// Runs it to its end or until it is stopped; whether everything is there.
    pub(super) fn go(&self, request: &RunRequest, run: &Run) -> Result<bool, Problem> {
        let text = request.text.as_deref();
        match request.kind {
            Kind::Plan => {
                let plan = self.plan(&request.name, text)?;
                self.play(&plan, plan.count(request.size.into()), run)
            }
            Kind::Tuning => self.tune(&self.study(&request.name, text)?, request.size, run),
        }
    }

    fn play(&self, plan: &Plan, count: u64, run: &Run) -> Result<bool, Problem> {
        if count == 0 {
            return Err(Problem::wrong(format!("`{}` has no quick size", plan.name))
                .remedy("run it at full size, or give it `quick` in its text"));
        }
        let mut store = Store::open(&self.store)?;
        let mut progress = |stored, of| run.at(stored, of, String::new());
        let options = RunOptions {
            threads: self.threads,
            stop: run.stopping(),
            progress: &mut progress,
        };
        let share = PartEpisodes::of(plan, PlanPart::WHOLE, count);
        let (mut looked, mut wait) = (Instant::now(), Duration::ZERO);
        let mut watch = |store: &Store, _: &RunSummary, _: Option<TestProgress>| {
            if looked.elapsed() >= wait {
                let began = Instant::now();
                // Tables that need what is not played yet appear when it is.
                if let Ok(figures) = presented(plan, count, store) {
                    run.show(figures);
                }
                wait = LOOK.max(began.elapsed() * SHARE);
                looked = Instant::now();
            }
            Ok(())
        };
        let ran = run_watched(plan, &share, &mut store, options, &mut watch)?;
        run.show(presented(plan, count, &store)?);
        Ok(ran.is_complete())
    }

    fn tune(&self, study: &Study, extent: Extent, run: &Run) -> Result<bool, Problem> {
        let mut store = Store::open(&self.store)?;
        let mut all = Vec::with_capacity(study.arms.len());
        for arm in &study.arms {
            let mut progress = |phase: &Phase<'_>| match phase {
                Phase::Tuning {
                    batches,
                    games,
                    of,
                    smoothed,
                    ..
                } => {
                    if let Some(value) = smoothed {
                        run.point(*games, *value);
                    }
                    run.at(*games, *of, format!("{}: batch {batches}", arm.name));
                }
                Phase::Measuring { games, of } => {
                    run.at(*games, *of, format!("{}: held-out games", arm.name));
                }
            };
            let options = TuneOptions {
                threads: self.threads,
                stop: run.stopping(),
                progress: &mut progress,
            };
            match tune::tune(&arm.tuning, extent.into(), &mut store, options) {
                Ok(tuned) => all.push(tuned),
                Err(TuneError::Stopped { .. }) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        run.show(Figures::of(Arc::new(study_document(study, &all))));
        Ok(true)
    }
}
