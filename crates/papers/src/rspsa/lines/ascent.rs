//! A gradient ascent that is checkpointed after every iteration.

use super::tally::Tally;
use ludometer_catalogue::specialists::loa::{Performance, Realisation, TunedPlayer};
use ludometer_lab::store::{Store, StudyId, StudyStep};
use ludometer_lab::tune::TuneError;
use ludometer_spec::identity::Identity;
use ludometer_spec::source::Diagnostic;
use ludometer_tune::{Ascent, AscentSettings, Method, Objective, Saved, Task, Tuner};

/// What is followed.
pub(super) struct Course<'a> {
    /// The name of the published settings.
    pub(super) method: &'a str,
    /// Perturbations of an estimate, which replace the published number.
    pub(super) perturbations: u32,
    /// Where it begins.
    pub(super) tuned: &'a TunedPlayer,
    /// Estimates.
    pub(super) iterations: u64,
    /// Where the tuner's dice come from.
    pub(super) seed: u64,
}

/// A point on the way, and the mean of its batch.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Iterate {
    pub(super) point: Vec<f64>,
    pub(super) performance: f64,
}

fn diagnostic(error: impl std::fmt::Display) -> TuneError {
    Diagnostic::new(error.to_string()).into()
}

impl Course<'_> {
    /// Trials of an estimate.
    fn batch(&self) -> u64 {
        2 * u64::from(self.perturbations)
    }

    /// Trials of all.
    pub(super) fn trials(&self) -> u64 {
        self.batch() * self.iterations
    }

    fn settings(&self) -> Result<AscentSettings, TuneError> {
        match Method::named(self.method).map_err(diagnostic)? {
            Method::Ascent(published) => {
                let mut settings = published;
                settings.sampling.perturbations = self.perturbations;
                Ok(settings)
            }
            _ => Err(diagnostic(format!("`{}` is not an ascent", self.method))),
        }
    }

    fn begin(&self) -> Result<Ascent, TuneError> {
        let task = Task {
            space: self.tuned.space().map_err(diagnostic)?,
            objective: Objective::Value,
            budget: self.trials(),
            seed: self.seed,
        };
        Ascent::new(self.settings()?, task).map_err(diagnostic)
    }

    /// Everything that the iterates depend on. The number of them is not: these rules know no end.
    fn description(&self, performance: &dyn Performance) -> Result<String, TuneError> {
        let identity = Identity::beginning(&performance.description())
            .line("tuner", Method::Ascent(self.settings()?).identity())
            .line("seed", self.seed)
            .line("weights", self.tuned.digest());
        Ok(identity.text())
    }

    /// The tuner restored from its checkpoint, or a new one.
    fn take_out(&self, sheet: StudyId, store: &Store) -> Result<Box<dyn Tuner>, TuneError> {
        let spoilt = |error: &dyn std::fmt::Display| {
            let message = format!("the tuner in the store cannot be restored: {error}");
            Diagnostic::new(message).hint("name another store with --store to begin anew")
        };
        let mut tuner: Box<dyn Tuner> = match store.state(sheet)? {
            None => Box::new(self.begin()?),
            Some(text) => {
                let saved: Saved = serde_json::from_str(&text).map_err(|error| spoilt(&error))?;
                let method = Method::Ascent(self.settings()?);
                method.restore(&saved).map_err(|error| spoilt(&error))?
            }
        };
        tuner.extend(self.trials().max(tuner.spent()));
        Ok(tuner)
    }

    /// Follows the gradient to the end, from wherever an earlier run was stopped.
    pub(super) fn follow(
        &self,
        performance: &mut dyn Performance,
        store: &mut Store,
        tally: &Tally<'_>,
    ) -> Result<Vec<Iterate>, TuneError> {
        let sheet = store.sheet(&self.description(performance)?)?;
        performance.remember(&store.answered(sheet)?);
        let mut steps = store.steps(sheet)?;
        // A longer run may have been asked for before.
        steps.truncate(self.iterations as usize);
        tally.add(self.batch() * steps.len() as u64);
        let mut tuner = self.take_out(sheet, store)?;
        while (steps.len() as u64) < self.iterations {
            let batch = tuner.ask();
            let trials = batch.trials();
            let trials: Vec<(Realisation, u64)> = trials
                .map(|trial| (self.tuned.realisation(trial.point), trial.scenario))
                .collect();
            let answers = tally.during(|progress| performance.answers(&trials, progress))?;
            store.write_answers(sheet, &performance.fresh())?;
            tuner.tell(&answers).map_err(diagnostic)?;
            let step = StudyStep {
                number: steps.len() as u64,
                spent: tuner.spent(),
                budget: self.trials(),
                mean: answers.iter().sum::<f64>() / answers.len() as f64,
                best: tuner.best(),
            };
            let state = serde_json::to_string(&tuner.save()).expect("a tuner can be written");
            store.keep(sheet, &state, Some(&step), step.spent)?;
            steps.push(step);
        }
        let start = self.begin()?.best();
        let points = std::iter::once(start).chain(steps.iter().map(|step| step.best.clone()));
        let iterates = points.zip(&steps).map(|(point, step)| Iterate {
            point,
            performance: step.mean,
        });
        Ok(iterates.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Kept;
    use super::*;
    use ludometer_catalogue::specialists::loa::{ObjectiveProgress, shipped};
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// Likes the first category to cost little, and ends the run after this many batches.
    struct Cheap<'a> {
        batches: u64,
        asked: u64,
        stop: &'a AtomicBool,
        known: Vec<(u64, f64)>,
    }

    impl Performance for Cheap<'_> {
        fn description(&self) -> String {
            "cheap\n".to_string()
        }

        fn answers(
            &mut self,
            trials: &[(Realisation, u64)],
            progress: &ObjectiveProgress<'_>,
        ) -> Option<Vec<f64>> {
            if self.asked == self.batches {
                self.stop.store(true, Ordering::Relaxed);
                return None;
            }
            self.asked += 1;
            let answers = trials.iter().map(|(realisation, scenario)| {
                (progress.tick)();
                f64::from(realisation.probability(0)) + (*scenario as f64).sin() / 10.0
            });
            Some(answers.collect())
        }

        fn fresh(&mut self) -> Vec<(u64, f64)> {
            vec![(1000 + self.asked, 0.5)]
        }

        fn remember(&mut self, kept: &[(u64, f64)]) {
            self.known = kept.to_vec();
        }
    }

    struct Run {
        iterates: Result<Vec<Iterate>, TuneError>,
        asked: u64,
        known: usize,
        counted: u64,
    }

    fn run(store: &mut Store, iterations: u64, batches: u64) -> Run {
        let tuned = TunedPlayer::alike(shipped(), 0);
        let course = Course {
            method: "rspsa-gr",
            perturbations: 4,
            tuned: &tuned,
            iterations,
            seed: 1,
        };
        let stop = AtomicBool::new(false);
        let mut cheap = Cheap {
            batches,
            asked: 0,
            stop: &stop,
            known: Vec::new(),
        };
        let counted = AtomicU64::new(0);
        let watch = |done, of| {
            assert!(done <= of);
            counted.store(done, Ordering::Relaxed);
        };
        let tally = Tally::new(course.trials(), &watch, &stop);
        let iterates = course.follow(&mut cheap, store, &tally);
        Run {
            iterates,
            asked: cheap.asked,
            known: cheap.known.len(),
            counted: counted.load(Ordering::Relaxed),
        }
    }

    #[test]
    fn an_ascent_that_is_stopped_goes_on_with_the_same_bits() {
        let whole = run(&mut Kept::new("whole").store, 9, u64::MAX);
        let whole = whole.iterates.unwrap();
        assert_eq!(whole.len(), 9);
        let store = &mut Kept::new("stopped").store;
        let stopped = run(store, 9, 4);
        let error = stopped.iterates.unwrap_err().to_string();
        assert!(error.starts_with("stopped after 32 of 72"), "{error}");
        let rest = run(store, 9, u64::MAX);
        assert_eq!((rest.asked, rest.known, rest.counted), (5, 4, 72));
        assert_eq!(rest.iterates.unwrap(), whole);
    }

    #[test]
    fn more_iterations_go_on_and_fewer_are_the_first_ones() {
        let whole = run(&mut Kept::new("long").store, 9, u64::MAX);
        let whole = whole.iterates.unwrap();
        let store = &mut Kept::new("extended").store;
        run(store, 3, u64::MAX).iterates.unwrap();
        let more = run(store, 9, u64::MAX);
        assert_eq!(more.asked, 6);
        assert_eq!(more.iterates.unwrap(), whole);
        let fewer = run(store, 5, u64::MAX);
        assert_eq!((fewer.asked, fewer.counted), (0, 40));
        assert_eq!(fewer.iterates.unwrap(), whole[..5]);
    }
}
