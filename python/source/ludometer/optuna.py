"""A sampler for Optuna that asks our tuners.

Tuners of ours are made for noisy objectives: the recommendation of :meth:`LudometerSampler.best` is where the
function is believed to be best, not the luckiest trial. The same seed gives the same points whatever the order
in which trials of a batch finish.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.samplers import BaseSampler, RandomSampler
from optuna.search_space import IntersectionSearchSpace
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState

from . import tuning
from .errors import InvalidInputError

__all__ = ["LudometerSampler"]

_SLOT = "ludometer:slot"


def _parameter(distribution: BaseDistribution, start: Any) -> tuning.Parameter:
    if isinstance(distribution, FloatDistribution):
        low, high, step = distribution.low, distribution.high, distribution.step
        if step is not None:
            count = round((high - low) / step)
            value = None if start is None else round((start - low) / step)
            return tuning.integer(0, count, value)
        return tuning.real(low, high, start, log=distribution.log)
    if isinstance(distribution, IntDistribution):
        low, high, step = distribution.low, distribution.high, distribution.step
        if step != 1:
            value = None if start is None else round((start - low) / step)
            return tuning.integer(0, (high - low) // step, value)
        return tuning.integer(low, high, start, log=distribution.log)
    if isinstance(distribution, CategoricalDistribution):
        index = 0 if start is None else list(distribution.choices).index(start)
        count = len(distribution.choices)
        return tuning.Parameter("choice", 0, count - 1, index, False, tuple(range(count)))
    raise InvalidInputError(f"there is no parameter for {type(distribution).__name__}")


def _value(distribution: BaseDistribution, value: Any) -> Any:
    if isinstance(distribution, FloatDistribution) and distribution.step is not None:
        return min(distribution.low + value * distribution.step, distribution.high)
    if isinstance(distribution, IntDistribution) and distribution.step != 1:
        return distribution.low + value * distribution.step
    if isinstance(distribution, CategoricalDistribution):
        return distribution.choices[value]
    return value


def _refuse_several(study: Study) -> None:
    if study._is_multi_objective():
        raise ValueError("LudometerSampler is for one objective: its tuners maximise one number")


class LudometerSampler(BaseSampler):
    """Samples from one of our tuners.

    ``n_trials`` is the budget that the tuner plans with. The space is that of the first trials, or ``space``;
    parameters that are not in it, and trials beyond the budget or ahead of answers that the tuner waits for,
    are drawn at random.
    """

    def __init__(
        self,
        n_trials: int,
        *,
        space: Mapping[str, BaseDistribution] | None = None,
        start: Mapping[str, Any] | None = None,
        method: str = "default",
        seed: int | None = None,
    ) -> None:
        if n_trials < 1:
            raise InvalidInputError(f"`n_trials` cannot be {n_trials}: at least one trial is needed")
        self._budget = n_trials
        self._given = None if space is None else dict(space)
        self._start = dict(start or {})
        self._method = method
        self._seed = seed if seed is not None else 0
        self._random = RandomSampler(seed=seed)
        self._intersection = IntersectionSearchSpace()
        self._space: dict[str, BaseDistribution] = {}
        self._tuner: tuning.Tuner | None = None
        self._batch: list[tuning.Trial] = []
        self._free: list[int] = []
        self._answers: dict[int, float] = {}
        # Trials of `n_jobs` threads share the sampler.
        self._lock = threading.Lock()

    def reseed_rng(self) -> None:
        """Other random draws; the tuner's own are those of its seed."""
        self._random.reseed_rng()

    def infer_relative_search_space(
        self, study: Study, trial: FrozenTrial
    ) -> dict[str, BaseDistribution]:
        """The space of the tuner, once it is known."""
        if self._space:
            return self._space
        known = self._given if self._given is not None else self._intersection.calculate(study)
        return {name: one for name, one in known.items() if not one.single()}

    def _begin(self, space: dict[str, BaseDistribution]) -> tuning.Tuner:
        self._space = dict(space)
        parameters = {name: _parameter(one, self._start.get(name)) for name, one in space.items()}
        return tuning.tuner(self._method, parameters, budget=self._budget, seed=self._seed)

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """The next point that the tuner asks for."""
        _refuse_several(study)
        if not search_space:
            return {}
        with self._lock:
            if self._tuner is None:
                self._tuner = self._begin(search_space)
            if not self._batch:
                self._batch = self._tuner.ask()
                self._free = list(range(len(self._batch)))
                self._answers = {}
            # A trial of another space, or one beyond what the tuner asks for now, answers no question of its.
            known = self._free and all(search_space.get(name) == one for name, one in self._space.items())
            slot = self._free.pop(0) if known else None
        if slot is None:
            sampled = self._random.sample_independent
            return {name: sampled(study, trial, name, one) for name, one in search_space.items()}
        number, point = self._batch[slot].number, self._batch[slot].point
        study._storage.set_trial_system_attr(trial._trial_id, _SLOT, [number, slot])
        asked = {name: _value(self._space[name], value) for name, value in point.items()}
        for name, one in search_space.items():
            if name not in asked:
                asked[name] = self._random.sample_independent(study, trial, name, one)
        return asked

    def sample_independent(
        self,
        study: Study,
        trial: FrozenTrial,
        param_name: str,
        param_distribution: BaseDistribution,
    ) -> Any:
        """What is not in the tuner's space."""
        _refuse_several(study)
        return self._random.sample_independent(study, trial, param_name, param_distribution)

    def after_trial(
        self,
        study: Study,
        trial: FrozenTrial,
        state: TrialState,
        values: Sequence[float] | None,
    ) -> None:
        """Keeps an answer, and tells the tuner once all of a batch are there."""
        attributes = study._storage.get_trial_system_attrs(trial._trial_id)
        slot = attributes.get(_SLOT)
        if slot is None or self._tuner is None:
            return
        number, index = slot
        sign = 1.0 if study.direction == StudyDirection.MAXIMIZE else -1.0
        with self._lock:
            if index >= len(self._batch) or self._batch[index].number != number:
                return
            if state != TrialState.COMPLETE or not values:
                # Another trial asks the same question.
                self._free.insert(0, index)
                return
            self._answers[index] = sign * float(values[0])
            if len(self._answers) == len(self._batch):
                self._tuner.tell([self._answers[index] for index in range(len(self._batch))])
                self._batch = []

    def best(self) -> dict[str, Any]:
        """The point that the tuner recommends."""
        if self._tuner is None:
            raise InvalidInputError("no trial was asked for yet")
        return {name: _value(self._space[name], value) for name, value in self._tuner.best().items()}
