"""scopone: takes what is worth most and leaves no table that one card takes whole."""

from __future__ import annotations

from juez import Bot, Turn, play

PRIMIERA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}


def value(card: str) -> int:
    return int(card[1:])


def worth(card: str) -> int:
    """Returns the value of a card in a pile: carte, primiera, denari and the settebello."""
    denari = 10 if card[0] == "D" else 0
    settebello = 100 if card == "D7" else 0
    return 5 + 2 * (PRIMIERA.get(value(card), 10) - 10) + denari + settebello


class Scopone(Bot):
    def next_move(self, turn: Turn) -> str:
        table: list[str] = turn.view["public"]["table"]

        def judge(move: str) -> int:
            card, _, rest = move.partition("x")
            taken = rest.split("+") if rest else []
            if taken:
                left = [other for other in table if other not in taken]
                gain = worth(card) + sum(map(worth, taken))
            else:
                left = table + [card]
                gain = -worth(card)  # another seat will probably take it
            total = sum(map(value, left))
            if total == 0:
                return gain + 100  # scopa
            return gain - 60 if total <= 10 else gain

        return max(turn.moves, key=judge)


play(Scopone())
