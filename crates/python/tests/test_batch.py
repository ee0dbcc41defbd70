"""Batches: many matches advance as single ones do, on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

import juez

N = 48


class Arrays:
    """The arrays of a batch."""

    def __init__(self, batch: juez.Batch):
        self.seen = batch.buffers()
        self.planes, self.scalars, self.mask, self.to_play = self.seen
        self.rewards, self.over = batch.results()
        self.actions = np.zeros(len(batch), np.int32)

    def step(self, batch: juez.Batch, **options: bool) -> None:
        batch.step(self.actions, *self.seen, self.rewards, self.over, **options)


def begun(game: juez.Game, **options: int) -> tuple[juez.Batch, Arrays]:
    batch = juez.Batch(game, N, **options)
    arrays = Arrays(batch)
    batch.reset(list(range(N)), *arrays.seen)
    batch.seed(1)
    return batch, arrays


def test_each_match_of_a_batch_is_the_single_match_of_its_seed(game):
    batch, arrays = begun(game, threads=3)
    states = [game.start(seed=seed) for seed in range(N)]
    over = np.zeros(N, np.bool_)
    for _ in range(400):
        for number, state in enumerate(states):
            state.play_forced()
            if over[number]:
                continue
            assert arrays.to_play[number] == (-1 if state.to_play is None else state.to_play)
            assert np.array_equal(arrays.mask[number], state.legal_mask())
            planes, scalars = state.features()
            assert np.array_equal(arrays.planes[number], planes)
            assert np.array_equal(arrays.scalars[number], scalars)
        batch.sample(arrays.mask, arrays.actions)
        arrays.step(batch)
        for number, state in enumerate(states):
            if over[number]:
                continue
            state.apply(int(arrays.actions[number]))
            state.play_forced()
            over[number] = state.is_over
            assert arrays.over[number] == state.is_over
            rewards = state.outcome().rewards if state.is_over else [0] * game.seats
            assert np.allclose(arrays.rewards[number], rewards)
        if over.all():
            break
    assert over.sum() > N / 2


def test_the_number_of_threads_changes_nothing(game):
    results = []
    for threads in (1, 2, 5):
        batch, arrays = begun(game, threads=threads)
        assert batch.threads == threads and len(batch) == N
        total = np.zeros(game.seats)
        for _ in range(150):
            batch.sample(arrays.mask, arrays.actions)
            arrays.step(batch)
            total += arrays.rewards.sum(0)
        results.append((total.tolist(), arrays.planes.sum(), arrays.mask.sum()))
    assert results[0] == results[1] == results[2]


def test_a_match_that_is_over_begins_the_next_of_its_series():
    game = juez.game("durak", games=1)
    batch, arrays = begun(game)
    while not arrays.over[0]:
        batch.sample(arrays.mask, arrays.actions)
        arrays.step(batch)
    assert arrays.to_play[0] == -1 and not arrays.mask[0].any() and arrays.rewards[0].any()
    batch.sample(arrays.mask, arrays.actions)
    arrays.step(batch)
    assert not arrays.over[0] and not arrays.rewards[0].any() and arrays.to_play[0] >= 0
    state = batch.state(0)
    assert state.seed == juez.series_seed(0, 1) and state.ply == 0
    assert state.deals == game.start(juez.series_seed(0, 1)).deals


def test_a_refused_action_names_its_match_and_changes_nothing():
    game = juez.game("quoridor")
    batch, arrays = begun(game, threads=4)
    batch.sample(arrays.mask, arrays.actions)
    arrays.actions[17] = 80
    before = [values.copy() for values in arrays.seen]
    with pytest.raises(juez.IllegalMove, match="match 17: illegal move i9: i9 is too far from e1"):
        arrays.step(batch)
    arrays.actions[17] = 209
    with pytest.raises(juez.IllegalMove, match="match 17: no move has the number 209 here"):
        arrays.step(batch)
    assert all(np.array_equal(*pair) for pair in zip(before, arrays.seen))
    assert all(batch.state(number).ply == 0 for number in range(N))


def test_without_autoreset_a_move_after_the_end_is_refused():
    batch, arrays = begun(juez.game("durak", games=1))
    while not arrays.over.any():
        batch.sample(arrays.mask, arrays.actions)
        arrays.step(batch, autoreset=False)
    batch.sample(arrays.mask, arrays.actions)
    with pytest.raises(juez.IllegalMove, match="comes after the end of the match"):
        arrays.step(batch, autoreset=False)
    batch.next_match(arrays.over, *arrays.seen)
    assert (arrays.to_play >= 0).all()


def test_single_matches_can_be_reset():
    batch, arrays = begun(juez.game("tute"))
    batch.sample(arrays.mask, arrays.actions)
    arrays.step(batch)
    batch.reset([None] * (N - 1) + [99], *arrays.seen)
    assert batch.state(0).ply == 1 and batch.state(N - 1).ply == 0
    assert batch.state(N - 1).deals == juez.game("tute").start(99).deals


def test_arrays_that_do_not_fit_are_refused():
    game = juez.game("tute")
    batch, arrays = begun(game)
    with pytest.raises(juez.JuezError, match="3 seeds for 48 matches"):
        batch.reset([1, 2, 3], *arrays.seen)
    with pytest.raises(juez.JuezError, match="actions must be an array with a int32"):
        batch.step(np.zeros(N), *arrays.seen, arrays.rewards, arrays.over)
    with pytest.raises(juez.JuezError, match="mask must be a writable array of int8"):
        batch.reset([None] * N, arrays.planes, arrays.scalars, arrays.mask[:3], arrays.to_play)
    numbers = arrays.scalars.size
    block = np.zeros(numbers + N, np.int32)
    scalars, overlapping = block[:numbers].reshape(N, -1), block[numbers - 1 : numbers - 1 + N]
    with pytest.raises(juez.JuezError, match="to_play must be .* lent only once"):
        batch.reset([None] * N, arrays.planes, scalars, arrays.mask, overlapping)
    with pytest.raises(juez.JuezError, match="at least one match"):
        juez.Batch(game, 0)
    with pytest.raises(juez.JuezError, match="no match 48 of"):
        batch.state(N)


def test_random_actions_are_legal_and_uniform():
    game = juez.game("quoridor")
    batch, arrays = begun(game)
    counts = np.zeros(len(game.move_names), int)
    for _ in range(400):
        batch.sample(arrays.mask, arrays.actions)
        assert arrays.mask[np.arange(N), arrays.actions].all()
        counts += np.bincount(arrays.actions, minlength=len(counts))
    drawn = counts[arrays.mask[0] == 1]
    assert (counts[arrays.mask[0] == 0] == 0).all()
    expected = 400 * N / len(drawn)
    assert (np.abs(drawn - expected) < 6 * expected**0.5).all()
