//! The rounds for criteria, played after the contest and counted separately.
//!
//! A criterion of N games needs N matches of each entrant against one opponent. In a round robin
//! and a gauntlet, matches of the contest count, and only the missing ones are added. In a Swiss, a
//! knockout and a sample it is unknown in advance how often two entrants meet. There all N matches
//! are played separately and only they count: every entrant is judged by equally many matches on
//! the same deals.
//!
//! Bots without chance repeat a match from the same opening, which shows nothing new. So blocks are
//! added until enough of them start differently.
//!
//! At larger tables the opponent fills all other seats, so that no third entrant affects the
//! result.

use std::collections::{BTreeMap, BTreeSet};

use super::count::{MAX_MATCHES, count};
use super::next::next_round;
use crate::opening::Beginnings;
use crate::plan::{Entrant, Plan};
use crate::round::{PlayedRound, Round, RoundScores};
use crate::shape::Shape;

/// Maximum blocks whose openings are compared: comparing more takes as long as playing some of
/// them.
const MAX_BLOCKS_COMPARED: u64 = 1 << 16;

/// The matches planned for the criteria of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedCriteria {
    /// The rounds played only for criteria.
    pub rounds: Vec<Round>,
    /// For each criterion, the entrant with the fewest distinct games; `None` if it applies to no
    /// entrant.
    pub least: Vec<Option<PlannedGames>>,
}

impl PlannedCriteria {
    /// Returns the number of matches played only for criteria.
    pub fn matches(&self, shape: &Shape) -> u64 {
        let of = |round: &Round| {
            (round.pairings.len() as u64).saturating_mul(criterion_games(round, shape))
        };
        self.rounds.iter().map(of).fold(0, u64::saturating_add)
    }
}

/// Returns the number of matches that each entrant plays in a round for criteria.
pub fn criterion_games(round: &Round, shape: &Shape) -> u64 {
    u64::from(round.blocks) * shape.entries() as u64
}

/// The planned matches of an entrant that count for a criterion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedGames {
    pub entrant: u32,
    /// Matches against the opponent, including the contest's if the plan fixes them.
    pub games: u64,
    /// The number of them that can differ if no bot uses chance: a repeated position repeats its
    /// matches.
    pub different: u64,
    /// Number of blocks (deals or openings) that can differ.
    pub blocks: u64,
}

/// Returns the rounds that criteria need after these rounds of the contest, one for each opponent
/// with missing matches. The contest must be over or independent of results.
pub fn criterion_rounds(
    plan: &Plan,
    shape: &Shape,
    entrants: &[Entrant],
    contest: &[PlayedRound],
) -> Vec<Round> {
    Games::of(plan, shape, entrants, contest).rounds(contest.len())
}

/// Counts all matches of a plan, including those for criteria. If the contest alone has more than
/// [`MAX_MATCHES`], counts only the contest, because planning the others could take very long.
pub fn planned_matches(plan: &Plan, shape: &Shape, entrants: &[Entrant]) -> u64 {
    let contest = count(plan, shape, plan.field(entrants).len()).matches;
    if contest > MAX_MATCHES {
        return contest;
    }
    contest.saturating_add(planned_criteria(plan, shape, entrants).matches(shape))
}

/// Plans the matches for criteria before anything has been played.
pub fn planned_criteria(plan: &Plan, shape: &Shape, entrants: &[Entrant]) -> PlannedCriteria {
    let mut contest: Vec<PlayedRound> = Vec::new();
    if !plan.criteria.is_empty() && !plan.judges_apart() {
        let field = plan.field(entrants);
        while let Some(round) = next_round(plan, shape, &field, &[], &contest) {
            contest.push(RoundScores::new(round).finish());
        }
    }
    let mut games = Games::of(plan, shape, entrants, &contest);
    let rounds = games.rounds(contest.len());
    let least = plan.criteria.iter().map(|criterion| {
        let opponent = number(entrants, &criterion.opponent)?;
        let own = rounds.iter().find(|round| round.against == Some(opponent));
        games.planned(opponent, own).into_iter().min_by_key(|planned| planned.different)
    });
    PlannedCriteria { least: least.collect(), rounds }
}

