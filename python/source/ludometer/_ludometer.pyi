"""The compiled half of the package."""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

class _MoveInfo(TypedDict):
    action: str
    value: float
    bound: str
    visits: int
    replies: list[_MoveInfo]

class _Variation(TypedDict):
    actions: list[str]
    value: float
    visits: int

class _Decision(TypedDict):
    action: str
    rank: int
    steps: int
    evaluations: int
    moves: list[_MoveInfo]
    variations: list[_Variation]

class Game:
    """A game with its rules."""

    def __init__(self, text: str) -> None: ...
    @property
    def spec(self) -> str:
        """The spec that opens it."""
    @property
    def name(self) -> str:
        """The name with its parameters."""
    @property
    def players(self) -> int:
        """How many players there are."""
    @property
    def chance(self) -> bool:
        """Whether chance plays a part."""
    @property
    def hidden(self) -> bool:
        """Whether some player may see less than the whole state."""
    @property
    def zero_sum(self) -> bool:
        """Whether the payoffs of all players sum to zero."""
    @property
    def utility(self) -> tuple[float, float]:
        """The least and the greatest payoff."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of observations: planes, rows and columns, or a number of features."""
    @property
    def action_space(self) -> int:
        """How many numbers of actions there are."""
    def start(self, seed: int = 0, *, episode: int = 0, start: str | None = None) -> State:
        """The initial state of an episode."""
    def read(self, text: str, *, seed: int = 0, episode: int = 0, ply: int = 0) -> State:
        """The state that a text in the game's notation describes."""
    def entries(self, kind: str) -> list[tuple[str, str]]:
        """Entries of one kind as (name, description) pairs: `agent`, `evaluator`, `measure`, `start`."""
    def check(self, seed: int = 1) -> None:
        """Checks the laws of games by random play; a broken law raises."""
    def perft(self, depth: int, position: str | None = None) -> list[int]:
        """How many action sequences of each length there are."""

class State:
    """A state of a game. It never changes; equal states are equal and have the same hash."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def player(self) -> int | None:
        """The player to move; None in a finished game."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def ply(self) -> int:
        """Actions since the start of the episode."""
    @property
    def actions(self) -> list[str]:
        """The labels of the legal actions, in the game's order."""
    @property
    def action_numbers(self) -> list[int]:
        """The numbers of the legal actions in the action space, in the same order."""
    def label(self, action: str | int) -> str:
        """The label of a legal action that is given by its number."""
    def number(self, action: str | int) -> int:
        """The number of a legal action that is given by its label."""
    def step(self, action: str | int, *, seed: int | None = None) -> State:
        """The state after an action. Its chance is that of the episode, or of another seed."""
    def payoff(self, player: int) -> float:
        """The payoff of a player; 0 before the game is over."""
    @property
    def payoffs(self) -> list[float]:
        """The payoffs of all players."""
    def points(self, player: int | None = None) -> float:
        """The scoreboard of a player, at any time."""
    def measure(self, name: str, player: int | None = None) -> float:
        """The value of a measure for a player."""
    def show(self, player: int | None = None) -> str:
        """The board as text, as a player sees it; None sees everything."""
    @property
    def notation(self) -> str | None:
        """The position as one line of text; None where the game has no notation."""
    def observe(self, player: int | None = None) -> NDArray[np.float32]:
        """The observation of a player as an array."""
    def mask(self) -> NDArray[np.bool_]:
        """Which numbers of the action space are legal, as an array of bool."""
    def determinize(self, player: int | None = None, *, seed: int = 0) -> State:
        """A state with the same observation for a player, and everything hidden from it drawn anew."""

def restore_state(
    game: Game,
    origin: tuple[int, int | None, int, int],
    text: str | None,
    start: str | None,
    steps: list[tuple[int, int | None]],
) -> State: ...

