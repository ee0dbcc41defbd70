"""A table of cards or tiles: the hands around it, and what lies in the middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .svg import cloth, picture, plate

WIDTH = 720
EDGE = 20
#: Height of a plate with its margins.
PLATE = 38


@dataclass
class Pieces:
    """How the pieces of a hand are drawn: one around (x, y), this wide; its height by width, the widths in
    the near hand and in the others, and the distance of two in the others by width."""

    draw: Callable[[str | None, float, float, float], str]
    tall: float
    own: float
    other: float
    apart: float


@dataclass
class Seat:
    """A seat: its pieces, ``None`` those face down, and a note."""

    hand: list[str | None]
    note: str


def _rows(count: int, room: float, width: float, least: float) -> list[int]:
    """Splits a hand into rows, so that at least this much of each piece is visible."""
    fit = max(1, int((room - width) / least) + 1)
    rows = max(1, -(-count // fit))
    return [count // rows + (n < count % rows) for n in range(rows)]


def _hand(pieces: Pieces, seat: Seat, x: float, y: float, room: float, width: float) -> tuple[str, float]:
    """Returns a hand below y, centred on x, and its height."""
    spread = width * (1.05 if width == pieces.own else pieces.apart)
    if seat.hand and seat.hand[0] is None:
        spread = width * 0.4
    rows = _rows(len(seat.hand), room, width, min(spread, width * 0.42))
    parts, left = [], list(seat.hand)
    drop, high = width * pieces.tall * 0.45, width * pieces.tall
    for number, count in enumerate(rows):
        step = min(spread, (room - width) / max(1, count - 1))
        for n in range(count):
            middle = y + high / 2 + number * drop
            parts.append(pieces.draw(left.pop(0), x + (n - (count - 1) / 2) * step, middle, width))
    return "".join(parts), high + (len(rows) - 1) * drop


def table(
    pieces: Pieces, seats: list[Seat], near: int, turn: int | None, clockwise: bool,
    middle: tuple[str, float], label: str,
) -> str:  # fmt: skip
    """Returns a table; ``middle`` is drawn around its centre and has a height."""
    others = [(near + k) % len(seats) for k in range(1, len(seats))]
    if not clockwise:
        others.reverse()
    columns = len(others) if len(others) <= 3 else (len(others) + 1) // 2
    parts, y = [], float(EDGE)
    for first in range(0, len(others), columns):
        row = others[first : first + columns]
        room = (WIDTH - 2 * EDGE) / len(row) - 12
        highest = 0.0
        for n, seat in enumerate(row):
            x = EDGE + (n + 0.5) * (WIDTH - 2 * EDGE) / len(row)
            hand, high = _hand(pieces, seats[seat], x, y + PLATE, min(room, 330), pieces.other)
            parts += [plate(seat, seats[seat].note, x, y + PLATE / 2 - 2, seat == turn, min(room, 200)), hand]
            highest = max(highest, high)
        y += highest + PLATE + 10
    content, high = middle
    parts.append(f'<g transform="translate({WIDTH / 2:g} {y + 6 + high / 2:.1f})">{content}</g>')
    y += high + 18
    hand, high = _hand(pieces, seats[near], WIDTH / 2, y, WIDTH - 2 * EDGE - 40, pieces.own)
    y += high + 8
    parts += [hand, plate(near, seats[near].note, WIDTH / 2, y + PLATE / 2 - 4, near == turn, 240)]
    y += PLATE + EDGE - 6
    return picture(cloth(WIDTH, y) + "".join(parts), (0, 0, WIDTH, y), label, WIDTH)
