"""Matches, comparisons and tournaments, with the statistics of the command line.

A player is a text, as on the command line (a built-in bot with its options, the path of a script, a
program such as ``exec:python3 bot.py``), or a function that gets a :class:`juez.View` and returns a
move, in notation or as an action. Functions play in this process, without a clock and without a
sandbox; an exception is a fault, as the error of a script is. Scripts play in sandboxed processes of
the program ``juez`` that the package installs. ``players`` is a list, or a dictionary with names.

juez plays on threads of its own, without the lock of the interpreter. Ctrl-C ends a call within a
second with :class:`Interrupted`, which has the results so far. A function that is busy for longer
ends by itself.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from . import _juez
from ._juez import Game, View

__all__ = [
    "Comparison",
    "Estimate",
    "Interrupted",
    "Match",
    "Player",
    "Score",
    "Series",
    "SprtResult",
    "Standings",
    "Tournament",
    "compare",
    "play",
    "program",
    "serve",
]

#: A text, or a function of a view that returns a move.
Player = str | Callable[[View], str | int]
Players = Sequence[Player] | Mapping[str, Player]
#: Called with the number of matches played and of all.
Progress = Callable[[int, int], object]
Of = TypeVar("Of")


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a call; ``result`` has what was played, ``None`` if a player did not stop."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result


@dataclass(frozen=True)
class Match:
    """A match: ``seats`` has the name of each seat, ``ranks`` and ``points`` are by seat, ``scores``
    by player, from 0 to 1. ``record`` is a line of JSON."""

    seats: list[str]
    scores: list[float]
    ranks: list[int]
    points: list[int]
    reason: str
    faults: list[dict[str, Any]]
    plies: int
    record: str = field(repr=False)


@dataclass(frozen=True)
class Score:
    """The results of a player; ``score`` is the mean share of the other sides beaten, 0 to 1."""

    name: str
    matches: int
    won: int
    drawn: int
    lost: int
    score: float
    points: int
    faults: int


@dataclass(frozen=True)
class Series:
    """The matches of :func:`play`, and the results of each player, best first.

    ``repeated`` matches are in blocks that equal others, move for move, and prove nothing.
    """

    matches: list[Match] = field(repr=False)
    scores: list[Score]
    seed: str
    repeated: int
    decided_by_time: int

    def table(self) -> Any:
        """Returns the scores as a table of pandas, or as dictionaries where pandas is missing."""
        return _table([vars(score) for score in self.scores])


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; ``None`` where it has no bound."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class SprtResult:
    """A sequential test; ``verdict`` is ``h0``, ``h1`` or ``undecided``."""

    model: str
    elo0: float
    elo1: float
    alpha: float
    beta: float
    lower: float
    upper: float
    llr: float
    llr_by_matches: float
    verdict: str


@dataclass(frozen=True)
class Comparison:
    """The figures of ``juez compare --json``, from the side of the first player.

    ``pairs`` counts distinct pairs by the points of the first player: 0, 0.5, 1, 1.5, 2.
    ``judgement`` is ``stronger``, ``weaker`` or ``open``; ``ended`` is ``decided``, ``repeated``,
    ``played`` or ``interrupted``.
    """

    game: str
    players: list[str]
    seed: str
    openings: str
    matches: int
    wins: int
    draws: int
    losses: int
    points: float
    pairs: list[int]
    distinct_pairs: int
    distinct_points: float
    score: Estimate | None
    elo: Estimate | None
    nelo: Estimate | None
    los: float | None
    draw_ratio: float | None
    pairs_ratio: float | None
    judgement: str | None
    faults: list[int]
    decided_by_time: int
    sprt: SprtResult | None
    ended: str

    def table(self) -> Any:
        """Returns the figures as a table of pandas, or as dictionaries where pandas is missing."""
        rows = [(name, getattr(self, name)) for name in ("score", "elo", "nelo")]
        return _table([{"figure": name, **vars(row)} for name, row in rows if row is not None])


@dataclass(frozen=True)
class Standings:
    """The tables of a tournament, as ``juez report --json`` has them; ``rows`` are its standings.

    ``ended`` is ``finished``, ``interrupted``, or ``failed`` if matches could not be played.
    """

    rows: list[dict[str, Any]]
    tables: dict[str, Any] = field(repr=False)
    ended: str

    def table(self) -> Any:
        """Returns the standings as a table of pandas, or as dictionaries where pandas is missing."""
        return _table(self.rows)


def play(
    game: str | Game,
    players: Players,
    *,
    games: int = 1,
    record: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Series:
    """Plays matches, as ``juez play``: each seed once with every player in every seat.

    ``record`` is a file to which records are appended as they come (compressed if it ends in .gz).
    ``settings`` are ``seed`` (a fresh one), ``threads`` (the number of cores), ``budget``
    (``normal``), ``on_fault`` (``forfeit``), ``strikes``, ``without``, ``clock`` of programs
    (``1s``), ``isolation`` of scripts (``process``, or ``thread`` to trust them) and the house rules
    of a game given by name. Raises :class:`juez.JuezError` for a wrong argument.
    """
    request = _request(game, players, settings)
    with _Matches(games, record, progress) as matches:
        played, stopped = _juez._play(request, games, matches.hear)
    result = None
    if played is not None:
        scores = [Score(**row) for row in played.pop("scores")]
        result = Series(matches=matches.heard, scores=scores, **played)
    return _whole(result, stopped)


def compare(
    game: str | Game,
    a: Player,
    b: Player,
    *,
    games: int | None = None,
    sprt: tuple[float, float] | None = None,
    model: str = "normalized",
    alpha: float = 0.05,
    beta: float = 0.05,
    openings: int | None = None,
    record: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Comparison:
    """Compares two players by pairs of matches, as ``juez compare``.

    ``games`` is 200, with ``sprt=(elo0, elo1)`` at most 20 000. ``openings`` is a number of random
    moves in games without chance, 2 if not given, 0 for none. ``settings`` are those of :func:`play`.
    """
    request = _request(game, [a, b], settings)
    test = None if sprt is None else (*map(float, sprt), alpha, beta, model)
    most = games if games is not None else 200 if sprt is None else 20_000
    with _Matches(most + most % 2, record, progress, keep=False) as matches:
        figures, stopped = _juez._compare(request, games, test, openings, matches.hear)
    if figures is not None:
        for name in ("score", "elo", "nelo"):
            figures[name] = figures[name] and Estimate(**figures[name])
        figures["sprt"] = figures["sprt"] and SprtResult(**figures["sprt"])
    return _whole(figures and Comparison(**figures), stopped)


class Tournament:
    """A tournament in the file ``db``, as ``juez tournament`` plays it.

    ``format`` is ``round-robin``, ``gauntlet``, ``swiss`` or ``knockout``. ``games`` is the number of
    matches of a pairing in a round, rounded up to whole deals. The other arguments and ``settings``
    have the names and values of the command line.
    """

    def __init__(
        self,
        game: str | Game,
        players: Players,
        *,
        db: str | os.PathLike[str],
        name: str | None = None,
        format: str = "round-robin",
        challengers: int = 1,
        third_place: bool = False,
        rounds: int | None = None,
        games: int | None = None,
        matches_each: int | None = None,
        partners: str = "same",
        openings: int | None = None,
        bench_after: int = 5,
        hide_names: bool = False,
        **settings: Any,
    ) -> None:
        self._request = _request(game, players, settings)
        self.db = Path(db)
        self._settings = {
            "name": name or self.db.stem,
            "db": self.db,
            "format": format,
            "challengers": challengers,
            "third_place": third_place,
            "rounds": rounds,
            "games": games,
            "matches_each": matches_each,
            "partners": partners,
            "openings": openings,
            "bench_after": bench_after,
            "hide_names": hide_names,
        }

    def run(self, progress: Callable[[dict[str, Any]], object] | None = None) -> Standings:
        """Plays what is left of the tournament and returns its tables.

        Each match is stored when it is over, so a run that was stopped continues here, also in another
        process with the same arguments. ``progress`` is called with each event of ``juez tournament
        --json-events``.
        """
        hear = progress if progress is not None else _ignore
        ended, stopped = _juez._tournament(self._request, self._settings, hear)
        return _whole(self.standings(ended) if ended is not None else None, stopped)

    def standings(self, ended: str = "interrupted") -> Standings:
        """Returns the tables of the matches that are stored."""
        tables = _juez._standings(self.db)
        return Standings(rows=tables["standings"], tables=tables, ended=ended)


def program() -> str | None:
    """Returns the path of the program ``juez`` that the package installs, which hosts scripts."""
    name = "juez.exe" if os.name == "nt" else "juez"
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    places = [Path(folder, name) for folder in (*schemes, os.path.dirname(sys.executable))]
    found = next((place for place in places if place.is_file()), None)
    return str(found) if found is not None else shutil.which(name)


def serve(player: Callable[[View], str | int]) -> None:
    """Lets a function play as a program: ``juez play durak "exec:python3 bot.py" greedy``.

    Reads and answers the messages of ``exec:`` until the match is over. The view is the one that
    :func:`play` gives the function. What the function prints goes to the log of the match.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    of: Game | None = None
    seed: str | None = None
    past: list[tuple[int, str]] = []
    for line in sys.stdin:
        message, answer = json.loads(line), {}
        if message["call"] == "start":
            of, seed, past = _juez.game(message["game"], **message["options"]), message["seed"], []
        elif message["call"] == "move" and of is not None:
            past += zip(message["history_seats"], message["history"], strict=True)
            seat, deal = message["seat"], message["deal"]
            view = of.view(message["view"], seat, deal=deal, past=past, seed=seed)
            chosen = player(view)
            answer["move"] = chosen if isinstance(chosen, str) else view.move_of(int(chosen))
        print(json.dumps(answer), file=answers, flush=True)


