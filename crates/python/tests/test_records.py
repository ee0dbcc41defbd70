"""Records: out of a match, back into a state, and checked by the program."""

from __future__ import annotations

import gzip
import json
import subprocess

import numpy as np
import pytest
from conftest import program

import juez


def run(*args: object) -> str:
    done = subprocess.run([program(), *map(str, args)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_record_gives_the_match_again(game):
    state = game.start(seed=1)
    state.play_random(1)
    record = state.record()
    again = juez.replay(record)
    assert again.game == game and again.moves == state.moves and again.deals == state.deals
    assert again.outcome() == state.outcome() and str(again) == str(state)
    assert again.record() == record
    assert json.loads(record)["format"] == "juez/1"


def test_a_record_can_be_entered_at_any_ply(game):
    state = game.start(seed=2)
    state.play_random(2)
    for ply in {0, 1, 7, state.ply // 2, state.ply}:
        part = juez.replay(state.record(), ply)
        assert part.ply == ply and part.moves == state.moves[:ply]
        for _, mv in state.moves[ply:]:
            part.apply(mv)
        assert part.moves == state.moves and part.deals == state.deals
        assert part.outcome() == state.outcome()
    with pytest.raises(juez.RecordError, match="there is no ply 100000"):
        juez.replay(state.record(), 100_000)


def test_the_program_accepts_records_of_python(game, tmp_path):
    path = tmp_path / "matches.jsonl"
    names = [f"learner {seat}" for seat in range(game.seats)]
    lines = []
    for seed in range(3):
        state = game.start(seed=seed)
        state.play_random(seed)
        lines.append(state.record(names))
    path.write_text("\n".join(lines) + "\n")
    run("verify", path)


def test_a_wrong_record_is_refused_where_it_is_wrong():
    game = juez.game("quoridor")
    state = game.start(seed=1)
    state.apply("e2")
    record = json.loads(state.record())
    record["moves"] = ["e2", "e7"]
    with pytest.raises(juez.RecordError, match="ply 1: illegal move e7"):
        juez.replay(json.dumps(record))
    with pytest.raises(juez.RecordError):
        juez.replay("{}")
    with pytest.raises(juez.RecordError, match="1 players at a table of 2 seats"):
        state.record(["ana"])


def test_records_of_the_program_are_read_plain_and_packed(tmp_path):
    for name in ("matches.jsonl", "matches.jsonl.gz"):
        path = tmp_path / name
        run("play", "durak", "random", "greedy", "-n", 4, "--seed", 3, "--record", path)
        records = list(juez.records(path))
        assert len(records) == 4
        for record in records:
            end = json.loads(record)["end"]
            outcome = juez.replay(record).outcome()
            assert outcome.ranks == end["ranks"] and outcome.points == end["points"]
    assert gzip.open(tmp_path / "matches.jsonl.gz").read(1) == b"{"


def test_a_seed_gives_the_deals_of_the_program(tmp_path):
    path = tmp_path / "match.jsonl"
    run("play", "tute", "random", "random", "random", "--seed", 11, "--record", path)
    (record,) = juez.records(path)
    state = juez.game("tute").start(seed=11)
    for mv in json.loads(record)["moves"]:
        state.apply(mv)
    assert state.deals == json.loads(record)["deals"]
    assert state.outcome().ranks == json.loads(record)["end"]["ranks"]


def test_the_features_are_the_ones_of_the_program(tmp_path):
    for id, seats in (("quoridor", 4), ("tute", 3), ("dominoes", 4), ("durak", 3), ("scopone", 4)):
        path, arrays = tmp_path / f"{id}.jsonl", tmp_path / f"{id}.npz"
        run("play", id, *["random"] * seats, "-n", 2, "--seed", 5, "--record", path)
        run("records", path, "--features", arrays)
        data = np.load(arrays)
        game = juez.game(id, seats=seats)
        assert data["plane_names"].tolist() == game.plane_names
        assert data["scalar_names"].tolist() == game.scalar_names
        assert data["move_names"].tolist() == game.move_names
        records = list(juez.records(path))
        for row in range(len(data["ply"])):
            state = juez.replay(records[data["record"][row]], int(data["ply"][row]))
            assert state.to_play == data["seat"][row]
            planes, scalars = state.features()
            assert np.array_equal(planes, data["planes"][row])
            assert np.array_equal(scalars, data["scalars"][row])
            assert np.array_equal(state.legal_mask(), data["legal"][row])
            assert data["legal"][row][data["move"][row]] == 1


def test_the_legal_lists_are_the_ones_of_the_program(tmp_path, game):
    path = tmp_path / "match.jsonl"
    state = game.start(seed=6)
    state.play_random(6, plies=60)
    path.write_text(state.record() + "\n")
    for line in run("legal", path, "--all").splitlines():
        position = json.loads(line)
        part = juez.replay(state.record(), position["ply"])
        assert (part.to_play, part.legal_moves()) == (position["seat"], position["legal"])
