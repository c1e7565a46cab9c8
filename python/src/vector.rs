//! Many games at once, as NumPy arrays that are written in place.

use crate::errors::{batch as refused, diagnosed, invalid, raise};
use crate::game::{Game, dimensions};
use crate::origin::Origin;
use crate::registry::spec;
use crate::state::State;
use ludometer::arrays::{AnyBatch, Autoreset, BatchArrays, BatchError, IllegalActions, RewardKind};
use ludometer::core::{Budget, Player, Seed};
use ludometer::env::BatchSpec;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// Games from which on work is done without the GIL and shared between threads.
const MANY: usize = 65;

/// A thread pool with the process that made it: after a fork its threads are gone.
type Pool = Option<(u32, ThreadPool)>;

/// What changes when a vector steps.
struct Moving {
    batch: Box<dyn AnyBatch>,
    pool: Pool,
    seed: u64,
}

/// Many games of one kind that step together.
#[pyclass(frozen, module = "ludometer", name = "Vector", subclass)]
pub(crate) struct Vector {
    game: Py<Game>,
    moving: Mutex<Option<Moving>>,
    threads: usize,
    count: usize,
    /// Observations, one row a game; the same array in every step.
    #[pyo3(get)]
    observations: Py<PyArrayDyn<f32>>,
    /// Masks of legal actions.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// Rewards of the last step.
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    /// Which episodes ended by the rules in the last step.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Which episodes were cut off in the last step.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Who is to act; -1 in a finished game.
    #[pyo3(get)]
    players: Py<PyArray1<i8>>,
    /// The payoffs of finished games, a column a player.
    #[pyo3(get)]
    payoffs: Py<PyArray2<f64>>,
    finals: Py<PyArrayDyn<f32>>,
    info: Py<PyDict>,
}

fn word<T: Copy>(py: Python<'_>, what: &str, given: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        invalid(
            py,
            format!("`{what}` cannot be {given:?}; known: {}", names.join(", ")),
        )
    })
}

impl Vector {
    fn with_batch(
        py: Python<'_>,
        game: Py<Game>,
        batch: Box<dyn AnyBatch>,
        threads: usize,
        seed: u64,
    ) -> PyResult<Vector> {
        let layout = *batch.layout();
        let count = layout.games;
        let mut shape = vec![count];
        shape.extend(dimensions(layout.shape));
        let observations = PyArrayDyn::zeros(py, shape.clone(), false);
        let masks = PyArray2::zeros(py, [count, layout.actions], false);
        let players = PyArray1::zeros(py, count, false);
        let payoffs = PyArray2::zeros(py, [count, layout.players], false);
        let info = PyDict::new(py);
        info.set_item("action_mask", &masks)?;
        info.set_item("player", &players)?;
        info.set_item("payoffs", &payoffs)?;
        if !layout.finals {
            shape[0] = 0;
        }
        let finals = PyArrayDyn::zeros(py, shape, false);
        if layout.finals {
            info.set_item("final_obs", &finals)?;
        }
        Ok(Vector {
            game,
            moving: Mutex::new(Some(Moving {
                batch,
                pool: None,
                seed,
            })),
            threads,
            count,
            observations: observations.unbind(),
            masks: masks.unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            players: players.unbind(),
            payoffs: payoffs.unbind(),
            finals: finals.unbind(),
            info: info.unbind(),
        })
    }

    /// Works on the batch and its arrays: without the GIL where there is much to do.
    fn work(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Moving, BatchArrays<'_>, usize) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let busy = |_| {
            invalid(
                py,
                "an array of the vector is in use: another thread steps it at the same time",
            )
        };
        let mut observations = self.observations.bind(py).try_readwrite().map_err(busy)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(busy)?;
        let mut players = self.players.bind(py).try_readwrite().map_err(busy)?;
        let mut payoffs = self.payoffs.bind(py).try_readwrite().map_err(busy)?;
        let mut finals = self.finals.bind(py).try_readwrite().map_err(busy)?;
        let arrays = BatchArrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            players: players.as_slice_mut()?,
            payoffs: payoffs.as_slice_mut()?,
            final_observations: finals.as_slice_mut()?,
        };
        let threads = self.threads;
        let run = || {
            let mut moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
            moving.as_mut().map(|moving| work(moving, arrays, threads))
        };
        let done = match self.count < MANY {
            true => run(),
            false => py.detach(run),
        };
        match done {
            Some(done) => done.map_err(|error| refused(py, &error)),
            None => Err(raise(py, "ClosedError", "the vector is closed")),
        }
    }

    /// Reads the batch.
    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&mut Moving) -> T) -> PyResult<T> {
        let mut moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        let moving = moving.as_mut();
        moving
            .map(look)
            .ok_or_else(|| raise(py, "ClosedError", "the vector is closed"))
    }
}

