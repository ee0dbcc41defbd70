"""Shapes and colours of the pictures, as on the flat table of the page (web/src/flat)."""

from __future__ import annotations

import math

#: The colours of a dark page, and what a light page changes.
DARK = {
    "wood": "#6b3518", "wood-dark": "#34160a", "wood-light": "#9a5a2c", "groove": "#1f0f08",
    "cell": "#d3a063", "cell-low": "#b37f45", "cell-edge": "#7c5029", "brass": "#dfb25c",
    "cloth": "#1d6b41", "cloth-low": "#0c3a22", "wall": "#d9cdb6", "wall-edge": "#3c3226",
    "plate": "#1a120e", "plate-edge": "#6d5128", "text": "#f6ead4", "faint": "#d6c3a0",
    "letter": "#dfb25c", "card": "#fdf8ea", "card-edge": "#8a7a5e", "back": "#8e2b26",
    "back-low": "#5d1916", "bone": "#fbf4e2", "bone-low": "#dccfae",
}  # fmt: skip
LIGHT = {
    "wood": "#b98550", "wood-dark": "#85572c", "wood-light": "#d8ab76", "groove": "#7a5230",
    "cell": "#f3d9aa", "cell-low": "#e4c08a", "cell-edge": "#b88d57", "brass": "#b58422",
    "cloth": "#3f9468", "cloth-low": "#2b7350", "wall": "#fffaf0", "wall-edge": "#5b4a35",
    "plate": "#fff9ec", "plate-edge": "#b58d55", "text": "#2c1c0e", "faint": "#5f4a30",
    "letter": "#4b2c0e",
}  # fmt: skip
#: The colours of the seats.
SEATS = ["#f08040", "#5fa8f0", "#45c896", "#c48ee6", "#ecca55", "#d9d3c6"]
DARKEST = "#1b0f08"


def _polygon(corners: int, radius: float, turn: float = 0, inner: float | None = None) -> str:
    steps = corners * (2 if inner else 1)
    points = []
    for i in range(steps):
        r = inner if inner and i % 2 else radius
        angle = turn + 2 * math.pi * i / steps
        points.append(f"{r * math.sin(angle):.1f} {-r * math.cos(angle):.1f}")
    return f"M{'L'.join(points)}Z"


#: Outlines of the marks of the seats, about as big as a circle of radius 10.
MARKS = [
    "M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0Z",
    _polygon(3, 12.5),
    _polygon(4, 12.6, math.pi / 4),
    _polygon(4, 12.6),
    _polygon(5, 13, 0, 5.6),
    _polygon(6, 11.2),
]


def escaped(text: object) -> str:
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def paint(name: str) -> str:
    """Returns a colour by its name in DARK, or the text itself."""
    return f"var(--juez-{name})" if name in DARK else name


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escaped(value)


def element(tag: str, content: str = "", **attributes: object) -> str:
    """Returns an element; ``stroke_width=2`` becomes ``stroke-width="2"``."""
    words = []
    for key, value in attributes.items():
        key = key.rstrip("_").replace("_", "-")
        text = paint(str(value)) if key in ("fill", "stroke", "stop-color") else _number(value)
        words.append(f' {key}="{text}"')
    return f"<{tag}{''.join(words)}>{content}</{tag}>" if content else f"<{tag}{''.join(words)}/>"


def rect(x: float, y: float, width: float, height: float, **more: object) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **more)


def path(d: str, **more: object) -> str:
    return element("path", d=d, **more)


def text(x: float, y: float, content: object, size: float, fill: str, **more: object) -> str:
    return element("text", escaped(content), x=x, y=y, font_size=size, fill=fill, **more)


def group(content: str, x: float, y: float, scale: float = 1, turn: float = 0, label: str = "") -> str:
    where = f"translate({_number(float(x))} {_number(float(y))})"
    where += f" rotate({_number(float(turn))})" if turn else ""
    where += f" scale({_number(float(scale))})" if scale != 1 else ""
    named = {"role": "img", "aria_label": label} if label else {}
    return element("g", content, transform=where, **named)


def seat_mark(seat: int, x: float, y: float, size: float = 8) -> str:
    sign = path(MARKS[seat], fill=SEATS[seat], stroke=DARKEST, stroke_width=1.6, stroke_linejoin="round")
    return group(sign, x, y, size / 10)


def plate(seat: int, note: str, x: float, y: float, turn: bool, width: float = 190) -> str:
    """Returns the plate of a seat around its centre; the seat to move has a bright edge."""
    parts = [
        rect(-width / 2, -16, width, 32, rx=7, fill="plate", stroke="brass" if turn else "plate-edge",
             stroke_width=2.6 if turn else 1),
        seat_mark(seat, 17 - width / 2, 0, 7.5),
        text(31 - width / 2, -2, f"seat {seat}", 13, "text", font_weight=600),
        text(31 - width / 2, 10.5, note, 11, "faint"),
    ]  # fmt: skip
    if turn:
        parts.append(path(f"M{width / 2 - 17} -12l8 5l-8 5Z", fill="brass"))
    return group("".join(parts), x, y, label=f"seat {seat}{', to move' if turn else ''}: {note}")


def _gradient(id: str, kind: str, stops: list[tuple[float, str]], **more: object) -> str:
    content = "".join(element("stop", offset=at, stop_color=colour) for at, colour in stops)
    return element(kind, content, id=id, **more)


def _style() -> str:
    def colours(values: dict[str, str]) -> str:
        return "".join(f"--juez-{name}:{value};" for name, value in values.items())

    light = f".juez{{{colours(LIGHT)}}}"
    # The theme of JupyterLab and of VS Code comes before the one of the system.
    return (
        f"<style>.juez{{{colours(DARK)}}}"
        ".juez text{font-family:ui-sans-serif,system-ui,sans-serif}"
        f"@media (prefers-color-scheme:light){{{light}}}"
        f":is([data-jp-theme-light=true],.vscode-light) {light}"
        f":is([data-jp-theme-light=false],.vscode-dark) .juez{{{colours(DARK)}}}</style>"
    )


def picture(content: str, box: tuple[float, float, float, float], label: str, widest: int) -> str:
    """Returns a drawing as HTML that needs no other file; it is at most ``widest`` pixels wide."""
    wood = [(0, "wood-light"), (0.45, "wood"), (1, "wood-dark")]
    shades = element(
        "defs",
        _gradient("juez-rim", "linearGradient", wood, x2=1, y2=1)
        + _gradient("juez-cloth", "radialGradient", [(0, "cloth"), (1, "cloth-low")], r=0.75)
        + _gradient("juez-cell", "linearGradient", [(0, "cell"), (1, "cell-low")], x2=1, y2=1),
    )
    where = " ".join(_number(float(value)) for value in box)
    svg = element("svg", shades + content, viewBox=where, width="100%", role="img", aria_label=label)
    return f'<div class="juez" style="max-width:{widest}px">{_style()}{svg}</div>'


def cloth(width: float, height: float) -> str:
    """Returns a table with a wooden rim, from the origin."""
    return (
        rect(0, 0, width, height, rx=34, fill="url(#juez-rim)")
        + rect(10, 10, width - 20, height - 20, rx=24, fill="url(#juez-cloth)")
        + rect(8, 8, width - 16, height - 16, rx=26, fill="none", stroke="brass", stroke_width=2)
    )
