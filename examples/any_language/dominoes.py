"""dominoes: sheds heavy tiles and doubles, and leaves numbers that the other pair lacks."""

from __future__ import annotations

from juez import Bot, Turn, play


class Dominoes(Bot):
    def next_move(self, turn: Turn) -> str:
        view = turn.view
        me: int = view["seat"]
        hand: list[str] = view["hand"]
        lacks: list[list[int]] = view["lacks"]  # numbers that each seat has passed on
        partner, rivals = (me + 2) % 4, [(me + 1) % 4, (me + 3) % 4]

        def worth(move: str) -> float:
            if not move[0].isdigit():
                return 0  # `open`, `leave` and signals play no tile
            high, low = int(move[0]), int(move[1])
            # Pips that stay in the hand count for the other pair; a double is hard to play.
            value = high + low + (8 if high == low else 0)
            if "@" in move:
                joined = int(move[3])
                ends = [high + low - joined] + view["ends"]
                ends.remove(joined)
            else:
                ends = [high, low]
            for number in set(ends):
                # Tiles that can follow ours, and seats that cannot play here.
                value += sum(2 for tile in hand if tile != move[:2] and str(number) in tile)
                value += sum(8 for seat in rivals if number in lacks[seat])
                value -= 4 if number in lacks[partner] else 0
            return value

        return max(turn.moves, key=worth)


play(Dominoes())
