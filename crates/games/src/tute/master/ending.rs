//! The last cards with open hands: the best that a seat can do while the others keep their habits.

use super::SEATS;
use super::stakes::Stakes;
use super::world::World;
use crate::tute::{Move, Phase};
use juez_core::State;

/// Returns the values of a world after the best moves of the seat that decides, searched to the end
/// of the hand; every other seat plays by its habit. Adds the positions to `nodes`.
pub(super) fn best_reply(stakes: &mut Stakes, world: &World, nodes: &mut u64) -> [i32; SEATS] {
    let mut world = *world;
    while world.table.public.phase == Phase::Play {
        let (songs, cards) = world.table.legal();
        if world.table.public.turn == world.me && songs.len() + cards.len() > 1 {
            let moves = songs.iter().map(Move::Song).chain(cards.iter().map(Move::Card));
            let after = moves.map(|mv| {
                let mut after = world;
                after.table.play_unchecked(mv);
                *nodes += 1;
                best_reply(stakes, &after, nodes)
            });
            let best = after.max_by_key(|values| values[world.me.index()]);
            return best.unwrap_or([0; SEATS]);
        }
        world.table.play_unchecked(world.habitual());
        *nodes += 1;
    }
    stakes.values(world.losers())
}
