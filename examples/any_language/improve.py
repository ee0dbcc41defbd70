"""improve: writes a bot, checks it, lets it play the best one so far, and keeps the better.

    python3 examples/any_language/improve.py quoridor first.lua second.lua

A model that writes bots goes into `write_bot`. It is left out here: each round takes the next of
the files on the command line.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any, Callable

# Takes the prompt and the errors of the last bot; returns the source of the next one.
WriteBot = Callable[[str, str], str]


class Juez:
    def __init__(self, program: str, options: list[str]) -> None:
        self.program = program
        self.options = [word for option in options for word in ("-o", option)]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run([self.program, *words], capture_output=True, encoding="utf-8")
        if done.returncode == 2:  # wrong input: no bot can mend that
            raise SystemExit(done.stderr.strip())
        return done

    def prompt(self, game: str) -> str:
        return self.run("rules", game, "--prompt").stdout

    def check(self, bot: Path, game: str) -> tuple[bool, str]:
        """Returns whether a bot is ready to play, and its problems."""
        done = self.run("check", str(bot), game, *self.options, "--json")
        report = json.loads(done.stdout)
        found = [report["error"]] if "error" in report else []
        for fault in report.get("faults", []):
            found += [f"ply {fault['ply']}: {json.dumps(fault['fault'])}", fault.get("excerpt")]
        for hint in report.get("lint", []):
            found += [f"{hint['file']}:{hint['line']}: {hint['message']}"]
        if report.get("again") == "differs":
            found += ["the same match, played again, has other moves"]
        return done.returncode == 0, "\n".join(filter(None, found))

    def compare(self, game: str, bot: Path, other: str, games: int) -> dict[str, Any]:
        """Returns the share of points of `bot`: its value, and the interval from low to high."""
        words = ["compare", game, str(bot), other, "--games", str(games)]
        result = json.loads(self.run(*words, *self.options, "--json").stdout)
        score: dict[str, Any] = result["score"]
        return score


def improve(
    juez: Juez, game: str, write_bot: WriteBot, folder: Path, rounds: int, games: int
) -> str:
    """Returns the best bot after some rounds: its file, or `random` if none was better."""
    prompt = juez.prompt(game)
    best, feedback = "random", ""
    for number in range(1, rounds + 1):
        bot = folder / f"round_{number}.lua"
        bot.write_text(write_bot(prompt, feedback), encoding="utf-8")
        ready, feedback = juez.check(bot, game)
        if not ready:
            print(f"{bot}: faulty\n{feedback}")
            continue
        score = juez.compare(game, bot, best, games)
        points = f"{score['value']:.0%} of the points against {best}"
        feedback = f"Your bot won {points}.\n{feedback}"
        # Better by more than chance: the whole interval lies above one half.
        better = score["low"] > 0.5
        print(f"{bot}: {'kept' if better else 'dropped'}, {points}")
        best = str(bot) if better else best
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description="Improve a bot round by round.")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", type=Path, help="Lua files in place of a model")
    parser.add_argument("-o", "--option", action="append", default=[], help="house rule")
    parser.add_argument("--folder", type=Path, default=Path("improved"), help="where bots go")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=40, help="matches of a comparison")
    parser.add_argument("--juez", default="juez", help="the program")
    given = parser.parse_args()

    files = iter(given.bots)

    def write_bot(prompt: str, feedback: str) -> str:
        text: str = next(files).read_text(encoding="utf-8")
        return text

    given.folder.mkdir(parents=True, exist_ok=True)
    rounds = min(given.rounds, len(given.bots))
    juez = Juez(given.juez, given.option)
    print("best:", improve(juez, given.game, write_bot, given.folder, rounds, given.games))


if __name__ == "__main__":
    main()
