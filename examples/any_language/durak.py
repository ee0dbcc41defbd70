"""durak: gets rid of cheap cards and keeps the trumps."""

from __future__ import annotations

from juez import Bot, Turn, play

RANKS = "23456789TJQKA"


class Durak(Bot):
    def next_move(self, turn: Turn) -> str:
        view = turn.view
        trump: str = view["trump_card"][1]
        hand: list[str] = view["hand"]
        late = view["talon"] == 0

        def price(card: str) -> int:
            return RANKS.index(card[0]) + (20 if card[1] == trump else 0)

        cards = [move for move in turn.moves if move not in ("take", "done")]
        if view["phase"] == "attack":
            # Of a rank held twice, the second card can be thrown in later.
            def cost(card: str) -> float:
                twins = sum(1 for other in hand if other[0] == card[0] and other[1] != trump)
                return price(card) - 1.5 * twins

            return min(cards, key=cost)
        cheapest = min(cards, key=price, default=None)
        if view["phase"] == "defend":
            # A high trump for a low card is a bad trade while there are cards to draw.
            if cheapest is None or (not late and price(cheapest) >= 30 and len(hand) < 9):
                return "take"
            return cheapest
        # Throwing in: plain cards below an ace; at the end any card.
        if cheapest is not None and (late or price(cheapest) < 12):
            return cheapest
        return "done"


play(Durak())