_SETTINGS: dict[str, Any] = {
    "seed": None,
    "threads": None,
    "budget": "normal",
    "on_fault": "forfeit",
    "strikes": None,
    "without": [],
    "clock": None,
    "isolation": "process",
}


def _request(game: str | Game, players: Players, given: dict[str, Any]) -> dict[str, Any]:
    rules = {name: value for name, value in given.items() if name not in _SETTINGS}
    if isinstance(game, Game):
        if rules:
            raise TypeError("a Game has its house rules already")
        id, rules = game.id, game.options
    else:
        id = game
    named: Iterable[tuple[str | None, Player]]
    named = players.items() if isinstance(players, Mapping) else ((None, one) for one in players)
    request = {name: given.get(name, usual) for name, usual in _SETTINGS.items()}
    return {**request, "game": id, "options": rules, "players": list(named), "program": program()}


class _Matches:
    """Hears of matches: keeps them, writes their records, tells of progress."""

    def __init__(
        self,
        games: int,
        record: str | os.PathLike[str] | None,
        progress: Progress | None,
        keep: bool = True,
    ) -> None:
        self.heard: list[Match] = []
        self._games, self._progress, self._keep = games, progress, keep
        self._played, self._file = 0, None
        if record is not None:
            opener: Any = gzip.open if str(record).endswith(".gz") else open
            self._file = opener(record, "at", encoding="utf-8", newline="\n")

    def __enter__(self) -> _Matches:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            self._file.close()

    def hear(self, shown: dict[str, Any]) -> None:
        self._played += 1
        if self._file is not None:
            self._file.write(shown["record"] + "\n")
        if self._keep:
            self.heard.append(Match(**shown))
        if self._progress is not None:
            self._progress(self._played, self._games)


def _whole(result: Of | None, stopped: BaseException | None) -> Of:
    """Returns the result of a call that was not stopped."""
    if isinstance(stopped, KeyboardInterrupt):
        raise Interrupted(result) from None
    if stopped is not None:
        raise stopped
    assert result is not None, "only a stopped call has none"
    return result


def _ignore(_event: object) -> None:
    pass


def _table(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        return rows
    # Intervals become columns such as score.low.
    return pandas.json_normalize(rows)
