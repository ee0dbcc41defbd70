//! The rounds that criteria ask for, after the contest and apart from it.
//!
//! A criterion of N games needs N matches of each entrant that is asked against one opponent. In a round
//! robin and a gauntlet the matches of the contest count, and only what they lack is played on top. In
//! Swiss and knockout it is not known beforehand who meets whom, so all N are played on their own, and
//! only those count: every entrant is judged by equally many matches on the same deals.
//!
//! At larger tables the opponent fills all other seats, so that nothing but the two decides.

use super::{PlayedRound, Round, next_round};
use crate::tournament::{Entrant, Openings, Plan, RoundScores, Shape};

/// What is planned for the criteria of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedCriteria {
    /// The rounds that are played for them alone.
    pub rounds: Vec<Round>,
    /// Of each criterion the entrant with the fewest games that differ; `None` where nobody is asked.
    pub least: Vec<Option<PlannedGames>>,
}

impl PlannedCriteria {
    /// Matches that are played for criteria alone.
    pub fn matches(&self, shape: &Shape) -> u64 {
        let of = |round: &Round| round.pairings.len() as u64 * criterion_games(round, shape);
        self.rounds.iter().map(of).sum()
    }
}

/// Matches that each entrant plays in a round for criteria.
pub fn criterion_games(round: &Round, shape: &Shape) -> u64 {
    u64::from(round.blocks) * shape.entries() as u64
}

/// The matches of an entrant that count for a criterion, as far as they are planned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedGames {
    /// The entrant.
    pub entrant: u32,
    /// Matches against the opponent, those of the contest included where they are known beforehand.
    pub games: u64,
    /// How many of them can differ, if no bot uses chance: a position that comes again brings the same
    /// matches again.
    pub different: u64,
    /// Blocks (deals or openings) that can differ.
    pub blocks: u64,
}

/// The rounds that criteria need after these rounds of the contest, one for each opponent that is not met
/// often enough. The contest must be over, or be one that does not depend on results.
pub fn criterion_rounds(
    plan: &Plan,
    shape: &Shape,
    entrants: &[Entrant],
    contest: &[PlayedRound],
) -> Vec<Round> {
    let known: &[PlayedRound] = if plan.format.follows_from_results() { &[] } else { contest };
    let first_block = blocks(known);
    let mut rounds: Vec<Round> = Vec::new();
    for opponent in opponents(plan, entrants) {
        let games = games_asked(plan, entrants, opponent);
        let met = meetings(shape, known, opponent, entrants.len());
        let lacks = |&entrant: &u32| games.saturating_sub(met[entrant as usize]);
        let asked = asked(plan, entrants, opponent).filter(|entrant| lacks(entrant) > 0);
        let asked: Vec<u32> = asked.collect();
        let Some(most) = asked.iter().map(lacks).max() else { continue };
        let table = |entrant: u32| {
            let mut table = vec![opponent; shape.entries()];
            table[0] = entrant;
            table
        };
        rounds.push(Round {
            number: (contest.len() + rounds.len()) as u32,
            title: format!("against {}", entrants[opponent as usize].name()),
            first_block,
            blocks: most.div_ceil(shape.entries() as u64) as u32,
            pairings: asked.into_iter().map(table).collect(),
            byes: Vec::new(),
            against: Some(opponent),
        });
    }
    rounds
}

/// What is planned for the criteria before anything has been played. `chance` says whether each match
/// begins with a deal.
pub fn planned_criteria(
    plan: &Plan,
    shape: &Shape,
    entrants: &[Entrant],
    chance: bool,
) -> PlannedCriteria {
    let mut known: Vec<PlayedRound> = Vec::new();
    if !plan.criteria.is_empty() && !plan.format.follows_from_results() {
        let field = plan.field(entrants);
        while let Some(round) = next_round(plan, shape, &field, &[], &known) {
            known.push(RoundScores::new(round).finish());
        }
    }
    let rounds = criterion_rounds(plan, shape, entrants, &known);
    let begin = beginnings(&plan.openings, chance);
    let least = plan.criteria.iter().map(|criterion| {
        let opponent = number(entrants, &criterion.opponent)?;
        let met = meetings(shape, &known, opponent, entrants.len());
        let own = rounds.iter().find(|round| round.against == Some(opponent));
        let planned = |entrant: u32| {
            let met = met[entrant as usize];
            let plays = |round: &&Round| round.pairings.iter().any(|table| table[0] == entrant);
            let own = own.filter(plays).map_or(0, |round| u64::from(round.blocks));
            let before = if met > 0 { blocks(&known).into() } else { 0 };
            planned(entrant, (met, before), own, shape.entries() as u64, begin)
        };
        asked(plan, entrants, opponent).map(planned).min_by_key(|planned| planned.different)
    });
    PlannedCriteria { least: least.collect(), rounds }
}

