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

# Takes the prompt and what was wrong with the last bot; gives back the source of the next one.
WriteBot = Callable[[str, str], str]


class Juez:
    def __init__(self, program: str, options: list[str]) -> None:
        self.program = program
        self.options = [word for option in options for word in ("-o", option)]

    def text(self, *words: str) -> str:
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode == 2:  # wrong input: no bot can mend that
            raise SystemExit(done.stderr.strip())
        return done.stdout

    def report(self, command: str, *words: str) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.text(command, *words, *self.options, "--json"))
        return report


def problems(report: dict[str, Any]) -> tuple[list[str], list[str]]:
    """What `juez check` found: faults, which cost matches, and hints of the lint."""
    if "error" in report:
        return [report["error"]], []
    faults = [f"ply {found['ply']}: {json.dumps(found['fault'])}" for found in report["faults"]]
    hints = [f"{hint['file']}:{hint['line']}: {hint['message']}" for hint in report["lint"]]
    return faults, hints


def improve(
    juez: Juez, game: str, write_bot: WriteBot, folder: Path, rounds: int, games: int
) -> str:
    """The best bot after some rounds: its file, or `random` if none was better."""
    prompt = juez.text("rules", game, "--api")
    best, feedback = "random", ""
    for number in range(1, rounds + 1):
        bot = folder / f"round_{number}.lua"
        bot.write_text(write_bot(prompt, feedback), encoding="utf-8")
        faults, hints = problems(juez.report("check", str(bot), game))
        feedback = "\n".join(faults + hints)
        if faults:
            print(f"{bot}: faulty\n{feedback}")
            continue
        result = juez.report("compare", game, str(bot), best, "--games", str(games))
        score = f"{result['score']['value']:.0%} of the points against {best}"
        feedback = "\n".join([f"Your bot won {score}."] + hints)
        # The chance that it is the stronger one, from these matches alone.
        if (result["los"] or 0) > 0.95:
            print(f"{bot}: kept, {score}")
            best = str(bot)
        else:
            print(f"{bot}: dropped, {score}")
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
