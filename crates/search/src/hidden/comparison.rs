//! The result of a search in sampled worlds: every move with its mean value.

/// The moves of a decision, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison<B> {
    /// Every move.
    pub moves: Vec<Compared<B>>,
    /// Number of worlds; a world used several times counts as often.
    pub worlds: u32,
    /// Number of positions visited.
    pub nodes: u64,
}

/// A move with its value in the sampled worlds, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared<B> {
    /// The move.
    pub branch: B,
    /// Mean value, rounded down.
    pub mean: i32,
    /// Mean loss against the best move, rounded down; negative if a search prefers the best move
    /// for another reason than its mean.
    pub cost: i32,
    /// Standard error of the cost; of the mean for the best move.
    pub error: i32,
    /// Worlds that favour the move: after [`monte_carlo`](super::monte_carlo), in which no other
    /// move is better; after an [`InformationSetSearch`](super::InformationSetSearch), in which it
    /// was tried.
    pub worlds: u32,
}

impl<B> Comparison<B> {
    /// Returns the best move.
    pub fn best(&self) -> &Compared<B> {
        &self.moves[0]
    }

    /// Returns the comparison with other names of the moves.
    pub fn map<M>(self, name: impl Fn(B) -> M) -> Comparison<M> {
        let Comparison { moves, worlds, nodes } = self;
        let named = |Compared { branch, mean, cost, error, worlds }| Compared {
            branch: name(branch),
            mean,
            cost,
            error,
            worlds,
        };
        Comparison { moves: moves.into_iter().map(named).collect(), worlds, nodes }
    }

    /// Returns the second best move, if there is one.
    pub fn second(&self) -> Option<&Compared<B>> {
        self.moves.get(1)
    }
}

/// Numbers with their sum and the sum of their squares.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    pub count: i64,
    pub total: i64,
    squares: i64,
}

impl Sum {
    /// Adds a number several times.
    pub fn add(&mut self, value: i32, times: u32) {
        let (value, times) = (i64::from(value), i64::from(times));
        self.count += times;
        self.total += value * times;
        self.squares += value * value * times;
    }

    /// Returns the mean, rounded down; 0 of no numbers.
    pub fn mean(&self) -> i32 {
        self.total.div_euclid(self.count.max(1)) as i32
    }

    /// Returns the standard error of the mean; 0 below two numbers.
    pub fn error(&self) -> i32 {
        if self.count < 2 {
            return 0;
        }
        let [count, total, squares] = [self.count, self.total, self.squares].map(i128::from);
        let spread = (count * squares - total * total).max(0);
        (spread / (count * count * (count - 1))).isqrt() as i32
    }
}
