"""Plans and searches on executors: the rows of the command line, whatever plays them and whoever dies."""

import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import ludometer
import ludometer.executors
from ludometer import tuning

SETTINGS = {"episodes": 24}


def digest(run):
    """One hash of all rows."""
    columns = run.columns()
    text = repr([(name, list(values)) for name, values in columns.items()])
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The hash of the rows that the command line plays."""
    store = tmp_path_factory.mktemp("command") / "command.sqlite"
    command = [sys.executable, "-m", "ludometer", "--quiet", "run", "slide-depth4", "--set", "episodes=24"]
    subprocess.run([*command, "--store", str(store)], check=True, capture_output=True)
    here = ludometer.run(ludometer.plan("slide-depth4", settings=SETTINGS), store=store)
    assert here.complete
    return digest(here)


def spread(executor, folder, parts=8):
    plan = ludometer.plan("slide-depth4", settings=SETTINGS)
    return ludometer.run(plan, store=folder / "spread.sqlite", executor=executor, parts=parts)


def test_threads_and_processes(expected, tmp_path):
    with ThreadPoolExecutor(2) as pool:
        assert digest(spread(pool, tmp_path)) == expected
    other = tmp_path / "other"
    other.mkdir()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        assert digest(spread(pool, other)) == expected


def worth(point):
    """A function that other processes can import."""
    return -((point["x"] - 0.3) ** 2) - (point["y"] + 1) ** 2


def worth_and_death(point):
    """The same, in a process that is killed the first time it comes near a place."""
    mark = os.environ.get("LUDOMETER_TEST_DEATH")
    if mark and point["x"] > 0.2 and not os.path.exists(mark):
        with open(mark, "w", encoding="utf-8"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return worth(point)


PARAMETERS = {"x": tuning.real(-1, 1), "y": tuning.real(-3, 3)}


def best_of(function=worth, executor=None):
    return ludometer.maximize(function, PARAMETERS, budget=400, seed=3, executor=executor)


def test_batches_of_searches_are_spread(tmp_path):
    alone = best_of()
    assert abs(alone["x"] - 0.3) < 0.2
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert best_of(executor=pool) == alone


@pytest.fixture
def dask():
    distributed = pytest.importorskip("distributed")
    import dask

    with dask.config.set({"distributed.worker.daemon": False, "distributed.scheduler.allowed-failures": 20}):
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        )
        client = distributed.Client(cluster)
        yield client
        client.close()
        cluster.close()


def test_dask_with_a_worker_killed(dask, expected, tmp_path):
    executor = dask.get_executor(retries=20)
    workers = list(dask.run(os.getpid).values())
    assert len(workers) == 2
    killed = []

    def seen(done, of):
        # In the middle: some parts are done and others are not.
        if not killed and 2 <= done < of:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(done)

    plan = ludometer.plan("slide-depth4", settings=SETTINGS)
    run = ludometer.run(plan, store=tmp_path / "dask.sqlite", executor=executor, parts=12, progress=seen)
    assert killed and run.complete and digest(run) == expected
    assert best_of(executor=executor) == best_of()


@pytest.fixture
def ray(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("LUDOMETER_TEST_DEATH", str(tmp_path / "died"))
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(__file__))
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    yield ray
    ray.shutdown()


def test_ray_with_a_worker_killed(ray, expected, tmp_path):
    with ludometer.executors.Ray(retries=5) as executor:
        assert digest(spread(executor, tmp_path)) == expected
        assert best_of(worth_and_death, executor) == best_of()
        assert (tmp_path / "died").exists()
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(worth, {"x": 0, "y": 0})
