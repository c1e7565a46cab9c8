//! States as values.

use crate::errors::{diagnosed, illegal, invalid};
use crate::game::{Game, dimensions};
use crate::origin::Origin;
use crate::registry::spec;
use ludometer::core::{Generator, Player, Seed, Turn};
use ludometer::position::AnyPosition;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;

/// A step of the way from the beginning: the rank of the action, and the seed of its chance if it was
/// given.
struct Trail {
    rank: usize,
    seed: Option<u64>,
    before: Option<Arc<Trail>>,
}

/// Long ways are let go step by step, not by recursion.
impl Drop for Trail {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut step) = before.and_then(Arc::into_inner) {
            before = step.before.take();
        }
    }
}

/// What a state was made from, so that it can be made again.
#[derive(Clone)]
enum Root {
    /// The start of an episode, and where it begins if not by the rules.
    Start(Option<String>),
    /// Something that only the notation can tell.
    Written,
}

/// A state of a game. It never changes; equal states are equal and have the same hash.
#[pyclass(frozen, module = "ludometer", name = "State")]
pub(crate) struct State {
    game: Py<Game>,
    pub(crate) position: Arc<dyn AnyPosition>,
    pub(crate) origin: Origin,
    pub(crate) plies: u64,
    root: Root,
    trail: Option<Arc<Trail>>,
}

/// A state as it is pickled: its text, or where it began and the way from there.
type Pickled = (
    Py<Game>,
    (u64, Option<u64>, u64, u64),
    Option<String>,
    Option<String>,
    Vec<(usize, Option<u64>)>,
);

impl State {
    pub(crate) fn begun(
        game: Py<Game>,
        position: Arc<dyn AnyPosition>,
        origin: Origin,
        start: Option<&str>,
    ) -> State {
        State {
            game,
            position,
            origin,
            plies: 0,
            root: Root::Start(start.map(str::to_owned)),
            trail: None,
        }
    }

    pub(crate) fn read(
        game: Py<Game>,
        position: Arc<dyn AnyPosition>,
        origin: Origin,
        plies: u64,
    ) -> State {
        State {
            game,
            position,
            origin,
            plies,
            root: Root::Written,
            trail: None,
        }
    }

    /// The player of this number, or the one to move.
    fn player_or_mover(&self, py: Python<'_>, player: Option<usize>) -> PyResult<Player> {
        let players = self.game.get().rules.facts().players;
        match (player, self.position.turn()) {
            (Some(player), _) if player < players => Ok(Player(player as u8)),
            (Some(player), _) => Err(invalid(
                py,
                format!(
                    "there is no player {player}: players are 0 to {}",
                    players - 1
                ),
            )),
            (None, Turn::Of(player)) => Ok(player),
            (None, Turn::Over) => Err(invalid(
                py,
                "the game is over and nobody is to move: say for which player",
            )),
        }
    }

    /// The rank of an action that is given by its label or its number.
    fn rank(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = action.py();
        let position = &self.position;
        let found = if let Ok(label) = action.extract::<&str>() {
            position.named(label)
        } else {
            let number = action.extract::<i64>().map_err(|_| {
                invalid(
                    py,
                    "an action is a label (str) or a number of the action space (int)",
                )
            })?;
            usize::try_from(number)
                .ok()
                .and_then(|number| position.numbered(number))
        };
        found.ok_or_else(|| {
            if position.action_count() == 0 {
                return illegal(py, "the game is over: there is no legal action");
            }
            let numbers = position.numbers();
            let legal = position.labels().into_iter().zip(numbers);
            let mut legal: Vec<String> = legal
                .map(|(label, number)| format!("{label} ({number})"))
                .collect();
            if legal.len() > 20 {
                legal.truncate(20);
                legal.push("...".into());
            }
            let given = action
                .repr()
                .map(|text| text.to_string())
                .unwrap_or_default();
            illegal(
                py,
                format!("{given} is not legal here; legal: {}", legal.join(", ")),
            )
        })
    }

