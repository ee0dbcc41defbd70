"""The runner: matches, comparisons and tournaments equal those of the command line, to the digit."""

from __future__ import annotations

import _thread
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc

import pytest
from conftest import MATCHES, ROOT, program, random_match
from test_memory import SLACK, resident

import juez
from juez import runner

RUNNER = str(ROOT / "bots/quoridor/runner.lua")
#: The number of matches with functions that may not leak; JUEZ_FUNCTION_MATCHES=10000 plays more.
FUNCTION_MATCHES = int(os.environ.get("JUEZ_FUNCTION_MATCHES", "400"))


def first(view: juez.View) -> str:
    return view.moves()[0]


def run(*args: object, cwd: object = None, env: object = None) -> str:
    command = [program(), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_matches_are_the_ones_of_the_command_line(tmp_path):
    for game, players in [
        ("quoridor", [RUNNER, "greedy"]),
        ("durak", ["greedy", "random", "greedy"]),
        ("dominoes", ["random", "pair"]),
    ]:
        lines = run("play", game, *players, "--games", 6, "--seed", 3, "--json").splitlines()
        file = tmp_path / f"{game}.jsonl"
        series = juez.play(game, players, games=6, seed=3, record=file)
        assert [match.record for match in series.matches] == lines
        assert file.read_text().splitlines() == lines
        names = [player["name"] for player in json.loads(lines[0])["players"]]
        assert series.matches[0].seats == names


def test_scores_are_the_ones_of_the_command_line():
    shown = run("play", "durak", "random", "greedy", "--games", 30, "--seed", 7)
    rows = juez.play("durak", ["random", "greedy"], games=30, seed=7).scores
    lines = shown.splitlines()[1:3]
    for row, line in zip(rows, lines, strict=True):
        score = f"{100 * row.score:.1f}%"
        figures = [row.name, row.matches, row.won, row.drawn, row.lost, score, row.points, row.faults]
        assert line.split() == [str(figure) for figure in figures]


@pytest.mark.parametrize(
    ("game", "args", "arguments"),
    [
        ("durak", ["greedy", "random", "--games", 40], {"games": 40}),
        ("quoridor", ["random", "greedy", "--games", 12], {"games": 12}),
        ("quoridor", [RUNNER, "greedy", "--games", 8, "--openings", "none"], {"games": 8, "openings": 0}),
        ("durak", ["greedy", "random", "--sprt", 0, 80, "--alpha", 0.1], {"sprt": (0, 80), "alpha": 0.1}),
    ],
)
def test_comparisons_are_the_ones_of_the_command_line(game, args, arguments):
    told = json.loads(run("compare", game, *args, "--seed", 5, "--json"))
    found = juez.compare(game, args[0], args[1], seed=5, **arguments)
    for name in ("score", "elo", "nelo", "sprt"):
        own = getattr(found, name)
        assert (own and vars(own)) == told[name], name
    for name in set(vars(found)) - {"score", "elo", "nelo", "sprt"}:
        assert getattr(found, name) == told[name], name


def without_times(tables: dict) -> dict:
    for row in tables["costs"]:
        row.pop("cpu_us", None), row.pop("wall_us", None)
    for row in tables["matches"]:
        row.pop("wall_us", None)
    return tables


@pytest.mark.parametrize(
    ("args", "arguments"),
    [
        (["--rounds", 3], {"rounds": 3}),
        (["--format", "swiss", "--games", 4], {"format": "swiss", "games": 4}),
        (["--format", "knockout"], {"format": "knockout"}),
    ],
)
def test_tournaments_are_the_ones_of_the_command_line(tmp_path, args, arguments):
    bots = ["greedy", "one=random", "evaluator", "two=random"]
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir(), other.mkdir()
    run("tournament", "durak", *bots, "--seed", 4, "--quiet", "--isolation", "thread", *args, cwd=other)
    told = json.loads(run("report", "durak.db", "--json", "--no-times", cwd=other))
    players = {"greedy": "greedy", "one": "random", "evaluator": "evaluator", "two": "random"}
    found = juez.Tournament("durak", players, db=own / "durak.db", seed=4, **arguments).run()
    assert found.ended == "finished"
    assert without_times(found.tables) == without_times(told)
    assert json.loads(run("report", own / "durak.db", "--json", "--no-times")) == told


def test_a_stopped_tournament_continues_and_ends_like_one_that_was_not(tmp_path):
    def tournament(name: str) -> juez.Tournament:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        return juez.Tournament("durak", [first, "random"], db=folder / "durak.db", seed=4, rounds=20)

    whole = tournament("whole").run()
    seen: list[str] = []

    def stop(event: dict) -> None:
        seen.append(event["event"])
        if seen.count("match_finished") == 5:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(juez.Interrupted):
        tournament("stopped").run(progress=stop)
    rows = tournament("stopped").standings().tables["matches"]
    played = len([row for row in rows if row["state"] == "played"])
    assert 5 <= played < 40
    stored: list[bool] = []

    def count(event: dict) -> None:
        if event["event"] == "match_finished":
            stored.append(event["stored"])

    again = tournament("stopped").run(progress=count)
    assert len(stored) == 40 and stored.count(True) >= 5
    assert without_times(again.tables) == without_times(whole.tables)


def test_a_function_plays_as_a_script_that_does_the_same(tmp_path):
    script = tmp_path / "first.lua"
    script.write_text("return { next_move = function(view) return view:moves()[1] end }\n")
    for game, others in [("quoridor", ["greedy"]), ("durak", ["greedy", "random"])]:
        ours = juez.play(game, [first, *others], games=4, seed=2)
        theirs = juez.play(game, [str(script), *others], games=4, seed=2)
        for one, other in zip(ours.matches, theirs.matches, strict=True):
            assert json.loads(one.record)["moves"] == json.loads(other.record)["moves"]
        record = json.loads(ours.matches[0].record)
        assert record["players"][0] == {"name": "first", "bot": "external", "source": "python:first"}


def test_a_function_may_return_an_action():
    def lowest(view: juez.View) -> int:
        actions = view.legal_actions()
        assert view.legal_mask().nonzero()[0].tolist() == sorted(actions)
        assert view.move_of(actions[0]) in view.moves()
        return actions[0]

    series = juez.play("durak", [lowest, "random"], games=4, seed=1)
    assert [row.faults for row in series.scores] == [0, 0]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda view: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda view: "??", "cannot read"),
        (lambda view: None, "cannot read"),
        (lambda view: 1000, "no legal move has the number 1000 here"),
    ],
)
def test_a_function_that_fails_commits_a_fault(answer, why):
    match = juez.play("quoridor", {"me": answer, "you": "random"}, seed=1).matches[0]
    assert match.reason == "forfeit" and match.scores == [0, 1]
    assert why in match.faults[0]["fault"]["why"]
    match = juez.play("quoridor", [answer, "random"], seed=1, on_fault="substitute", strikes=2).matches[0]
    assert len(match.faults) == 2


