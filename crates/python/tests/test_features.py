"""Planes, scalars and masks: shapes, types, buffers of the caller."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import ROOT, random_match

import juez


def test_arrays_have_the_shapes_and_types_of_their_game(game):
    state = game.start(seed=1)
    planes, scalars = state.features()
    assert planes.shape == game.plane_shape and planes.dtype == np.uint8
    assert scalars.shape == (len(game.scalar_names),) and scalars.dtype == np.int32
    assert len(game.plane_names) == planes.shape[0]
    mask = state.legal_mask()
    assert mask.shape == (len(game.move_names),) and mask.dtype == np.int8
    flat = state.observation()
    assert flat.dtype == np.float32
    assert np.array_equal(flat, np.concatenate([planes.ravel(), scalars]))


def test_buffers_of_the_caller_are_written_in_place(game):
    planes = np.zeros(game.plane_shape, np.uint8)
    scalars = np.zeros(len(game.scalar_names), np.int32)
    mask = np.full(len(game.move_names), 7, np.int8)
    for state in random_match(game, 2):
        if state.is_over:
            break
        state.write_features(planes, scalars)
        assert state.legal_mask(mask) is mask
        new = state.features()
        assert np.array_equal(planes, new[0]) and np.array_equal(scalars, new[1])
        assert np.array_equal(mask, state.legal_mask())


def test_arrays_stay_as_they_are_after_the_next_move(game):
    state = game.start(seed=3)
    (planes, scalars), mask = state.features(), state.legal_mask()
    kept = planes.copy(), scalars.copy(), mask.copy()
    state.play_random(1)
    assert all(np.array_equal(*pair) for pair in zip(kept, (planes, scalars, mask)))


def test_a_buffer_that_does_not_fit_is_refused_with_what_fits():
    state = juez.game("quoridor").start()
    scalars = np.zeros(4, np.int32)
    for planes in (
        np.zeros((6, 9, 9), np.float32),
        np.zeros((5, 9, 9), np.uint8),
        np.zeros((6, 9, 18), np.uint8)[:, :, ::2],
        [0],
    ):
        with pytest.raises(juez.JuezError, match=r"planes must be a writable array of uint8"):
            state.write_features(planes, scalars)
    fixed = np.zeros((6, 9, 9), np.uint8)
    fixed.flags.writeable = False
    with pytest.raises(juez.JuezError, match="planes must be"):
        state.write_features(fixed, scalars)
    with pytest.raises(juez.JuezError, match="out must be a writable array of int8"):
        state.legal_mask(np.zeros(3, np.int8))


def test_another_seat_sees_its_own_side(game):
    state = game.start(seed=4)
    for seat in range(game.seats):
        planes, scalars = state.features(seat)
        view = state.view(seat)
        assert np.array_equal(planes, view.features()[0])
        assert np.array_equal(scalars, view.features()[1])
        assert np.array_equal(state.observation(seat), view.observation())
        in_turn = seat == state.to_play
        assert view.legal_mask().any() == in_turn
    with pytest.raises(juez.JuezError, match="no seat 6"):
        state.features(6)


def test_the_features_of_a_seat_do_not_depend_on_hidden_cards(game):
    for state in random_match(game, 5):
        for seat in range(game.seats):
            view = state.view(seat)
            world = view.world(1)
            assert np.array_equal(world.observation(seat), state.observation(seat))
            if state.to_play == seat:
                assert np.array_equal(world.legal_mask(), state.legal_mask())


def ranges(game: juez.Game) -> dict[str, tuple[int, float]]:
    """The range of each scalar in docs/features.md, by its name without the number of the seat."""
    page = (ROOT / "docs/features.md").read_text()
    section = page.split(f"\n## {game.title.split()[0]}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \| (?:from )?(-?\d+)(?: to (\d+))? \|", section, re.M)
    found = {}
    for names, low, high in rows:
        for name in re.findall("`(.*?)`", names):
            found[name] = (int(low), int(high) if high else np.inf)
    return found


def test_every_value_is_in_the_range_that_the_page_gives(game):
    known = ranges(game)
    names = [re.sub(r"\d$", "k", name) for name in game.scalar_names]
    assert set(names) == set(known)
    low, high = np.array([known[name] for name in names]).T
    distance = np.array([name.startswith("distance") for name in game.plane_names])
    for seed in range(3):
        for state in random_match(game, seed):
            for seat in range(game.seats):
                planes, scalars = state.features(seat)
                assert (low <= scalars).all() and (scalars <= high).all()
                assert planes[~distance].max() <= 1
                assert ((planes[distance] <= 80) | (planes[distance] == 255)).all()


def test_the_docstring_gives_the_shapes_of_each_game(game):
    found = re.search(rf"- {game.id}: planes \((.*?), [\d, ]+\).*?; (.*?) scalars", juez.State.features.__doc__, re.S)
    planes, scalars = (eval(re.sub(r"(\d) s", rf"\1 * {game.seats}", text)) for text in found.groups())
    assert planes == game.plane_shape[0] and scalars == len(game.scalar_names)
