//! Evaluation by distances and walls, in hundredths of a step.

/// Maximum number of walls of a seat.
const MAX_WALLS: usize = 20;

/// Evaluation weights for two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Each step by which the own path is shorter.
    pub step: i32,
    /// Bonus for the side to move.
    pub turn: i32,
    /// Value of the walls left, by their number.
    pub walls: [i32; MAX_WALLS + 1],
}

/// Evaluation of a decided race, before bonuses and penalties for its length.
pub(super) const RACE: i32 = 10_000;

impl Weights {
    /// Only the difference of the path lengths.
    pub const DISTANCE: Weights = Weights { step: 100, turn: 0, walls: [0; MAX_WALLS + 1] };

    /// Creates weights with the same value for each wall.
    pub const fn even(wall: i32) -> Weights {
        let mut walls = [0; MAX_WALLS + 1];
        let mut left = 0;
        while left <= MAX_WALLS {
            walls[left] = left as i32 * wall;
            left += 1;
        }
        Weights { step: 100, turn: 50, walls }
    }

    /// Returns the evaluation for the side to move from both path lengths and numbers of walls
    /// left.
    #[inline]
    pub fn value(&self, steps: [u8; 2], left: [u8; 2]) -> i32 {
        let [mine, yours] = steps.map(i32::from);
        let lead = yours - mine;
        if left[1] == 0 && (lead > 0 || left[0] == 0 && lead == 0) {
            return RACE - 2 * mine + 20 * lead.min(10);
        }
        if left[0] == 0 && (lead < -1 || left[1] == 0 && lead < 0) {
            return 2 * yours - RACE + 20 * lead.max(-10);
        }
        let walls = |left: u8| self.walls[usize::from(left).min(MAX_WALLS)];
        self.step * lead + self.turn + walls(left[0]) - walls(left[1])
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::even(145)
    }
}
