//! The next match of a ladder.
//!
//! A block that has begun is completed first. Then a challenger is chosen: versions with few blocks
//! before all others, but one block in four goes to the others, and teams with new versions have
//! equal shares. Its opponents have similar ratings and have met it least.

use std::collections::{BTreeMap, BTreeSet};

use super::history::{BlockKey, LadderHistory, orders};

/// Blocks below which a version counts as new.
pub const NEW_BLOCKS: u32 = 8;
/// Blocks of a version after which it challenges no other.
pub const ENOUGH_BLOCKS: u32 = 120;
/// Openings of a day in games without deals.
pub const OPENINGS_A_DAY: u32 = 24;
/// One block in this many goes to versions that are not new.
const OTHERS_EVERY: u32 = 4;
/// The difference in rating that outweighs one earlier meeting.
const ELO_A_MEETING: f64 = 60.0;
/// Counts bots of one team as if they had met this often more.
const TEAM_MEETINGS: u32 = 4;

/// A player that takes part now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Its number.
    pub player: u32,
    /// The team that writes it; `None` for a built-in bot, which challenges no other.
    pub team: Option<i64>,
}

/// A match to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedMatch {
    /// Its deal or opening.
    pub block: BlockKey,
    /// The player of each entry, by number.
    pub order: Vec<u32>,
}

/// The next step of a ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LadderNext {
    /// Plays a match.
    Play(PlannedMatch),
    /// Judges an opening of the day.
    Judge {
        /// The number of the opening.
        nth: u32,
    },
    /// Nothing, because every version has played enough, or has no opponent.
    Rest,
}

/// The conditions of a pairing other than the matches.
struct Today<'t> {
    day: i32,
    elo: &'t BTreeMap<u32, f64>,
    /// The judgement of an opening; `None` before it.
    is_fair: &'t dyn Fn(u32) -> Option<bool>,
}

impl LadderHistory {
    /// Returns the next step on a day. `elo` are ratings by player. `is_fair` returns the judgement
    /// of an opening of the day, or `None` before it.
    pub fn next(
        &self,
        contenders: &[Contender],
        day: i32,
        elo: &BTreeMap<u32, f64>,
        is_fair: &dyn Fn(u32) -> Option<bool>,
    ) -> LadderNext {
        let able: Vec<&Contender> =
            contenders.iter().filter(|one| !self.is_benched(one.player)).collect();
        if let Some(planned) = self.continued(&able, day) {
            return LadderNext::Play(planned);
        }
        let today = Today { day, elo, is_fair };
        for challenger in self.challengers(&able) {
            let Some(table) = self.table(challenger, &able, &today) else { continue };
            let nth = match self.free_block(&table, &today) {
                Some(Free::Block(nth)) => nth,
                Some(Free::Unjudged(nth)) => return LadderNext::Judge { nth },
                None => continue,
            };
            if let Some(order) = orders(&self.game.shape, &table, nth).into_iter().next() {
                return LadderNext::Play(PlannedMatch { block: BlockKey { day, nth }, order });
            }
        }
        LadderNext::Rest
    }

    /// Returns the next match of a block that has begun today, if all of its players still take
    /// part.
    fn continued(&self, able: &[&Contender], day: i32) -> Option<PlannedMatch> {
        let plays = |player: &u32| able.iter().any(|one| one.player == *player);
        let open = self.open().iter().filter(|open| open.block.day == day);
        open.filter(|open| open.table.iter().all(plays)).find_map(|open| {
            let all = orders(&self.game.shape, &open.table, open.block.nth);
            let order = all.into_iter().find(|order| !open.played.contains(order))?;
            Some(PlannedMatch { block: open.block.clone(), order })
        })
    }

