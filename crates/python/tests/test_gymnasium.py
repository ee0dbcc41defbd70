"""Gymnasium: one seat against bots, and the vector environment."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import juez
import juez.gymnasium as gym


def chosen(observation, rng):
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def test_the_checker_of_gymnasium_passes(game):
    env = gym.SeatEnv(game, illegal="lose")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Exact values are no small numbers.
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        warnings.filterwarnings("ignore", message=".*not using.*spec.*")
        check_env(env, skip_render_check=True)


def test_a_match_against_bots_ends_with_the_reward_of_the_seat(game):
    rng = np.random.default_rng(1)
    for seat in range(game.seats):
        env = gym.SeatEnv(game, opponents="random", seat=seat)
        observation, info = env.reset(seed=seat)
        assert info == {"seat": seat}
        over = False
        while not over:
            assert env.observation_space.contains(observation)
            assert env.match.to_play == seat
            observation, reward, over, _, _ = env.step(chosen(observation, rng))
        assert reward == env.match.outcome().rewards[seat]


def test_the_seat_can_change_in_turn():
    env = gym.SeatEnv("durak", seats=3, seat=None)
    assert [env.reset(seed=seed)[1]["seat"] for seed in (1, None, None, None)] == [0, 1, 2, 0]


def test_a_script_and_a_strong_bot_are_opponents(tmp_path):
    script = tmp_path / "first.lua"
    script.write_text("return { next_move = function(view) return view:moves()[1] end }\n")
    env = gym.SeatEnv("durak", opponents=[str(script), "greedy"], seats=3)
    rng = np.random.default_rng(1)
    observation, _ = env.reset(seed=2)
    for _ in range(10):
        before = env.match.ply
        observation, _, over, _, _ = env.step(chosen(observation, rng))
        if over:
            break
        for seat, mv in env.match.moves[before + 1 :]:
            if seat == 1:
                assert mv
    assert env.match.ply > 10


def test_a_bot_plays_as_in_the_program():
    game = juez.game("quoridor")
    bot = juez.Bot(game, "minimax:depth=1")
    state = game.start(seed=1)
    for _ in range(6):
        state.apply(bot.choose(state))
    import subprocess

    from conftest import program

    line = subprocess.run(
        [program(), "play", "quoridor", "minimax:depth=1", "minimax:depth=1", "--seed", "1", "--json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert juez.replay(line.strip(), 6).moves == state.moves


def test_a_bot_that_cannot_play_says_why(tmp_path):
    game = juez.game("durak")
    with pytest.raises(juez.BotFault, match="no player called \"gredy\".*did you mean greedy"):
        juez.Bot(game, "gredy")
    with pytest.raises(juez.BotFault, match="human"):
        juez.Bot(game, "human")
    script = tmp_path / "broken.lua"
    script.write_text("return { next_move = function(view) return nil + 1 end }\n")
    with pytest.raises(juez.BotFault, match="broken.lua"):
        bot = juez.Bot(game, str(script))
        bot.choose(game.start(seed=1))
    with pytest.raises(juez.JuezError, match="another game or other rules"):
        juez.Bot(game, "greedy").choose(juez.game("durak", seats=3).start(seed=1))
    over = game.start(seed=1)
    over.play_random(1)
    with pytest.raises(juez.JuezError, match="no seat is to move"):
        juez.Bot(game, "greedy").choose(over)


def test_an_illegal_action_raises_or_loses():
    with pytest.raises(juez.IllegalMove, match="too far"):
        env = gym.SeatEnv("quoridor")
        env.reset(seed=1)
        env.step(80)
    env = gym.SeatEnv("quoridor", illegal="lose")
    env.reset(seed=1)
    assert env.step(80)[1:4] == (-1.0, True, False)


def test_arguments_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="durak needs 2 opponents, not 1"):
        gym.SeatEnv("durak", seats=3, opponents=["random"])
    with pytest.raises(ValueError, match="no seat 2"):
        gym.SeatEnv("quoridor", seat=2)


@pytest.mark.parametrize("id", juez.games())
def test_every_game_is_registered(id):
    env = gymnasium.make(f"juez/{id}-v1", disable_env_checker=True)
    assert env.reset(seed=1)[0]["action_mask"].any()
    many = gymnasium.make_vec(f"juez/{id}-v1", num_envs=3)
    assert isinstance(many.unwrapped, gym.VectorEnv)
    assert many.reset(seed=1)[0]["planes"].shape[0] == 3


def test_the_vector_environment_keeps_the_api(game):
    env = gym.VectorEnv(game, 20)
    env.action_space.seed(1)
    observation, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    assert env.observation_space.contains(observation)
    finished = 0
    for _ in range(300):
        actions = [chosen({"action_mask": m}, rng) if m.any() else 0 for m in observation["action_mask"]]
        observation, reward, over, truncated, infos = env.step(np.array(actions))
        assert env.observation_space.contains(observation)
        assert reward.shape == over.shape == truncated.shape == (20,) and not truncated.any()
        assert (np.abs(infos["rewards"].sum(1)) < 1e-6).all()
        assert ((infos["to_play"] == -1) == over).all()
        finished += over.sum()
    assert finished > 0
    env.close()


def test_the_vector_environment_plays_the_matches_of_single_seeds():
    env = gym.VectorEnv("tute", 4, seats=4)
    env.reset(seed=10)
    for number in range(4):
        assert env.batch.state(number).deals == juez.game("tute", seats=4).start(10 + number).deals
    env.reset(seed=[3, None, 3, 4])
    assert env.batch.state(0).deals == env.batch.state(2).deals


def test_the_same_step_reset_gives_the_last_observation():
    env = gym.VectorEnv("durak", 8, games=1, autoreset_mode=AutoresetMode.SAME_STEP)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    over = np.zeros(8, bool)
    while not over.any():
        actions = [chosen({"action_mask": m}, rng) for m in observation["action_mask"]]
        observation, reward, over, _, infos = env.step(np.array(actions))
    assert observation["action_mask"].any(1).all()
    number = int(np.flatnonzero(over)[0])
    assert infos["_final_obs"][number] and not infos["final_obs"][number]["action_mask"].any()
    assert abs(infos["final_info"]["rewards"][number].sum()) < 1e-6
    assert env.batch.state(number).ply == 0 and reward[number] != 0


def test_only_some_matches_are_reset():
    env = gym.VectorEnv("quoridor", 3)
    observation, _ = env.reset(seed=1)
    env.step(np.array([chosen({"action_mask": m}, np.random.default_rng(1)) for m in observation["action_mask"]]))
    env.reset(seed=1, options={"reset_mask": np.array([True, False, False])})
    assert [env.batch.state(number).ply for number in range(3)] == [0, 1, 1]


def test_buffers_of_the_caller_are_written():
    game = juez.game("quoridor")
    planes = np.zeros((5, *game.plane_shape), np.uint8)
    env = gym.VectorEnv(game, 5, buffers={"planes": planes}, copy=False)
    observation, _ = env.reset(seed=1)
    assert observation["planes"] is planes and planes.any()
    copied = gym.VectorEnv(game, 5).reset(seed=1)[0]
    assert np.array_equal(copied["planes"], planes)


def test_wrappers_of_gymnasium_work():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(gym.VectorEnv("durak", 8, games=1))
    observation, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(300):
        actions = [chosen({"action_mask": m}, rng) if m.any() else 0 for m in observation["action_mask"]]
        observation, *_, infos = env.step(np.array(actions))
        if "episode" in infos:
            return
    raise AssertionError("a match ends within 300 moves")


def test_single_environments_can_be_made_into_a_vector():
    env = SyncVectorEnv([lambda: gym.SeatEnv("durak", seats=3) for _ in range(2)])
    observation, _ = env.reset(seed=1)
    assert observation["planes"].shape[0] == 2
    env.close()
