//! Worlds in proportion to the likelihood of the moves seen.

use std::collections::VecDeque;

use super::HiddenTree;
use crate::fixed::{below_one, log2};

/// The number of worlds of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// Maximum number of worlds.
    pub worlds: u32,
    /// Worlds drawn for each one used, 1 or more: a likely world is then used several times, an
    /// unlikely one not at all. With 1, the worlds of a batch only replace each other.
    pub candidates: u32,
    /// Worlds chosen at once among their candidates; at least 1. A larger batch follows the
    /// likelihoods more closely.
    pub batch: u32,
}

/// Returns how much an event of probability `part / whole` surprises, in 1/256 bit; an impossible
/// event surprises as much as one of probability `1 / 65536`.
pub(crate) fn surprisal(part: u64, whole: u64) -> u32 {
    let (part, whole) = (part.saturating_mul(1 << 16).max(whole).max(1), whole.max(1));
    (log2(whole) + (16 << 8)).saturating_sub(log2(part))
}

/// Halvings from which a choice is as unlikely as it gets.
const MOST_HALVINGS: u32 = 10;
/// Share of choices that follow no policy, in 1/64.
const STRAYS: u64 = 4;

/// Returns the surprisal of a choice, in 1/256 bit, if each option of the player is half as likely
/// as the best one for each of its `halvings`. `own` are the halvings of the chosen option. A few
/// choices follow no policy, so none is impossible; a choice without an alternative does not
/// surprise.
pub fn choice_surprisal(halvings: impl Iterator<Item = u32>, own: u32) -> u32 {
    let weight = |halvings: u32| 1_u64 << (MOST_HALVINGS - halvings.min(MOST_HALVINGS));
    let (count, all) =
        halvings.fold((0, 0), |(count, all), halvings| (count + 1, all + weight(halvings)));
    if count < 2 {
        return 0;
    }
    let follows = (weight(own) << 16) / all;
    let strays = (1 << 16) / count;
    surprisal((64 - STRAYS) * follows + STRAYS * strays, 64 << 16)
}

/// Returns how much choices of one player surprise, in 1/256 bit, if it follows one of several
/// policies. Each has a share of the players, and a sum of [`choice_surprisal`]s if it is followed.
pub fn mixed_surprisal(policies: impl Iterator<Item = (u32, u64)> + Clone) -> u64 {
    let least = policies.clone().map(|(_, surprisal)| surprisal).min().unwrap_or(0);
    let (part, whole) = policies.fold((0, 0), |(part, whole), (share, surprisal)| {
        let share = u64::from(share);
        (part + share * below_one(surprisal - least), whole + (share << 16))
    });
    least + u64::from(surprisal(part, whole))
}

/// The worlds of a search, one after the other.
pub(super) struct Worlds<W> {
    sampling: Sampling,
    left: u32,
    /// Chosen worlds with the number of times that each is used.
    chosen: VecDeque<(W, u32)>,
}

impl<W> Worlds<W> {
    pub fn new(sampling: Sampling) -> Worlds<W> {
        Worlds { sampling, left: sampling.worlds.max(1), chosen: VecDeque::new() }
    }

    /// Returns the next world and the number of times that it counts; `None` after the last one.
    pub fn next<T, const SIDES: usize>(&mut self, tree: &mut T) -> Option<(W, u32)>
    where
        T: HiddenTree<SIDES, World = W>,
    {
        if self.chosen.is_empty() {
            let count = self.left.min(self.sampling.batch.max(1));
            self.left -= count;
            self.chosen = draw(tree, count, self.sampling.candidates.max(1));
        }
        let next = self.chosen.pop_front();
        if let Some((world, times)) = &next {
            tree.chosen(world, *times);
        }
        next
    }
}

/// Draws `candidates` worlds for each of `count`, and chooses `count` of them by systematic
/// resampling: a world of weight `w` is chosen `count * w / total` times, rounded up or down.
fn draw<T: HiddenTree<SIDES>, const SIDES: usize>(
    tree: &mut T,
    count: u32,
    candidates: u32,
) -> VecDeque<(T::World, u32)> {
    let mut draw_one = |_| {
        let world = tree.sample();
        let surprisal = tree.surprisal(&world);
        (world, surprisal)
    };
    let drawn: Vec<(T::World, u32)> =
        (0..count.saturating_mul(candidates)).map(&mut draw_one).collect();
    let least = drawn.iter().map(|(_, surprisal)| *surprisal).min().unwrap_or(0);
    let weight = |surprisal: u32| below_one(u64::from(surprisal - least));
    let total: u64 = drawn.iter().map(|(_, surprisal)| weight(*surprisal)).sum();
    let (mut below, mut nth) = (0, 0);
    let mut chosen = VecDeque::new();
    for (world, surprisal) in drawn {
        below += weight(surprisal);
        let mut times = 0;
        // The nth choice is the world at this share of the total weight: (nth + 1/2) / count.
        while nth < count && (2 * u64::from(nth) + 1) * total < 2 * u64::from(count) * below {
            (times, nth) = (times + 1, nth + 1);
        }
        if times > 0 {
            chosen.push_back((world, times));
        }
    }
    chosen
}
