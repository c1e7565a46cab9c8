"""Steps a second of vectors with observations and masks written, beside other packages that are installed.

    python python/benchmarks/steps.py [--games NAME ...] [--seconds S]

Random legal moves, chosen by the package's own sampler outside of the time where it has one. Times are those of
the process's processors (``process_time``), so that what other programs do does not count; with one thread a
step a CPU second is a step a second.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import ludometer


def measured(step: Callable[[], int], seconds: float) -> float:
    """Steps a CPU second, after a warm-up."""
    for _ in range(3):
        step()
    count, spent = 0, 0.0
    while spent < seconds:
        began = time.process_time()
        count += step()
        spent += time.process_time() - began
    return count / spent


def ours(name: str, n: int, seconds: float) -> tuple[float, float]:
    """Steps a CPU second of a vector on one thread: alone, and with the choice of moves."""
    vector = ludometer.vector(name, n, seed=1, threads=1)
    vector.reset()

    def chosen() -> int:
        vector.step(vector.sample())
        return n

    with_choice = measured(chosen, seconds)
    count, spent = 0, 0.0
    while spent < seconds:
        actions = vector.sample()
        began = time.process_time()
        vector.step(actions)
        spent += time.process_time() - began
        count += n
    return count / spent, with_choice


def threads(name: str, n: int, seconds: float) -> float:
    """How many times as many steps a second of the clock two threads make."""

    def rate(count: int) -> float:
        vector = ludometer.vector(name, n, seed=1, threads=count)
        vector.reset()
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = vector.sample()
            began = time.perf_counter()
            vector.step(actions)
            spent += time.perf_counter() - began
            steps += n
        return steps / spent

    return rate(2) / rate(1)


def single(seconds: float) -> dict[str, float]:
    """Microseconds of single calls."""
    vector = ludometer.vector("tic-tac-toe", 1, illegal="forfeit")
    vector.reset()
    action = np.zeros(1, np.int64)
    state = ludometer.game("othello").start()
    tuner = ludometer.tuner(
        "default",
        {f"x{k}": ludometer.tuning.real(0, 1) for k in range(6)},
        budget=10**9,
    )

    def asked() -> int:
        trials = tuner.ask()
        tuner.tell([0.0] * len(trials))
        return len(trials)

    def called(call: Callable[[], object]) -> float:
        def step() -> int:
            for _ in range(1000):
                call()
            return 1000

        return 1e6 / measured(step, seconds)

    return {
        "step of a vector of one game": called(lambda: vector.step(action)),
        "state.over": called(lambda: state.over),
        "state.step(19)": called(lambda: state.step(19)),
        "ask and tell, 6 parameters, a trial": 1e6 / measured(asked, seconds),
    }


def open_spiel(name: str, seconds: float) -> float | None:
    """OpenSpiel's Python loop, with observation and mask."""
    try:
        import pyspiel
    except ImportError:
        return None
    known = {"tic-tac-toe": "tic_tac_toe", "othello": "othello", "chess": "chess"}
    if name not in known:
        return None
    game = pyspiel.load_game(known[name])
    rng = np.random.default_rng(1)

    def episode() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            np.asarray(state.observation_tensor(0), np.float32)
            np.asarray(state.legal_actions_mask(0), bool)
            steps += 1
        return steps

    return measured(episode, seconds)


def pgx(name: str, n: int, seconds: float) -> float | None:
    """pgx on the processor, compiled before the clock runs; the choice of moves is included."""
    try:
        import jax
        import pgx
    except ImportError:
        return None
    known = {"tic-tac-toe": "tic_tac_toe", "othello": "othello", "chess": "chess"}
    if name not in known:
        return None
    env = pgx.make(known[name])

    def step(state, key):
        masked = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        keys = jax.random.split(key, n + 1)
        actions = jax.vmap(jax.random.categorical)(keys[1:], masked)
        after = jax.vmap(env.step)(state, actions)
        begun = jax.vmap(env.init)(keys[1:])

        def chosen(new, old):
            over = after.terminated.reshape((-1,) + (1,) * (new.ndim - 1))
            return jax.numpy.where(over, new, old)

        return jax.tree_util.tree_map(chosen, begun, after), keys[0]

    compiled = jax.jit(step)
    key = jax.random.PRNGKey(1)
    running = jax.jit(jax.vmap(env.init))(jax.random.split(key, n)), key

    def batch() -> int:
        nonlocal running
        running = compiled(*running)
        jax.block_until_ready(running[0].observation)
        return n

    return measured(batch, seconds)


def envpool(seconds: float, n: int = 256) -> float | None:
    """EnvPool's trivial steps: CartPole on one thread."""
    try:
        import envpool
    except ImportError:
        return None
    env = envpool.make_gymnasium("CartPole-v1", num_envs=n, num_threads=1)
    env.reset()
    actions = np.zeros(n, np.int32)

    def batch() -> int:
        env.step(actions)
        return n

    return measured(batch, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    games = ["tic-tac-toe", "othello", "chess", "omaha", "kuhn", "meteors", "vgdl(name='aliens')"]
    parser.add_argument("--games", nargs="*", default=games)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--n", type=int, default=4096)
    arguments = parser.parse_args()
    heads = ("million steps", "with choice", "two threads", "OpenSpiel", "pgx")
    print(f"{'game':24}" + "".join(f" {head:>14}" for head in heads))
    for name in arguments.games:
        alone, chosen = ours(name, arguments.n, arguments.seconds)
        double = threads(name, arguments.n, arguments.seconds)
        peers = (open_spiel(name, arguments.seconds), pgx(name, arguments.n, arguments.seconds))
        beside = "".join(f" {'-' if peer is None else f'{peer / 1e6:.4f}':>14}" for peer in peers)
        print(f"{name:24} {alone / 1e6:14.2f} {chosen / 1e6:14.2f} {double:13.2f}x{beside}")
    trivial = envpool(arguments.seconds)
    if trivial is not None:
        print(f"{'EnvPool, CartPole':24} {trivial / 1e6:14.2f}")
    for what, microseconds in single(arguments.seconds).items():
        print(f"{what:40} {microseconds:8.3f} us")


if __name__ == "__main__":
    main()
