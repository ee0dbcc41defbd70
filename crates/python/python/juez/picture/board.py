"""The board of Quoridor."""

from __future__ import annotations

from typing import Any

from .svg import DARKEST, MARKS, SEATS, group, path, picture, plate, rect, seat_mark, text

PITCH, CELL, RIM = 50, 40, 22
HALF = (9 * PITCH - (PITCH - CELL)) / 2
OUTER = HALF + RIM
WALL = (2 * CELL + PITCH - CELL, 9)


def _square(name: str) -> tuple[float, float]:
    """Returns the centre of a square such as ``e4``; row 1 is near."""
    return (ord(name[0]) - ord("e")) * PITCH, (5 - int(name[1])) * PITCH


def _goals(seats: int) -> list[tuple[int, str]]:
    sides = [
        [f"{file}9" for file in "abcdefghi"],
        [f"i{row}" for row in range(1, 10)],
        [f"{file}1" for file in "abcdefghi"],
        [f"a{row}" for row in range(1, 10)],
    ]
    return [(seat, name) for seat in range(seats) for name in sides[seat * 2 if seats == 2 else seat]]


def _wall(name: str) -> str:
    x, y = _square(name)
    length, thick = WALL
    body = rect(-length / 2, -thick / 2 + 2, length, thick, rx=2.4, fill="#000", opacity=0.4)
    body += rect(-length / 2, -thick / 2, length, thick, rx=2.4, fill="wall", stroke="wall-edge")
    return group(body, x + PITCH / 2, y - PITCH / 2, turn=0 if name[2] == "h" else 90, label=f"wall {name}")


def _pawn(seat: int, name: str, turn: bool) -> str:
    x, y = _square(name)
    halo = ""
    if turn:
        halo = f'<circle r="19" fill="none" stroke="{DARKEST}" stroke-width="2.4" stroke-dasharray="9 6"/>'
    body = (
        f'{halo}<circle cx="1.5" cy="3" r="15" opacity="0.35"/>'
        f'<circle r="15" fill="{SEATS[seat]}" stroke="{DARKEST}" stroke-width="1.6"/>'
        f'<circle r="11.4" fill="none" stroke="{DARKEST}" stroke-opacity="0.45" stroke-width="1.4"/>'
    )
    sign = path(MARKS[seat], fill="#fffaf0", stroke=DARKEST, stroke_width=2.2)
    return group(body + group(sign, 0, 0, 0.66), x, y, label=f"pawn of seat {seat} on {name}")


def board(data: dict[str, Any], turn: int | None, label: str) -> str:
    """Returns the picture of a position, from the side of seat 0."""
    seats = len(data["pawns"])
    parts = [
        rect(-OUTER, -OUTER, 2 * OUTER, 2 * OUTER, rx=14, fill="url(#juez-rim)"),
        rect(-HALF - 4, -HALF - 4, 2 * HALF + 8, 2 * HALF + 8, rx=5, fill="groove", stroke="brass", stroke_width=1.8),
    ]  # fmt: skip
    for file in "abcdefghi":
        for row in range(1, 10):
            x, y = _square(f"{file}{row}")
            parts.append(rect(x - CELL / 2, y - CELL / 2, CELL, CELL, rx=4, fill="url(#juez-cell)", stroke="cell-edge"))
    goals = _goals(seats)
    for seat, name in goals:
        x, y = _square(name)
        # Two seats share a corner.
        shared = sum(name == other for _, other in goals) > 1
        off = 0 if not shared else 8 if seat % 2 else -8
        parts.append(f'<g opacity="0.62">{seat_mark(seat, x + off, y + off, 7)}</g>')
    for n in range(9):
        for side in (-1, 1):
            middle = {"text_anchor": "middle", "font_weight": 600}
            edge = side * (HALF + RIM / 2)
            parts.append(text((n - 4) * PITCH, edge + 5, "abcdefghi"[n], 14, "letter", **middle))
            parts.append(text(edge, (4 - n) * PITCH + 5, n + 1, 14, "letter", **middle))
    parts += [_wall(name) for name in data["walls"]]
    parts += [_pawn(seat, name, seat == turn) for seat, name in enumerate(data["pawns"])]
    parts += _plates(data, turn)
    height = 2 * OUTER + 8 + 40 * (seats // 2)
    return picture("".join(parts), (-OUTER - 2, -OUTER - 2, 2 * OUTER + 4, height), label, 480)


def _plates(data: dict[str, Any], turn: int | None) -> list[str]:
    found = []
    for seat, left in enumerate(data["walls_left"]):
        winner = " · wins" if data.get("winner") == seat else ""
        note = f"{left} wall{'' if left == 1 else 's'} left{winner}"
        x, y = (-OUTER / 2, OUTER / 2)[seat % 2], OUTER + 23 + 40 * (seat // 2)
        found.append(plate(seat, note, x, y, seat == turn, OUTER - 6))
    return found