/// The matches of each entrant against an opponent, in the contest, if they are known, and in
/// separate rounds.
struct Games<'a> {
    plan: &'a Plan,
    shape: &'a Shape,
    entrants: &'a [Entrant],
    /// The rounds of the contest that count for criteria.
    known: &'a [PlayedRound],
    first_block: u32,
    beginnings: Beginnings<'a>,
}

/// Distinct games of an entrant against an opponent, added block by block.
struct Different {
    /// The openings that the two have played at tables like those to come.
    seen: BTreeSet<u32>,
    games: u64,
    blocks: u64,
    /// Games per block of a separate round.
    each: u64,
}

impl Different {
    fn add(&mut self, beginning: u32) {
        if self.seen.insert(beginning) {
            self.games += self.each;
            self.blocks += 1;
        }
    }
}

impl<'a> Games<'a> {
    fn of(
        plan: &'a Plan,
        shape: &'a Shape,
        entrants: &'a [Entrant],
        contest: &'a [PlayedRound],
    ) -> Games<'a> {
        let known: &[PlayedRound] = if plan.judges_apart() { &[] } else { contest };
        let first_block = known.iter().map(|played| played.round.blocks).sum();
        Games { plan, shape, entrants, known, first_block, beginnings: Beginnings::of(plan) }
    }

    /// Returns the separate rounds; `number` is the number of the first.
    fn rounds(&mut self, number: usize) -> Vec<Round> {
        let size = self.shape.entries();
        let mut rounds: Vec<Round> = Vec::new();
        for opponent in self.opponents() {
            let mut lacking = self.lacking(opponent);
            lacking.retain(|(_, blocks)| *blocks > 0);
            let Some(most) = lacking.iter().map(|(_, blocks)| *blocks).max() else { continue };
            let table = |(entrant, _): (u32, u32)| {
                let mut table = vec![opponent; size];
                table[0] = entrant;
                table
            };
            rounds.push(Round {
                number: (number + rounds.len()) as u32,
                title: format!("against {}", self.entrants[opponent as usize].name()),
                first_block: self.first_block,
                blocks: most,
                pairings: lacking.into_iter().map(table).collect(),
                byes: Vec::new(),
                against: Some(opponent),
                continues: None,
            });
        }
        rounds
    }

    /// Returns a number that is the same for blocks that start alike.
    fn beginning(&mut self, block: u32) -> u32 {
        self.beginnings.number(block).unwrap_or(block)
    }

    /// Returns the entrants judged against an opponent, each with the number of missing blocks.
    fn lacking(&mut self, opponent: u32) -> Vec<(u32, u32)> {
        let (asked_for, met) = (self.games_asked(opponent), self.met(opponent));
        // Most entrants have met it equally often.
        let mut by_met: BTreeMap<u64, u32> = BTreeMap::new();
        self.asked(opponent)
            .map(|entrant| {
                let met = met[entrant as usize];
                let lacks = by_met.entry(met).or_insert_with(|| self.blocks_for(asked_for, met));
                (entrant, *lacks)
            })
            .collect()
    }

    /// Returns the number of blocks that give `asked_for` distinct games after `met` matches in the
    /// contest. If no number does, returns the number needed if all blocks differed.
    fn blocks_for(&mut self, asked_for: u64, met: u64) -> u32 {
        let each = self.shape.entries() as u64;
        let plain = asked_for.saturating_sub(met).div_ceil(each);
        let mut different = self.of_contest(met);
        // Some start alike by chance; a list of positions runs out.
        let most = if plain > MAX_BLOCKS_COMPARED { 0 } else { 2 * plain + 16 };
        for blocks in 0..most as u32 {
            if different.games >= asked_for {
                return blocks;
            }
            different.add(self.beginning(self.first_block + blocks));
        }
        plain.min(u32::MAX.into()) as u32
    }

    /// Returns the planned matches of each entrant judged against an opponent, including its
    /// separate round, if there is one.
    fn planned(&mut self, opponent: u32, own: Option<&Round>) -> Vec<PlannedGames> {
        let (met, asked) = (self.met(opponent), self.asked(opponent));
        let planned = |entrant: u32| {
            let met = met[entrant as usize];
            let mut different = self.of_contest(met);
            let plays = |round: &&Round| round.pairings.iter().any(|table| table[0] == entrant);
            let blocks = own.filter(plays).map_or(0, |round| round.blocks);
            let looked_at = if u64::from(blocks) <= 3 * MAX_BLOCKS_COMPARED { blocks } else { 0 };
            for block in self.first_block..self.first_block + looked_at {
                different.add(self.beginning(block));
            }
            let taken = u64::from(blocks - looked_at);
            (different.blocks, different.games) =
                (different.blocks + taken, different.games + taken * different.each);
            let games = met + u64::from(blocks) * different.each;
            PlannedGames { entrant, games, different: different.games, blocks: different.blocks }
        };
        asked.map(planned).collect()
    }

    /// Returns the distinct games among `met` matches of the contest.
    fn of_contest(&mut self, met: u64) -> Different {
        let before = if met > 0 { self.first_block } else { 0 };
        let looked_at = if u64::from(before) <= MAX_BLOCKS_COMPARED { before } else { 0 };
        let seen: BTreeSet<u32> = (0..looked_at).map(|block| self.beginning(block)).collect();
        let blocks = seen.len() as u64 + u64::from(before - looked_at);
        let each = self.shape.entries() as u64;
        let games = met / u64::from(before.max(1)) * blocks;
        // Larger tables of the contest have other entrants, so the same opening gives another game.
        let seen = if each == 2 { seen } else { BTreeSet::new() };
        Different { seen, games, blocks, each }
    }

    /// Returns the number of matches of the contest that each entrant plays against an opponent: at
    /// a table with it, on another side.
    fn met(&self, opponent: u32) -> Vec<u64> {
        let mut met = vec![0; self.entrants.len()];
        let apart = apart(self.shape);
        for round in self.known.iter().map(|played| &played.round) {
            for table in round.pairings.iter().filter(|table| table.contains(&opponent)) {
                for &other in table.iter().filter(|&&other| other != opponent) {
                    met[other as usize] += u64::from(round.blocks) * apart;
                }
            }
        }
        met
    }

    /// Returns the opponents named in criteria that can play, each once.
    fn opponents(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for criterion in &self.plan.criteria {
            let opponent = number(self.entrants, &criterion.opponent);
            let able = |&number: &u32| self.entrants[number as usize].error.is_none();
            found.extend(opponent.filter(able).filter(|number| !found.contains(number)));
        }
        found
    }

    /// Returns the highest number of games in the criteria against an opponent.
    fn games_asked(&self, opponent: u32) -> u64 {
        let name = self.entrants[opponent as usize].name();
        let of = self.plan.criteria.iter().filter(|criterion| criterion.opponent == name);
        of.map(|criterion| u64::from(criterion.games)).max().unwrap_or(0)
    }

    /// Returns the entrants judged against an opponent that can play.
    fn asked(&self, opponent: u32) -> impl Iterator<Item = u32> + use<'a> {
        let (plan, entrants) = (self.plan, self.entrants);
        let field = plan.field(entrants).into_iter();
        field.filter(move |&entrant| entrant != opponent && plan.is_asked(entrants, entrant))
    }
}

fn number(entrants: &[Entrant], name: &str) -> Option<u32> {
    entrants.iter().position(|entrant| entrant.name() == name).map(|number| number as u32)
}

/// Returns the number of seatings of a block with two entrants of a table on different sides; the
/// same for any two.
fn apart(shape: &Shape) -> u64 {
    let side = |entry: usize| shape.teams()[shape.seats(entry)[0].index()];
    let sides = |row: &Vec<usize>| {
        let entry = |place: usize| row.iter().position(|&other| other == place);
        entry(0).map(side) != entry(1).map(side)
    };
    shape.seatings(0).iter().filter(|row| sides(row)).count() as u64
}

#[cfg(test)]
mod tests;
