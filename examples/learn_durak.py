"""A player of Durak that learns by playing against itself, with numpy only.

    python examples/learn_durak.py learn durak.npz [MATCHES]      # 7 minutes; draws the curve of learning
    python examples/learn_durak.py compare durak.npz [OPPONENT]   # 2000 new matches against a bot, `greedy` as usual
    juez compare durak "exec:python examples/learn_durak.py play durak.npz" greedy

A small network estimates, from what a seat sees, the result of the match for each of its moves, -1 to 1. The player makes the
move with the highest estimate. It learns by Monte Carlo control (Sutton and Barto, Reinforcement Learning, chapter 5):

1. The player plays matches against itself; one move in twenty is random, so that it sees what other moves lead to.
2. For each move that it made, it now knows how the match ended. The estimates are corrected a little in that direction.
3. The better estimates play the next matches.

The result of one match is mostly luck, so the estimates never stop swinging. The mean of the last networks swings less, and
plays better than each of them; that mean is the player. It never meets another bot before it is compared.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

# Read when NumPy loads: its threads would only wait for each other, as the matrices are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import juez

GAME = juez.game("durak")
SUITS, RANKS = "CDHS", "6789TJQKA"
#: The sets of cards that the network sees, and the numbers.
SETS = ["hand", "known_1", "unseen", "attack", "defence", "unbeaten", "trump_card"]
NUMBERS = {"talon": 24, "taking": 1, "defend": 1, "throw": 1, "count_0": 6, "count_1": 6, "room": 6}
HIDDEN = (128, 64)
#: Matches that are played before the network learns from them, and moves in a step of learning.
ROUND, STEP = 2000, 512


def _orders() -> np.ndarray:
    """For each trump suit the 36 cards with the trumps first, as numbers of GAME.move_names."""
    number = {name: n for n, name in enumerate(GAME.move_names)}
    suits = [[number[rank + suit] for rank in RANKS] for suit in SUITS]
    return np.array([sum([suits[t]] + suits[:t] + suits[t + 1 :], []) for t in range(4)])


#: A suit matters only as trump or not. So the network sees the trumps first, and its 38 moves are the cards in that order,
#: `done` and `take`.
CARDS = _orders()
MOVES = np.concatenate([CARDS, np.tile([52, 53], (4, 1))], axis=1)
_PLANES = np.concatenate([52 * GAME.plane_names.index(name) + CARDS for name in SETS], axis=1)
_SCALARS = [GAME.scalar_names.index(name) for name in NUMBERS]
_TRUMP = GAME.plane_names.index("trump")
_SIXES = [GAME.move_names.index("6" + suit) for suit in SUITS]


def inputs(planes: np.ndarray, scalars: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the inputs of the network for N positions, shape (N, inputs), and the number of each trump suit."""
    trump = planes[:, _TRUMP, _SIXES].argmax(1)
    cards = np.take_along_axis(planes.reshape(len(planes), -1), _PLANES[trump], 1)
    numbers = scalars[:, _SCALARS]
    talon, own, other = numbers[:, 0], numbers[:, 4], numbers[:, 5]
    facts = [talon == 0, talon < 6, talon < 12, own < other, own < 2, own < 3, other < 2, other < 3, other < 4]
    parts = [cards, numbers / np.array(list(NUMBERS.values())), np.stack(facts, axis=1)]
    return np.concatenate(parts, axis=1, dtype=np.float32, casting="unsafe"), trump


