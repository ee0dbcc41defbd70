//! Blocks that begin alike: bots without chance play the same matches again in them.

use std::collections::{BTreeMap, BTreeSet};

use super::format::Openings;
use super::opening::{OpeningError, has_chance, opening};
use super::plan::Plan;
use crate::core::Stream;
use crate::registry::AnyGame;

/// The openings of a plan, each made once.
pub(super) struct Beginnings<'a> {
    plan: &'a Plan,
    openings: &'a Openings,
    /// `None` where each block begins otherwise, by its deal.
    game: Option<&'static dyn AnyGame>,
    /// The first block that was asked for with these moves.
    first: BTreeMap<Vec<String>, u32>,
    known: BTreeMap<u32, u32>,
}

impl<'a> Beginnings<'a> {
    /// These openings under the house rules and the seed of a plan.
    ///
    /// # Errors
    /// If its house rules cannot be played.
    fn with(
        game: &'static dyn AnyGame,
        plan: &'a Plan,
        openings: &'a Openings,
    ) -> Result<Beginnings<'a>, OpeningError> {
        let game = (!has_chance(game, &plan.options)?).then_some(game);
        Ok(Beginnings { game, ..Beginnings::by_deal(plan, openings) })
    }

    fn by_deal(plan: &'a Plan, openings: &'a Openings) -> Beginnings<'a> {
        Beginnings { plan, openings, game: None, first: BTreeMap::new(), known: BTreeMap::new() }
    }

    /// The openings of a plan. Of one that cannot be played here nothing is known, and its blocks
    /// are taken to differ: its error is reported when it is played.
    pub fn of(plan: &'a Plan) -> Beginnings<'a> {
        let made = plan.table().ok().map(|(game, _)| Beginnings::with(game, plan, &plan.openings));
        made.and_then(Result::ok).unwrap_or_else(|| Beginnings::by_deal(plan, &plan.openings))
    }

    /// A number that is the same for blocks that begin alike.
    ///
    /// # Errors
    /// If the block has no opening.
    pub fn number(&mut self, block: u32) -> Result<u32, OpeningError> {
        let Some(game) = self.game else { return Ok(block) };
        if let Some(&known) = self.known.get(&block) {
            return Ok(known);
        }
        let seed = self.plan.seed.child(Stream::Match(block));
        let opening = opening(game, &self.plan.options, self.openings, block, seed)?;
        let number = *self.first.entry(opening.moves).or_insert(block);
        self.known.insert(block, number);
        Ok(number)
    }
}

/// The number of the first `blocks` openings of a plan that differ from each other. Blocks that
/// begin alike repeat each other wherever no bot uses chance; in a game with chance all begin
/// otherwise.
///
/// # Errors
/// If its house rules cannot be played, or a block has no opening.
pub fn distinct_openings(
    game: &'static dyn AnyGame,
    plan: &Plan,
    openings: &Openings,
    blocks: u32,
) -> Result<u32, OpeningError> {
    let mut beginnings = Beginnings::with(game, plan, openings)?;
    let numbers = (0..blocks).map(|block| beginnings.number(block));
    Ok(numbers.collect::<Result<BTreeSet<_>, _>>()?.len() as u32)
}
