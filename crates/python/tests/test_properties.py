"""Properties that hold for any moves, seeds and texts."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import TABLES
from hypothesis import given, settings
from hypothesis import strategies as st

import juez

GAMES = [juez.game(id, **options) for id, options in TABLES]
games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 2**16), max_size=60)
quick = settings(max_examples=30)


def after(game: juez.Game, seed: int, picks: list[int]) -> juez.State:
    """Returns the state after a legal move for each number, until the end."""
    state = game.start(seed=seed)
    for pick in picks:
        legal = state.legal_moves()
        if not legal:
            break
        state.apply(legal[pick % len(legal)])
    return state


@quick
@given(games, seeds, choices)
def test_a_record_is_the_state(game, seed, picks):
    state = after(game, seed, picks)
    again = juez.replay(state.record())
    assert again.record() == state.record()
    assert again.legal_moves() == state.legal_moves()
    assert [again.view(seat).data() for seat in range(game.seats)] == [
        state.view(seat).data() for seat in range(game.seats)
    ]


@quick
@given(games, seeds, choices)
def test_masks_actions_and_moves_agree(game, seed, picks):
    state = after(game, seed, picks)
    actions = state.legal_actions()
    assert np.flatnonzero(state.legal_mask()).tolist() == sorted(actions)
    if actions:
        assert [state.move_of(action) for action in actions] == state.legal_moves()
        assert state.view().moves() == state.legal_moves()
        assert np.array_equal(state.view().legal_mask(), state.legal_mask())


@quick
@given(games, seeds, choices, st.integers(0, 1000))
def test_a_world_looks_the_same_to_its_seat(game, seed, picks, n):
    state = after(game, seed, picks)
    for seat in range(game.seats):
        view = state.view(seat)
        world = view.world(n)
        assert world.view(seat).data() == view.data()
        assert np.array_equal(world.observation(seat), state.observation(seat))


@quick
@given(games, seeds, choices)
def test_the_moves_of_a_copy_leave_the_state_alone(game, seed, picks):
    state = after(game, seed, picks)
    before = state.record()
    state.clone().play_random(seed)
    assert state.record() == before


@quick
@given(games, st.text(max_size=12))
def test_any_text_is_a_legal_move_or_refused(game, text):
    state = game.start(seed=1)
    if text in state.legal_moves():
        return
    with pytest.raises(juez.IllegalMove):
        state.apply(text)
    assert not state.view().is_legal(text) and state.view().why_illegal(text)


@quick
@given(games, st.integers(-(2**70), 2**70))
def test_any_number_is_a_legal_action_or_refused(game, number):
    state = game.start(seed=1)
    if number in state.legal_actions():
        return
    with pytest.raises((juez.IllegalMove, TypeError)):
        state.apply(number)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@quick
@given(games, json_values)
def test_any_data_is_a_deal_or_refused(game, data):
    state = game.start(seed=1, auto_deal=False)
    with pytest.raises(juez.DealError):
        state.deal({"hands": data})
    with pytest.raises(juez.DealError):
        state.deal(data if data is not None else [])


@quick
@given(st.dictionaries(st.text(max_size=8), json_values, max_size=4))
def test_any_object_is_a_record_or_refused(fields):
    with pytest.raises(juez.JuezError):
        juez.replay(json.dumps({"format": "juez/1", "game": "durak", "moves": ["x"]} | fields))
