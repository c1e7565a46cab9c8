"""Vectors of games."""

import multiprocessing
import threading

import numpy as np
import pytest

import ludometer


def test_a_vector_plays_tic_tac_toe():
    vector = ludometer.vector("tic-tac-toe", 3, seed=1)
    observations, info = vector.reset()
    assert observations.shape == (3, 2, 3, 3) and observations.dtype == np.float32
    assert info["action_mask"].shape == (3, 9) and info["action_mask"].all()
    for action in [0, 1, 3, 4]:
        result = vector.step(np.full(3, action))
    assert result[0] is observations and result[4] is info
    observations, rewards, terminated, truncated, info = vector.step([6, 6, 2])
    assert rewards.tolist() == [1.0, 1.0, 0.0]
    assert terminated.tolist() == [True, True, False] and not truncated.any()
    assert info["payoffs"].tolist() == [[1, -1], [1, -1], [0, 0]]
    assert info["player"].tolist() == [-1, -1, 1]
    _, rewards, terminated, _, info = vector.step([0, 0, 5])
    assert not terminated.any() and info["player"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", ["othello", "chess", "kuhn", "omaha(players=3)", "vgdl(name='aliens')"])
def test_threads_change_nothing(name):
    def play(threads):
        vector = ludometer.vector(name, 200, seed=4, threads=threads)
        vector.reset()
        log = []
        for _ in range(60):
            observations, rewards, terminated, _, info = vector.step(vector.sample())
            log.append(
                (observations.tobytes(), rewards.tobytes(), terminated.tobytes(), info["action_mask"].tobytes())
            )
        return log

    assert play(1) == play(3)


def test_states_of_a_vector_are_those_of_its_game():
    vector = ludometer.vector("othello", 5, seed=9)
    vector.reset()
    for _ in range(10):
        vector.step(vector.sample())
    for index in range(5):
        state = vector.state(index)
        assert (state.observe() == vector.observations[index]).all()
        assert (state.mask() == vector.masks[index]).all()
    branch = vector.branch([2, 2, 4])
    assert len(branch) == 3 and (branch.observations[1] == vector.observations[2]).all()
    branch.step(branch.sample())
    assert vector.state(2).ply == 10 and branch.state(0).ply == 11


def test_a_learner_meets_agents_of_ours():
    vector = ludometer.vector("tic-tac-toe", 100, opponent="uct(playouts=50)", seat=0, seed=2)
    vector.reset()
    results = []
    for _ in range(60):
        _, rewards, terminated, _, info = vector.step(vector.sample())
        assert set(info["player"].tolist()) <= {-1, 0}
        results += rewards[terminated].tolist()
    assert len(results) > 300
    assert np.mean(np.array(results) < 0) > 0.4


def test_bad_input_moves_nothing():
    vector = ludometer.vector("tic-tac-toe", 2)
    vector.reset()
    before = vector.observations.copy()
    cases = [
        ([0, 9], ludometer.IllegalActionError, "action 9 of game 1"),
        ([0, -1], ludometer.IllegalActionError, "action -1 of game 1"),
        ([0], ludometer.InvalidInputError, "length 1; it must be 2"),
        ([0.5, 1.0], ludometer.InvalidInputError, "whole numbers"),
        ([[0], [1]], ludometer.InvalidInputError, "2 dimensions"),
        (["a", "b"], ludometer.InvalidInputError, "whole numbers"),
    ]
    for actions, exception, part in cases:
        with pytest.raises(exception, match=part):
            vector.step(actions)
        assert (vector.observations == before).all()
    for arguments, part in [
        ({"n": 0}, "at least one"),
        ({"n": 2, "autoreset": "maybe"}, "next_step"),
        ({"n": 2, "opponent": "nobody"}, "nobody"),
        ({"n": 2, "opponent": "random", "seat": 5}, "seats"),
    ]:
        with pytest.raises(ludometer.InvalidInputError, match=part):
            ludometer.vector("tic-tac-toe", **arguments)
    vector.close()
    vector.close()
    with pytest.raises(ludometer.ClosedError):
        vector.step([0, 0])
    with pytest.raises(ludometer.InvalidInputError):
        ludometer.vector("tic-tac-toe", 2).state(2)


def rewards_of(seed):
    """For other processes."""
    vector = ludometer.vector("othello", 200, seed=seed, threads=2)
    vector.reset()
    for _ in range(70):
        vector.step(vector.sample())
    return vector.observations.tobytes()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_may_be_forked_and_spawned(method):
    vector = ludometer.vector("othello", 200, seed=1, threads=2)
    vector.reset()
    vector.step(vector.sample())
    expected = [rewards_of(seed) for seed in (1, 2)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(rewards_of, (1, 2)) == expected


def step_inherited(vector):
    """Steps a vector that a forked process has inherited."""
    vector.step(vector.sample())
    return vector.observations.tobytes()


def test_a_vector_survives_a_fork():
    vector = ludometer.vector("othello", 200, seed=1, threads=2)
    vector.reset()
    vector.step(vector.sample())
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=lambda: queue.put(step_inherited(vector)))
    process.start()
    child = queue.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0
    assert child == step_inherited(vector)


def test_threads_of_python_step_vectors_of_their_own():
    results = {}

    def work(seed):
        results[seed] = rewards_of(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert results == {seed: rewards_of(seed) for seed in range(4)}
