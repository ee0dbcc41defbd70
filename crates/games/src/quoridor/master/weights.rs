//! Evaluation by distances and walls, in hundredths of a step.

use crate::quoridor::options::MAX_WALLS;

/// One step of a path as a score.
pub const STEP: i32 = 100;

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
const RACE: i32 = 10_000;
/// Penalty for each step of the winner in a decided race, so that shorter ones score higher.
const RACE_STEP: i32 = 2;
/// Bonus for each step of the lead in a decided race.
const RACE_LEAD: i32 = 20;
/// Lead in steps above which the bonus stays the same.
const MAX_RACE_LEAD: i32 = 10;

impl Weights {
    /// Only the difference of the path lengths.
    pub const DISTANCE: Weights = Weights { step: STEP, turn: 0, walls: [0; MAX_WALLS + 1] };

    /// Creates weights with the same value for each wall.
    pub const fn even(wall: i32) -> Weights {
        let mut walls = [0; MAX_WALLS + 1];
        let mut left = 0;
        while left <= MAX_WALLS {
            walls[left] = left as i32 * wall;
            left += 1;
        }
        Weights { step: STEP, turn: STEP / 2, walls }
    }

    /// Returns the evaluation for the side to move from both path lengths and numbers of walls
    /// left.
    #[inline]
    pub fn value(&self, steps: [u8; 2], left: [u8; 2]) -> i32 {
        let [mine, yours] = steps.map(i32::from);
        let lead = yours - mine;
        if left[1] == 0 && (lead > 0 || left[0] == 0 && lead == 0) {
            return RACE - RACE_STEP * mine + RACE_LEAD * lead.min(MAX_RACE_LEAD);
        }
        if left[0] == 0 && (lead < -1 || left[1] == 0 && lead < 0) {
            return RACE_STEP * yours - RACE + RACE_LEAD * lead.max(-MAX_RACE_LEAD);
        }
        let walls = |left: u8| self.walls[usize::from(left).min(MAX_WALLS)];
        self.step * lead + self.turn + walls(left[0]) - walls(left[1])
    }

    /// Returns true if this is the [`value`](Weights::value) of a decided race.
    #[inline]
    pub fn is_race(value: i32) -> bool {
        value.abs() > RACE / 2
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::even(145)
    }
}
