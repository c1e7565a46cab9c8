"""Environments for PettingZoo: every game as an AEC environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv as _AECEnv

from . import Game, State
from .errors import InvalidInputError

__all__ = ["AECEnv", "env"]


def env(game: str | Game, **options: Any) -> AECEnv:
    """A game as an AEC environment."""
    return AECEnv(game, **options)


def _observations(game: Game) -> spaces.Space[Any]:
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, game.observation_shape, np.float32),
            "action_mask": spaces.Box(0, 1, (game.action_space,), np.int8),
        }
    )


class AECEnv(_AECEnv[str, dict[str, NDArray[Any]], Any]):
    """A game in which players act one after the other.

    Agents are ``player_0``, ``player_1`` and so on. An observation is a dictionary with the array
    ``observation`` and ``action_mask``, of zeros for those who are not to move. Rewards are the payoffs at the
    end. An illegal action raises; wrap the environment in PettingZoo's ``TerminateIllegalWrapper`` to let it
    lose instead.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 10,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        start: str | None = None,
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise InvalidInputError(f"`render_mode` cannot be {render_mode!r}; known: ansi")
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": self.game.name}
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self._start = start
        self._limit = max_actions
        self._seed = 0
        self._episode = -1
        observation = _observations(self.game)
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.action_space) for agent in self.possible_agents
        }
        self.board: State = self.game.start(start=start)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode: the first of the seed, or the next one."""
        if seed is not None:
            self._seed, self._episode = seed, -1
        self._episode += 1
        self.board = self.game.start(self._seed, episode=self._episode, start=self._start)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self._actions = 0
        self.agent_selection = self.possible_agents[self.board.player or 0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees."""
        player = self.possible_agents.index(agent)
        if self.board.player == player:
            mask = self.board.mask().astype(np.int8)
        else:
            mask = np.zeros(self.game.action_space, np.int8)
        return {"observation": self.board.observe(player), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all players see together, one after the other."""
        return np.stack([self.board.observe(player) for player in range(self.game.players)])

    def step(self, action: Any) -> None:
        """One action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board = self.board.step(int(action))
        self._actions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.board.over:
            payoffs = self.board.payoffs
            self.rewards = dict(zip(self.possible_agents, payoffs, strict=True))
            self.terminations = {name: True for name in self.agents}
            player = (self.possible_agents.index(agent) + 1) % self.game.players
        else:
            if self._limit is not None and self._actions >= self._limit:
                self.truncations = {name: True for name in self.agents}
            player = self.board.player or 0
        self.agent_selection = self.possible_agents[player]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as text."""
        return self.board.show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing needs to be let go."""
