"""Pictures of positions for notebooks, drawn as the flat table of the page: SVG in HTML."""

from __future__ import annotations

from typing import Any

from . import cards, tiles
from .board import board
from .cards import FRENCH_DECK, ITALIAN_DECK, SPANISH_DECK, Deck
from .svg import SEATS, element, escaped
from .table import Pieces, Seat, table

__all__ = ["of_state", "of_view"]

Data = dict[str, Any]


def of_state(state: Any) -> str:
    """Returns a position with all hands face up, seat 0 near."""
    views = [state.view(seat).data() for seat in range(state.seats)]
    hands = [view["hand"] for view in views] if "hand" in views[0] else []
    return _draw(state.game.id, views[0], hands, 0, state.to_play, str(state))


def of_view(view: Any) -> str:
    """Returns what a seat sees, that seat near."""
    data = view.data()
    seats = view.seats
    hands: list[list[str] | None] = [None] * seats
    if "hand" in data:
        hands[view.seat] = data["hand"]
    facts = data.get("public", data)
    turn = facts.get("to_move", facts.get("turn"))
    return _draw(view.game, data, hands, view.seat, turn, str(view))


def _draw(game: str, data: Data, hands: list[Any], near: int, turn: int | None, text: str) -> str:
    if game == "quoridor":
        return board(data, turn, game)
    facts = data.get("public", data)
    draw = {"durak": _durak, "tute": _tute, "scopone": _scopone, "dominoes": _dominoes}.get(game)
    if draw is None:
        return f"<pre>{escaped(text)}</pre>"
    return draw(facts, hands, near, turn, game)


def _pieces(deck: Deck) -> Pieces:
    return Pieces(deck.card, cards.TALL / 100, 58, 38, 0.72)


def _seats(hands: list[Any], counts: list[int], notes: list[str]) -> list[Seat]:
    """Returns the seats; a hand that is not seen is face down."""
    return [
        Seat([None] * count if hand is None else list(hand), note)
        for hand, count, note in zip(hands, counts, notes, strict=True)
    ]


def _sorted(deck: Deck, hands: list[Any], trump: str | None = None) -> list[Any]:
    return [None if hand is None else deck.sorted(hand, trump) for hand in hands]


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _durak(data: Data, hands: list[Any], near: int, turn: int | None, label: str) -> str:
    deck, trump_card = FRENCH_DECK, data["trump_card"]
    trump = trump_card[-1] if trump_card else None
    notes = []
    for seat, count in enumerate(data["count"]):
        role = {data["attacker"]: "attacks · ", data["defender"]: "defends · "}.get(seat, "")
        notes.append(role + _many(count, "card"))
    seats = _seats(_sorted(deck, hands, trump), data["count"], notes)
    parts, width = [], 50
    if trump_card and data["talon"]:
        parts.append(deck.card(trump_card, -270, 8, width, 90))
        parts.append(deck.pile(data["talon"] - 1, -290, 0, width))
    elif trump:
        parts.append(_trump(deck, trump))
    parts.append(deck.pile(len(data["discard"]), 285, 0, width * 0.9, 24))
    count = len(data["table"])
    step = min(76, 380 / max(1, count))
    for n, pair in enumerate(data["table"]):
        x = (n - (count - 1) / 2) * step
        parts.append(deck.card(pair["attack"], x - 6, -14, width))
        if pair["defence"]:
            parts.append(deck.card(pair["defence"], x + 10, 14, width, 8))
    return table(_pieces(deck), seats, near, turn, True, ("".join(parts), 118), label)


def _tute(data: Data, hands: list[Any], near: int, turn: int | None, label: str) -> str:
    deck, trump = SPANISH_DECK, data["trump"]
    count = len(data["played"])
    notes = []
    for seat in range(count):
        facts = [_many(data["points"][seat], "point"), _many(data["tricks"][seat], "trick")]
        notes.append(" · ".join([*facts, _many(data["porotos"][seat], "poroto")]))
    held = [0 if seat not in data["players"] else data["size"] - len(data["played"][seat]) for seat in range(count)]
    seats = _seats(_sorted(deck, hands, trump), held, notes)
    parts = []
    if trump:
        parts.append(_trump(deck, trump))
    trick = data["trick"]
    players = data["players"]
    for n, card in enumerate(trick["cards"] if trick else []):
        seat = players[(players.index(trick["leader"]) + n) % len(players)]
        x = (n - (len(trick["cards"]) - 1) / 2) * 84
        parts.append(deck.card(card, x, 0, 58, (seat * 5) % 7 - 3, SEATS[seat]))
    return table(_pieces(deck), seats, near, turn, False, ("".join(parts), 110), label)


def _scopone(data: Data, hands: list[Any], near: int, turn: int | None, label: str) -> str:
    deck = ITALIAN_DECK
    notes = []
    for seat, taken in enumerate(data["taken"]):
        facts = [_many(len(taken), "card") + " taken", _many(data["scope"][seat], "scopa", "scope")]
        notes.append(" · ".join(facts))
    seats = _seats(_sorted(deck, hands), data["held"], notes)
    lying = deck.sorted(data["table"])
    rows = [lying[:7], lying[7:]] if len(lying) > 7 else [lying]
    parts, width = [], 54 if len(rows) == 1 else 46
    high = width * cards.TALL / 100 + 8
    for number, row in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * high
        step = min(width * 1.25, 600 / max(1, len(row)))
        parts += [deck.card(card, (n - (len(row) - 1) / 2) * step, y, width) for n, card in enumerate(row)]
    return table(_pieces(deck), seats, near, turn, False, ("".join(parts), high * len(rows) + 8), label)


def _dominoes(data: Data, hands: list[Any], near: int, turn: int | None, label: str) -> str:
    notes = []
    for seat, count in enumerate(data["count"]):
        passed = data["passed"][seat]
        facts = [_many(data["score"][seat % 2], "point"), _many(count, "tile")]
        notes.append(" · ".join(facts + ([f"passed {passed}x"] if passed else [])))
    seats = _seats(hands, data["count"], notes)
    return table(Pieces(tiles.tile, 2, 34, 22, 1.08), seats, near, turn, False, tiles.chain(data["chain"], 600), label)


def _trump(deck: Deck, suit: str) -> str:
    badge = element("circle", cx=-280, cy=0, r=30, fill="card", stroke="brass", stroke_width=2)
    return badge + deck.sign(suit, -280, 0, 40)
