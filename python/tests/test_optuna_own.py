"""Optuna's own tests of samplers, on ours."""

from collections.abc import Callable

import optuna
import pytest
from optuna.samplers import BaseSampler
from optuna.testing.pytest_samplers import (
    BasicSamplerTestCase,
    RelativeSamplerTestCase,
    SingleOnlySamplerTestCase,
)

from ludometer.optuna import LudometerSampler

optuna.logging.set_verbosity(optuna.logging.ERROR)


class TestSampler(BasicSamplerTestCase, RelativeSamplerTestCase, SingleOnlySamplerTestCase):
    """Everything that Optuna asks of a sampler for one objective with a relative space."""

    @pytest.fixture
    def sampler(self) -> Callable[[], BaseSampler]:
        return lambda: LudometerSampler(200, seed=1)
