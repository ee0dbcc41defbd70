"""Cards: faces, backs and piles."""

from __future__ import annotations

from .svg import element, group, path, rect, text

#: The height of a card of width 100.
TALL = 155
RED, BLACK, GOLD = "#c1282d", "#1d1a1a", "#e3a81c"
_CUP = "M-7 -9.5H7C7 -2 4.5 1.5 2 2.6V6L6 9.5H-6L-2 6V2.6C-4.5 1.5 -7 -2 -7 -9.5Z"
_CLUB = "M-2 10.5L-4.6 -3.5Q-5.6 -11 0 -11Q5.6 -11 4.6 -3.5L2 10.5Z"
_COINS = [
    ("M9 0A9 9 0 1 1 -9 0A9 9 0 1 1 9 0Z", GOLD),
    ("M5.6 0A5.6 5.6 0 1 1 -5.6 0A5.6 5.6 0 1 1 5.6 0Z", "#fbe3a0"),
    ("M0 -5L1.4 -1.4L5 0L1.4 1.4L0 5L-1.4 1.4L-5 0L-1.4 -1.4Z", RED),
]
_CUPS = [(_CUP, GOLD), ("M-7 -9.5Q0 -6.4 7 -9.5Q0 -12 -7 -9.5Z", RED)]
_SWORDS = [
    ("M0 -11L2.2 -7L1.6 4H-1.6L-2.2 -7Z", "#9dc3e6"),
    ("M-6 3.4H6V5.8H-6Z", GOLD),
    ("M-1.4 5.8H1.4V11H-1.4Z", RED),
]
_CLUBS = [(_CLUB, "#4c9a4a"), ("M-3.6 -5L-1 -3.8M3.4 -2L1 -0.4M-2.6 2.6L-0.4 3.4M2 -7.4L0.4 -6.6", "none")]
#: Paths and colours of the signs, about 20 units high, by the letter of the suit.
LATIN = {"O": _COINS, "D": _COINS, "C": _CUPS, "E": _SWORDS, "S": _SWORDS, "B": _CLUBS}
FRENCH = {
    "H": [("M0 9.5C-5 4.5 -9.5 1 -9.5 -4A5 5 0 0 1 0 -6A5 5 0 0 1 9.5 -4C9.5 1 5 4.5 0 9.5Z", RED)],
    "D": [("M0 -10.5Q3 -4 7.6 0Q3 4 0 10.5Q-3 4 -7.6 0Q-3 -4 0 -10.5Z", RED)],
    "S": [(
        "M0 -10C4 -5 9.5 -2 9.5 3A4.6 4.6 0 0 1 1.6 5.8Q2 8.6 4.4 10H-4.4Q-2 8.6 -1.6 5.8"
        "A4.6 4.6 0 0 1 -9.5 3C-9.5 -2 -4 -5 0 -10Z", BLACK,
    )],
    "C": [(
        "M0 -10A4.7 4.7 0 0 1 3.7 -2.5A4.8 4.8 0 1 1 1.5 5.2Q1.9 8.4 4.4 10H-4.4Q-1.9 8.4 -1.5 5.2"
        "A4.8 4.8 0 1 1 -3.7 -2.5A4.7 4.7 0 0 1 0 -10Z", BLACK,
    )],
}  # fmt: skip


class Deck:
    """How a deck writes its cards, and the order of its ranks in a hand."""

    def __init__(self, signs: dict[str, list[tuple[str, str]]], ranks: list[str]) -> None:
        self.signs, self.ranks = signs, ranks

    def suit(self, card: str) -> str:
        return card[-1] if self.signs is FRENCH else card[0]

    def rank(self, card: str) -> str:
        return card[:-1] if self.signs is FRENCH else card[1:]

    def sorted(self, hand: list[str], trump: str | None = None) -> list[str]:
        """Sorts a hand suit by suit, rising, with the trumps at the right."""
        return sorted(hand, key=lambda card: (
            self.suit(card) == trump, self.suit(card), self.ranks.index(self.rank(card)),
        ))  # fmt: skip

    def sign(self, suit: str, x: float, y: float, high: float) -> str:
        ink = {} if self.signs is FRENCH else {"stroke": "#2a1a12", "stroke_width": 0.8}
        shapes = "".join(path(d, fill=fill, **ink) for d, fill in self.signs[suit])
        return group(shapes, x, y, high / 20)

    def card(self, card: str | None, x: float, y: float, width: float, turn: float = 0, ring: str = "") -> str:
        """Returns a card around its centre, ``None`` face down; ``ring`` is the colour of a frame."""
        parts = [rect(-47, 4 - TALL / 2, 100, TALL, rx=7, opacity=0.28)]
        if ring:
            parts.append(rect(-54, -4 - TALL / 2, 108, TALL + 8, rx=11, fill="none", stroke=ring, stroke_width=8))
        edge = {"rx": 7, "stroke": "card-edge", "stroke_width": 2}
        parts.append(rect(-50, -TALL / 2, 100, TALL, fill="card", **edge))
        if card is None:
            parts.append(rect(-43, 7 - TALL / 2, 86, TALL - 14, rx=4, fill="back"))
            parts.append(element("circle", r=20, fill="back-low", stroke="#dfb25c", stroke_width=3))
            return group("".join(parts), x, y, width / 100, turn)
        suit, rank = self.suit(card), self.rank(card)
        rank = "10" if rank == "T" else rank
        colour = RED if self.signs is FRENCH and suit in "HD" else BLACK
        squeezed = {"textLength": 40, "lengthAdjust": "spacingAndGlyphs"} if len(rank) > 1 else {}
        parts.append(text(-46 if squeezed else -43, -36, rank, 44, colour, font_weight=700, **squeezed))
        parts.append(self.sign(suit, -27, -12, 34))
        parts.append(self.sign(suit, 14, 34, 62))
        return group("".join(parts), x, y, width / 100, turn, label=card)

    def pile(self, count: int, x: float, y: float, width: float, turn: float = 0) -> str:
        """Returns a pile of cards face down with their number; nothing for none."""
        if count == 0:
            return ""
        layers = min(5, (count + 3) // 4)
        cards = [self.card(None, x + 0.9 * n, y - 1.7 * n, width, turn) for n in range(layers)]
        number = text(x + 1.5, y + 4, count, 15, "#fff", font_weight=700, text_anchor="middle",
                      stroke="#0b1c12", stroke_width=4, paint_order="stroke")  # fmt: skip
        return "".join(cards) + number


FRENCH_DECK = Deck(FRENCH, list("23456789TJQKA"))
ITALIAN_DECK = Deck(LATIN, [str(rank) for rank in range(1, 11)])
#: In the order of Tute.
SPANISH_DECK = Deck(LATIN, ["2", "4", "5", "6", "7", "10", "11", "12", "3", "1"])
