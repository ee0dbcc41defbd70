"""Environments of PettingZoo (AEC), one for each game: seats move in turn.

``import juez.pettingzoo`` registers them: ``pettingzoo.make("aec", "juez/durak-v1", seats=3)``.

An observation is one vector, float32: the planes of the game, then its scalars, from the side of the
agent. It has nothing that is hidden from the seat. ``info["action_mask"]`` has 1 for each legal
action of the agent in turn, all 0 for the others (int8); with ``mask="observation"`` an observation
is a dictionary of ``observation`` and ``action_mask``.

The rewards come at the end of the match, from -1 to 1: twice the share of the other sides that a
seat has beaten, minus 1. Partners get the same; the rewards of all seats sum to 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from . import Game, State, _game_of, game, games, series_seed

__all__ = ["GameEnv", "env", "parallel_env", "raw_env"]

_RANGE = np.iinfo(np.int32)


class GameEnv(AECEnv[str, Any, int]):  # type: ignore[misc] # PettingZoo has no stubs
    """A match of any game, without wrappers: an illegal action raises :class:`juez.IllegalMove`."""

    def __init__(
        self,
        name: str | Game,
        *,
        mask: str = "info",
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        super().__init__()
        if mask not in ("info", "observation"):
            raise ValueError("mask is 'info' or 'observation'")
        self.game = _game_of(name, rules)
        self.metadata = {
            "name": f"{self.game.id}_v{self.game.version}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._in_info = mask == "info"
        size = int(np.prod(self.game.plane_shape)) + len(self.game.scalar_names)
        moves = len(self.game.move_names)
        self._no_action = np.zeros(moves, np.int8)
        self._action_spaces: dict[str, spaces.Space[Any]] = {}
        self._observation_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            seen: spaces.Space[Any] = spaces.Box(_RANGE.min, _RANGE.max, (size,), np.float32)
            if not self._in_info:
                legal = spaces.Box(0, 1, (moves,), np.int8)
                seen = spaces.Dict({"observation": seen, "action_mask": legal})
            self._observation_spaces[agent] = seen
            self._action_spaces[agent] = spaces.Discrete(moves)
        self._seed: int | str | None = None
        self._matches = 0
        self._state: State | None = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    @property
    def match(self) -> State:
        """The full state of the match: hidden cards too."""
        if self._state is None:
            raise RuntimeError("reset the environment first")
        return self._state

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a match with a seed; without one the next match of the series of the last seed."""
        if seed is not None:
            self._seed, self._matches = seed, 0
        if self._seed is None:
            self._state = self.game.start()
        else:
            self._state = self.game.start(series_seed(self._seed, self._matches))
            self._matches += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_action} for agent in self.agents}
        self._state.play_forced()
        self._take_turn()

    def _take_turn(self) -> None:
        """Selects the agent to move."""
        seat = self.match.to_play
        if seat is None:
            return
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self.match.legal_mask()}

    def observe(self, agent: str) -> Any:
        seat = self._seats[agent]
        seen = self.match.observation(seat)
        if self._in_info:
            return seen
        info = self.infos.get(agent, {"action_mask": self._no_action})
        return {"observation": seen, "action_mask": info["action_mask"]}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent in turn needs an action")
        match = self.match
        match.apply(int(action))
        match.play_forced()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {"action_mask": self._no_action}
        outcome = match.outcome()
        if outcome is None:
            self._take_turn()
        else:
            self.rewards = dict(zip(self.agents, outcome.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draws the table with everything face up, for people who watch."""
        if self.render_mode is None:
            return None
        drawing = str(self.match)
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing

    def close(self) -> None:
        pass


def raw_env(name: str | Game, **arguments: Any) -> GameEnv:
    """Makes the environment of a game without wrappers."""
    return GameEnv(name, **arguments)


def env(name: str | Game, **arguments: Any) -> AECEnv[str, Any, Any]:
    """Makes the environment of a game; an illegal action ends the match with -1 for its agent."""
    made: AECEnv[str, Any, Any] = raw_env(name, **arguments)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(name: str | Game, **arguments: Any) -> Any:
    """Makes the environment with PettingZoo's parallel API: only the action of the seat in turn
    counts."""
    return turn_based_aec_to_parallel(env(name, **arguments))


for _id in games():
    register(
        "aec",
        f"juez/{_id}-v{game(_id).version}",
        "juez.pettingzoo:env",
        kwargs={"name": _id},
    )
    register(
        "parallel",
        f"juez/{_id}-v{game(_id).version}",
        "juez.pettingzoo:parallel_env",
        kwargs={"name": _id},
    )
