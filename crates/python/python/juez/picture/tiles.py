"""Dominoes: tiles, and the chain in rows that wind."""

from __future__ import annotations

from typing import Any

from .svg import DARKEST, SEATS, element, group, path, rect

#: Half the width of a tile's face: pips are at these places.
_OFF = 25
PIPS = [
    [],
    [(0, 0)],
    [(-1, -1), (1, 1)],
    [(-1, -1), (0, 0), (1, 1)],
    [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
]


def tile(name: str | None, x: float, y: float, width: float, turn: float = 0, ring: str = "") -> str:
    """Returns a tile around its centre, its first number on top; ``None`` is face down."""
    parts = [rect(-47, -94, 98, 200, rx=13, opacity=0.3)]
    edge = {"rx": 13, "stroke": ring or "#4a3c28", "stroke_width": 9 if ring else 2.5}
    if name is None:
        parts.append(rect(-49, -99, 98, 198, fill="#2a1d16", **edge))
        parts.append(rect(-37, -87, 74, 174, rx=8, fill="none", stroke="#dfb25c", stroke_width=3))
        return group("".join(parts), x, y, width / 100, turn)
    parts.append(rect(-49, -99, 98, 198, fill="bone", **edge))
    parts.append(path("M-36 0H36", stroke="#6b5a3e", stroke_width=4))
    for half, digit in enumerate(name):
        for px, py in PIPS[int(digit)]:
            at = {"cx": px * _OFF, "cy": py * _OFF + 98 * half - 49}
            parts.append(element("circle", r=10.5, fill="#17120e", **at))
    parts.append(element("circle", r=6.5, fill="#dfb25c", stroke="#7c5a22", stroke_width=2))
    return group("".join(parts), x, y, width / 100, turn, label=name)


def in_order(chain: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Returns tiles from the left end to the right one, as they lie, with their seats."""
    row: list[tuple[str, int]] = []
    for placed in chain:
        name, seat, end = placed["tile"], placed["seat"], placed.get("end")
        swapped = name[::-1]
        if not row:
            row.append((name, seat))
        elif row[-1][0][1] == str(end):
            row.append((name if name[0] == str(end) else swapped, seat))
        else:
            row.insert(0, (name if name[1] == str(end) else swapped, seat))
    return row


def chain(placed: list[dict[str, Any]], room: float, width: float = 26) -> tuple[str, float]:
    """Returns the chain around its centre, and its height; rows wind from the left end."""
    rows: list[list[tuple[str, int]]] = [[]]
    used = 0.0
    for name, seat in in_order(placed):
        long = width if name[0] == name[1] else 2 * width
        if used + long > room:
            rows.append([])
            used = 0
        rows[-1].append((name, seat))
        used += long + 2
    last = placed[-1]["tile"] if placed else None
    pitch = 2 * width + 10
    parts, way = [], 1
    x = -room / 2 if len(rows) > 1 else -used / 2
    for number, row in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * pitch
        for name, seat in row:
            double = name[0] == name[1]
            long = width if double else 2 * width
            ring = SEATS[seat] if last in (name, name[::-1]) else ""
            parts.append(tile(name, x + way * long / 2, y, width, 0 if double else -90 * way, ring))
            x += way * (long + 2)
        if number + 1 < len(rows):
            curve = f"M{x + 4 * way:g} {y:g}q{way * 12} {pitch / 2} 0 {pitch}"
            parts.append(path(curve, fill="none", stroke=DARKEST, stroke_width=3, opacity=0.5))
        way = -way
    return "".join(parts), len(rows) * pitch
