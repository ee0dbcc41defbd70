"""Lets a Python bot play through `exec:`: subclass `Bot` and end with `play(MyBot())`."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, fields
from typing import Any

# Standard output is for answers. A `print` in a bot goes to its log, which is standard error.
_answers, sys.stdout = sys.stdout, sys.stderr


@dataclass
class Turn:
    ply: int  # moves made since the match began
    deal: int  # number of the current deal, from 0
    view: dict[str, Any]  # all that your seat sees; its keys depend on the game
    moves: list[str]  # your legal moves, at least two
    history: list[str]  # moves made since your last turn, your own included
    left_ms: int  # milliseconds on your clock


class Bot:
    def start(self, info: dict[str, Any]) -> None: ...
    def finish(self, result: dict[str, Any]) -> None: ...
    def next_move(self, turn: Turn) -> str: raise NotImplementedError


def play(bot: Bot) -> None:
    for line in sys.stdin.buffer:
        message, answer = json.loads(line), {}
        if message["call"] == "start":
            bot.start(message)
        elif message["call"] == "move":
            values = {field.name: message[field.name] for field in fields(Turn)}
            answer["move"] = bot.next_move(Turn(**values))
        elif message["call"] == "finish":
            bot.finish(message)
        print(json.dumps(answer), file=_answers, flush=True)
