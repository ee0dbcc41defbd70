"""Environments of Gymnasium: one seat against bots, and many matches at once.

``import juez.gymnasium`` registers them: ``gymnasium.make("juez/durak-v1", opponents="greedy")`` and
``gymnasium.make_vec("juez/durak-v1", num_envs=64)``.

An observation is a dictionary, from the side of the seat in turn and with nothing that is hidden
from it: ``planes`` (uint8), ``scalars`` (int32) and ``action_mask`` (int8, 1 for each legal action).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import Batch, Game, IllegalMove, State, _game_of, game, games, series_seed

__all__ = ["SeatEnv", "VectorEnv"]

Observation = dict[str, npt.NDArray[Any]]
_RANGE = np.iinfo(np.int32)


def _spaces(of: Game) -> tuple[Any, Any]:
    moves = len(of.move_names)
    seen = spaces.Dict(
        {
            "planes": spaces.Box(0, 255, of.plane_shape, np.uint8),
            "scalars": spaces.Box(_RANGE.min, _RANGE.max, (len(of.scalar_names),), np.int32),
            "action_mask": spaces.Box(0, 1, (moves,), np.int8),
        }
    )
    return seen, spaces.Discrete(moves)


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a match; bots play the others.

    ``opponents`` is one player for all other seats, partners too, or a list with a player for each
    of them in seat order: a built-in bot (``game.bots``) with its options, or the path of a script.
    ``seat`` is the seat of the agent; ``None`` takes another one in each match, in turn.

    The reward comes at the end, from -1 to 1: twice the share of the other sides that the seat has
    beaten, minus 1. An illegal action raises :class:`juez.IllegalMove`; with ``illegal="lose"`` it
    ends the match with -1. A bot that fails raises :class:`juez.BotFault`.
    """

    metadata = {"render_modes": ["ansi", "human"]}

    def __init__(
        self,
        name: str | Game,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        illegal: str = "raise",
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        from . import Bot

        self.game = _game_of(name, rules)
        others = self.game.seats - 1
        players = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(players) != others:
            raise ValueError(f"{self.game.id} needs {others} opponents, not {len(players)}")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise ValueError(f"no seat {seat}: seats are 0 to {self.game.seats - 1}")
        if illegal not in ("raise", "lose"):
            raise ValueError("illegal is 'raise' or 'lose'")
        self.observation_space, self.action_space = _spaces(self.game)
        self.render_mode = render_mode
        self._bots = [Bot(self.game, player) for player in players]
        self._seat, self._loses = seat, illegal == "lose"
        self._first: int | None = None
        self._matches = 0
        self._state: State | None = None
        self.seat = seat or 0

    @property
    def match(self) -> State:
        """The full state of the match: hidden cards too."""
        if self._state is None:
            raise RuntimeError("reset the environment first")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a match with a seed; without one the next match of the series of the last seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._first, self._matches = seed, 0
        number, self._matches = self._matches, self._matches + 1
        self.seat = number % self.game.seats if self._seat is None else self._seat
        first = None if self._first is None else series_seed(self._first, number)
        self._state = self.game.start(first)
        self._play_others()
        return self._observation(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self.match
        reward, over = 0.0, False
        try:
            match.apply(int(action))
            self._play_others()
        except IllegalMove:
            if not self._loses or match.is_over:
                raise
            reward, over = -1.0, True
        outcome = match.outcome()
        if outcome is not None:
            reward, over = outcome.rewards[self.seat], True
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, False, {"seat": self.seat}

    def _play_others(self) -> None:
        """Lets the bots move until the seat of the agent has a decision."""
        match = self.match
        while True:
            match.play_forced()
            turn = match.to_play
            if turn is None or turn == self.seat:
                return
            bot = self._bots[turn if turn < self.seat else turn - 1]
            match.apply(bot.choose(match))

    def _observation(self) -> Observation:
        match = self.match
        planes, scalars = match.features(self.seat)
        mask = match.legal_mask()
        return {"planes": planes, "scalars": scalars, "action_mask": mask}

    def render(self) -> Any:
        """Draws the table as the seat sees it."""
        if self.render_mode is None:
            return None
        drawing = match.draw(self.seat) if (match := self._state) is not None else ""
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing


class VectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many matches at once, in which the seat in turn acts (self-play).

    ``reward`` is the reward of the seat that has just moved; ``infos["rewards"]``, float32, shape
    (N, seats), has all of them, 0 before the end of a match, and ``infos["to_play"]``, int32, shape
    (N,), the seat in turn, -1 after the end. The rewards of a match sum to 0 over its seats.

    ``buffers`` lends arrays for ``planes``, ``scalars`` and ``action_mask``, with N in front of their
    shapes, which every call writes; ``copy=False`` returns the buffers themselves, which the next
    call overwrites. ``threads`` work at a time, all cores by default.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["ansi"]}

    def __init__(
        self,
        name: str | Game,
        num_envs: int = 1,
        *,
        threads: int | None = None,
        buffers: dict[str, npt.NDArray[Any]] | None = None,
        copy: bool = True,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        self.game = _game_of(name, rules)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        seen, self.single_action_space = _spaces(self.game)
        self.single_observation_space = seen
        self.observation_space = batch_space(seen, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(self.game, num_envs, threads=threads)
        self._autoreset, self._copy = autoreset_mode, copy
        self._buffers: Observation = {
            key: (buffers or {}).get(key, np.zeros((num_envs, *space.shape), space.dtype))
            for key, space in seen.items()
            if space.shape is not None
        }
        self._to_play = np.full(num_envs, -1, np.int32)
        self._rewards = np.zeros((num_envs, self.game.seats), np.float32)
        self._over = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._rows = np.arange(num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a match in each environment: with the seeds ``seed``, ``seed + 1`` and so on, or one
        each. ``options["reset_mask"]``, bool, shape (N,), leaves the others as they are."""
        which = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if seed is None:
            seeds: list[Any] = [int(n) for n in np.random.SeedSequence().generate_state(self.num_envs)]
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + number for number in range(self.num_envs)]
        else:
            fresh = np.random.SeedSequence().generate_state(len(seed))
            seeds = [int(n) if s is None else s for s, n in zip(seed, fresh, strict=True)]
        seeds = [number if begins else None for number, begins in zip(seeds, which, strict=True)]
        self.batch.reset(seeds, *self._arrays())
        self._over[which] = False
        self._rewards[which] = 0
        return self._observation(), self._infos()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        actions = np.ascontiguousarray(actions, np.int32)
        movers = self._to_play.copy()
        autoreset = self._autoreset == AutoresetMode.NEXT_STEP
        self.batch.step(actions, *self._arrays(), self._rewards, self._over, autoreset=autoreset)
        # A match that was over had no mover; its new match has no rewards yet.
        reward = self._rewards[self._rows, movers].astype(np.float64)
        over, infos = self._over.copy(), self._infos()
        if self._autoreset == AutoresetMode.SAME_STEP and over.any():
            infos |= self._final(over)
            self.batch.next_match(over, *self._arrays())
            infos["to_play"] = self._to_play.copy()
        return self._observation(), reward, over, self._truncated.copy(), infos

    def _arrays(self) -> tuple[Any, Any, Any, Any]:
        seen = self._buffers
        return seen["planes"], seen["scalars"], seen["action_mask"], self._to_play

    def _observation(self) -> Observation:
        if not self._copy:
            return self._buffers
        return {key: values.copy() for key, values in self._buffers.items()}

    def _infos(self) -> dict[str, Any]:
        return {"to_play": self._to_play.copy(), "rewards": self._rewards.copy()}

    def _final(self, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Returns the last observation and rewards of matches that are over."""
        seen = np.full(self.num_envs, None, dtype=object)
        for number in np.flatnonzero(over):
            seen[number] = {key: rows[number].copy() for key, rows in self._buffers.items()}
        infos = {"rewards": self._rewards.copy(), "_rewards": over.copy()}
        return {"final_obs": seen, "_final_obs": over.copy(), "final_info": infos, "_final_info": over.copy()}

    def render(self) -> tuple[str, ...] | None:
        """Draws each table with everything face up."""
        if self.render_mode is None:
            return None
        return tuple(str(self.batch.state(number)) for number in range(self.num_envs))

    def close_extras(self, **_kwargs: Any) -> None:
        pass


for _id in games():
    gymnasium.register(
        f"juez/{_id}-v{game(_id).version}",
        entry_point="juez.gymnasium:SeatEnv",
        vector_entry_point="juez.gymnasium:VectorEnv",
        kwargs={"name": _id},
    )
