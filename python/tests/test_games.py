"""Games, states and agents as values."""

import copy
import pickle

import numpy as np
import pytest

import ludometer


def every_game():
    """One game of every entry, and every example of the registry."""
    examples = [example for _, _, examples in ludometer._ludometer.games() for example in examples]
    plain = [name for name in ludometer.games() if name != "vgdl"]
    return [*plain, *examples]


def walk(game, seed=3, plies=40):
    """States of random play."""
    rng = np.random.default_rng(seed)
    state = game.start(seed)
    states = [state]
    while not state.over and len(states) <= plies:
        state = state.step(int(rng.choice(state.action_numbers)))
        states.append(state)
    return states


def test_tic_tac_toe_is_played_by_hand():
    game = ludometer.game("tic-tac-toe")
    assert (game.players, game.chance, game.hidden, game.zero_sum) == (2, False, False, True)
    assert game.observation_shape == (2, 3, 3) and game.action_space == 9
    state = game.start()
    for action in ["b2", "a3", "a1", "c3", "c1"]:
        assert not state.over
        state = state.step(action)
    assert state.player == 1 and state.actions == ["b3", "a2", "c2", "b1"]
    assert state.action_numbers == [1, 3, 5, 7]
    won = state.step("c2").step("b1")
    assert won.over and won.player is None and won.payoffs == [1.0, -1.0]
    assert won.actions == [] and won.ply == 7
    # The state from before is as it was.
    assert state.actions == ["b3", "a2", "c2", "b1"]


@pytest.mark.parametrize("name", every_game())
def test_states_are_values(name):
    game = ludometer.game(name)
    for state in walk(game):
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state) and repr(again) == repr(state)
        assert copy.copy(state) == state and copy.deepcopy(state) == state
        assert again.actions == state.actions and again.ply == state.ply
        if not state.over:
            assert again.step(state.actions[0]) == state.step(state.actions[0])
            mask = state.mask()
            assert list(np.flatnonzero(mask)) == sorted(state.action_numbers)
            number = state.action_numbers[0]
            assert state.label(number) == state.actions[0] and state.number(state.actions[0]) == number
        if state.notation is not None:
            assert game.read(state.notation) == state
        for player in range(game.players):
            assert state.observe(player).shape == game.observation_shape
            assert np.isfinite(state.observe(player)).all()
            state.points(player)
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("name", every_game())
def test_laws_hold(name):
    ludometer.game(name).check()


def test_the_same_seed_gives_the_same_chance():
    game = ludometer.game("omaha", players=3)
    assert game.start(5) == game.start(5) and game.start(5) != game.start(6)
    assert game.start(5, episode=1) != game.start(5)
    meteors = ludometer.game("meteors").start(1)
    assert meteors.step("stay") == meteors.step("stay")
    assert len({meteors.step("stay", seed=seed) for seed in range(50)}) > 5


def test_hidden_cards_are_not_observed():
    state = ludometer.game("kuhn").start(4)
    others = {state.determinize(0, seed=seed) for seed in range(20)}
    assert len(others) == 2
    assert all((other.observe(0) == state.observe(0)).all() for other in others)
    assert "?" in state.show(0) and "?" not in state.show()


def test_bad_input_names_the_remedy():
    def says(exception, part, call):
        with pytest.raises(exception) as caught:
            call()
        assert part in str(caught.value), str(caught.value)
        assert isinstance(caught.value, ludometer.LudometerError)

    game = ludometer.game("tic-tac-toe")
    state = game.start()
    says(ValueError, "tic-tac-toe", lambda: ludometer.game("tic-tac-tow"))
    says(ValueError, "size", lambda: ludometer.game("othello", size=5))
    says(ludometer.IllegalActionError, "legal: a3 (0)", lambda: state.step("z9"))
    says(ludometer.IllegalActionError, "legal: a3 (0)", lambda: state.step(-1))
    says(ludometer.InvalidInputError, "label", lambda: state.step(1.5))
    says(ludometer.InvalidInputError, "players are 0 to 1", lambda: state.payoff(2))
    says(ludometer.InvalidInputError, "no measure", lambda: state.measure("beauty"))
    says(ludometer.InvalidInputError, "3 rows", lambda: game.read("X"))
    over = game.read("XXX/OO./...")
    says(ludometer.IllegalActionError, "over", lambda: over.step("c1"))
    says(ludometer.InvalidInputError, "over", lambda: ludometer.agent("random").act(over))
    says(ludometer.InvalidInputError, "no agent", lambda: ludometer.agent("nobody").act(state))


def test_agents_act_and_explain():
    game = ludometer.game("tic-tac-toe")
    state = game.read("XX./OO./...")
    agent = ludometer.agent("uct", playouts=500)
    assert agent.spec == "uct(playouts=500)"
    decision = agent.explain(state)
    assert decision.action == agent.act(state) == "c3"
    assert decision.steps > 0 and sum(decision.visits.values()) >= 500
    assert decision.values["c3"] == max(decision.values.values())
    assert decision.variations[0].actions[0] == "c3"
    assert pickle.loads(pickle.dumps(agent)) == agent
    exact = ludometer.agent("depth", t=9).explain(game.start())
    assert set(exact.values.values()) == {0.0}


def test_measures_and_counts():
    game = ludometer.game("othello")
    assert game.perft(3) == [4, 12, 56]
    names = dict(game.entries("measure"))
    assert "mobility" in names or "discs" in names
    for name in names:
        game.start().measure(name)
