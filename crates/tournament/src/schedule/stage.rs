//! The stages of a knockout: their tables, and the entrants that advance.

use std::collections::BTreeSet;

use super::pairing::{Field, members};
use super::standing::millionths;
use crate::round::{PlayedRound, Round};

/// Maximum tie-breaks of a drawn tie; then the seeding decides.
pub const TIE_BREAKS: usize = 3;

/// The order of stages in a knockout. Entrants are places in the field, which are seeds: lower is
/// better.
pub(super) trait Draw {
    /// Returns the next stage; `None` after the last. `fallen` are the losers of the stage before.
    fn stage(&self, fallen: &[usize]) -> Option<Stage>;

    /// Continues with the survivors of a stage.
    fn advance(&mut self, survivors: &BTreeSet<usize>);
}

/// One stage of a knockout.
pub(super) struct Stage {
    pub(super) title: String,
    /// Its tables; in the last stage, the table for first place comes last.
    pub(super) contests: Vec<Contest>,
    /// Entrants that advance without playing.
    pub(super) byes: Vec<usize>,
    /// True if it is the final.
    pub(super) is_last: bool,
}

/// One table of a stage.
pub(super) struct Contest {
    /// The seeds at the table, best first.
    pub(super) seeds: Vec<usize>,
    /// The number that advance, fewer than the seeds at the table; 1 if the table decides a rank.
    pub(super) advance: usize,
}

/// The result of a contest.
pub(super) struct Finish {
    /// Its seeds, best first, each with its merit; equal merits are tied.
    pub(super) order: Vec<(usize, Merit)>,
    /// True if qualification is tied and the table is replayed.
    pub(super) is_open: bool,
}

/// The merit of an entrant at its table, lower is better: true if it is benched, else its negated
/// score in each round of the table.
pub(super) type Merit = (bool, Vec<i64>);

/// A finished table of a knockout that the score did not decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The number of its last round.
    pub round: u32,
    /// The table in that round.
    pub pairing: u32,
    /// The last entrant that advances, or the winner of the final.
    pub on: u32,
    /// The first entrant that does not.
    pub out: u32,
    /// The reason for this order.
    pub why: Why,
}

/// The tie-break of a table that the score did not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// They were tied, even after [`TIE_BREAKS`] tie-breaks, and the better seed advances.
    BetterSeed,
    /// An entrant that does not advance is benched.
    Benched,
}

impl Stage {
    pub(super) fn seeds(&self) -> impl Iterator<Item = usize> {
        self.contests.iter().flat_map(|contest| contest.seeds.iter().copied())
    }

    /// Returns the entrants that advanced from this stage, by the round drawn after it. That round
    /// can also have a table of losers that play for third place, before its last.
    pub(super) fn those_in(&self, next: &Round, field: &Field) -> BTreeSet<usize> {
        let on: usize = self.contests.iter().map(|contest| contest.advance).sum();
        let playing = next.pairings.iter().rev().flatten();
        let there: BTreeSet<u32> =
            next.byes.iter().chain(playing).copied().take(on + self.byes.len()).collect();
        let all = self.seeds().chain(self.byes.iter().copied());
        all.filter(|&seed| there.contains(&field[seed])).collect()
    }

    /// Returns true if a later round is a tie-break of this stage, so that its tables play again. A
    /// later stage has no table of this one, because each has an eliminated entrant.
    pub(super) fn is_replayed_by(&self, later: &PlayedRound, field: &Field) -> bool {
        let tables: Vec<Vec<u32>> =
            self.contests.iter().map(|contest| members(field, &contest.seeds)).collect();
        later.round.pairings.iter().all(|pairing| tables.contains(pairing))
    }
}

impl Contest {
    /// Returns the contest's rounds in a stage: the round number, the table's index there, and the
    /// scores in seed order.
    fn played<'r>(
        &self,
        rounds: &'r [PlayedRound],
        field: &Field,
    ) -> Vec<(u32, usize, &'r Vec<f64>)> {
        let pairing = members(field, &self.seeds);
        let table = |played: &'r PlayedRound| {
            let at = played.round.pairings.iter().position(|other| *other == pairing)?;
            Some((played.round.number, at, played.scores.get(at)?))
        };
        rounds.iter().filter_map(table).collect()
    }

    /// Returns the decision of the contest, if the score does not explain why the entrants of `on`
    /// advance.
    pub(super) fn decided(
        &self,
        rounds: &[PlayedRound],
        field: &Field,
        on: &BTreeSet<usize>,
    ) -> Option<Decided> {
        let tables = self.played(rounds, field);
        let &(round, pairing, _) = tables.last()?;
        let score = |at: usize| -> Vec<i64> {
            tables.iter().map(|(.., scores)| -millionths(scores[at])).collect()
        };
        let (there, gone): (Vec<usize>, Vec<usize>) =
            (0..self.seeds.len()).partition(|&at| on.contains(&self.seeds[at]));
        let last = there.into_iter().max_by_key(|&at| (score(at), at))?;
        let first = gone.into_iter().min_by_key(|&at| (score(at), at))?;
        if score(last) < score(first) {
            return None;
        }
        let (on, out) = (field[self.seeds[last]], field[self.seeds[first]]);
        // Since then, other entrants may have been benched.
        let is_level = score(last) == score(first) && tables.len() > TIE_BREAKS;
        let why = if is_level && last < first { Why::BetterSeed } else { Why::Benched };
        Some(Decided { round, pairing: pairing as u32, on, out, why })
    }

    /// Returns the result after the rounds of its stage; all rounds after the first are tie-breaks.
    ///
    /// Benched entrants come last, by seeding. The others are ranked by the first round; ties there
    /// by the first tie-break and so on, finally by seeding.
    pub(super) fn finish(&self, rounds: &[PlayedRound], field: &Field, benched: &[u32]) -> Finish {
        let pairing = members(field, &self.seeds);
        let tables = self.played(rounds, field);
        let merit = |at: usize| -> Merit {
            let is_out = benched.contains(&pairing[at]);
            let scores = tables.iter().filter(|_| !is_out);
            let scores = scores.map(|(.., scores)| -millionths(scores[at]));
            (is_out, scores.collect())
        };
        let mut order: Vec<(usize, Merit)> =
            self.seeds.iter().enumerate().map(|(at, &seed)| (seed, merit(at))).collect();
        order.sort_by(|(a, merit_a), (b, merit_b)| (merit_a, a).cmp(&(merit_b, b)));
        let (above, below) = (&order[self.advance - 1].1, &order[self.advance].1);
        let is_open = above == below && !above.0 && rounds.len() <= TIE_BREAKS;
        Finish { order, is_open }
    }
}
