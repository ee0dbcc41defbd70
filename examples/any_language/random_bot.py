"""random: plays any legal move, in every game."""

from __future__ import annotations

import random
from typing import Any

from juez import Bot, Turn, play


class RandomBot(Bot):
    def start(self, info: dict[str, Any]) -> None:
        # Random numbers from the seed of the match, so that the match can be repeated.
        self.random = random.Random(info["seed"])

    def next_move(self, turn: Turn) -> str:
        return self.random.choice(turn.moves)


play(RandomBot())
