"""Rules, views, environments and the runner of juez: Quoridor, Tute, dominoes, Durak, Scopone.

>>> import juez
>>> state = juez.game("durak", seats=3).start(seed=7)
>>> state.to_play, state.legal_moves()[:2]
(2, ['7C', '9C'])

A :class:`State` is everything, face up; a :class:`View` has the knowledge of one seat. Environments are in
:mod:`juez.pettingzoo` and :mod:`juez.gymnasium`; :func:`play`, :func:`compare` and :class:`Tournament` in
:mod:`juez.runner`.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from typing import Any

from . import _juez
from ._juez import (
    Batch,
    BotFault,
    DealError,
    Game,
    IllegalMove,
    JuezError,
    OptionsError,
    Outcome,
    Query,
    QueryError,
    RecordError,
    State,
    UnknownGame,
    View,
    game,
    games,
    replay,
    series_seed,
)

# A module can be built without bots, and without the runner.
if hasattr(_juez, "Bot"):
    from ._juez import Bot
if hasattr(_juez, "_play"):
    from .runner import (
        Comparison,
        Estimate,
        Interrupted,
        Match,
        Score,
        Series,
        SprtResult,
        Standings,
        Tournament,
        compare,
        play,
        serve,
    )

__all__ = [
    "Batch",
    "Bot",
    "BotFault",
    "Comparison",
    "DealError",
    "Estimate",
    "Game",
    "IllegalMove",
    "Interrupted",
    "JuezError",
    "Match",
    "OptionsError",
    "Outcome",
    "Query",
    "QueryError",
    "RecordError",
    "Score",
    "Series",
    "SprtResult",
    "Standings",
    "State",
    "Tournament",
    "UnknownGame",
    "View",
    "compare",
    "game",
    "games",
    "play",
    "records",
    "replay",
    "series_seed",
    "serve",
]


def records(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yields each record of a file, one line of JSON; the file may be compressed by gzip.

    Raises ``OSError`` if the file cannot be read.
    """
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield line.rstrip("\n")


def _restore_game(id: str, options: dict[str, Any]) -> Game:
    """Makes a game again that was pickled."""
    return game(id, **options)


def _game_of(name: str | Game, rules: dict[str, Any]) -> Game:
    """Makes the game of an environment, from its name with house rules or as it is."""
    if not isinstance(name, Game):
        return game(name, **rules)
    if rules:
        raise TypeError("a Game has its house rules already")
    return name
