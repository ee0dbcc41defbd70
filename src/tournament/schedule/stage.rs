//! The stages of a knockout: the tables of each, and the entrants that go on.

use std::collections::BTreeSet;

use super::pairing::{Field, members};
use super::standing::millionths;
use crate::tournament::round::{PlayedRound, Round};

/// Tie-breaks of a drawn tie before the seeding decides it.
pub const TIE_BREAKS: usize = 3;

/// The order of the stages of a knockout. Entrants are places in the field, hence seeds:
/// the lower the better.
pub(super) trait Draw {
    /// The stage to come, `None` after the last. `fallen` are those who lost in the stage before.
    fn stage(&self, fallen: &[usize]) -> Option<Stage>;

    /// A stage is over and these are still in.
    fn go_on(&mut self, survivors: &BTreeSet<usize>);
}

/// One stage of a knockout.
pub(super) struct Stage {
    pub(super) title: String,
    /// Its tables; of the last stage the one for the first place comes last.
    pub(super) contests: Vec<Contest>,
    /// Entrants that go on without playing.
    pub(super) byes: Vec<usize>,
    /// True if it is the final.
    pub(super) is_last: bool,
}

/// One table of a stage.
pub(super) struct Contest {
    /// The seeds at it, the best first.
    pub(super) seeds: Vec<usize>,
    /// The number that go on, fewer than sit at it; 1 where it is about a place.
    pub(super) advance: usize,
}

/// The state of a contest.
pub(super) struct Finish {
    /// Its seeds, the best first, each with what put it there: who has the same is level.
    pub(super) order: Vec<(usize, Merit)>,
    /// True if it is to be played again, for those who go on and those who do not are level.
    pub(super) is_open: bool,
}

/// The merit of an entrant at its table, the least best: whether it is benched, and if not its
/// score in each round the table was played, below zero.
pub(super) type Merit = (bool, Vec<i64>);

/// A table of a knockout that is over and of which the score does not say who goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The last round in which it was played, by number.
    pub round: u32,
    /// The table in that round.
    pub pairing: u32,
    /// The last who goes on, or who wins the final.
    pub on: u32,
    /// The first who does not.
    pub out: u32,
    /// The reason for which it is not the other way round.
    pub why: Why,
}

/// A tie-break of a table that the score does not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// They were level, after [`TIE_BREAKS`] tie-breaks too, and the better seed goes on.
    BetterSeed,
    /// An entrant that does not go on is benched.
    Benched,
}

impl Stage {
    pub(super) fn seeds(&self) -> impl Iterator<Item = usize> {
        self.contests.iter().flat_map(|contest| contest.seeds.iter().copied())
    }

    /// The entrants that went on from this stage, as the round drawn after it says. That may also have a table of
    /// those who lost, for the third place, before its last.
    pub(super) fn those_in(&self, next: &Round, field: &Field) -> BTreeSet<usize> {
        let on: usize = self.contests.iter().map(|contest| contest.advance).sum();
        let playing = next.pairings.iter().rev().flatten();
        let there: BTreeSet<u32> =
            next.byes.iter().chain(playing).copied().take(on + self.byes.len()).collect();
        let all = self.seeds().chain(self.byes.iter().copied());
        all.filter(|&seed| there.contains(&field[seed])).collect()
    }

    /// True if a later round is a tie-break of this stage: tables of it play again. A stage to come
    /// has no table of this one, for each has an entrant that is out.
    pub(super) fn is_replayed_by(&self, later: &PlayedRound, field: &Field) -> bool {
        let tables: Vec<Vec<u32>> =
            self.contests.iter().map(|contest| members(field, &contest.seeds)).collect();
        later.round.pairings.iter().all(|pairing| tables.contains(pairing))
    }
}

impl Contest {
    /// The rounds of a stage in which it was played: the number of the round, its place there, and
    /// the scores in the order of the seeds.
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

    /// Its decision, if the score does not say that those of `on` go on.
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
        // By now others may be benched than were when it was decided.
        let is_level = score(last) == score(first) && tables.len() > TIE_BREAKS;
        let why = if is_level && last < first { Why::BetterSeed } else { Why::Benched };
        Some(Decided { round, pairing: pairing as u32, on, out, why })
    }

    /// Its state after the rounds of its stage, of which each after the first is a tie-break.
    ///
    /// The benched come last, by seeding among themselves. The others are ranked by the first
    /// round, who is level there by the first tie-break, and so on, at last by seeding.
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