    fn after(&self, py: Python<'_>, rank: usize, seed: Option<u64>) -> Option<State> {
        let plies = self.plies + 1;
        let chance = match seed {
            Some(seed) => Seed::new(seed).rng(Generator::Xoshiro),
            None => self.origin.chance(plies),
        };
        Some(State {
            game: self.game.clone_ref(py),
            position: self.position.step(rank, chance)?,
            origin: self.origin,
            plies,
            root: self.root.clone(),
            trail: Some(Arc::new(Trail {
                rank,
                seed,
                before: self.trail.clone(),
            })),
        })
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The player to move; None in a finished game.
    #[getter]
    fn player(&self) -> Option<u8> {
        match self.position.turn() {
            Turn::Of(player) => Some(player.0),
            Turn::Over => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    /// Actions since the start of the episode.
    #[getter]
    fn ply(&self) -> u64 {
        self.plies
    }

    /// The labels of the legal actions, in the game's order.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.position.labels()
    }

    /// The numbers of the legal actions in the action space, in the same order.
    #[getter]
    fn action_numbers(&self) -> Vec<usize> {
        self.position.numbers()
    }

    /// The label of a legal action that is given by its number.
    fn label(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let rank = self.rank(action)?;
        Ok(self.position.label(rank).unwrap_or_default())
    }

    /// The number of a legal action that is given by its label.
    fn number(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let rank = self.rank(action)?;
        let numbers = self.position.numbers();
        Ok(numbers.get(rank).copied().unwrap_or(rank))
    }

    /// The state after an action. Its chance is that of the episode, or of another seed.
    #[pyo3(signature = (action, *, seed = None))]
    fn step(&self, action: &Bound<'_, PyAny>, seed: Option<u64>) -> PyResult<State> {
        let py = action.py();
        let rank = self.rank(action)?;
        self.after(py, rank, seed)
            .ok_or_else(|| illegal(py, "there is no such action"))
    }

    /// The payoff of a player; 0 before the game is over.
    fn payoff(&self, py: Python<'_>, player: usize) -> PyResult<f64> {
        let player = self.player_or_mover(py, Some(player))?;
        Ok(match self.position.turn() {
            Turn::Over => self.position.payoff(player),
            Turn::Of(_) => 0.0,
        })
    }

    /// The payoffs of all players.
    #[getter]
    fn payoffs(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        let players = self.game.get().rules.facts().players;
        (0..players).map(|player| self.payoff(py, player)).collect()
    }

    /// The scoreboard of a player, at any time.
    #[pyo3(signature = (player = None))]
    fn points(&self, py: Python<'_>, player: Option<usize>) -> PyResult<f64> {
        Ok(self.position.points(self.player_or_mover(py, player)?))
    }

    /// The value of a measure for a player.
    #[pyo3(signature = (name, player = None))]
    fn measure(&self, py: Python<'_>, name: &str, player: Option<usize>) -> PyResult<f64> {
        let spec = spec(py, "measure", name)?;
        let player = self.player_or_mover(py, player)?;
        let value = self.position.measure(&spec, player);
        value.map_err(|diagnostic| diagnosed(py, &diagnostic))
    }

    /// The board as text, as a player sees it; None sees everything.
    #[pyo3(signature = (player = None))]
    fn show(&self, py: Python<'_>, player: Option<usize>) -> PyResult<String> {
        let viewer = player.map(|player| self.player_or_mover(py, Some(player)));
        Ok(self.position.show(viewer.transpose()?))
    }

    /// The position as one line of text; None where the game has no notation.
    #[getter]
    fn notation(&self) -> Option<String> {
        self.position.write()
    }

    /// The observation of a player as an array.
    #[pyo3(signature = (player = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let viewer = self.player_or_mover(py, player)?;
        let shape = self.game.get().rules.spaces().0;
        let array = PyArrayDyn::<f32>::zeros(py, dimensions(shape), false);
        let mut numbers = array.readwrite();
        self.position.observe(viewer, numbers.as_slice_mut()?);
        Ok(array)
    }

    /// Which numbers of the action space are legal, as an array of bool.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let space = self.game.get().rules.spaces().1;
        let array = PyArray1::<bool>::zeros(py, space, false);
        let mut mask = array.readwrite();
        let mask = mask.as_slice_mut()?;
        for number in self.position.numbers() {
            if let Some(legal) = mask.get_mut(number) {
                *legal = true;
            }
        }
        Ok(array)
    }

    /// A state with the same observation for a player, and everything hidden from it drawn anew.
    #[pyo3(signature = (player = None, *, seed = 0))]
    fn determinize(&self, py: Python<'_>, player: Option<usize>, seed: u64) -> PyResult<State> {
        let viewer = self.player_or_mover(py, player)?;
        let dice = Seed::new(seed).named("determinize").rng(Generator::Xoshiro);
        let position = self.position.determinize(viewer, dice);
        let game = self.game.clone_ref(py);
        Ok(State::read(game, position, self.origin, self.plies))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<State>();
        other.is_ok_and(|other| {
            let other = other.get();
            let (ours, theirs) = (&self.game.get().rules, &other.game.get().rules);
            ours.identity() == theirs.identity() && self.position.same(&*other.position)
        })
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __repr__(&self) -> String {
        self.position.show(None)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let text = self.position.write();
        let mut steps = Vec::new();
        let mut start = None;
        if text.is_none() {
            match &self.root {
                Root::Start(begin) => start.clone_from(begin),
                Root::Written => {
                    let message = "this state cannot be pickled: its game has no notation, and how it came \
                                   about is not known";
                    return Err(invalid(py, message));
                }
            }
            let mut trail = self.trail.as_deref();
            while let Some(step) = trail {
                steps.push((step.rank, step.seed));
                trail = step.before.as_deref();
            }
            steps.reverse();
        }
        let restore = py
            .import("ludometer._ludometer")?
            .getattr("restore_state")?;
        let Origin {
            seed,
            game,
            episode,
        } = self.origin;
        let origin = (seed, game, episode, self.plies);
        Ok((
            restore,
            (self.game.clone_ref(py), origin, text, start, steps),
        ))
    }
}

/// Makes a state again from what was pickled.
#[pyfunction]
pub(crate) fn restore_state(
    game: Bound<'_, Game>,
    origin: (u64, Option<u64>, u64, u64),
    text: Option<&str>,
    start: Option<&str>,
    steps: Vec<(usize, Option<u64>)>,
) -> PyResult<State> {
    let py = game.py();
    let (seed, vector, episode, plies) = origin;
    let origin = Origin {
        seed,
        game: vector,
        episode,
    };
    let rules = Arc::clone(&game.get().rules);
    if let Some(text) = text {
        let position = rules.read_position(text);
        let position = position.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
        return Ok(State::read(game.unbind(), position, origin, plies));
    }
    let begin = start.map(|text| spec(py, "start", text)).transpose()?;
    let position = rules.start_position(begin.as_ref(), origin.address());
    let position = position.map_err(|diagnostic| diagnosed(py, &diagnostic))?;
    let mut state = State::begun(game.unbind(), position, origin, start);
    for (rank, seed) in steps {
        let next = state.after(py, rank, seed);
        state = next.ok_or_else(|| invalid(py, "the pickled state is not one of this game"))?;
    }
    Ok(state)
}