/// The figures of an entrant that plays `met.0` matches in `met.1` blocks of the contest, and `own` blocks
/// beside it at tables of `size`, where `begin` beginnings differ.
fn planned(entrant: u32, met: (u64, u64), own: u64, size: u64, begin: u64) -> PlannedGames {
    let (met, before) = met;
    let games = met + own * size;
    if size == 2 {
        // The two play the same pairing in the contest and beside it.
        let all = before + own;
        let blocks = all.min(begin);
        return PlannedGames { entrant, games, different: games / all.max(1) * blocks, blocks };
    }
    let of_contest = met / before.max(1) * before.min(begin);
    let different = of_contest + own.min(begin) * size;
    PlannedGames { entrant, games, different, blocks: (before + own).min(begin) }
}

/// How many beginnings of a match differ, if that is known.
fn beginnings(openings: &Openings, chance: bool) -> u64 {
    match openings {
        Openings::None if !chance => 1,
        Openings::None | Openings::Random { .. } => u64::MAX,
        Openings::Positions(list) => {
            let first = |at: &usize| !list[..*at].contains(&list[*at]);
            (0..list.len()).filter(first).count() as u64
        }
    }
}

/// The opponents that criteria name and that can play, each once.
fn opponents(plan: &Plan, entrants: &[Entrant]) -> Vec<u32> {
    let mut found = Vec::new();
    for criterion in &plan.criteria {
        let opponent = number(entrants, &criterion.opponent);
        let able = |&number: &u32| entrants[number as usize].error.is_none();
        found.extend(opponent.filter(able).filter(|number| !found.contains(number)));
    }
    found
}

fn number(entrants: &[Entrant], name: &str) -> Option<u32> {
    entrants.iter().position(|entrant| entrant.name() == name).map(|number| number as u32)
}

/// The most games that a criterion asks for against an opponent.
fn games_asked(plan: &Plan, entrants: &[Entrant], opponent: u32) -> u64 {
    let name = entrants[opponent as usize].name();
    let of = plan.criteria.iter().filter(|criterion| criterion.opponent == name);
    of.map(|criterion| u64::from(criterion.games)).max().unwrap_or(0)
}

/// Those that can play and are to beat an opponent.
fn asked<'a>(
    plan: &'a Plan,
    entrants: &'a [Entrant],
    opponent: u32,
) -> impl Iterator<Item = u32> + 'a {
    let field = plan.field(entrants).into_iter();
    field.filter(move |&entrant| entrant != opponent && plan.is_asked(entrants, entrant))
}

/// In how many matches of these rounds each entrant sits at a table with an opponent, on another side.
fn meetings(shape: &Shape, rounds: &[PlayedRound], opponent: u32, entrants: usize) -> Vec<u64> {
    let mut met = vec![0; entrants];
    let apart = apart(shape);
    for round in rounds.iter().map(|played| &played.round) {
        for table in round.pairings.iter().filter(|table| table.contains(&opponent)) {
            for &other in table.iter().filter(|&&other| other != opponent) {
                met[other as usize] += u64::from(round.blocks) * apart;
            }
        }
    }
    met
}

/// In how many seatings of a block two entrants of a table sit on different sides: equally many for every
/// two of them.
fn apart(shape: &Shape) -> u64 {
    let side = |entry: usize| shape.teams()[shape.seats(entry)[0].index()];
    let sides = |row: &Vec<usize>| {
        let entry = |place: usize| row.iter().position(|&other| other == place);
        entry(0).map(side) != entry(1).map(side)
    };
    shape.seatings(0).iter().filter(|row| sides(row)).count() as u64
}

fn blocks(rounds: &[PlayedRound]) -> u32 {
    rounds.iter().map(|played| played.round.blocks).sum()
}

#[cfg(test)]
mod tests;