impl Moving {
    /// The batch with the threads that it may use.
    fn pooled(&mut self, threads: usize) -> (&mut dyn AnyBatch, Option<&ThreadPool>) {
        let games = self.batch.layout().games;
        if threads < 2 || games < MANY {
            return (&mut *self.batch, None);
        }
        let process = std::process::id();
        if self.pool.as_ref().is_some_and(|(made, _)| *made != process) {
            // The threads of a pool from before a fork do not exist here: to drop it would wait for
            // them.
            std::mem::forget(self.pool.take());
        }
        if self.pool.is_none() {
            let built = ThreadPoolBuilder::new().num_threads(threads).build();
            self.pool = built.ok().map(|pool| (process, pool));
        }
        (&mut *self.batch, self.pool.as_ref().map(|(_, pool)| pool))
    }
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (
        game, n, *, seed = 0, start = None, opponents = Vec::new(), seat = None, steps = None,
        max_actions = None, autoreset = "next_step", reward = "payoff", illegal = "raise", threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        game: Bound<'_, Game>,
        n: usize,
        seed: u64,
        start: Option<&str>,
        opponents: Vec<String>,
        seat: Option<u8>,
        steps: Option<u64>,
        max_actions: Option<u32>,
        autoreset: &str,
        reward: &str,
        illegal: &str,
        threads: Option<usize>,
    ) -> PyResult<Vector> {
        let py = game.py();
        if n == 0 {
            return Err(invalid(py, "a vector has at least one game, not 0"));
        }
        let start = start.map(|text| spec(py, "start", text)).transpose()?;
        let opponents = opponents.iter().map(|text| spec(py, "opponent", text));
        let opponents = opponents.collect::<PyResult<Vec<_>>>()?;
        let autoresets = [
            ("next_step", Autoreset::NextStep),
            ("same_step", Autoreset::SameStep),
            ("disabled", Autoreset::Disabled),
        ];
        let rewards = [
            ("payoff", RewardKind::Payoff),
            ("points", RewardKind::Points),
        ];
        let illegals = [
            ("raise", IllegalActions::Refused),
            ("forfeit", IllegalActions::Forfeit),
        ];
        let batch_spec = BatchSpec {
            games: n,
            seed: Seed::new(seed),
            start: start.as_ref(),
            opponents: &opponents,
            seat: seat.map(Player),
            budget: Budget::UNLIMITED.with_steps(steps),
            actions: max_actions,
            autoreset: word(py, "autoreset", autoreset, &autoresets)?,
            reward: word(py, "reward", reward, &rewards)?,
            illegal: word(py, "illegal", illegal, &illegals)?,
        };
        let rules = Arc::clone(&game.get().rules);
        let batch = py.detach(|| rules.batch(&batch_spec));
        let batch = batch.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = threads.unwrap_or(cores).max(1);
        Vector::with_batch(py, game.unbind(), batch, threads, seed)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// How many games there are.
    fn __len__(&self) -> usize {
        self.count
    }

    /// Begins an episode in every game, or in those that are marked.
    #[pyo3(signature = (seed = None, *, mask = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        mask: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<(Py<PyArrayDyn<f32>>, Py<PyDict>)> {
        let mask = mask
            .map(|mask| Ok::<_, PyErr>(mask.as_slice()?.to_vec()))
            .transpose()?;
        self.work(py, |moving, arrays, threads| {
            moving.seed = seed.unwrap_or(moving.seed);
            let (batch, pool) = moving.pooled(threads);
            batch.reset(seed.map(Seed::new), mask.as_deref(), arrays, pool)
        })?;
        Ok((self.observations.clone_ref(py), self.info.clone_ref(py)))
    }

