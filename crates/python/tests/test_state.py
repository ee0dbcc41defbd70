"""States: moves, deals, copies, drawings and errors."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import random_match

import juez


def test_every_game_is_there():
    assert set(juez.games()) == {"quoridor", "tute", "dominoes", "durak", "scopone"}
    for id in juez.games():
        game = juez.game(id)
        assert game.id == id and game.title and game.summary
        assert "#" in game.rules() and game.rules("es") != game.rules()
        assert game.bots[0] == ("random", "a random legal move")


def test_house_rules_are_complete_and_have_a_table():
    game = juez.game("durak", seats=3)
    assert game.seats == 3 and game.options["deck"] == 36
    assert [row["name"] for row in game.option_info][0] == "seats"
    assert set(game.options) == {row["name"] for row in game.option_info}


def test_games_with_the_same_house_rules_are_equal_and_survive_pickling(game):
    assert pickle.loads(pickle.dumps(game)) == game
    assert eval(repr(game)) == game and hash(eval(repr(game))) == hash(game)
    assert game != juez.game("tute", seats=6)


def test_errors_have_the_sentences_of_the_program():
    with pytest.raises(juez.UnknownGame, match="no game called \"quorridor\"; did you mean quoridor"):
        juez.game("quorridor")
    with pytest.raises(juez.OptionsError, match="quoridor option seats cannot be 3; allowed: 2, 4"):
        juez.game("quoridor", seats=3)
    with pytest.raises(juez.OptionsError, match="has no option \"seat\"; did you mean seats"):
        juez.game("quoridor", seat=3)
    state = juez.game("quoridor").start()
    with pytest.raises(juez.IllegalMove, match="expected a square a1 to i9, or a wall such as e3h"):
        state.apply("e10")
    with pytest.raises(juez.IllegalMove, match="illegal move e5: e5 is too far from e1"):
        state.apply("e5")
    with pytest.raises(juez.IllegalMove, match="no move has the number 209 here"):
        state.apply(209)
    with pytest.raises(juez.IllegalMove, match="no move has the number -1 here"):
        state.apply(-1)
    with pytest.raises(TypeError, match="a move is a text or a whole number, not float"):
        state.apply(1.5)
    with pytest.raises(juez.JuezError, match="cannot read seed \"x\""):
        juez.game("quoridor").start("x")
    assert state.ply == 0 and state.why_illegal("e5") and state.why_illegal("e2") is None
    assert issubclass(juez.IllegalMove, ValueError)


def test_a_move_is_the_same_as_text_and_as_action(game):
    for state in random_match(game, 1):
        if state.is_over:
            break
        moves, actions = state.legal_moves(), state.legal_actions()
        assert moves == sorted(moves)
        assert len(actions) in (len(moves), 0) and len(set(actions)) == len(actions)
        assert np.flatnonzero(state.legal_mask()).tolist() == sorted(actions)
        for action, mv in zip(actions, moves):
            assert state.move_of(action) == mv
        if actions:
            one, other = state.clone(), state.clone()
            one.apply(moves[-1])
            other.apply(actions[-1])
            assert one.moves == other.moves and str(one) == str(other)


def test_every_other_action_is_refused_and_changes_nothing(game):
    state = game.start(seed=2)
    state.play_random(2, plies=6)
    legal = set(state.legal_actions())
    before = (str(state), state.moves)
    for action in set(range(len(game.move_names))) - legal:
        with pytest.raises(juez.IllegalMove):
            state.apply(action)
    assert (str(state), state.moves) == before


def test_a_copy_is_a_state_of_its_own(game):
    state = game.start(seed=3)
    for made in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        made.apply(made.legal_moves()[0])
        assert (state.ply, made.ply) == (0, 1)
        assert made.deals == state.deals and made.seed == state.seed


def test_seeds_decide_everything(game):
    one, other = game.start(seed=4), game.start(seed=f"{4:064x}")
    assert one.deals == other.deals and one.seed == f"{4:064x}"
    assert one.play_random(5) == other.play_random(5) > 0
    assert one.moves == other.moves and one.outcome() == other.outcome()
    assert game.start().seed != game.start().seed


def test_deals_can_be_given():
    game = juez.game("durak")
    state = game.start(seed=1, auto_deal=False)
    assert state.needs_deal and state.to_play is None and state.legal_moves() == []
    with pytest.raises(juez.IllegalMove, match="comes before the deal that is due"):
        state.apply("6S")
    deal = game.start(seed=9).deals[0]
    with pytest.raises(juez.DealError):
        state.deal({"hands": []})
    state.deal(deal)
    assert state.deals == [deal] and not state.needs_deal
    with pytest.raises(juez.DealError):
        state.deal(deal)
    with pytest.raises(juez.DealError):
        juez.game("quoridor").start().deal()
    by_seed = game.start(seed=1, auto_deal=False)
    by_seed.deal()
    assert by_seed.deals == game.start(seed=1).deals


def test_a_match_ends_with_ranks_points_and_rewards_that_sum_to_zero(game):
    for seed in range(3):
        state = game.start(seed=seed)
        assert state.outcome() is None
        state.play_random(seed)
        end = state.outcome()
        assert state.is_over and state.to_play is None and state.legal_moves() == []
        assert end.reason in ("finished", "max_plies", "repetition")
        assert len(end.ranks) == len(end.rewards) == game.seats and end.points == state.points
        assert abs(sum(end.rewards)) < 1e-9 and all(-1 <= reward <= 1 for reward in end.rewards)
        assert [2 * share - 1 for share in end.shares] == end.rewards
        assert set(end.winners) <= {seat for seat, rank in enumerate(end.ranks) if rank == 1}
        with pytest.raises(juez.IllegalMove, match="comes after the end of the match"):
            state.apply("e2")
        assert not state.legal_mask().any()


def test_partners_share_a_reward():
    state = juez.game("dominoes").start(seed=1)
    state.play_random(1)
    rewards = state.outcome().rewards
    assert rewards[0] == rewards[2] and rewards[1] == rewards[3]
    assert state.game.teams == [0, 1, 0, 1]


def test_the_drawing_fits_a_terminal_and_hides_what_the_observer_does_not_see():
    state = juez.game("durak", seats=3).start(seed=7)
    assert all(len(line) <= 80 for line in str(state).splitlines())
    hands = state.deals[0]["hands"]
    for seat in range(3):
        assert "seat 1 holds" in str(state)
        other = hands[(seat + 1) % 3]
        assert all(card in str(state) for card in other)
        assert not all(card in state.draw(seat) for card in other)
    assert state.draw("public") != state.draw(0) and state.draw("open") == str(state)
    with pytest.raises(juez.JuezError, match="no seat 3: seats are 0 to 2"):
        state.draw(3)
    assert repr(state) == "<juez.State of durak, ply 0, seat 2 to move>"


def test_forced_moves_without_an_action_are_made_on_request():
    game = juez.game("dominoes")
    for seed in range(30):
        for state in random_match(game, seed):
            if not state.is_over and not state.legal_actions():
                assert state.legal_moves() == ["pass"] and not state.legal_mask().any()
                state.play_forced()
                assert state.is_over or state.legal_actions()
                return
    raise AssertionError("a seat passes")
