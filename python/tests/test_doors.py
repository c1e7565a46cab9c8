"""Gymnasium and PettingZoo: their own tests, on every game."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import ludometer
import ludometer.gymnasium
import ludometer.pettingzoo

IDS = sorted(ludometer.gymnasium.ids())
GAMES = [name for name in ludometer.games() if name != "vgdl"] + [
    "othello(size=6)",
    "omaha(players=3)",
    "vgdl(name='aliens')",
    "vgdl(name='sheepdog')",
]


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_accepts_every_id(name):
    env = gymnasium.make(name, disable_env_checker=True)
    with warnings.catch_warnings():
        # The bounds of observations are not known, and said so by infinity.
        warnings.filterwarnings("ignore", message=".*infinity.*")
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("name", ["ludometer/meteors-v0", "ludometer/othello-v0", "ludometer/vgdl-aliens-v0"])
def test_gymnasium_vectors(name):
    env = gymnasium.make_vec(name, num_envs=6, vectorization_mode="vector_entry_point")
    assert isinstance(env, gymnasium.vector.VectorEnv)
    observations, _ = env.reset(seed=3)
    assert env.observation_space.contains(observations)
    for _ in range(100):
        observations, rewards, terminated, truncated, info = env.step(env.unwrapped.vector.sample())
        assert env.observation_space.contains(observations)
        assert rewards.shape == terminated.shape == truncated.shape == (6,)
    env.close()
    with pytest.raises(ludometer.ClosedError):
        env.step(np.zeros(6, int))


def test_an_environment_renders_and_repeats():
    def play():
        env = gymnasium.make("ludometer/meteors-v0", render_mode="ansi")
        frames = []
        env.reset(seed=5)
        over = False
        while not over:
            _, reward, terminated, truncated, info = env.step(1)
            frames.append(env.render())
            over = terminated or truncated
        return frames, reward

    frames, reward = play()
    assert (frames, reward) == play()
    assert "tick  1/60" in frames[0] and reward in (-1.0, 1.0)


def test_an_illegal_action_loses():
    env = ludometer.gymnasium.Env("tic-tac-toe", opponent="random", seat=0)
    _, info = env.reset(seed=1)
    assert info["action_mask"].all()
    env.step(4)
    _, reward, terminated, _, _ = env.step(4)
    assert (reward, terminated) == (-1.0, True)
    with pytest.raises(ludometer.InvalidInputError, match="one player"):
        ludometer.gymnasium.Env("meteors", opponent="random")


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_every_game(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore")
        api_test(ludometer.pettingzoo.env(name), num_cycles=60)
        seed_test(lambda: ludometer.pettingzoo.env(name), num_cycles=60)


def test_pettingzoo_pays_both_players():
    env = ludometer.pettingzoo.env("tic-tac-toe", render_mode="ansi")
    env.reset(seed=1)
    for action in [0, 1, 3, 4, 6]:
        env.step(action)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.render().count("X") == 3
    env.reset()
    with pytest.raises(ludometer.IllegalActionError):
        env.step(9)
