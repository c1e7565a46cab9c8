//! Agents that decide in single states.

use crate::errors::{diagnosed, invalid};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::registry::spec;
use crate::state::State;
use ludometer::core::{Budget, Turn};
use ludometer::position::{AnyPlayer, Asked, Decided};
use ludometer::trace::SearchTreeNode;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// An agent of a game. It may remember its earlier decisions of an episode; `restart` clears that.
#[pyclass(frozen, module = "ludometer._ludometer", name = "Agent")]
pub(crate) struct Agent {
    player: Mutex<Box<dyn AnyPlayer>>,
}

fn branch<'py>(py: Python<'py>, branch: &SearchTreeNode) -> PyResult<Bound<'py, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("action", &branch.label)?;
    info.set_item("value", branch.value)?;
    info.set_item("bound", branch.bound.name())?;
    info.set_item("visits", branch.visits)?;
    let below = branch.below.iter().map(|below| self::branch(py, below));
    info.set_item(
        "replies",
        PyList::new(py, below.collect::<PyResult<Vec<_>>>()?)?,
    )?;
    Ok(info)
}

#[pymethods]
impl Agent {
    #[new]
    fn new(py: Python<'_>, game: &Bound<'_, Game>, text: &str) -> PyResult<Agent> {
        let spec = spec(py, "agent", text)?;
        let rules = std::sync::Arc::clone(&game.get().rules);
        let player = rules.player(&spec);
        let player = player.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        Ok(Agent {
            player: Mutex::new(player),
        })
    }

    /// A new episode begins.
    fn restart(&self, py: Python<'_>) {
        py.detach(|| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.restart();
        });
    }

    /// Decides, and reports what it considered if `explain` says so.
    #[pyo3(signature = (state, *, seed = None, steps = None, evaluations = None, seconds = None, explain = false))]
    fn decide<'py>(
        &self,
        state: &Bound<'py, State>,
        seed: Option<u64>,
        steps: Option<u64>,
        evaluations: Option<u64>,
        seconds: Option<f64>,
        explain: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = state.py();
        let state = state.get();
        if state.position.turn() == Turn::Over {
            return Err(invalid(py, "the game is over: there is nothing to decide"));
        }
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time =
            time.map_err(|error| invalid(py, format!("`seconds` cannot be that: {error}")))?;
        let mut origin = state.origin;
        origin.seed = seed.unwrap_or(origin.seed);
        let budget = Budget::UNLIMITED
            .with_steps(steps)
            .with_evaluations(evaluations)
            .with_time(time);
        let (position, plies) = (&state.position, state.plies);
        let work = |stop: ludometer::core::Stop<'_>| {
            let asked = Asked {
                address: origin.address(),
                ply: plies,
                budget,
                traced: explain,
                stop,
            };
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.decide(&**position, &asked)
        };
        let (decided, heard) = interruptible(py, work, |_| Ok(()), &AtomicBool::new(false))?;
        heard?;
        let decided = decided.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        decision(py, &decided)
    }
}

fn decision<'py>(py: Python<'py>, decided: &Decided) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("action", &decided.label)?;
    dict.set_item("rank", decided.rank)?;
    dict.set_item("steps", decided.spent.steps)?;
    dict.set_item("evaluations", decided.spent.evaluations)?;
    let moves = decided.moves.iter().map(|info| branch(py, info));
    dict.set_item(
        "moves",
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?,
    )?;
    let lines = PyList::empty(py);
    for line in &decided.variations {
        let info = PyDict::new(py);
        info.set_item("actions", &line.labels)?;
        info.set_item("value", line.value)?;
        info.set_item("visits", line.visits)?;
        lines.append(info)?;
    }
    dict.set_item("variations", lines)?;
    Ok(dict)
}
