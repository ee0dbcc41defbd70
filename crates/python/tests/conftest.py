"""Shared by the tests: tables of every game, and random matches."""

from __future__ import annotations

import os
import random
import sysconfig
from pathlib import Path
from typing import Any

# Read when NumPy loads: threads of its own, for small matrices, would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

import juez

# The same cases in every run, and no files.
settings.register_profile("repeatable", database=None, derandomize=True, deadline=None)
settings.load_profile("repeatable")

#: The number of random matches of each table; more with JUEZ_MATCHES=10000.
MATCHES = int(os.environ.get("JUEZ_MATCHES", "5"))
ROOT = Path(__file__).parents[3]
#: A table of each game, and of each number of seats where that changes the arrays.
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("quoridor", {}),
    ("quoridor", {"seats": 4}),
    ("tute", {"seats": 3}),
    ("tute", {"seats": 4}),
    ("dominoes", {}),
    ("durak", {"seats": 2}),
    ("durak", {"seats": 4}),
    ("scopone", {}),
]


def name(table: object) -> str:
    return "-".join([table[0], *map(str, table[1].values())]) if isinstance(table, tuple) else ""


@pytest.fixture(params=TABLES, ids=name)
def game(request: pytest.FixtureRequest) -> juez.Game:
    id, options = request.param
    return juez.game(id, **options)


def random_match(game: juez.Game, seed: int):
    """Yields the state before each decision of a random match, and after its end."""
    state, rng = game.start(seed=seed), random.Random(seed)
    while not state.is_over:
        yield state
        state.apply(rng.choice(state.legal_moves()))
    yield state


def program() -> str:
    """The program that the wheel installs."""
    folder = Path(sysconfig.get_path("scripts"))
    found = folder / ("juez.exe" if os.name == "nt" else "juez")
    return os.environ.get("JUEZ", str(found))
