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

        def worth(move: str) -> int:
            if not move[0].isdigit():
                return 0  # `open`, `leave` and signals play no tile
            high, low = int(move[0]), int(move[1])
            # Pips left in the hand can count for the other pair; a double is hard to play.
            value = high + low + (8 if high == low else 0)
            if "@" in move:
                # Of 63@6 the 3 lies open then. Good: tiles of ours fit it and a rival has to pass.
                number = high + low - int(move[3])
                value += 2 * sum(str(number) in tile for tile in hand)
                value += 10 * sum(number in lacks[seat] for seat in rivals)
                value -= 5 if number in lacks[partner] else 0
            return value

        return max(turn.moves, key=worth)


play(Dominoes())
