//! Random trees of three seats.

use proptest::prelude::*;

use super::random_tree::mix;
use crate::{Branches, Code, SeatTree, Weighted, is_proven, lost_in, won_in};

pub(super) const SEATS: usize = 3;

/// A random tree: a hash of the path to a position and of the seat to move determines the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomSeats {
    seed: u64,
    width: u64,
    /// One position in this many is decided: won by a seat or drawn.
    rare: u64,
    /// True if a seat sometimes moves twice.
    repeats_turns: bool,
}

#[derive(Clone)]
pub(super) struct Spot {
    path: u64,
    pub ply: u32,
    seat: usize,
}

impl RandomSeats {
    pub fn root(&self) -> Spot {
        Spot { path: mix(self.seed), ply: 0, seat: (self.seed % SEATS as u64) as usize }
    }

    fn hash(&self, spot: &Spot) -> u64 {
        mix(spot.path ^ u64::from(spot.ply) << 56 ^ (spot.seat as u64) << 48)
    }

    /// Returns the moves of a seat in order of weight.
    pub fn moves(&self, spot: &Spot, seat: usize) -> Vec<Code> {
        let mut list = Vec::new();
        self.list(&mut spot.clone(), seat, 0, &mut list);
        list.sort_by_key(|entry| -entry.weight);
        list.iter().map(|entry| entry.branch).collect()
    }

    /// Returns the scores of a position that is decided or has no depth left, with wins and losses
    /// counted from `ply`.
    pub fn leaf(&self, spot: &Spot, depth: i32, ply: i32) -> Option<[i32; SEATS]> {
        let from_root = |score: i32| {
            if is_proven(score) { score - score.signum() * ply } else { score }
        };
        let scores = self.decided(spot).map(|scores| scores.map(from_root));
        let evaluate = || std::array::from_fn(|seat| self.evaluate(spot, seat));
        scores.or_else(|| (depth == 0).then(evaluate))
    }
}

impl SeatTree<SEATS> for RandomSeats {
    type Node = Spot;
    type Branch = Code;
    const CODES: usize = 16;

    fn key(&self, spot: &Spot) -> u64 {
        self.hash(spot)
    }

    fn seat(&self, spot: &Spot) -> usize {
        spot.seat
    }

    fn decided(&self, spot: &Spot) -> Option<[i32; SEATS]> {
        let hash = self.hash(spot) >> 20;
        let winner = (hash >> 20) as usize % SEATS;
        match hash % (2 * self.rare) {
            _ if spot.ply == 0 => None,
            0 => Some(std::array::from_fn(
                |seat| {
                    if seat == winner { won_in(0) } else { lost_in(0) }
                },
            )),
            1 => Some([0; SEATS]),
            _ => None,
        }
    }

    fn evaluate(&self, spot: &Spot, seat: usize) -> i32 {
        // A narrow range, so that scores are often equal.
        (mix(self.hash(spot) + seat as u64) >> 40) as i32 % 20 - 10
    }

    fn code(&self, branch: Code) -> Code {
        branch
    }

    fn list(&self, spot: &mut Spot, seat: usize, _: i32, out: &mut Branches<Code>) {
        let hash = mix(self.hash(spot) + seat as u64);
        let count = 1 + (hash >> 10) % self.width;
        out.extend(
            (0..count)
                .map(|nth| Weighted { branch: nth as Code, weight: (hash >> nth & 7) as i32 }),
        );
    }

    fn play(&self, spot: &Spot, branch: Code) -> Spot {
        let path = mix(spot.path + 1 + u64::from(branch) + 100 * spot.seat as u64);
        let moves_again = self.repeats_turns && path.is_multiple_of(3);
        let seat = if moves_again { spot.seat } else { (spot.seat + 1) % SEATS };
        Spot { path, ply: spot.ply + 1, seat }
    }

    fn with_turn(&self, spot: &Spot, seat: usize) -> Spot {
        Spot { seat, ..*spot }
    }
}

/// Trees with a depth for brute force.
pub(super) fn seat_trees() -> impl Strategy<Value = (RandomSeats, i32)> {
    let parts = (any::<u64>(), 1..6_i32, 1..5_u64, 3..40_u64, any::<bool>());
    parts.prop_map(|(seed, depth, width, rare, repeats_turns)| {
        (RandomSeats { seed, width, rare, repeats_turns }, depth)
    })
}