    /// Returns the versions that need matches, the one whose turn it is first.
    fn challengers<'c>(&self, able: &[&'c Contender]) -> Vec<&'c Contender> {
        let shares = self.shares();
        let share = |one: &Contender| {
            one.team.and_then(|team| shares.get(&team).copied()).unwrap_or_default()
        };
        let blocks = |one: &&Contender| self.blocks_of(one.player);
        let needs = |one: &&&Contender| one.team.is_some() && blocks(one) < ENOUGH_BLOCKS;
        let (mut new, mut others): (Vec<&Contender>, Vec<&Contender>) =
            able.iter().filter(needs).partition(|one| blocks(one) < NEW_BLOCKS);
        // The newest version has the highest number.
        new.sort_by_key(|one| (share(one), blocks(one), u32::MAX - one.player));
        others.sort_by_key(|one| (blocks(one), share(one), one.player));
        let others_first = self.blocks() % OTHERS_EVERY == OTHERS_EVERY - 1;
        let (mut first, then) = if others_first { (others, new) } else { (new, others) };
        first.extend(then);
        first
    }

    /// Returns the number of last blocks that each team has played in.
    fn shares(&self) -> BTreeMap<i64, u32> {
        let mut shares = BTreeMap::new();
        for table in self.last_tables() {
            let teams: BTreeSet<i64> =
                table.iter().filter_map(|player| self.teams.get(player).copied()).collect();
            teams.into_iter().for_each(|team| *shares.entry(team).or_default() += 1);
        }
        shares
    }

    /// Returns the players of a challenger's next table, ascending.
    fn table(
        &self,
        challenger: &Contender,
        able: &[&Contender],
        today: &Today<'_>,
    ) -> Option<Vec<u32>> {
        let entries = self.game.shape.entries();
        let mut table = vec![challenger.player];
        let mut others: Vec<&&Contender> =
            able.iter().filter(|one| one.player != challenger.player).collect();
        while table.len() < entries {
            others.sort_by(|a, b| {
                let cost = |one: &Contender| self.cost(one, challenger, &table, today.elo);
                cost(a).total_cmp(&cost(b)).then(self.tie(a.player).cmp(&self.tie(b.player)))
            });
            let is_last = table.len() + 1 == entries;
            let at = others.iter().position(|one| {
                let mut whole = table.clone();
                whole.push(one.player);
                whole.sort_unstable();
                !is_last || self.free_block(&whole, today).is_some()
            })?;
            table.push(others.remove(at).player);
        }
        table.sort_unstable();
        Some(table)
    }

    /// Returns how little an opponent suits a table, in Elo.
    fn cost(
        &self,
        one: &Contender,
        challenger: &Contender,
        table: &[u32],
        elo: &BTreeMap<u32, f64>,
    ) -> f64 {
        let met: u32 = table.iter().map(|other| self.met(one.player, *other)).sum();
        let same =
            if one.team.is_some() && one.team == challenger.team { TEAM_MEETINGS } else { 0 };
        // A version without a rating is taken to be average.
        let rating = |player: u32| elo.get(&player).copied().unwrap_or(0.0);
        let apart = (rating(one.player) - rating(challenger.player)).abs();
        apart + ELO_A_MEETING * f64::from(met + same)
    }

    /// Orders equals differently in each block, so that no number is preferred.
    fn tie(&self, player: u32) -> u32 {
        player.wrapping_add(self.blocks()).wrapping_mul(0x9E37_79B1)
    }

    /// Returns the next deal or opening of a table; `None` if it has played all openings of the day.
    fn free_block(&self, table: &[u32], today: &Today<'_>) -> Option<Free> {
        let played: BTreeSet<u32> = self
            .blocks_at(table)
            .into_iter()
            .flatten()
            .filter(|block| block.day == today.day)
            .map(|block| block.nth)
            .collect();
        if self.game.has_deals {
            return Some(Free::Block(played.last().map_or(0, |last| last + 1)));
        }
        let free = (0..OPENINGS_A_DAY).filter(|nth| !played.contains(nth));
        free.filter_map(|nth| match (today.is_fair)(nth) {
            Some(true) => Some(Free::Block(nth)),
            Some(false) => None,
            None => Some(Free::Unjudged(nth)),
        })
        .next()
    }
}

/// A deal or opening that a table has not played.
enum Free {
    Block(u32),
    /// An opening that must be judged first.
    Unjudged(u32),
}
