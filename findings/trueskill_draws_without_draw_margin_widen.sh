#!/bin/sh
# trueskill 0.4.5: with draw_probability=0, as for a game without draws, a draw that is reported all the same makes two
# equal players LESS certain: sigma grows from 8.333 to 9.588. No error, no warning. With any other draw probability,
# even 0.000001, it shrinks to 6.30. Between unequal players it shrinks with 0 too, so a table looks right.
set -- trueskill==0.4.5
. "$(dirname "$0")/python.inc"
"$python" - <<'PY'
import trueskill

def after_a_draw(probability, first=25.0, second=25.0):
    env = trueskill.TrueSkill(draw_probability=probability)
    one, two = env.create_rating(first), env.create_rating(second)
    before = one.sigma
    for rating in env.rate_1vs1(one, two, drawn=True):
        print(f"draw probability {probability}, {first} against {second}: sigma {before:.3f} -> {rating.sigma:.3f}")
    return before, rating.sigma

before, after = after_a_draw(0.0)
assert after > before + 1, "a draw without a draw margin makes equal players less certain"
before, after = after_a_draw(0.000001)
assert after < before - 1, "with the smallest margin it makes them more certain"
before, after = after_a_draw(0.0, 25.0, 45.0)
assert after < before - 1, "between unequal players it does so without one"
PY