    /// One action in every game: observations, rewards, terminated, truncated, info. All are the same
    /// arrays in every step.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let converted;
        let actions = match actions.cast::<PyArray1<i64>>() {
            Ok(actions) => actions.clone(),
            Err(_) => {
                converted = whole_numbers(actions)?;
                converted
            }
        };
        let actions = actions.try_readonly().map_err(|_| {
            invalid(
                py,
                "the array of actions is being written by another thread",
            )
        })?;
        let gathered;
        let numbers = match actions.as_slice() {
            Ok(numbers) => numbers,
            Err(_) => {
                gathered = actions.as_array().to_vec();
                &gathered
            }
        };
        self.work(py, |moving, arrays, threads| {
            let (batch, pool) = moving.pooled(threads);
            batch.step(numbers, arrays, pool)
        })?;
        PyTuple::new(
            py,
            [
                self.observations.bind(py).as_any(),
                self.rewards.bind(py).as_any(),
                self.terminated.bind(py).as_any(),
                self.truncated.bind(py).as_any(),
                self.info.bind(py).as_any(),
            ],
        )
    }

    /// A legal action for every game, uniformly at random; 0 in finished games.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let array = PyArray1::<i64>::zeros(py, self.count, false);
        {
            let mut numbers = array.readwrite();
            let numbers = numbers.as_slice_mut()?;
            let sampled = self.look(py, |moving| moving.batch.sample(numbers))?;
            sampled.map_err(|error| refused(py, &error))?;
        }
        Ok(array)
    }

    /// The state of a game.
    fn state(&self, py: Python<'_>, index: usize) -> PyResult<State> {
        let rules = Arc::clone(&self.game.get().rules);
        let found = self.look(py, |moving| {
            let episode = moving.batch.episode(index)?;
            let (position, _, plies) = rules.batch_position(&*moving.batch, index)?;
            let origin = Origin {
                seed: moving.seed,
                game: Some(index as u64),
                episode,
            };
            Some((position, origin, plies))
        })?;
        let (position, origin, plies) = found.ok_or_else(|| {
            invalid(
                py,
                format!(
                    "there is no game {index}: games are 0 to {}",
                    self.count - 1
                ),
            )
        })?;
        let game = self.game.clone_ref(py);
        Ok(State::read(game, position, origin, u64::from(plies)))
    }

    /// A vector of copies of these games, for search. Opponents remember nothing of the episode.
    fn branch(&self, py: Python<'_>, games: Vec<usize>) -> PyResult<Vector> {
        let copied = self.look(py, |moving| (moving.batch.select(&games), moving.seed))?;
        let (batch, seed) = copied;
        let batch = batch.ok_or_else(|| {
            invalid(
                py,
                format!("games are 0 to {}; {games:?} has others", self.count - 1),
            )
        })?;
        if games.is_empty() {
            return Err(invalid(py, "a vector has at least one game, not 0"));
        }
        let copy = Vector::with_batch(py, self.game.clone_ref(py), batch, self.threads, seed)?;
        copy.work(py, |moving, arrays, threads| {
            let (batch, pool) = moving.pooled(threads);
            batch.observe(arrays, pool)
        })?;
        Ok(copy)
    }

    /// Ends the threads and lets the games go; every later call raises.
    fn close(&self, py: Python<'_>) {
        let moving = py.detach(|| {
            let mut moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
            moving.take()
        });
        if let Some(Moving {
            pool: Some((made, pool)),
            ..
        }) = moving
            && made != std::process::id()
        {
            std::mem::forget(pool);
        }
    }
}

/// An array of whole numbers from anything that is one to NumPy.
fn whole_numbers<'py>(actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let py = actions.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !["i", "u"].contains(&kind.as_str()) || dimensions != 1 {
        let dtype = array.getattr("dtype")?.str()?;
        let message = format!(
            "actions must be whole numbers in one dimension, one for each game, not {dimensions} \
             dimensions of {dtype}"
        );
        return Err(invalid(py, message));
    }
    let array = array.call_method1("astype", ("int64",))?;
    Ok(array.cast_into::<PyArray1<i64>>()?)
}
