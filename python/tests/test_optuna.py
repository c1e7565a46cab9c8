"""The sampler for Optuna."""

import math

import optuna
import pytest

import ludometer
from ludometer.optuna import LudometerSampler

optuna.logging.set_verbosity(optuna.logging.ERROR)


def objective(trial):
    x = trial.suggest_float("x", 0.01, 10, log=True)
    n = trial.suggest_int("n", 1, 20)
    return -((math.log(x) - 1) ** 2) - 0.1 * (n - 7) ** 2


def studied(n_jobs=1, direction="maximize", seed=3):
    sampler = LudometerSampler(400, start={"x": 1.0, "n": 4}, seed=seed)
    study = optuna.create_study(sampler=sampler, direction=direction)
    sign = 1 if direction == "maximize" else -1
    study.optimize(lambda trial: sign * objective(trial), n_trials=400, n_jobs=n_jobs)
    return sampler, study


def test_the_sampler_finds_the_best_point_and_repeats():
    sampler, study = studied()
    best = sampler.best()
    assert abs(math.log(best["x"]) - 1) < 0.5 and abs(best["n"] - 7) <= 2
    again, other = studied()
    assert again.best() == best
    assert [trial.params for trial in study.trials] == [trial.params for trial in other.trials]
    assert studied(direction="minimize")[0].best() == best
    assert studied(seed=4)[0].best() != best


def test_parallel_trials_and_failures_lose_nothing():
    sampler, _ = studied(n_jobs=3)
    assert abs(math.log(sampler.best()["x"]) - 1) < 0.7
    sampler = LudometerSampler(200, seed=1)
    study = optuna.create_study(sampler=sampler, direction="maximize")

    def failing(trial):
        value = objective(trial)
        if trial.number % 5 == 2:
            raise optuna.TrialPruned
        if trial.number % 7 == 3:
            raise ValueError("lost")
        return value

    study.optimize(failing, n_trials=200, catch=ValueError)
    assert 0 < sampler._tuner.spent <= 200


def test_every_kind_of_parameter():
    def mixed(trial):
        a = trial.suggest_float("a", 0, 1, step=0.25)
        b = trial.suggest_int("b", 0, 10, step=5)
        c = trial.suggest_categorical("c", ["x", "y", None])
        d = trial.suggest_float("d", -3, -3)
        return a + b + d + (c == "y")

    sampler = LudometerSampler(120, seed=2)
    study = optuna.create_study(sampler=sampler, direction="maximize")
    study.optimize(mixed, n_trials=120)
    for trial in study.trials:
        assert trial.params["a"] in (0, 0.25, 0.5, 0.75, 1) and trial.params["b"] in (0, 5, 10)
        assert trial.params["c"] in ("x", "y", None)
    assert sampler.best()["b"] == 10


def test_several_objectives_are_refused():
    study = optuna.create_study(sampler=LudometerSampler(10), directions=["maximize", "maximize"])
    with pytest.raises(ValueError, match="one objective"):
        for _ in range(3):
            trial = study.ask({"x": optuna.distributions.FloatDistribution(0, 1)})
            study.tell(trial, [0.0, 1.0])
    with pytest.raises(ludometer.InvalidInputError):
        LudometerSampler(0)
