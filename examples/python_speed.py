"""Steps a second of random play with legal lists, masks and observations: juez, OpenSpiel, RLCard, PettingZoo.

    python examples/python_speed.py [SECONDS] [ROUNDS]

Needs juez and, for the other columns, open_spiel==2.0.2, rlcard and pettingzoo[classic]; missing ones are left out. Each round
measures all of them one after another, so that the load of the machine hits all alike; the table has medians of the rounds and
ratios of these medians.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

import juez

N = 64


def single(game: juez.Game) -> Iterator[int]:
    """One match after another, as a loop in Python."""
    rng, seed = random.Random(1), 0
    while True:
        state = game.start(seed)
        seed += 1
        steps = 0
        while not state.is_over:
            state.features()
            state.legal_mask()
            state.apply(rng.choice(state.legal_actions() or state.legal_moves()))
            steps += 1
        yield steps


def vectorised(game: juez.Game) -> Iterator[int]:
    """64 matches in one call."""
    batch = juez.Batch(game, N)
    seen, (rewards, over), actions = batch.buffers(), batch.results(), np.zeros(N, np.int32)
    batch.reset(list(range(N)), *seen)
    while True:
        for _ in range(10):
            batch.sample(seen[2], actions)
            batch.step(actions, *seen, rewards, over)
        yield 10 * N


def open_spiel(name: str) -> Iterator[int]:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    has_observations = game.get_type().provides_observation_tensor
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            player = state.current_player()
            legal = state.legal_actions()
            state.legal_actions_mask(player)
            if has_observations:
                state.observation_tensor(player)
            else:
                state.information_state_tensor(player)
            state.apply_action(rng.choice(legal))
            steps += 1
        yield steps


def rlcard(name: str) -> Iterator[int]:
    import rlcard as library

    env, rng = library.make(name), random.Random(1)
    while True:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        yield steps


def classic(name: str) -> Iterator[int]:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").raw_env()
    rng = random.Random(1)
    while True:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask)))
            steps += 1
        yield steps


def rate(source: Iterator[int], seconds: float) -> float:
    """Returns the steps a second."""
    next(source)
    steps, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < seconds:
        steps += next(source)
    return steps / took


def available(make: Callable[[str], Iterator[int]], name: str) -> Iterator[int] | None:
    source = make(name)
    try:
        next(source)
    except Exception as missing:
        print(f"left out: {name} ({type(missing).__name__}: {missing})", file=sys.stderr)
        return None
    return source


def in_new_process(game: juez.Game) -> float:
    """Returns the result of `memory` in a process that has no freed memory to reuse."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(memory, game).result()


def memory(game: juez.Game, count: int = 10_000) -> float:
    """Returns the bytes of each match of a batch, without the arrays of the caller."""

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    before = resident()
    batch = juez.Batch(game, count, threads=1)
    seen, (rewards, over), actions = batch.buffers(), batch.results(), np.zeros(count, np.int32)
    batch.reset(list(range(count)), *seen)
    for _ in range(30):
        batch.sample(seen[2], actions)
        batch.step(actions, *seen, rewards, over)
    arrays = sum(array.nbytes for array in (*seen, actions, over, rewards))
    return (resident() - before - arrays) / count


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    tables = [("quoridor", {}), ("tute", {"seats": 4}), ("dominoes", {}), ("durak", {}), ("scopone", {})]
    sources: dict[str, Iterator[int] | None] = {}
    for id, options in tables:
        game = juez.game(id, **options)
        label = " ".join([id, *map(str, options.values())])
        sources[f"juez {label}"] = single(game)
        sources[f"juez {label}, {N}"] = vectorised(game)
    for name in ("quoridor", "hearts"):
        sources[f"OpenSpiel {name}"] = available(open_spiel, name)
    for name in ("gin-rummy", "uno"):
        sources[f"RLCard {name}"] = available(rlcard, name)
    for name in ("chess_v6", "connect_four_v3"):
        sources[f"PettingZoo {name}"] = available(classic, name)
    found: dict[str, list[float]] = {label: [] for label, source in sources.items() if source}
    for _ in range(rounds):
        for label, rates in found.items():
            rates.append(rate(sources[label], seconds))
    medians = {label: statistics.median(rates) for label, rates in found.items()}
    print("| | steps a second |\n|---|---|")
    for label, median in medians.items():
        print(f"| {label} | {median:,.0f} |")
    for ours, theirs in (
        ("juez quoridor", "OpenSpiel quoridor"),
        (f"juez quoridor, {N}", "OpenSpiel quoridor"),
        ("juez tute 4", "OpenSpiel hearts"),
        (f"juez tute 4, {N}", "OpenSpiel hearts"),
    ):
        if theirs in medians:
            print(f"{ours} / {theirs}: {medians[ours] / medians[theirs]:.1f}")
    for id, options in tables:
        print(f"{id}: {in_new_process(juez.game(id, **options)):,.0f} bytes a match of a batch of 10 000")


if __name__ == "__main__":
    main()
