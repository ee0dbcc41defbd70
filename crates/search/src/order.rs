//! Move ordering: killer moves, history heuristic and countermoves.

use crate::Code;
use crate::budget::MAX_PLY;
use crate::tree::NO_CODE;

/// Bonus of the first killer move, in the unit of [`Weighted::weight`](crate::Weighted::weight).
const KILLER: i32 = 100_000;
/// Bonus of the second killer move, above a countermove with any history.
const SECOND_KILLER: i32 = KILLER / 2;
/// Bonus of the countermove, above every history bonus.
const COUNTERMOVE: i32 = 20_000;
/// Maximum absolute value of a history counter.
const MAX_HISTORY: i32 = 1 << 14;
/// Maximum change of a history counter by one cutoff: an eighth of [`MAX_HISTORY`], so that one
/// deep node does not outweigh all others.
const MAX_HISTORY_CHANGE: i32 = 2048;
/// History counter per unit of bonus.
const HISTORY_PER_WEIGHT: i32 = 16;
/// Divisor of the history counters between two searches.
const HISTORY_AGING: i32 = 8;

/// Statistics of beta cutoffs in other parts of the tree.
pub(crate) struct MoveOrder {
    codes: usize,
    /// The last two moves that caused a beta cutoff, by ply.
    killers: [[Code; 2]; MAX_PLY],
    /// History counters by side and move: beta cutoffs raise them, cutoffs by a later move lower
    /// them.
    history: Vec<i32>,
    /// Countermoves: the last refutation of a move, by side of the refutation and move.
    countermoves: Vec<Code>,
}

impl MoveOrder {
    pub fn new(codes: usize) -> MoveOrder {
        MoveOrder {
            codes,
            killers: [[NO_CODE; 2]; MAX_PLY],
            history: vec![0; 2 * codes],
            countermoves: vec![NO_CODE; 2 * codes],
        }
    }

    /// Prepares for a search from another position: clears killer moves and ages history.
    pub fn age_history(&mut self) {
        self.killers = [[NO_CODE; 2]; MAX_PLY];
        self.history.iter_mut().for_each(|count| *count /= HISTORY_AGING);
    }

    pub fn clear(&mut self) {
        self.killers = [[NO_CODE; 2]; MAX_PLY];
        self.history.fill(0);
        self.countermoves.fill(NO_CODE);
    }

    /// Returns the ordering bonus of a move after the move `previous`.
    #[inline]
    pub fn weight(&self, side: usize, ply: usize, previous: Code, code: Code) -> i32 {
        let [one, two] = self.killers[ply];
        let at = side * self.codes + usize::from(code);
        let mut weight = self.history[at] / HISTORY_PER_WEIGHT;
        if code == one {
            weight += KILLER;
        } else if code == two {
            weight += SECOND_KILLER;
        }
        if previous != NO_CODE
            && self.countermoves[side * self.codes + usize::from(previous)] == code
        {
            weight += COUNTERMOVE;
        }
        weight
    }

    /// Updates all statistics after a beta cutoff by `code`.
    pub fn reward(&mut self, side: usize, ply: usize, depth: i32, previous: Code, code: Code) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.update_history(side, code, depth * depth);
        if previous != NO_CODE {
            self.countermoves[side * self.codes + usize::from(previous)] = code;
        }
    }

    /// Lowers the history of a move that was searched before the one with the cutoff.
    pub fn penalize(&mut self, side: usize, depth: i32, code: Code) {
        self.update_history(side, code, -depth * depth);
    }

    fn update_history(&mut self, side: usize, code: Code, by: i32) {
        let by = by.clamp(-MAX_HISTORY_CHANGE, MAX_HISTORY_CHANGE);
        let count = &mut self.history[side * self.codes + usize::from(code)];
        *count += by - *count * by.abs() / MAX_HISTORY;
    }
}
