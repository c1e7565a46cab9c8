//! Games.

use crate::errors::{diagnosed, raise};
use crate::origin::Origin;
use crate::registry::{open, spec};
use crate::state::State;
use ludometer::core::{Seed, Shape};
use ludometer::registry::AnyGame;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A game with its rules.
#[pyclass(frozen, module = "ludometer", name = "Game")]
pub(crate) struct Game {
    pub(crate) rules: Arc<dyn AnyGame>,
    /// The spec that opens it.
    #[pyo3(get)]
    pub(crate) spec: String,
}

/// The shape of observations as Python writes it.
pub(crate) fn dimensions(shape: Shape) -> Vec<usize> {
    match shape {
        Shape::Planes {
            planes,
            rows,
            columns,
        } => vec![planes, rows, columns],
        Shape::Features(count) => vec![count],
        _ => vec![shape.len()],
    }
}

/// The shape of observations as a tuple.
pub(crate) fn shape_tuple(py: Python<'_>, shape: Shape) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, dimensions(shape))
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Game> {
        let (rules, spec) = open(py, text)?;
        Ok(Game { rules, spec })
    }

    /// The name with its parameters.
    #[getter]
    fn name(&self) -> String {
        self.rules.facts().name.clone()
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> usize {
        self.rules.facts().players
    }

    /// Whether chance plays a part.
    #[getter]
    fn chance(&self) -> bool {
        self.rules.facts().chance
    }

    /// Whether some player may see less than the whole state.
    #[getter]
    fn hidden(&self) -> bool {
        self.rules.facts().hidden
    }

    /// Whether the payoffs of all players sum to zero.
    #[getter]
    fn zero_sum(&self) -> bool {
        self.rules.facts().zero_sum
    }

    /// The least and the greatest payoff.
    #[getter]
    fn utility(&self) -> (f64, f64) {
        self.rules.facts().utility
    }

    /// The shape of observations: planes, rows and columns, or a number of features.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        shape_tuple(py, self.rules.spaces().0)
    }

    /// How many numbers of actions there are.
    #[getter]
    fn action_space(&self) -> usize {
        self.rules.spaces().1
    }

    /// The initial state of an episode.
    #[pyo3(signature = (seed = 0, *, episode = 0, start = None))]
    fn start(
        slf: Bound<'_, Self>,
        seed: u64,
        episode: u64,
        start: Option<&str>,
    ) -> PyResult<State> {
        let py = slf.py();
        let origin = Origin {
            seed,
            game: None,
            episode,
        };
        let begin = start.map(|text| spec(py, "start", text)).transpose()?;
        let rules = Arc::clone(&slf.get().rules);
        let position = rules.start_position(begin.as_ref(), origin.address());
        let position = position.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        Ok(State::begun(slf.unbind(), position, origin, start))
    }

    /// The state that a text in the game's notation describes.
    #[pyo3(signature = (text, *, seed = 0, episode = 0, ply = 0))]
    fn read(
        slf: Bound<'_, Self>,
        text: &str,
        seed: u64,
        episode: u64,
        ply: u64,
    ) -> PyResult<State> {
        let py = slf.py();
        let position = Arc::clone(&slf.get().rules).read_position(text);
        let position = position.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        let origin = Origin {
            seed,
            game: None,
            episode,
        };
        Ok(State::read(slf.unbind(), position, origin, ply))
    }

    /// Entries of one kind as (name, description) pairs: `agent`, `evaluator`, `measure`, `start`.
    fn entries(&self, kind: &str) -> Vec<(String, String)> {
        let names = self.rules.names().into_iter();
        let fitting = names.filter(|(known, entry)| *known == kind && entry.unfit.is_none());
        fitting
            .map(|(_, entry)| (entry.name, entry.about))
            .collect()
    }

    /// Checks the laws of games by random play; a broken law raises.
    #[pyo3(signature = (seed = 1))]
    fn check(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let rules = Arc::clone(&self.rules);
        let checked = py.detach(|| rules.check_laws(Seed::new(seed)));
        checked.map_err(|breach| raise(py, "LawError", &breach.to_string()))
    }

    /// How many action sequences of each length there are.
    #[pyo3(signature = (depth, position = None))]
    fn perft(&self, py: Python<'_>, depth: u32, position: Option<&str>) -> PyResult<Vec<u64>> {
        let counts = py.detach(|| self.rules.perft(position, depth));
        counts.map_err(|diagnostic| diagnosed(py, &diagnostic))
    }

    fn __repr__(&self) -> String {
        format!("ludometer.game({:?})", self.spec)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Game>();
        other.is_ok_and(|other| other.get().rules.identity() == self.rules.identity())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.rules.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,))> {
        let spec = slf.get().spec.clone();
        Ok((slf.get_type().into_any(), (spec,)))
    }
}
