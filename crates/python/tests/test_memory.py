"""No leak: a long run needs no more memory than a short one."""

from __future__ import annotations

import gc
import os
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import juez

#: The number of matches; a million with JUEZ_LEAK_MATCHES=1000000.
MATCHES = int(os.environ.get("JUEZ_LEAK_MATCHES", "3000"))
#: Growth of the resident size that is no leak, in bytes: caches of the allocator.
SLACK = 12 << 20


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def one_match(game: juez.Game, seed: int) -> None:
    state = game.start(seed=seed)
    state.play_random(seed, plies=3)
    if not state.is_over:
        view = state.view()
        view.data(), view.moves(), view.world(), state.features(), state.legal_mask()
        state.legal_actions(), state.observation(), view.history(), str(state)
        try:
            state.apply("?")
        except juez.IllegalMove:
            pass
    state.play_random(seed)
    juez.replay(state.record()).outcome()


def with_batches(game: juez.Game, matches: int) -> None:
    n = 64
    batch = juez.Batch(game, n, threads=2)
    seen, (rewards, over), actions = batch.buffers(), batch.results(), np.zeros(n, np.int32)
    batch.reset(list(range(n)), *seen)
    while matches > 0:
        batch.sample(seen[2], actions)
        batch.step(actions, *seen, rewards, over)
        matches -= int(over.sum())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_matches_leave_no_memory_behind():
    games = [juez.game("durak", games=1), juez.game("quoridor", walls=2, max_plies=60)]

    def run(matches: int) -> None:
        # A hundredth with all methods, the others in batches.
        for number in range(max(matches // 100, 10)):
            one_match(games[number % 2], number)
        for game in games:
            with_batches(game, matches // 2)
        gc.collect()

    run(MATCHES // 10)
    tracemalloc.start()
    run(MATCHES // 10)
    before, size = tracemalloc.get_traced_memory()[0], resident()
    run(MATCHES)
    grown, larger = tracemalloc.get_traced_memory()[0] - before, resident() - size
    tracemalloc.stop()
    print(f"{MATCHES} matches: {grown} bytes of Python, {larger} resident")
    assert grown < 100_000
    assert larger < SLACK


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_bots_end_with_their_object():
    game = juez.game("durak")
    threads = len(os.listdir("/proc/self/task"))
    for seed in range(20):
        juez.Bot(game, "greedy").choose(game.start(seed=seed))
    gc.collect()
    for _ in range(200):
        if len(os.listdir("/proc/self/task")) <= threads:
            return
        os.sched_yield()
    raise AssertionError("threads of bots are left over")
