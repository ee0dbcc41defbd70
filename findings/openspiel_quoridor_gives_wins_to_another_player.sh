#!/bin/sh
# open_spiel 2.0.2, quoridor: with three or four players the returns name another winner than the player whose pawn
# reached its goal. Player 1's goal counts for player 2 and the other way round. (The game warns of "known issues"
# on stderr, without saying which.) With two players returns are right.
set -- open_spiel==2.0.2
. "$(dirname "$0")/python.inc"
"$python" - 2>"$folder/warnings" <<'PY' || { cat "$folder/warnings"; exit 1; }
import random
from collections import Counter
import pyspiel

def last_mover_and_winner(players, seed):
    game = pyspiel.load_game(f"quoridor(players={players},board_size=5,wall_count=0)")
    state, chance, mover = game.new_initial_state(), random.Random(seed), None
    while not state.is_terminal():
        mover = state.current_player()
        state.apply_action(chance.choice(state.legal_actions()))
    winners = [player for player, gain in enumerate(state.returns()) if gain > 0]
    # A match without walls ends when a pawn reaches its goal, or as a draw after very many moves.
    return (mover, winners[0]) if winners else None

for players in (2, 3, 4):
    found = Counter(filter(None, (last_mover_and_winner(players, seed) for seed in range(60))))
    print(f"{players} players: who made the last move, who is said to have won: {dict(found)}")
    wrong = {pair for pair in found if pair[0] != pair[1]}
    assert wrong == (set() if players == 2 else {(1, 2), (2, 1)}), wrong
PY
