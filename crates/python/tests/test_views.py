"""Views have the knowledge of a script in the seat, and no more."""

from __future__ import annotations

import json

import pytest
from conftest import random_match

import juez


def test_a_view_has_the_members_of_a_script(game):
    state = game.start(seed=1)
    state.play_random(1, plies=5)
    view = state.view()
    assert (view.seat, view.seats, view.ply) == (state.to_play, game.seats, 5)
    assert view.game == game.id and view.deal == len(state.deals) - 1 or not state.deals
    assert view.moves() == state.legal_moves()
    assert view.history() == [mv for _, mv in view.past()] and len(view.past()) == 5
    assert [seat for seat, _ in view.past()] == [seat for seat, _ in state.moves]
    assert json.loads(view.json()) == view.data()
    mv = view.moves()[0]
    assert view.is_legal(mv) and view.why_illegal(mv) is None
    assert not view.is_legal("?") and view.why_illegal("?").startswith("cannot read")


def test_a_view_answers_the_queries_of_its_game():
    view = juez.game("quoridor").start().view()
    assert view.distance(0) == 8 and view.pawn(1) == "e9"
    assert view.query("distance", 0) == 8
    assert view.distance.doc.startswith("view.distance(seat)")
    assert "distance" in dir(view) and "moves" in dir(view)
    hand = juez.game("tute", seats=3).start(seed=1).view().hand()
    assert len(hand) == 13 and hand == sorted(hand)


def test_a_question_without_an_answer_has_the_sentence_that_a_script_gets():
    view = juez.game("quoridor").start().view()
    with pytest.raises(juez.QueryError, match="seat must be a seat number 0 to 1, got the number 2"):
        view.distance(2)
    with pytest.raises(juez.QueryError, match="takes 1 argument, got 0"):
        view.distance()
    with pytest.raises(AttributeError, match="did you mean view.distance"):
        view.distanse(0)
    assert not hasattr(view, "hand")


def test_every_query_is_there(game):
    view = game.start(seed=2).view()
    for call, meaning in game.queries:
        name = call.removeprefix("view.").split("(")[0]
        assert callable(getattr(view, name)) and meaning


def test_a_view_stays_while_the_match_goes_on(game):
    state = game.start(seed=3)
    view = state.view()
    before = (view.data(), view.moves(), str(view))
    state.play_random(3)
    assert (view.data(), view.moves(), str(view)) == before


def test_worlds_fit_the_view_and_differ_where_cards_are_hidden(game):
    state = game.start(seed=4)
    for seat in range(game.seats):
        view = state.view(seat)
        drawings = set()
        for world in view.worlds(4):
            assert world.view(seat).data() == view.data()
            assert world.to_play == state.to_play and world.ply == state.ply
            if seat == state.to_play:
                assert world.legal_moves() == state.legal_moves()
            drawings.add(str(world))
        assert (len(drawings) > 1) == game.hidden
        assert str(view.world(2)) == str(view.world(2))


def test_a_world_plays_to_the_end_of_its_hand(game):
    world = game.start(seed=5).view().world()
    assert world.play_random(1) > 0
    assert world.is_over or world.needs_deal
    if world.needs_deal:
        with pytest.raises(juez.DealError, match="no seed to draw it from"):
            world.deal()
        with pytest.raises(juez.RecordError, match="a world has no record"):
            world.record()


def test_other_hands_are_in_no_view():
    for id, options in (("durak", {"seats": 3}), ("scopone", {})):
        state = juez.game(id, **options).start(seed=6)
        hands = state.deals[0]["hands"]
        for seat, hand in enumerate(hands):
            assert state.view(seat).data()["hand"] == sorted(hand)
            for other in set(range(len(hands))) - {seat}:
                assert not set(hands[other]) & set(state.view(seat).data()["hand"])


def test_private_signals_are_not_in_the_history_of_opponents():
    game = juez.game("dominoes", signal="seed")
    state = game.start(seed=1)
    state.apply(state.legal_moves()[-1])
    mover = state.moves[0][0]
    assert state.view((mover + 2) % 4).history() == [state.moves[0][1]]
    assert state.view((mover + 1) % 4).history() == ["sig"] != [state.moves[0][1]]


def test_the_seat_to_move_is_the_default():
    state = juez.game("quoridor").start()
    state.apply("e2")
    assert state.view().seat == 1
    for state in random_match(juez.game("durak"), 1):
        pass
    with pytest.raises(juez.JuezError, match="no seat is to move: name the seat"):
        state.view()
    assert state.view(0).moves() == []
