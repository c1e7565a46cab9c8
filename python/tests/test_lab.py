"""Matches, tuners, plans and the command."""

import concurrent.futures
import hashlib
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import ludometer
from ludometer import tuning


def test_a_match_has_an_interval():
    game = ludometer.game("tic-tac-toe")
    result = ludometer.match(game, "uct(playouts=100)", ludometer.agent("random"), pairs=40, seed=3)
    assert result.wins + result.draws + result.losses == 80 == len(result.episodes)
    assert 0.8 < result.score.low < result.score.value < result.score.high <= 1.0
    assert result.elo.low > 200 and not result.interrupted
    assert result == ludometer.match(game, "uct(playouts=100)", "random", pairs=40, seed=3, threads=1)
    assert len(result.rows()) == 160 and result.rows()[0]["agent"] == "uct(playouts=100)"
    assert "score" in str(result) and "<table>" in result._repr_html_()
    with pytest.raises(ludometer.InvalidInputError, match="two players"):
        ludometer.match(ludometer.game("meteors"), "random", "random")


@pytest.fixture
def interrupts():
    """Ctrl-C raises, also where the shell that began the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_a_match_and_keeps_what_was_played(interrupts):
    game = ludometer.game("othello")
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    episodes, interrupted = ludometer.play(game, ["random", "random"], 100_000_000)
    assert interrupted and 0 < len(episodes) < 100_000_000
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ludometer.agent("uct", playouts=1_000_000_000).act(game.start())


def noisy(point):
    """A smooth function with noise that depends on the point alone."""
    text = repr(sorted(point.items())).encode()
    noise = int.from_bytes(hashlib.sha256(text).digest()[:4], "big") / 2**32 - 0.5
    return (np.log(point["c"]) - 1.0) ** 2 + 0.1 * (point["d"] - 7) ** 2 + 0.2 * noise


PARAMETERS = {"c": tuning.real(0.01, 10, 1, log=True), "d": tuning.integer(1, 20, 4)}


def test_tuners_find_the_minimum_and_repeat():
    best = ludometer.minimize(noisy, PARAMETERS, budget=1500, seed=7)
    assert abs(np.log(best["c"]) - 1) < 0.5 and abs(best["d"] - 7) <= 2
    with ThreadPoolExecutor(3) as executor:
        assert best == ludometer.minimize(noisy, PARAMETERS, budget=1500, seed=7, executor=executor)
    highest = ludometer.maximize(lambda p: -noisy(p), PARAMETERS, budget=1500, seed=7)
    assert highest == best


def test_a_tuner_is_saved_and_goes_on():
    def points(saved):
        tuner = ludometer.tuner("default", PARAMETERS, budget=300, seed=1)
        log = []
        while trials := tuner.ask():
            log += [trial.point for trial in trials]
            tuner.tell([-noisy(trial.point) for trial in trials])
            if saved:
                text = tuner.dumps()
                tuner = ludometer.tuner("default", PARAMETERS, budget=300, seed=1)
                tuner.loads(text)
        return log, tuner.best(), tuner.spent

    assert points(False) == points(True)
    tuner = ludometer.tuner("spsa", {"x": tuning.choice(["a", "b", "c"])}, budget=10)
    assert tuner.ask()[0].point["x"] in "abc"
    with pytest.raises(ludometer.InvalidInputError, match="no tuner"):
        ludometer.tuner("nobody", PARAMETERS, budget=10)
    with pytest.raises(ludometer.InvalidInputError):
        tuner.tell([1.0, float("nan")])
    assert "default" in ludometer.tuners()


def rows_of(run):
    """A hash of every row."""
    columns = run.columns()
    texts = [f"{name} {list(values)}" for name, values in columns.items()]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


SETTINGS = {"episodes": 12}


def test_a_plan_has_the_same_rows_whatever_plays_it(tmp_path):
    plan = ludometer.plan("slide-depth4", settings=SETTINGS)
    here = ludometer.run(plan, store=tmp_path / "here.sqlite", threads=2)
    assert here.complete and here.of == plan.cells * plan.episodes
    context = get_context("spawn")
    for name, executor in [
        ("threads", ThreadPoolExecutor(2)),
        ("processes", ProcessPoolExecutor(2, mp_context=context)),
    ]:
        with executor:
            store = tmp_path / f"{name}.sqlite"
            there = ludometer.run(plan, store=store, executor=executor, parts=5)
            assert there.complete and rows_of(there) == rows_of(here)
            # Nothing is left to do.
            assert ludometer.run(plan, store=store, executor=executor, parts=5).complete
    command = [sys.executable, "-m", "ludometer", "run", "slide-depth4", "--set", "episodes=12"]
    store = tmp_path / "command.sqlite"
    done = subprocess.run([*command, "--store", str(store)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    there = ludometer.run(plan, store=store)
    assert there.complete and rows_of(there) == rows_of(here)
    frame = here.to_pandas()
    assert len(frame) == here.of and set(frame["episode"]) == set(range(12))
    assert here.to_polars().shape == frame.shape
    assert "slide" in here.report(format="markdown").lower()


def test_the_command_is_there():
    command = [sys.executable, "-m", "ludometer"]
    version = subprocess.run([*command, "--version"], capture_output=True, text=True)
    assert version.stdout.strip() == f"ludometer {ludometer.__version__}"
    wrong = subprocess.run([*command, "play", "no-such-game"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "no-such-game" in wrong.stderr
    script = os.path.join(os.path.dirname(sys.executable), "ludometer")
    listed = subprocess.run([script, "list", "games"], capture_output=True, text=True)
    assert "othello" in listed.stdout


def test_analyses_are_data():
    data = ludometer.analyse("tic-tac-toe", "X.O/.X./..O", agent=ludometer.agent("depth", t=9))
    assert isinstance(data, dict) and data
    with pytest.raises(ludometer.InvalidInputError):
        ludometer.analyse("tic-tac-toe", "nonsense")


def test_agents_are_pickled():
    assert pickle.loads(pickle.dumps(ludometer.agent("uct", playouts=3))).spec == "uct(playouts=3)"


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self):
        return True


def test_progress_is_shown_or_told(monkeypatch, tmp_path):
    seen = []
    plan = ludometer.plan("slide-depth4", settings={"episodes": 6})
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        ludometer.run(
            plan,
            store=tmp_path / "a.sqlite",
            executor=pool,
            parts=3,
            progress=lambda done, of: seen.append((done, of)),
        )
    assert seen[-1] == (3, 3) and [done for done, _ in seen] == sorted(done for done, _ in seen)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        ludometer.run(plan, store=tmp_path / "b.sqlite", executor=pool, parts=3, progress=True)
    lines = terminal.getvalue()
    assert "slide-depth4 3/3" in lines and lines.endswith("\n")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    ludometer.run(plan, store=tmp_path / "b.sqlite", progress=True)
    assert sys.stderr.getvalue() == ""
