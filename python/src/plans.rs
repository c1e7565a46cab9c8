//! Plans: run, in parts, and their rows.

use crate::errors::{diagnosed, raise};
use crate::interrupt::interruptible;
use crate::registry::registry;
use ludometer::export;
use ludometer::options::RunOptions;
use ludometer::plan::{self, Size};
use ludometer::run::{self, PlanPart, RunError};
use ludometer::source::Diagnostic;
use ludometer::store::{Store, StoreError};
use ludometer_report::{FieldValues, RecordBatch};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A plan by name or file, with its size.
#[pyclass(frozen, module = "ludometer._ludometer", name = "Plan")]
pub(crate) struct Plan {
    plan: plan::Plan,
    count: u64,
}

fn failed(py: Python<'_>, error: &RunError) -> PyErr {
    match error {
        RunError::Diagnostic(diagnostic) => diagnosed(py, diagnostic),
        other => raise(py, "RunError", &other.to_string()),
    }
}

fn unusable(py: Python<'_>, error: &StoreError) -> PyErr {
    raise(py, "RunError", &error.to_string())
}

#[pymethods]
impl Plan {
    /// Reads a plan: `text` is that of the file `name`, for machines that do not have the file.
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        text: Option<&str>,
        settings: Vec<String>,
        quick: bool,
    ) -> PyResult<Plan> {
        let load = |path: &str| match text {
            Some(text) if path == name => Ok(text.to_owned()),
            _ => std::fs::read_to_string(path),
        };
        let plan = plan::find(name, &settings, load, registry());
        let plan = plan.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        let size = if quick { Size::Quick } else { Size::Full };
        let count = plan.count(size);
        if count == 0 {
            let message = format!("the plan `{}` has no quick size", plan.name);
            return Err(diagnosed(py, &Diagnostic::new(message)));
        }
        Ok(Plan { plan, count })
    }

    /// The title.
    #[getter]
    fn title(&self) -> String {
        self.plan.title.clone()
    }

    /// How many cells it has.
    #[getter]
    fn cells(&self) -> usize {
        self.plan.cells.len()
    }

    /// Episodes of every cell.
    #[getter]
    fn episodes(&self) -> u64 {
        self.count
    }

    /// Plays what a store misses of part `number` of `of`: how many episodes are stored, how many there
    /// are, and whether Ctrl-C ended it.
    #[pyo3(signature = (store, *, number, of, threads, progress))]
    fn run(
        &self,
        py: Python<'_>,
        store: PathBuf,
        number: u64,
        of: u64,
        threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<(u64, u64, bool)> {
        let part = PlanPart::new(number, of);
        let part = part.ok_or_else(|| crate::errors::invalid(py, "there is no such part"))?;
        let seen = (AtomicU64::new(0), AtomicU64::new(0));
        let asked = AtomicBool::new(false);
        let work = |_: ludometer::core::Stop<'_>| {
            let mut store = Store::open(&store)?;
            let mut note = |stored, of| {
                seen.0.store(stored, Ordering::Relaxed);
                seen.1.store(of, Ordering::Relaxed);
            };
            let options = RunOptions {
                threads: threads.max(1),
                stop: &asked,
                progress: &mut note,
            };
            run::run_part(&self.plan, part, self.count, &mut store, options)
        };
        let (ran, heard) = interruptible(
            py,
            work,
            |_| match &progress {
                Some(progress) => {
                    let (stored, of) = (&seen.0, &seen.1);
                    let now = (stored.load(Ordering::Relaxed), of.load(Ordering::Relaxed));
                    progress.call1(now).map(drop)
                }
                None => Ok(()),
            },
            &asked,
        )?;
        let ran = ran.map_err(|error| failed(py, &error))?;
        match heard {
            Ok(()) => Ok((ran.stored, ran.of, false)),
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => {
                Ok((ran.stored, ran.of, true))
            }
            Err(error) => Err(error),
        }
    }

    /// How many episodes a store misses.
    fn missing(&self, py: Python<'_>, store: PathBuf) -> PyResult<u64> {
        let found = py.detach(|| {
            let store = Store::open(&store)?;
            PlanPart::WHOLE.missing(&self.plan, self.count, &store)
        });
        found.map_err(|error| unusable(py, &error))
    }

    /// The parts, numbered from 1, of which a store misses episodes.
    fn missing_parts(&self, py: Python<'_>, store: PathBuf, of: u64) -> PyResult<Vec<u64>> {
        let found = py.detach(|| {
            let store = Store::open(&store)?;
            let mut missing = Vec::new();
            for number in 1..=of {
                let part = PlanPart::new(number, of);
                let left = part.map(|part| part.missing(&self.plan, self.count, &store));
                if left.transpose()?.is_some_and(|left| left > 0) {
                    missing.push(number);
                }
            }
            Ok(missing)
        });
        found.map_err(|error: StoreError| unusable(py, &error))
    }

    /// Every stored row, column by column: lists of texts, arrays of numbers.
    fn rows<'py>(&self, py: Python<'py>, store: PathBuf) -> PyResult<Bound<'py, PyDict>> {
        let read = py.detach(|| {
            let store = Store::open_to_read(&store).map_err(|error| error.to_string())?;
            let mut all = export::columns(&self.plan);
            let each = |batch: &_| {
                append(&mut all, batch);
                Ok(())
            };
            let read: Result<(), Failed> = export::rows(&self.plan, self.count, &store, each);
            read.map_err(|Failed(message)| message)?;
            Ok(all)
        });
        let all = read.map_err(|message: String| raise(py, "RunError", &message))?;
        let columns = PyDict::new(py);
        for field in all.fields {
            let name = field.name;
            match field.values {
                FieldValues::Text(texts) => columns.set_item(name, PyList::new(py, texts)?)?,
                FieldValues::Real(reals) => {
                    let reals = reals.into_iter().map(|real| real.unwrap_or(f64::NAN));
                    columns.set_item(name, reals.collect::<Vec<f64>>().into_pyarray(py))?;
                }
                FieldValues::Whole(wholes) => {
                    let wholes = wholes.into_iter().map(|whole| whole.unwrap_or(-1));
                    columns.set_item(name, wholes.collect::<Vec<i64>>().into_pyarray(py))?;
                }
            }
        }
        Ok(columns)
    }
}

fn append(all: &mut RecordBatch, batch: &RecordBatch) {
    for (field, more) in all.fields.iter_mut().zip(&batch.fields) {
        match (&mut field.values, &more.values) {
            (FieldValues::Text(all), FieldValues::Text(more)) => all.extend(more.iter().cloned()),
            (FieldValues::Real(all), FieldValues::Real(more)) => all.extend(more),
            (FieldValues::Whole(all), FieldValues::Whole(more)) => all.extend(more),
            _ => {}
        }
    }
}

/// Why rows cannot be read.
struct Failed(String);

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        Failed(error.to_string())
    }
}

impl From<Diagnostic> for Failed {
    fn from(diagnostic: Diagnostic) -> Failed {
        Failed(diagnostic.to_string())
    }
}

/// Adds everything that another store has to a store.
#[pyfunction]
pub(crate) fn merge_stores(py: Python<'_>, into: PathBuf, from: PathBuf) -> PyResult<()> {
    let merged = py.detach(|| {
        let from = Store::open_to_read(Path::new(&from))?;
        Store::open(&into)?.merge(&from, &mut |_| ())
    });
    merged.map(drop).map_err(|error| unusable(py, &error))
}
