"""PettingZoo: its own tests, without a warning."""

from __future__ import annotations

import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import juez
import juez.pettingzoo as zoo


def test_the_api_test_passes_without_a_warning(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(zoo.env(game), num_cycles=200)
        api_test(zoo.raw_env(game), num_cycles=50)


def test_the_seed_test_passes(game):
    seed_test(lambda: zoo.env(game), num_cycles=50)


@pytest.mark.parametrize("mask", ["info", "observation"])
def test_the_parallel_api_test_passes_behind_the_turn_based_wrapper(game, mask):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(turn_based_aec_to_parallel(zoo.env(game, mask=mask)), num_cycles=100)


def test_masks_in_observations_pass_but_for_the_warnings_that_dictionaries_get(game):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(zoo.env(game, mask="observation"), num_cycles=50)
    known = ("not a NumPy array", "probably should be", "all zeros (no legal actions)")
    assert all(any(text in str(one.message) for text in known) for one in caught)


@pytest.mark.parametrize("id", juez.games())
def test_every_game_is_registered(id):
    made = pettingzoo.make("aec", f"juez/{id}-v1")
    made.reset(seed=1)
    assert made.unwrapped.match.game.id == id
    parallel = pettingzoo.make("parallel", f"juez/{id}-v1")
    assert set(parallel.reset(seed=1)[0]) == set(made.agents)
    assert pettingzoo.make("aec", "juez/durak-v1", seats=5).max_num_agents == 5


def played(env, seed):
    """Plays a random match; returns the rewards and the last observation of each agent."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        rewards[agent] += reward
        mask = info["action_mask"]
        env.step(None if over else int(rng.choice(np.flatnonzero(mask))))
    return rewards


def test_rewards_are_the_ones_of_the_outcome_and_sum_to_zero(game):
    env = zoo.env(game)
    for seed in range(3):
        rewards = played(env, seed)
        assert list(rewards.values()) == env.unwrapped.match.outcome().rewards
        assert abs(sum(rewards.values())) < 1e-9


def test_an_observation_is_what_a_world_of_the_seat_looks_like(game):
    env = zoo.raw_env(game)
    env.reset(seed=3)
    for _ in range(20):
        for seat, agent in enumerate(env.agents):
            world = env.match.view(seat).world(1)
            assert np.array_equal(env.observe(agent), world.observation(seat))
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
        if any(env.terminations.values()):
            break


def test_an_illegal_action_costs_the_match_or_raises():
    env = zoo.env("quoridor")
    env.reset(seed=1)
    env.observe(env.agent_selection)
    env.step(80)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0}
    raw = zoo.raw_env("quoridor")
    raw.reset(seed=1)
    with pytest.raises(juez.IllegalMove, match="i9 is too far from e1"):
        raw.step(80)


def test_resets_without_a_seed_go_on_with_the_series():
    env, other = zoo.raw_env("durak"), zoo.raw_env("durak")
    env.reset(seed=5)
    seeds = [env.match.seed]
    env.reset()
    seeds.append(env.match.seed)
    assert seeds == [juez.series_seed(5, 0), juez.series_seed(5, 1)]
    other.reset(seed=5)
    other.reset()
    assert other.match.deals == env.match.deals


def test_the_table_is_drawn_for_people(capsys):
    env = zoo.env("durak", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.match)
    shown = zoo.raw_env("durak", render_mode="human")
    shown.reset(seed=1)
    shown.step(int(np.flatnonzero(shown.infos[shown.agent_selection]["action_mask"])[0]))
    assert "seat 1 holds" in capsys.readouterr().out
    with pytest.raises(ValueError, match="mask is"):
        zoo.env("durak", mask="both")
    with pytest.raises(TypeError, match="has its house rules already"):
        zoo.env(juez.game("durak"), seats=3)
