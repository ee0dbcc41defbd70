//! Searches for games with hidden hands: a seat samples worlds that fit its knowledge.

mod comparison;
mod information_set;
mod monte_carlo;
mod worlds;

pub use comparison::{Compared, Comparison};
pub use information_set::{InformationSetSearch, InformationSetSettings};
pub use monte_carlo::{monte_carlo, monte_carlo_among};
#[cfg(test)]
pub(crate) use worlds::surprisal;
pub use worlds::{Sampling, choice_surprisal, mixed_surprisal};

use crate::Branches;

/// A decision of one seat that does not see everything, in a game of `SIDES` sides.
///
/// Partners are one side. Moves are public; a game with private moves decides them elsewhere.
/// Values are integers in a unit of the game, such as thousandths of a match or tenths of a point,
/// below one million, so that the same sums give the same move on every machine.
pub trait HiddenTree<const SIDES: usize> {
    /// A full state that fits the knowledge of the seat.
    type World: Clone;
    /// A move; the same move is equal in all worlds.
    type Branch: Copy + Eq;

    /// Draws a world that fits the knowledge of the seat. Its generator starts from the seed of the
    /// decision, so that a decision does not depend on earlier ones.
    fn sample(&mut self) -> Self::World;

    /// Returns how much the moves of others would surprise if this world were the true one: the sum
    /// of the [`choice_surprisal`] of each move, in 1/256 bit. Only differences between worlds count.
    fn surprisal(&mut self, _world: &Self::World) -> u32 {
        0
    }

    /// Receives a world that a search uses and the number of times, before its values. A bot counts
    /// here for its log.
    fn chosen(&mut self, _world: &Self::World, _times: u32) {}

    /// Returns the side to move; `None` once the values of the world are final.
    fn side(&self, world: &Self::World) -> Option<usize>;

    /// Appends the moves of the seat to move, at least one; between equals, higher weight decides.
    /// At the root, moves and weights are the same in every world.
    fn list(&self, world: &Self::World, out: &mut Branches<Self::Branch>);

    /// Plays a move that the world lists.
    fn play(&self, world: &mut Self::World, branch: Self::Branch);

    /// Returns the value of a world for each side, by a playout, a search with open hands or an
    /// evaluation. Adds the positions that it looks at to `nodes`.
    fn value(&mut self, world: &Self::World, nodes: &mut u64) -> [i32; SIDES];
}

/// Fills `list` with the moves of a world, highest weight first.
fn list_by_weight<T: HiddenTree<SIDES>, const SIDES: usize>(
    tree: &T,
    world: &T::World,
    list: &mut Branches<T::Branch>,
) {
    list.clear();
    tree.list(world, list);
    list.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
}
