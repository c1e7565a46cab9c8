"""Tuners of noisy functions, by asking and telling.

A tuner asks for trials and is told one number for each, larger being better. The same seed and the same
answers give the same points to the bit, whatever the order and the machines on which trials are evaluated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from . import _ludometer
from .errors import InvalidInputError

__all__ = [
    "Parameter",
    "Trial",
    "Tuner",
    "choice",
    "integer",
    "maximize",
    "minimize",
    "real",
    "tuner",
    "tuners",
]

Value = Any


@dataclass(frozen=True)
class Parameter:
    """A parameter with its range and the value that a search starts from."""

    kind: str
    low: float
    high: float
    start: float
    log: bool = False
    options: tuple[Value, ...] = ()

    def decode(self, number: float) -> Value:
        """A value from its number."""
        if self.kind == "real":
            return number
        return self.options[round(number)] if self.kind == "choice" else round(number)


def real(low: float, high: float, start: float | None = None, *, log: bool = False) -> Parameter:
    """A real number between two others."""
    if start is None:
        start = math.sqrt(low * high) if log else (low + high) / 2
    return Parameter("real", low, high, start, log)


def integer(low: int, high: int, start: int | None = None, *, log: bool = False) -> Parameter:
    """A whole number between two others."""
    if start is None:
        start = round(math.sqrt(low * high)) if log else (low + high) // 2
    return Parameter("integer", low, high, start, log)


def choice(options: Sequence[Value], start: Value | None = None) -> Parameter:
    """One of several values, without an order."""
    if len(options) < 2:
        raise InvalidInputError("a choice needs at least two options")
    index = 0 if start is None else list(options).index(start)
    return Parameter("choice", 0, len(options) - 1, index, False, tuple(options))


@dataclass(frozen=True)
class Trial:
    """A point to evaluate. Trials of one scenario are to be given the same chance; in a duel ``point`` plays
    ``against`` another, with the sides exchanged if ``mirrored``."""

    number: int
    point: dict[str, Value]
    against: dict[str, Value] | None
    scenario: int
    mirrored: bool


class Tuner:
    """An optimiser that maximises."""

    def __init__(self, inner: _ludometer.Tuner, parameters: Mapping[str, Parameter]) -> None:
        self._inner = inner
        self._parameters = dict(parameters)

    def _point(self, numbers: Sequence[float]) -> dict[str, Value]:
        pairs = zip(self._parameters.items(), numbers, strict=True)
        return {name: parameter.decode(number) for (name, parameter), number in pairs}

    def ask(self) -> list[Trial]:
        """The trials to evaluate next; none once the budget is spent. Asking twice gives the same."""
        return [
            Trial(
                number,
                self._point(point),
                None if against is None else self._point(against),
                scenario,
                mirrored,
            )
            for number, point, against, scenario, mirrored in self._inner.ask()
        ]

    def tell(self, answers: Sequence[float]) -> None:
        """The answers to the trials that were asked for, in their order."""
        self._inner.tell(answers)

    def best(self) -> dict[str, Value]:
        """The point that it recommends: not the luckiest trial."""
        return self._point(self._inner.best())

    @property
    def spent(self) -> int:
        """Trials told so far."""
        return self._inner.spent

    def dumps(self) -> str:
        """Its state as a text."""
        return self._inner.save()

    def loads(self, text: str) -> None:
        """Goes on where a tuner of the same kind and parameters stood."""
        self._inner = _ludometer.Tuner.restore(self._inner.method, text)


def tuners() -> dict[str, str]:
    """The names of tuners, with descriptions."""
    return dict(_ludometer.tuners())


def tuner(
    method: str,
    parameters: Mapping[str, Parameter],
    *,
    budget: int,
    objective: str = "value",
    seed: int = 0,
) -> Tuner:
    """A tuner by name: ``tuner("default", {"c": real(0.1, 10, log=True)}, budget=1000)``."""
    declared = [
        (name, p.kind, float(p.low), float(p.high), float(p.start), p.log)
        for name, p in parameters.items()
    ]
    return Tuner(_ludometer.Tuner(method, declared, objective, budget, seed), parameters)


def _searched(
    function: Callable[[dict[str, Value]], float],
    sign: float,
    search: Tuner,
    executor: Executor | None,
) -> dict[str, Value]:
    while trials := search.ask():
        points = [trial.point for trial in trials]
        answers = map(function, points) if executor is None else executor.map(function, points)
        search.tell([sign * float(answer) for answer in answers])
    return search.best()


def maximize(
    function: Callable[[dict[str, Value]], float],
    parameters: Mapping[str, Parameter],
    *,
    budget: int,
    method: str = "default",
    seed: int = 0,
    executor: Executor | None = None,
) -> dict[str, Value]:
    """The point at which a noisy function is largest, from ``budget`` evaluations.

    With an executor the trials of a batch are evaluated on it; the result does not depend on it.
    """
    return _searched(function, 1.0, tuner(method, parameters, budget=budget, seed=seed), executor)


def minimize(
    function: Callable[[dict[str, Value]], float],
    parameters: Mapping[str, Parameter],
    *,
    budget: int,
    method: str = "default",
    seed: int = 0,
    executor: Executor | None = None,
) -> dict[str, Value]:
    """The point at which a noisy function is smallest; see :func:`maximize`."""
    return _searched(function, -1.0, tuner(method, parameters, budget=budget, seed=seed), executor)
