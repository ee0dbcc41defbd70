"""Pictures of positions for notebooks."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from conftest import random_match

import juez
from juez.picture import tiles


def labels(html: str) -> list[str]:
    """The labels of the picture's parts; an error if it is not well-formed."""
    tree = ElementTree.fromstring(html)
    return [part.get("aria-label") for part in tree.iter() if part.get("aria-label")]


def pieces(html: str) -> set[str]:
    """The cards, tiles, pawns and walls shown face up."""
    shown = {label for label in labels(html) if not label.startswith("seat ")} - set(juez.games())
    # A tile of the chain lies either way.
    return {max(label, label[::-1]) if re.fullmatch("[0-6]{2}", label) else label for label in shown}


def test_every_position_of_a_match_has_a_picture(game):
    for number, state in enumerate(random_match(game, 3)):
        if number % 5 == 0 or state.is_over:
            seats = [label for label in labels(state._repr_html_()) if label.startswith("seat ")]
            assert len(seats) == game.seats
            turn = [label.split(",")[0] for label in seats if ", to move:" in label]
            assert turn == ([] if state.to_play is None else [f"seat {state.to_play}"])
            for seat in range(game.seats):
                assert "<svg" in state.view(seat)._repr_html_()


def test_a_state_shows_all_hands_and_a_view_only_its_own(game):
    if not game.hidden:
        pytest.skip("no hidden hands")
    state = game.start(seed=2)
    state.play_random(2, plies=6)
    hands = [set(state.view(seat).data()["hand"]) for seat in range(game.seats)]
    assert set().union(*hands) <= pieces(state._repr_html_())
    for seat, hand in enumerate(hands):
        shown = pieces(state.view(seat)._repr_html_())
        assert hand <= shown
        assert all(not other & shown for other in hands if other is not hand)


def test_the_board_has_each_pawn_and_each_wall():
    state = juez.game("quoridor", seats=4).start()
    for mv in ("e3h", "b5", "c7v"):
        state.apply(mv)
    pawns = {f"pawn of seat {seat} on {place}" for seat, place in enumerate(["e1", "b5", "e9", "i5"])}
    assert pieces(state._repr_html_()) == pawns | {"wall e3h", "wall c7v"}


def test_adjacent_tiles_of_a_chain_show_the_same_number():
    state = juez.game("dominoes").start(seed=4)
    state.play_random(4, plies=24)
    data = state.view().data()
    row = tiles.in_order(data["chain"])
    assert len(row) == len(data["chain"]) > 9
    assert all(left[1] == right[0] for (left, _), (right, _) in zip(row, row[1:]))
    assert [int(row[0][0][0]), int(row[-1][0][1])] == data["ends"]


def test_a_picture_needs_no_other_file_and_follows_light_and_dark_pages():
    html = juez.game("tute").start(seed=1)._repr_html_()
    assert "http" not in html and "<script" not in html and "<image" not in html
    assert "prefers-color-scheme:light" in html