def test_a_wrong_request_has_the_sentence_of_the_command_line():
    for players, why in [
        (["greedy"], "durak is for 2 to 6 players, not 1"),
        (["greeedy", "random"], "did you mean greedy"),
        (["nowhere.lua", "random"], "nowhere.lua"),
    ]:
        with pytest.raises(juez.JuezError, match=why):
            juez.play("durak", players)
    with pytest.raises(TypeError, match="a player is a text or a function of a view, not int"):
        juez.play("durak", [3, "random"])
    with pytest.raises(juez.JuezError, match="did you mean quoridor"):
        juez.play("quorridor", ["greedy", "random"])
    with pytest.raises(juez.JuezError, match="has 3 sides"):
        juez.compare("durak", "greedy", "random", seats=3)
    with pytest.raises(juez.JuezError, match="greater than elo0"):
        juez.compare("durak", "greedy", "random", sprt=(10, 0))


def test_scripts_play_in_processes_of_the_program(monkeypatch):
    monkeypatch.setattr(runner, "program", lambda: None)
    with pytest.raises(juez.JuezError, match="processes of the program juez, which is not on the path"):
        juez.play("quoridor", [RUNNER, "random"])
    trusted = juez.play("quoridor", [RUNNER, "random"], seed=1, isolation="thread")
    monkeypatch.undo()
    assert runner.program() is not None
    assert juez.play("quoridor", [RUNNER, "random"], seed=1) == trusted


def test_progress_is_called_after_each_match():
    told: list[tuple[int, int]] = []
    juez.compare("durak", "random", "random", games=6, progress=lambda *at: told.append(at))
    assert told == [(played, 6) for played in range(1, 7)]


def test_an_exception_of_the_progress_ends_the_call():
    def progress(played: int, of: int) -> None:
        raise OSError(f"{played} of {of}")

    with pytest.raises(OSError, match="1 of 1000"):
        juez.play("durak", ["random", "random"], games=1000, progress=progress)


