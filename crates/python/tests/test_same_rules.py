"""The same rules as in Rust: stored playthroughs, and random matches played on both sides."""

from __future__ import annotations

import json
import os
import subprocess
import zlib
from typing import Any

import numpy as np
import pytest
from conftest import MATCHES, ROOT, TABLES, name

import juez

PLAYTHROUGHS = ROOT / "crates/games/tests/conformance/playthroughs"
#: The program of crates/games/examples/transcripts.rs.
TRANSCRIPTS = os.environ.get("JUEZ_TRANSCRIPTS", ROOT / "target/debug/examples/transcripts")


def facts(view: juez.View) -> dict[str, Any]:
    """The facts of a view as playthroughs list them."""
    data = view.data()
    return data | data.pop("public", {})


@pytest.mark.parametrize("id", juez.games())
def test_every_stored_playthrough_is_the_one_of_python(id):
    state = juez.game(id).start(seed=1, auto_deal=False)
    public: dict[str, Any] = {}
    seats: dict[int, dict[str, Any]] = {}
    checked = 0

    def check() -> None:
        for seat, own in seats.items():
            seen = facts(state.view(seat))
            # A fact that a view no longer has is not in the text.
            assert seen == {fact: value for fact, value in (public | own).items() if fact in seen}
        seats.clear()

    for line in (PLAYTHROUGHS / f"{id}.txt").read_text().splitlines():
        words = line.split()
        if line.startswith("deal "):
            state.deal()
            assert state.deals[-1] == json.loads(line.split(": ", 1)[1])
        elif line.startswith("  public "):
            fact, value = line[len("  public  ") :].split(": ", 1)
            public[fact] = json.loads(value)
        elif line.startswith("  seat "):
            fact, value = line[len("  seat 0  ") :].split(": ", 1)
            seats.setdefault(int(words[1]), {})[fact] = json.loads(value)
        elif line.startswith("ply "):
            check()
            before, mv = line.rsplit(": ", 1)
            legal = before.split(" of ", 1)[1].split(" .. ")
            assert state.ply == int(words[1][:-1]) and state.to_play == int(words[3])
            assert state.legal_moves()[:16] == legal[0].split()
            if len(legal) > 1:
                assert len(state.legal_moves()) == int(legal[1].split()[0])
            state.apply(mv)
            checked += 1
        elif line.startswith(("Outcome", "points")):
            check()
            assert str(state.points) in line
            assert state.outcome() is None or str(state.outcome().ranks) in line
            break
    assert checked > 15


def as_text(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def position(state: juez.State, total: int) -> int:
    """Adds a position to the checksum, as the program in Rust does."""
    total = zlib.crc32(as_text(state.legal_moves()), total)
    for seat in range(state.seats):
        total = zlib.crc32(state.view(seat).json().encode(), total)
    if state.to_play is None:
        return total
    planes, scalars = state.features()
    total = zlib.crc32(scalars.astype("<i4").tobytes(), zlib.crc32(planes.tobytes(), total))
    return zlib.crc32(state.legal_mask().tobytes(), total)


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_random_matches_have_the_same_moves_views_arrays_and_outcomes_in_rust_and_python(table):
    id, options = table
    game = juez.game(id, **options)
    command = [str(TRANSCRIPTS), id, json.dumps(options), str(MATCHES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as rust:
        played = 0
        for line in rust.stdout:
            expected = json.loads(line)
            match, state, total = expected["match"], game.start(expected["seed"]), 0
            for mv in match["moves"]:
                total = position(state, total)
                legal = dict(zip(state.legal_moves(), state.legal_actions()))
                # By number in every other match.
                state.apply(legal.get(mv, mv) if played % 2 else mv)
            total = position(state, total)
            outcome = state.outcome()
            assert outcome.reason == match["outcome"]["reason"]
            assert outcome.ranks == match["outcome"]["ranks"]
            assert outcome.points == match["outcome"]["points"]
            assert total == match["checksum"], f"{game}, seed {expected['seed']}"
            played += 1
    assert rust.returncode == 0 and played == MATCHES


def test_a_batch_plays_by_the_same_rules():
    """Matches of a batch, move by move, give records that the single state accepts."""
    for id, options in TABLES:
        game = juez.game(id, **options)
        n = 16
        batch = juez.Batch(game, n, threads=2)
        seen, (rewards, over), actions = batch.buffers(), batch.results(), np.zeros(n, np.int32)
        batch.reset(list(range(n)), *seen)
        while not over[0]:
            batch.sample(seen[2], actions)
            batch.step(actions, *seen, rewards, over)
        state = batch.state(0)
        again = juez.replay(state.record())
        assert again.outcome() == state.outcome() and again.game == game
        assert np.allclose(rewards[0], again.outcome().rewards)
