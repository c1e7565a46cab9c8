"""Agents."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import _ludometer
from ._spec import Parameter, spec


@dataclass(frozen=True)
class MoveInfo:
    """What an agent found out about a move: its value for the player to move, and how often it was visited."""

    action: str
    value: float
    visits: int
    bound: str = "exact"
    replies: tuple["MoveInfo", ...] = ()


@dataclass(frozen=True)
class Variation:
    """A sequence of moves that an agent considered, with its value for the player to move."""

    actions: tuple[str, ...]
    value: float
    visits: int


@dataclass(frozen=True)
class Decision:
    """A decision of an agent: the action, what it cost, and what was considered."""

    action: str
    steps: int
    evaluations: int
    moves: tuple[MoveInfo, ...] = field(default=(), repr=False)
    variations: tuple[Variation, ...] = field(default=(), repr=False)

    @property
    def values(self) -> dict[str, float]:
        """The value of each move that was reported."""
        return {move.action: move.value for move in self.moves}

    @property
    def visits(self) -> dict[str, int]:
        """How often each move was visited."""
        return {move.action: move.visits for move in self.moves}


def _move_info(info: _ludometer._MoveInfo) -> MoveInfo:
    return MoveInfo(
        action=info["action"],
        value=info["value"],
        visits=info["visits"],
        bound=info["bound"],
        replies=tuple(_move_info(reply) for reply in info["replies"]),
    )


class Agent:
    """An agent by name, which decides in states of any game that it fits.

    It may remember its earlier decisions of an episode: call :meth:`restart` before another one.
    """

    def __init__(self, name: str, **parameters: Parameter) -> None:
        self._spec = spec(name, parameters)
        self._players: dict[str, _ludometer.Agent] = {}

    @property
    def spec(self) -> str:
        """The name with its parameters."""
        return self._spec

    def _player(self, game: _ludometer.Game) -> _ludometer.Agent:
        player = self._players.get(game.spec)
        if player is None:
            player = self._players[game.spec] = _ludometer.Agent(game, self._spec)
        return player

    def act(
        self,
        state: _ludometer.State,
        *,
        seed: int | None = None,
        steps: int | None = None,
        evaluations: int | None = None,
        seconds: float | None = None,
    ) -> str:
        """The action that it chooses, as a label.

        ``steps`` and ``evaluations`` limit calls of the forward model and evaluations; with ``seconds`` the
        answer is not repeatable. Its random stream is that of the state's episode and ply, or of another
        ``seed``.
        """
        decided = self._player(state.game).decide(
            state, seed=seed, steps=steps, evaluations=evaluations, seconds=seconds
        )
        return decided["action"]

    def explain(
        self,
        state: _ludometer.State,
        *,
        seed: int | None = None,
        steps: int | None = None,
        evaluations: int | None = None,
        seconds: float | None = None,
    ) -> Decision:
        """The same decision as :meth:`act`, with what was considered."""
        decided = self._player(state.game).decide(
            state, seed=seed, steps=steps, evaluations=evaluations, seconds=seconds, explain=True
        )
        return Decision(
            action=decided["action"],
            steps=decided["steps"],
            evaluations=decided["evaluations"],
            moves=tuple(_move_info(info) for info in decided["moves"]),
            variations=tuple(
                Variation(tuple(line["actions"]), line["value"], line["visits"])
                for line in decided["variations"]
            ),
        )

    def restart(self) -> None:
        """A new episode begins."""
        for player in self._players.values():
            player.restart()

    def __repr__(self) -> str:
        return f"ludometer.agent({self._spec!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agent) and other._spec == self._spec

    def __hash__(self) -> int:
        return hash(("Agent", self._spec))

    def __reduce__(self) -> tuple[type["Agent"], tuple[str]]:
        return (type(self), (self._spec,))