class Network:
    """Layers of weights and biases; between them what is below zero becomes zero."""

    def __init__(self, weights: list[np.ndarray]) -> None:
        self.weights = weights
        self.means = [np.zeros_like(one) for one in weights]
        self.squares = [np.zeros_like(one) for one in weights]
        self.steps = 0

    @classmethod
    def random(cls, rng: np.random.Generator) -> Network:
        sizes = [len(SETS) * 36 + len(NUMBERS) + 9, *HIDDEN, MOVES.shape[1]]
        weights = []
        for before, after in zip(sizes, sizes[1:]):
            weights += [rng.standard_normal((before, after)) * np.sqrt(2 / before), np.zeros(after)]
        # Estimates begin near zero.
        weights[-2] *= 0.1
        return cls([one.astype(np.float32) for one in weights])

    def layers(self, seen: np.ndarray) -> list[np.ndarray]:
        """Returns the values of each layer; the last are the estimates, shape (N, moves)."""
        values = [seen]
        for n in range(0, len(self.weights), 2):
            sums = values[-1] @ self.weights[n] + self.weights[n + 1]
            values.append(sums if n == len(self.weights) - 2 else np.maximum(sums, 0))
        return values

    def learn(self, seen: np.ndarray, moves: np.ndarray, results: np.ndarray, rate: float) -> None:
        """Moves the estimates of these moves towards the results, by the method of Adam (Kingma and Ba, 2015)."""
        values = self.layers(seen)
        rows = np.arange(len(moves))
        errors = np.zeros_like(values[-1])
        errors[rows, moves] = 2 * (values[-1][rows, moves] - results) / len(moves)
        gradients: list[np.ndarray] = []
        for n in range(len(self.weights) - 2, -1, -2):
            gradients[:0] = [values[n // 2].T @ errors, errors.sum(0)]
            errors = (errors @ self.weights[n].T) * (values[n // 2] > 0)
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for one, gradient, mean, square in zip(self.weights, gradients, self.means, self.squares):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            one -= rate * mean / (np.sqrt(square) + 1e-8)


def choose(estimates: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Returns the legal move with the highest estimate in each row."""
    return np.where(legal > 0, estimates, -np.inf).argmax(1)


class SelfPlay:
    """Matches in which both seats play by the same network, ROUND at a time."""

    def __init__(self, seed: int) -> None:
        self.batch = juez.Batch(GAME, ROUND)
        self.buffers = self.batch.buffers()
        self.results = self.batch.results()
        self.rng = np.random.default_rng(seed)

    def play(self, network: Network, curious: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays new matches; returns for each move what was seen, the move, and the result for its seat.

        ``curious`` is the share of random moves.
        """
        planes, scalars, mask, to_play = self.buffers
        rewards, over = self.results
        seeds = [int(seed) for seed in self.rng.integers(2**62, size=ROUND)]
        self.batch.reset(seeds, *self.buffers)
        going, final = np.ones(ROUND, bool), np.zeros((ROUND, 2), np.float32)
        actions = np.zeros(ROUND, np.int32)
        seen, moves, matches, seats = [], [], [], []
        while going.any():
            # A match that is over begins again in the batch; what is played there is not used.
            self.batch.sample(mask, actions)
            rows = np.flatnonzero(going)
            facts, trump = inputs(planes[rows], scalars[rows])
            estimates = network.layers(facts)[-1]
            random = self.rng.random(len(rows)) < curious
            estimates[random] = self.rng.random((random.sum(), MOVES.shape[1]))
            chosen = choose(estimates, np.take_along_axis(mask[rows], MOVES[trump], 1))
            actions[rows] = MOVES[trump, chosen]
            seen.append(facts)
            moves.append(chosen)
            matches.append(rows)
            seats.append(to_play[rows])
            self.batch.step(actions, *self.buffers, rewards, over)
            ended = going & over
            final[ended] = rewards[ended]
            going &= ~over
        results = final[np.concatenate(matches), np.concatenate(seats)]
        return np.concatenate(seen), np.concatenate(moves), results


def learn(matches: int, seed: int = 1, progress: Callable[[int, Network], object] | None = None) -> Network:
    """Returns the network after this many matches; calls ``progress`` with the matches so far, ten times and more."""
    rng = np.random.default_rng(seed)
    network, play = Network.random(rng), SelfPlay(seed)
    mean = Network([one.copy() for one in network.weights])
    rounds = -(-matches // ROUND)
    for number in range(rounds):
        seen, moves, results = play.play(network, curious=0.05)
        # Smaller steps towards the end, so that it settles.
        rate = 0.001 * (1 - number / rounds)
        order = rng.permutation(len(moves))
        for some in np.array_split(order, len(order) // STEP):
            network.learn(seen[some], moves[some], results[some], rate)
        share = max(0.03, 1 / (number + 1))
        for one, last in zip(mean.weights, network.weights):
            one += share * (last - one)
        if progress is not None and (number + 1) % max(1, rounds // 10) == 0:
            progress((number + 1) * ROUND, mean)
    return mean


def player(network: Network) -> Callable[[juez.View], int]:
    """Returns the function that juez calls for a move."""

    def learnt(view: juez.View) -> int:
        planes, scalars = view.features()
        facts, trump = inputs(planes[None], scalars[None])
        legal = view.legal_mask()[MOVES[trump]]
        return int(MOVES[trump[0], choose(network.layers(facts)[-1], legal)[0]])

    return learnt


def save(network: Network, path: str) -> None:
    np.savez(path, *network.weights)


def load(path: str) -> Network:
    with np.load(path) as file:
        return Network([file[name] for name in file.files])


def main() -> None:
    command, path, *rest = sys.argv[1:]
    if command == "learn":
        begun = time.monotonic()

        def progress(played: int, network: Network) -> None:
            score = juez.compare("durak", player(network), "greedy", games=400, seed=1).score
            seconds, bar = time.monotonic() - begun, "█" * round(50 * score.value)
            print(f"{played:7} matches {seconds:4.0f} s {100 * score.value:5.1f} % against greedy {bar}", flush=True)

        save(learn(int(rest[0]) if rest else 300_000, progress=progress), path)
    elif command == "compare":
        opponent = rest[0] if rest else "greedy"
        found = juez.compare("durak", player(load(path)), opponent, games=2000, seed=2)
        score = found.score
        print(f"{100 * score.value:.1f} % of {found.matches} matches against {opponent}, ", end="")
        print(f"95 % interval {100 * score.low:.1f} to {100 * score.high:.1f}: {found.judgement}")
    elif command == "play":
        juez.serve(player(load(path)))
    else:
        raise SystemExit(f"learn, compare or play, not {command}")


if __name__ == "__main__":
    main()