class Agent:
    """An agent of a game. It may remember its earlier decisions of an episode; `restart` clears that."""

    def __init__(self, game: Game, text: str) -> None: ...
    def restart(self) -> None:
        """A new episode begins."""
    def decide(
        self,
        state: State,
        *,
        seed: int | None = None,
        steps: int | None = None,
        evaluations: int | None = None,
        seconds: float | None = None,
        explain: bool = False,
    ) -> _Decision:
        """Decides, and reports what it considered if `explain` says so."""

class Vector:
    """Many games of one kind that step together."""

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 0,
        start: str | None = None,
        opponents: Sequence[str] = (),
        seat: int | None = None,
        steps: int | None = None,
        max_actions: int | None = None,
        autoreset: str = "next_step",
        reward: str = "payoff",
        illegal: str = "raise",
        threads: int | None = None,
    ) -> None: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def observations(self) -> NDArray[np.float32]:
        """Observations, one row a game; the same array in every step."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Masks of legal actions."""
    @property
    def rewards(self) -> NDArray[np.float64]:
        """Rewards of the last step."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Which episodes ended by the rules in the last step."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which episodes were cut off in the last step."""
    @property
    def players(self) -> NDArray[np.int8]:
        """Who is to act; -1 in a finished game."""
    @property
    def payoffs(self) -> NDArray[np.float64]:
        """The payoffs of finished games, a column a player."""
    def __len__(self) -> int: ...
    def reset(
        self, seed: int | None = None, *, mask: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, NDArray[Any]]]:
        """Begins an episode in every game, or in those that are marked."""
    def step(
        self, actions: NDArray[Any] | Sequence[int]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, NDArray[Any]],
    ]:
        """One action in every game: observations, rewards, terminated, truncated, info."""
    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, uniformly at random; 0 in finished games."""
    def state(self, index: int) -> State:
        """The state of a game."""
    def branch(self, games: Sequence[int]) -> Vector:
        """A vector of copies of these games, for search. Opponents remember nothing of the episode."""
    def close(self) -> None:
        """Ends the threads and lets the games go; every later call raises."""

_Row = tuple[int, int, str, list[tuple[float, float, int, int, str | None]]]

def play_episodes(
    game: Game,
    agents: Sequence[str],
    episodes: tuple[int, int],
    *,
    seed: int,
    start: str,
    mirror: bool,
    moves: int | None,
    steps: int | None,
    seconds: float | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> tuple[list[_Row], bool]: ...
def score_interval(
    scores: Sequence[float], confidence: float = 0.95
) -> tuple[tuple[float, float, float], tuple[float, float, float]]: ...
def command(arguments: Sequence[str]) -> int: ...
def games() -> list[tuple[str, str, list[str]]]: ...
def version() -> str: ...
def vgdl_games() -> list[str]: ...
def tuners() -> list[tuple[str, str]]: ...

_Trial = tuple[int, list[float], list[float] | None, int, bool]

class Tuner:
    """An optimiser of a noisy function, which it maximises."""

    def __init__(
        self,
        method: str,
        parameters: Sequence[tuple[str, str, float, float, float, bool]],
        objective: str,
        budget: int,
        seed: int,
    ) -> None: ...
    @staticmethod
    def restore(method: str, saved: str) -> Tuner: ...
    @property
    def method(self) -> str: ...
    @property
    def spent(self) -> int: ...
    def ask(self) -> list[_Trial]: ...
    def tell(self, answers: Sequence[float]) -> None: ...
    def best(self) -> list[float]: ...
    def save(self) -> str: ...

class Plan:
    """A plan by name or file, with its size."""

    def __init__(self, name: str, text: str | None, settings: Sequence[str], quick: bool) -> None: ...
    @property
    def title(self) -> str: ...
    @property
    def cells(self) -> int: ...
    @property
    def episodes(self) -> int: ...
    def run(
        self,
        store: str,
        *,
        number: int,
        of: int,
        threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> tuple[int, int, bool]: ...
    def missing(self, store: str) -> int: ...
    def missing_parts(self, store: str, of: int) -> list[int]: ...
    def rows(self, store: str) -> dict[str, Any]: ...

def merge_stores(into: str, from_: str) -> None: ...
