"""Matches and their statistics."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import _ludometer
from ._agent import Agent
from ._progress import Progress, shown
from .errors import InvalidInputError



@dataclass(frozen=True)
class SeatResult:
    """The result of one agent in an episode."""

    payoff: float
    points: float
    steps: int
    evaluations: int
    forfeit: str | None = None


@dataclass(frozen=True)
class Episode:
    """The result of an episode; ``seats`` are in the order of the agents, not of the players."""

    episode: int
    plies: int
    ending: str
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True)
class Estimate:
    """A mean with its confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class MatchResult:
    """The episodes of a match and what they say of the first agent."""

    agents: tuple[str, ...]
    episodes: tuple[Episode, ...] = field(repr=False)
    score: Estimate
    elo: Estimate | None
    payoff: float
    wins: int
    draws: int
    losses: int
    interrupted: bool

    def rows(self) -> list[dict[str, object]]:
        """One row for each episode and agent, for data frames."""
        return [
            {
                "episode": episode.episode,
                "agent": agent,
                "plies": episode.plies,
                "ending": episode.ending,
                "payoff": seat.payoff,
                "points": seat.points,
                "steps": seat.steps,
                "evaluations": seat.evaluations,
                "forfeit": seat.forfeit,
            }
            for episode in self.episodes
            for agent, seat in zip(self.agents, episode.seats, strict=True)
        ]

    def __str__(self) -> str:
        names = " - ".join(self.agents)
        text = f"{names}: +{self.wins} ={self.draws} -{self.losses}, score {self.score}"
        if self.elo is not None:
            text += f", Elo {self.elo.value:+.0f} [{self.elo.low:+.0f}, {self.elo.high:+.0f}]"
        return text + (", interrupted" if self.interrupted else "")

    def _repr_html_(self) -> str:
        cells = [
            ("agents", " - ".join(self.agents)),
            ("episodes", str(len(self.episodes))),
            ("wins, draws, losses", f"{self.wins}, {self.draws}, {self.losses}"),
            ("score", str(self.score)),
        ]
        if self.elo is not None:
            cells.append(("Elo", f"{self.elo.value:+.0f} [{self.elo.low:+.0f}, {self.elo.high:+.0f}]"))
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in cells)
        return f"<table>{rows}</table>"


def _spec_of(agent: str | Agent) -> str:
    if isinstance(agent, Agent):
        return agent.spec
    if isinstance(agent, str):
        return agent
    raise InvalidInputError(f"an agent is a name or an Agent, not {type(agent).__name__}")


def play(
    game: _ludometer.Game,
    agents: Sequence[str | Agent],
    episodes: int,
    *,
    seed: int = 1,
    first: int = 0,
    start: str = "start",
    mirror: bool = False,
    moves: int | None = None,
    steps: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> tuple[list[Episode], bool]:
    """Plays episodes between agents, on all cores: the episodes, and whether Ctrl-C ended it early.

    The same seed and number give the same episode whatever the number of threads; they are the episodes that
    a plan with this seed plays. With ``mirror`` consecutive episodes, as many as there are players, share
    their start and their chance, with the agents in other seats.
    """
    if episodes < 1:
        raise InvalidInputError(f"there must be at least one episode, not {episodes}")
    specs = [_spec_of(agent) for agent in agents]
    rows, interrupted = _ludometer.play_episodes(
        game,
        specs,
        (first, first + episodes),
        seed=seed,
        start=start,
        mirror=mirror,
        moves=moves,
        steps=steps,
        seconds=seconds,
        threads=threads if threads is not None else os.cpu_count(),
        progress=shown(progress, "episodes"),
    )
    played = [
        Episode(number, plies, ending, tuple(SeatResult(*seat) for seat in seats))
        for number, plies, ending, seats in rows
    ]
    return played, interrupted


def match(
    game: _ludometer.Game,
    first: str | Agent,
    second: str | Agent,
    *,
    pairs: int = 100,
    seed: int = 1,
    start: str = "start",
    moves: int | None = None,
    steps: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    confidence: float = 0.95,
    progress: Progress | bool | None = None,
) -> MatchResult:
    """A match of two agents in which every start is played from both seats.

    The pair of games is the unit of the statistics: the score counts a win as 1 and a draw as one half, its
    interval is that of our reports, and Elo is its transform. Stopped by Ctrl-C, the whole pairs that were
    played are counted.
    """
    if game.players != 2:
        raise InvalidInputError(f"a match needs a game for two players; {game.name} has {game.players}")
    episodes, interrupted = play(
        game,
        [first, second],
        2 * pairs,
        seed=seed,
        start=start,
        mirror=True,
        moves=moves,
        steps=steps,
        seconds=seconds,
        threads=threads,
        progress=progress,
    )
    known = {episode.episode: episode for episode in episodes}
    whole = [n for n in range(pairs) if 2 * n in known and 2 * n + 1 in known]
    counted = tuple(known[2 * n + k] for n in whole for k in (0, 1))
    if not counted:
        raise KeyboardInterrupt
    payoffs = [episode.seats[0].payoff for episode in counted]
    wins = sum(payoff > 0 for payoff in payoffs)
    losses = sum(payoff < 0 for payoff in payoffs)
    points = [0.5 + 0.5 * ((payoff > 0) - (payoff < 0)) for payoff in payoffs]
    units = [(points[2 * k] + points[2 * k + 1]) / 2 for k in range(len(whole))]
    score, elo = _ludometer.score_interval(units, confidence)
    return MatchResult(
        agents=(_spec_of(first), _spec_of(second)),
        episodes=counted,
        score=Estimate(*score),
        elo=Estimate(*elo),
        payoff=sum(payoffs) / len(payoffs),
        wins=wins,
        draws=len(payoffs) - wins - losses,
        losses=losses,
        interrupted=interrupted,
    )