def test_ctrl_c_ends_a_call_and_keeps_what_was_played(tmp_path):
    since: list[float] = []

    def interrupt(view: juez.View) -> str:
        if view.ply > 8 and not since:
            since.append(time.process_time())
            _thread.interrupt_main()
        return first(view)

    file = tmp_path / "matches.jsonl"
    for call in (
        lambda: juez.play("durak", [interrupt, "greedy"], games=10_000, record=file),
        lambda: juez.compare("durak", interrupt, "greedy", games=10_000),
    ):
        since.clear()
        with pytest.raises(juez.Interrupted) as interrupted:
            call()
        # Of this process, since others can keep it waiting.
        assert time.process_time() - since[0] < 2
        result = interrupted.value.result
        assert result is None or isinstance(result, juez.Series) or result.ended == "interrupted"
    assert all(json.loads(line)["end"] for line in file.read_text().splitlines())


def test_other_threads_of_python_run_while_juez_plays():
    done, turns = threading.Event(), []

    def count() -> None:
        while not done.is_set():
            turns.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    before = len(turns)
    juez.compare("durak", "greedy", "greedy", games=200)
    after = len(turns)
    done.set()
    thread.join()
    assert after > before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_matches_with_functions_leave_no_memory_behind():
    def play(matches: int) -> None:
        juez.compare("durak", first, "random", games=matches)
        gc.collect()

    play(100)
    tracemalloc.start()
    play(100)
    before, size = tracemalloc.get_traced_memory()[0], resident()
    play(FUNCTION_MATCHES)
    grown, larger = tracemalloc.get_traced_memory()[0] - before, resident() - size
    tracemalloc.stop()
    print(f"{FUNCTION_MATCHES} matches: {grown} bytes of Python, {larger} resident")
    assert grown < 100_000 and larger < SLACK


def test_tables_are_rows_where_pandas_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    series = juez.play("durak", ["greedy", "random"], games=2, seed=1)
    assert series.table() == [vars(score) for score in series.scores]


def test_tables_are_tables_of_pandas_where_it_is_there(tmp_path):
    pandas = pytest.importorskip("pandas", reason="pandas cannot be installed here")
    series = juez.play("durak", ["greedy", "random"], games=2, seed=1)
    table = series.table()
    assert isinstance(table, pandas.DataFrame)
    assert table.to_dict("records") == [vars(score) for score in series.scores]

    found = juez.compare("durak", "greedy", "random", games=20, seed=1)
    table = found.table().set_index("figure")
    assert table.loc["score"].to_dict() == vars(found.score)

    tournament = juez.Tournament("durak", ["greedy", "random", first], db=tmp_path / "t.db", seed=1)
    standings = tournament.run()
    table = standings.table()
    assert list(table["name"]) == [row["name"] for row in standings.rows]
    # Intervals have a column for each bound.
    assert list(table["score.low"]) == [row["score"]["low"] for row in standings.rows]
    assert table.sort_values("score.value", ascending=False)["place"].iloc[0] == 1


def test_a_view_of_plain_data_is_the_view(game):
    for number in range(max(MATCHES // 5, 1)):
        for state in random_match(game, number):
            if state.is_over:
                continue
            for seat in range(game.seats):
                view = state.view(seat)
                again = game.view(view.data(), seat, deal=view.deal, past=view.past())
                assert again.json() == view.json() and again.moves() == view.moves()
                assert again.legal_actions() == view.legal_actions()
                assert (again.past(), again.ply) == (view.past(), view.ply)
                assert (again.observation() == view.observation()).all()
                assert str(again) == str(view)
    with pytest.raises(juez.JuezError):
        game.view({"nothing": 1}, 0)


def test_the_same_function_plays_in_python_and_as_a_program(tmp_path):
    (tmp_path / "bot.py").write_text(
        "import juez\n"
        "def choose(view):\n"
        "    print('ply', view.ply)\n"
        "    worlds = view.worlds(2)\n"
        "    return view.legal_actions()[len(str(worlds[1])) % len(view.moves())]\n"
        "if __name__ == '__main__':\n"
        "    juez.serve(choose)\n"
    )
    program_of = f"exec:{sys.executable} {tmp_path / 'bot.py'}"
    scope: dict = {"__name__": "bot"}
    exec((tmp_path / "bot.py").read_text(), scope)
    for game in ("durak", "quoridor"):
        ours = juez.play(game, [scope["choose"], "greedy"], games=2, seed=6)
        theirs = juez.play(game, [program_of, "greedy"], games=2, seed=6, clock="20s")
        for one, other in zip(ours.matches, theirs.matches, strict=True):
            assert not other.faults
            assert json.loads(one.record)["moves"] == json.loads(other.record)["moves"]
