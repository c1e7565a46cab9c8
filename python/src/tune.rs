//! Tuners: ask for trials, tell their answers.

use crate::errors::{diagnosed, invalid};
use crate::registry::{registry, spec};
use ludometer::tuners::{Objective, Parameter, Saved, Space, Task, Tuner as Optimiser};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A parameter: name, kind (`real`, `integer`, `choice`), low, high, start and whether its scale is
/// logarithmic.
type Declared = (String, String, f64, f64, f64, bool);

/// A trial: its number, the point, the opposing point of a duel, the scenario, and whether sides are
/// exchanged.
type Trial = (u64, Vec<f64>, Option<Vec<f64>>, u64, bool);

/// An optimiser of a noisy function, which it maximises.
#[pyclass(frozen, module = "ludometer._ludometer", name = "Tuner")]
pub(crate) struct Tuner {
    optimiser: Mutex<Box<dyn Optimiser>>,
    #[pyo3(get)]
    method: String,
}

fn space(py: Python<'_>, parameters: Vec<Declared>) -> PyResult<Space> {
    let declared = parameters
        .into_iter()
        .map(|(name, kind, low, high, start, log)| {
            let mut parameter = Parameter::real(&name, low, high, start);
            let whole = Parameter::integer("", 0, 1, 0).kind;
            let choice = Parameter::choice("", 2, 0).kind;
            parameter.kind = match kind.as_str() {
                "real" => parameter.kind,
                "integer" => whole,
                "choice" => choice,
                _ => {
                    return Err(invalid(
                        py,
                        format!("there is no kind of parameter {kind:?}"),
                    ));
                }
            };
            Ok(if log { parameter.log() } else { parameter })
        });
    let declared = declared.collect::<PyResult<Vec<_>>>()?;
    Space::new(declared).map_err(|error| invalid(py, error))
}

impl Tuner {
    fn with<T>(&self, work: impl FnOnce(&mut dyn Optimiser) -> T) -> T {
        let mut optimiser = self
            .optimiser
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(&mut **optimiser)
    }
}

#[pymethods]
impl Tuner {
    #[new]
    fn new(
        py: Python<'_>,
        method: &str,
        parameters: Vec<Declared>,
        objective: &str,
        budget: u64,
        seed: u64,
    ) -> PyResult<Tuner> {
        let kind = registry().open_tuner(&spec(py, "tuner", method)?);
        let kind = kind.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        let objective = match objective {
            "value" => Objective::Value,
            "duel" => Objective::Duel,
            _ => return Err(invalid(py, "`objective` is \"value\" or \"duel\"")),
        };
        let task = Task {
            space: space(py, parameters)?,
            objective,
            budget,
            seed,
        };
        let optimiser = kind
            .kind()
            .start(task)
            .map_err(|error| invalid(py, error))?;
        Ok(Tuner {
            optimiser: Mutex::new(optimiser),
            method: method.to_owned(),
        })
    }

    /// A tuner that goes on where a saved one stood.
    #[staticmethod]
    fn restore(py: Python<'_>, method: &str, saved: &str) -> PyResult<Tuner> {
        let kind = registry().open_tuner(&spec(py, "tuner", method)?);
        let kind = kind.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        let saved: Saved = serde_json::from_str(saved).map_err(|error| invalid(py, error))?;
        let optimiser = kind
            .kind()
            .restore(&saved)
            .map_err(|error| invalid(py, error))?;
        Ok(Tuner {
            optimiser: Mutex::new(optimiser),
            method: method.to_owned(),
        })
    }

    /// The trials to evaluate next, in any order; none once the budget is spent.
    fn ask(&self) -> Vec<Trial> {
        self.with(|optimiser| {
            let batch = optimiser.ask();
            let trials = batch.trials().map(|trial| {
                let against = trial.against.map(<[f64]>::to_vec);
                (
                    trial.number,
                    trial.point.to_vec(),
                    against,
                    trial.scenario,
                    trial.mirrored,
                )
            });
            trials.collect()
        })
    }

    /// The answers, in the order of the trials; larger is better.
    fn tell(&self, py: Python<'_>, answers: Vec<f64>) -> PyResult<()> {
        let told = self.with(|optimiser| optimiser.tell(&answers));
        told.map_err(|error| invalid(py, error))
    }

    /// The recommended point.
    fn best(&self) -> Vec<f64> {
        self.with(|optimiser| optimiser.best())
    }

    /// Trials told so far.
    #[getter]
    fn spent(&self) -> u64 {
        self.with(|optimiser| optimiser.spent())
    }

    /// Its state as a text, from which it goes on to the bit.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let saved = self.with(|optimiser| optimiser.save());
        serde_json::to_string(&saved).map_err(|error| invalid(py, error))
    }
}

/// The names of tuners and their presets, with descriptions.
#[pyfunction]
pub(crate) fn tuners() -> Vec<(String, String)> {
    let tuners = registry().tuners().iter();
    let named = tuners.flat_map(|tuner| {
        let own = (tuner.name.clone(), tuner.about.clone());
        let presets = tuner.presets.iter();
        std::iter::once(own)
            .chain(presets.map(|preset| (preset.name.clone(), preset.about.clone())))
    });
    named.collect()
}
