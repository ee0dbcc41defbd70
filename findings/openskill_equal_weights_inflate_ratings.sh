#!/bin/sh
# openskill 6.2.0: rate(.., weights=[[1], [1]]) is not rate(..) without weights, though all weigh the same. The winner
# gains twice as much and the loser loses half as much, so the mean of all ratings rises with every match, in all
# models; and [[2], [2]] does what [[1], [1]] does. In teams of two, equal weights change nothing.
set -- openskill==6.2.0
. "$(dirname "$0")/python.inc"
"$python" - <<'PY'
from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

def played(model, size, weight):
    teams = [[model.rating() for _ in range(size)] for _ in range(2)]
    weights = [[weight] * size for _ in range(2)] if weight else None
    return [player.mu for team in model.rate(teams, ranks=[1, 2], weights=weights) for player in team]

for kind in (PlackettLuce, BradleyTerryFull, ThurstoneMostellerFull):
    model = kind()
    plain, ones, twos = (played(model, 1, weight) for weight in (None, 1, 2))
    print(f"{kind.__name__}: without weights {plain}, all 1 {ones}, all 2 {twos}")
    gain, loss = ones[0] - 25, 25 - ones[1]
    assert abs(sum(plain) - 50) < 1e-9, "without weights nothing is made"
    assert sum(ones) > 52, "with equal weights points come from nowhere"
    assert abs(gain - 2 * (plain[0] - 25)) < 1e-9 and abs(loss - (25 - plain[1]) / 2) < 1e-9
    assert ones == twos
    assert played(model, 2, None) == played(model, 2, 1), "in teams of two they change nothing"
PY
