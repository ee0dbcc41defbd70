"""tute: plays for the most points or for the fewest, never for the middle."""

from __future__ import annotations

from typing import Any

from juez import Bot, Turn, play

RANKS = ["2", "4", "5", "6", "7", "10", "11", "12", "3", "1"]  # weakest first
POINTS = {"1": 11, "3": 10, "12": 4, "11": 3, "10": 2}


def points(cards: list[str]) -> int:
    return sum(POINTS.get(card[1:], 0) for card in cards)


def power(card: str, led: str, trump: str) -> int:
    """Returns the strength of a card: the highest one wins the trick. Other suits win nothing."""
    suit_power = 20 if card[0] == trump else 10 if card[0] == led else 0
    return suit_power + RANKS.index(card[1:]) if suit_power else 0


def goes_high(view: dict[str, Any]) -> bool:
    """Returns whether we have far more than our share of all points, including points in hands."""
    me, players = view["seat"], view["players"]
    mine: int = view["points"][me] + points(view["hand"])
    everything: int = sum(view["points"]) + 120 - sum(map(points, view["played"]))
    # Staying low is easier: a seat without a trick never loses.
    return mine * len(players) > 1.3 * everything


class Tute(Bot):
    def next_move(self, turn: Turn) -> str:
        view = turn.view
        trick: list[str] = view["trick"]["cards"]
        high = goes_high(view)

        def worth(move: str) -> float:
            if ":" in move:  # a tute wins the hand at once, other songs are points
                return 1000 if move.startswith("tute") else 900 if high else -900
            led = trick[0][0] if trick else move[0]
            mine = power(move, led, view["trump"])
            wins = mine > max((power(card, led, view["trump"]) for card in trick), default=0)
            last = len(trick) + 1 == len(view["players"])
            if not trick:
                return mine if high else -mine
            if not high:
                # Get rid of the strongest card that does not win.
                return -100 - mine if wins else RANKS.index(move[1:])
            if wins:
                # No seat can beat the last card, so the weakest is enough.
                return 100 - mine if last else 100 + mine
            return -points([move])

        return max(turn.moves, key=worth)


play(Tute())
