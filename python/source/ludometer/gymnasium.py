"""Environments for Gymnasium.

Importing this module registers an id for every game: ``gymnasium.make("ludometer/meteors-v0")``,
``gymnasium.make("ludometer/vgdl-aliens-v0")``, ``gymnasium.make_vec("ludometer/othello-v0", num_envs=64,
opponent="uct(200)")``. Games for more than one player are played against agents of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as _VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import Agent, Game, State, Vector, vector
from ._ludometer import games as _games
from ._ludometer import vgdl_games as _vgdl_games
from .errors import ClosedError, InvalidInputError

__all__ = ["Env", "VectorEnv", "ids", "register"]

Opponent = str | Agent | Sequence[str | Agent] | None


def _opened(game: str | Game) -> Game:
    return Game(game) if isinstance(game, str) else game


def _spaces(game: Game) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    shape = game.observation_shape
    return (
        spaces.Box(-np.inf, np.inf, shape, np.float32),
        spaces.Discrete(game.action_space),
    )


def _against(game: Game, opponent: Opponent) -> Opponent:
    """One player needs no opponent; others have a random one unless told otherwise."""
    if game.players == 1:
        if opponent is not None:
            raise InvalidInputError(f"{game.name} has one player: there is no opponent")
        return None
    return "random" if opponent is None else opponent


class Env(gymnasium.Env[NDArray[np.float32], Any]):
    """One game. An illegal action ends the episode with the worst payoff, as it does in our matches; the
    mask of legal actions is ``info["action_mask"]``.

    ``reward`` is ``"payoff"``, at the end of an episode, or ``"points"``, the change of the scoreboard.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 10}

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: Opponent = None,
        seat: int | None = None,
        reward: str = "payoff",
        start: str | None = None,
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise InvalidInputError(f"`render_mode` cannot be {render_mode!r}; known: ansi")
        self.game = _opened(game)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.game)
        self._vector: Vector | None = vector(
            self.game,
            1,
            opponent=_against(self.game, opponent),
            seat=seat,
            reward=reward,
            start=start,
            max_actions=max_actions,
            autoreset="disabled",
            illegal="forfeit",
            threads=1,
        )

    def _open(self) -> Vector:
        if self._vector is None:
            raise ClosedError("the environment is closed")
        return self._vector

    def _info(self, info: dict[str, NDArray[Any]]) -> dict[str, Any]:
        return {
            "action_mask": info["action_mask"][0].copy(),
            "player": int(info["player"][0]),
            "payoffs": info["payoffs"][0].copy(),
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins an episode: that of the seed, or another one."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**63))
        observations, info = self._open().reset(number)
        return observations[0].copy(), self._info(info)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """One action."""
        observations, rewards, terminated, truncated, info = self._open().step(
            np.array([action], dtype=np.int64)
        )
        return (
            observations[0].copy(),
            float(rewards[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            self._info(info),
        )

    @property
    def state(self) -> State:
        """The state, as a value that can be kept, copied and searched from."""
        return self._open().state(0)

    def render(self) -> Any:
        """The board as text."""
        return self.state.show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Lets the game go."""
        if self._vector is not None:
            self._vector.close()
            self._vector = None


_AUTORESET = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class VectorEnv(_VectorEnv[NDArray[np.float32], Any, NDArray[Any]]):
    """Many games at once. Observations, rewards and the arrays of ``info`` are written in place: they are
    the same arrays in every step, unless ``copy`` is true."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponent: Opponent = None,
        self_play: bool = False,
        seat: int | None = None,
        reward: str = "payoff",
        start: str | None = None,
        max_actions: int | None = None,
        autoreset: str = "next_step",
        illegal: str = "forfeit",
        seed: int = 0,
        threads: int | None = None,
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game = _opened(game)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        if self_play and opponent is not None:
            raise InvalidInputError("`self_play` has no opponent: every player acts through the vector")
        self.vector = vector(
            self.game,
            num_envs,
            opponent=None if self_play else _against(self.game, opponent),
            seat=seat,
            reward=reward,
            start=start,
            max_actions=max_actions,
            autoreset=autoreset,
            illegal=illegal,
            seed=seed,
            threads=threads,
        )
        self.metadata = {**self.metadata, "autoreset_mode": _AUTORESET[autoreset]}
        self._copy = copy

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self, info: dict[str, NDArray[Any]]) -> dict[str, Any]:
        return {name: self._kept(array) for name, array in info.items()}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins an episode in every game; with ``options={"reset_mask": mask}`` in those marked."""
        if isinstance(seed, list):
            raise InvalidInputError(
                "one seed serves all games: each has a stream of its own below it"
            )
        mask = options.get("reset_mask") if options else None
        observations, info = self.vector.reset(seed, mask=mask)
        return self._kept(observations), self._info(info)

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """One action in every game."""
        observations, rewards, terminated, truncated, info = self.vector.step(actions)
        return (
            self._kept(observations),
            self._kept(rewards),
            self._kept(terminated),
            self._kept(truncated),
            self._info(info),
        )

    def render(self) -> Any:
        """The boards as text."""
        if self.render_mode != "ansi":
            return None
        return tuple(self.vector.state(index).show() for index in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Lets the games go."""
        self.vector.close()


class _Registered:
    """What was registered, so that importing twice does no harm."""

    ids: ClassVar[dict[str, str]] = {}


def register() -> None:
    """Registers an id for every game; importing this module has done it."""
    if _Registered.ids:
        return
    named = [(name, name) for name, _, _ in _games() if name != "vgdl"]
    named += [(f"vgdl-{name}", f"vgdl(name='{name}')") for name in _vgdl_games()]
    for name, spec in named:
        reward = "points" if spec.startswith("vgdl") else "payoff"
        gymnasium.register(
            id=f"ludometer/{name}-v0",
            entry_point="ludometer.gymnasium:Env",
            vector_entry_point="ludometer.gymnasium:VectorEnv",
            kwargs={"game": spec, "reward": reward},
        )
        _Registered.ids[f"ludometer/{name}-v0"] = spec


def ids() -> dict[str, str]:
    """The registered ids and the games that they open."""
    return dict(_Registered.ids)


register()
