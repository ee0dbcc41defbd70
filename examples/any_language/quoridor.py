"""quoridor: tries every step of its pawn and every wall on a rival's path, and plays the best."""

from __future__ import annotations

from collections import deque
from typing import Any

from juez import Bot, Turn, play

Square = tuple[int, int]  # file and row, from 0: e1 is (4, 0)

# The goal line of each seat: file (0) or row (1), and its number.
GOALS = {2: [(1, 8), (1, 0)], 4: [(1, 8), (0, 8), (1, 0), (0, 0)]}


def square(text: str) -> Square:
    return ord(text[0]) - ord("a"), int(text[1]) - 1


def cuts(wall: str) -> set[frozenset[Square]]:
    """Returns the two steps that a wall forbids."""
    x, y = square(wall)
    if wall[2] == "h":
        return {frozenset([(x, y), (x, y + 1)]), frozenset([(x + 1, y), (x + 1, y + 1)])}
    return {frozenset([(x, y), (x + 1, y)]), frozenset([(x, y + 1), (x + 1, y + 1)])}


def path(start: Square, goal: tuple[int, int], cut: set[frozenset[Square]]) -> list[Square]:
    """Returns the squares of a shortest path to a goal line, including its start. Ignores pawns."""
    axis, line = goal
    before: dict[Square, Square] = {start: start}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here[axis] == line:
            way = [here]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        x, y = here
        for there in [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]:
            on_board = 0 <= there[0] < 9 and 0 <= there[1] < 9
            if on_board and there not in before and frozenset([here, there]) not in cut:
                before[there] = here
                queue.append(there)
    raise ValueError("no wall may close the last path")


class Quoridor(Bot):
    def next_move(self, turn: Turn) -> str:
        view: dict[str, Any] = turn.view
        me = view["to_move"]
        goals = GOALS[len(view["pawns"])]
        pawns = [square(pawn) for pawn in view["pawns"]]
        cut: set[frozenset[Square]] = set().union(*map(cuts, view["walls"]))
        paths = [path(pawn, goal, cut) for pawn, goal in zip(pawns, goals)]
        rivals = [seat for seat in range(len(pawns)) if seat != me]
        leader = min(rivals, key=lambda seat: len(paths[seat]))
        behind = len(paths[leader]) < len(paths[me])
        on_path = {frozenset(step) for step in zip(paths[leader], paths[leader][1:])}

        def lead(move: str) -> float:
            """Returns the number of steps that the leader is behind us after a move."""
            if len(move) == 2:
                return len(paths[leader]) - len(path(square(move), goals[me], cut))
            if len(move) > 3 or not cuts(move) & on_path:
                return -99  # `pass`, or a wall that is in no rival's way
            after = cut | cuts(move)
            mine, theirs = (path(pawns[seat], goals[seat], after) for seat in (me, leader))
            # Ahead, a wall has to gain more than a step does; behind, walking alone would lose.
            return len(theirs) - len(mine) + (0.5 if behind else -0.5)

        return max(turn.moves, key=lead)


play(Quoridor())
