//! Random trees of two sides, and their minimax score.

use proptest::prelude::*;

use crate::{Branches, Code, Tree, Weighted, is_proven, lost_in};

/// A random tree: a hash of the path to a position determines the position.
#[derive(Clone, Debug)]
pub(super) struct RandomTree {
    pub seed: u64,
    pub width: u64,
    /// One position in this many is decided: lost or drawn.
    pub rare: u64,
    /// True if moves know the evaluation of their child.
    pub has_leaves: bool,
    pub has_transpositions: bool,
}

#[derive(Clone)]
pub(super) struct Spot {
    path: u64,
    ply: u32,
}

pub(super) fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^= word >> 29;
    word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 32
}

impl RandomTree {
    pub fn root(&self) -> Spot {
        Spot { path: mix(self.seed), ply: 0 }
    }

    fn hash(&self, spot: &Spot) -> u64 {
        mix(spot.path ^ u64::from(spot.ply) << 56)
    }
}

impl Tree for RandomTree {
    type Node = Spot;
    type Branch = Code;
    const CODES: usize = 16;

    fn key(&self, spot: &Spot) -> u64 {
        self.hash(spot)
    }

    fn side(&self, spot: &Spot) -> usize {
        (spot.ply % 2) as usize
    }

    fn decided(&self, spot: &Spot) -> Option<i32> {
        let hash = self.hash(spot) >> 20;
        match hash % (2 * self.rare) {
            _ if spot.ply == 0 => None,
            0 => Some(lost_in(0)),
            1 => Some(0),
            _ => None,
        }
    }

    fn evaluate(&self, spot: &Spot) -> i32 {
        (self.hash(spot) >> 40) as i32 % 200 - 100
    }

    fn code(&self, branch: Code) -> Code {
        branch
    }

    fn recall(&self, spot: &mut Spot, code: Code) -> Option<Code> {
        (u64::from(code) < self.moves(spot)).then_some(code)
    }

    fn list(&self, spot: &mut Spot, _: i32, out: &mut Branches<Code>) {
        let hash = self.hash(spot);
        out.extend(
            (0..self.moves(spot))
                .map(|nth| Weighted { branch: nth as Code, weight: (hash >> nth & 7) as i32 }),
        );
    }

    fn play(&self, spot: &Spot, branch: Code) -> Spot {
        let step = 1 + u64::from(branch);
        let path = if self.has_transpositions {
            spot.path.wrapping_add(step * step)
        } else {
            mix(spot.path + step)
        };
        Spot { path, ply: spot.ply + 1 }
    }

    fn leaf(&self, spot: &Spot, branch: Code) -> Option<i32> {
        self.has_leaves.then(|| {
            let after = self.play(spot, branch);
            -self.decided(&after).unwrap_or_else(|| self.evaluate(&after))
        })
    }
}

impl RandomTree {
    pub fn moves(&self, spot: &Spot) -> u64 {
        1 + (self.hash(spot) >> 10) % self.width
    }
}

/// Returns the root-relative minimax score for the side to move.
pub(super) fn minimax(tree: &RandomTree, spot: &Spot, depth: i32) -> i32 {
    let plies = spot.ply as i32;
    if let Some(score) = tree.decided(spot) {
        return if is_proven(score) { score - score.signum() * plies } else { score };
    }
    if depth == 0 {
        return tree.evaluate(spot);
    }
    let mut list = Vec::new();
    tree.list(&mut spot.clone(), depth, &mut list);
    let after = list.iter().map(|entry| tree.play(spot, entry.branch));
    after.map(|after| -minimax(tree, &after, depth - 1)).max().expect("a move")
}

pub(super) fn trees() -> impl Strategy<Value = (RandomTree, i32)> {
    let parts = (any::<u64>(), 1..6_i32, 1..7_u64, 3..40_u64, any::<bool>(), any::<bool>());
    parts.prop_map(|(seed, depth, width, rare, has_leaves, has_transpositions)| {
        (RandomTree { seed, width, rare, has_leaves, has_transpositions }, depth)
    })
}
