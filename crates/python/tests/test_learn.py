"""The player of examples/learn_durak.py learns; the full training takes minutes (docs/python-rules.md)."""

from __future__ import annotations

import importlib.util
import json
import sys

import numpy as np
import pytest
from conftest import ROOT

import juez

EXAMPLE = ROOT / "examples/learn_durak.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("learn_durak", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ROUND = 250
    return module


@pytest.fixture(scope="module")
def learnt(example):
    curve = []
    network = example.learn(2000, progress=lambda played, _: curve.append(played))
    assert curve == [250 * n for n in range(1, 9)]
    return network


def test_a_few_seconds_of_learning_beat_random_with_confidence(example, learnt):
    before = example.Network.random(np.random.default_rng(1))
    untrained = juez.compare("durak", example.player(before), "random", games=100, seed=3).score
    trained = juez.compare("durak", example.player(learnt), "random", games=100, seed=3).score
    assert trained.low > max(untrained.high, 0.75)


def test_the_same_seed_learns_the_same(example):
    one, other = (example.learn(500, seed=2).weights for _ in range(2))
    assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_the_learnt_player_plays_as_a_program(example, learnt, tmp_path):
    example.save(learnt, tmp_path / "durak.npz")
    program = f"exec:{sys.executable} {EXAMPLE} play {tmp_path / 'durak.npz'}"
    ours = juez.play("durak", [example.player(learnt), "greedy"], games=2, seed=6)
    theirs = juez.play("durak", [program, "greedy"], games=2, seed=6, clock="20s")
    for one, other in zip(ours.matches, theirs.matches, strict=True):
        assert not other.faults
        assert json.loads(one.record)["moves"] == json.loads(other.record)["moves"]


def test_moves_do_not_depend_on_which_suit_is_trump(example):
    """Two positions that are equal but for the names of suits look the same to the network."""
    planes, scalars = juez.game("durak").start(seed=4).features()
    game = juez.game("durak")
    suits = {suit: np.array([game.move_names.index(rank + suit) for rank in example.RANKS]) for suit in example.SUITS}
    trump = next(suit for suit in suits if planes[example._TRUMP, suits[suit][0]])
    others = [suit for suit in example.SUITS if suit != trump]
    # The trump suit becomes the one before it or after it; the order of the others stays.
    for new in example.SUITS:
        order = [suit for suit in example.SUITS if suit != new]
        turned = np.zeros_like(planes)
        turned[:, suits[new]] = planes[:, suits[trump]]
        for old, to in zip(others, order, strict=True):
            turned[:, suits[to]] = planes[:, suits[old]]
        one, other = (example.inputs(some[None], scalars[None])[0] for some in (planes, turned))
        assert (one == other).all()
