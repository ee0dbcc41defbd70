"""random: plays any legal move, in every game."""

from __future__ import annotations

import random
from typing import Any

from juez import Bot, Turn, play


class RandomBot(Bot):
    def start(self, info: dict[str, Any]) -> None:
        # Chance drawn from the seed of the match: the same match is played alike again.
        self.random = random.Random(info["seed"])

    def next_move(self, turn: Turn) -> str:
        return self.random.choice(turn.moves)


play(RandomBot())
