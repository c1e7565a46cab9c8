"""A laboratory for game-playing agents.

>>> import ludometer
>>> game = ludometer.game("tic-tac-toe")
>>> state = game.start()
>>> state = state.step("b2").step("a1")
>>> ludometer.agent("depth", t=7).act(state) in state.actions
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import errors, executors
from ._agent import Agent, Decision, MoveInfo, Variation
from ._command import data_of
from ._ludometer import Game, State, Vector, games as _games, version as _version
from ._match import Episode, Estimate, MatchResult, SeatResult, match, play
from ._spec import Parameter, spec as _spec
from .plans import Plan, Run, plan, run
from .tuning import Tuner, maximize, minimize, tuner, tuners
from .errors import (
    ClosedError,
    IllegalActionError,
    InvalidInputError,
    LawError,
    LudometerError,
    RunError,
)

__version__: str = _version()

__all__ = [
    "Agent",
    "ClosedError",
    "Decision",
    "Episode",
    "Estimate",
    "Game",
    "IllegalActionError",
    "InvalidInputError",
    "LawError",
    "LudometerError",
    "MatchResult",
    "MoveInfo",
    "Plan",
    "Run",
    "RunError",
    "SeatResult",
    "State",
    "Tuner",
    "Variation",
    "Vector",
    "__version__",
    "agent",
    "analyse",
    "errors",
    "executors",
    "game",
    "games",
    "match",
    "maximize",
    "minimize",
    "odds",
    "plan",
    "play",
    "quality",
    "run",
    "solve",
    "tuner",
    "tuners",
    "vector",
]


def game(name: str, **parameters: Parameter) -> Game:
    """A game by name, with its parameters: ``game("othello", size=6)`` or ``game("othello(size=6)")``."""
    return Game(_spec(name, parameters))


def games() -> dict[str, str]:
    """The name and a description of every game."""
    return {name: about for name, about, _ in _games()}


def agent(name: str, **parameters: Parameter) -> Agent:
    """An agent by name, with its parameters: ``agent("uct", playouts=1000)``."""
    return Agent(name, **parameters)


def vector(
    game: str | Game,
    n: int,
    *,
    seed: int = 0,
    start: str | None = None,
    opponent: str | Agent | Sequence[str | Agent] | None = None,
    seat: int | None = None,
    steps: int | None = None,
    max_actions: int | None = None,
    autoreset: str = "next_step",
    reward: str = "payoff",
    illegal: str = "raise",
    threads: int | None = None,
) -> Vector:
    """Many games at once, as NumPy arrays.

    ``reset`` and ``step`` return the same arrays every time and write into them: copy what you keep. Without
    an ``opponent`` every player acts through the vector, the one to move in each game; with one the others
    are played by agents of ours, and the learner has seat ``seat``, or the next one in every episode. A step
    is spread over ``threads`` threads, all cores unless told otherwise, without the GIL; what happens in a
    game depends on the seed, its place in the vector and its own actions alone.
    """
    opponents: Sequence[str | Agent] = ()
    if isinstance(opponent, (str, Agent)):
        opponents = [opponent]
    elif opponent is not None:
        opponents = list(opponent)
    return Vector(
        Game(game) if isinstance(game, str) else game,
        n,
        seed=seed,
        start=start,
        opponents=[one if isinstance(one, str) else one.spec for one in opponents],
        seat=seat,
        steps=steps,
        max_actions=max_actions,
        autoreset=autoreset,
        reward=reward,
        illegal=illegal,
        threads=threads,
    )


def _named(game: str | Game) -> str:
    return game if isinstance(game, str) else game.spec


def _options(options: dict[str, object]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words


def analyse(game: str | Game, position: str | State | None = None, **options: object) -> Any:
    """What is known of a position, as ``ludometer analyse`` tells it: options are those of the command, such
    as ``agent="uct(5000)"``, ``tree=2``."""
    text = position.notation if isinstance(position, State) else position
    place = [text] if text is not None else []
    agent = options.get("agent")
    if isinstance(agent, Agent):
        options["agent"] = agent.spec
    return data_of("analyse", _named(game), *place, *_options(options))


def odds(game: str | Game, **options: object) -> Any:
    """The probability of each move under random minimaxing, as ``ludometer odds`` tells it."""
    return data_of("odds", _named(game), *_options(options))


def quality(game: str | Game, **options: object) -> Any:
    """The decision quality of evaluation functions, as ``ludometer quality`` tells it."""
    return data_of("quality", _named(game), *_options(options))


def solve(*words: str, **options: object) -> Any:
    """Exact solutions, as ``ludometer solve`` gives them."""
    return data_of("solve", *words, *_options(options))


