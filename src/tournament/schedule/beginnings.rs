//! Blocks that begin alike: bots without chance play the same matches again in them.

use std::collections::BTreeMap;

use crate::core::Stream;
use crate::registry::AnyGame;
use crate::tournament::{Plan, has_chance, opening};

/// The openings of a plan, each made once.
pub(super) struct Beginnings<'a> {
    plan: &'a Plan,
    /// `None` where each block begins otherwise, by its deal.
    game: Option<&'static dyn AnyGame>,
    /// The first block that was asked for with these moves.
    first: BTreeMap<Vec<String>, u32>,
    /// The same by block.
    known: BTreeMap<u32, u32>,
}

impl Beginnings<'_> {
    /// The openings of a plan. Of one that cannot be played here nothing is known, and its blocks are
    /// taken to differ.
    pub fn of(plan: &Plan) -> Beginnings<'_> {
        let game = plan.table().ok().map(|(game, _)| game);
        let game = game.filter(|game| has_chance(*game, &plan.options).is_ok_and(|chance| !chance));
        Beginnings { plan, game, first: BTreeMap::new(), known: BTreeMap::new() }
    }

    /// A number that is the same for blocks that begin alike.
    pub fn number(&mut self, block: u32) -> u32 {
        let Some(game) = self.game else { return block };
        if let Some(&known) = self.known.get(&block) {
            return known;
        }
        let Plan { options, openings, .. } = self.plan;
        let seed = self.plan.seed.child(Stream::Match(block));
        let number = match opening(game, options, openings, block, seed) {
            Ok(opening) => *self.first.entry(opening.moves).or_insert(block),
            // What is wrong with it is told when it is played.
            Err(_) => block,
        };
        self.known.insert(block, number);
        number
    }
}
