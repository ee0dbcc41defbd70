//! A round: its pairings and their scores.

use serde::{Deserialize, Serialize};

use super::job::MatchResult;
use super::shape::Shape;

/// The pairings of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Its title, such as `round 3` or `semi-finals`.
    pub title: String,
    /// The first block (deal) it plays.
    pub first_block: u32,
    /// Number of blocks that each pairing plays.
    pub blocks: u32,
    /// The entrants at each table, by number.
    pub pairings: Vec<Vec<u32>>,
    /// Entrants that do not play in it. A bye changes no mean score, so it decides nothing.
    pub byes: Vec<u32>,
    /// The opponent of the criteria, in a round played for criteria: the contest is over, and the
    /// matches count only for criteria.
    #[serde(default)]
    pub against: Option<u32>,
    /// The number of an earlier round at the same tables that this one adds deals to; the two count
    /// as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<u32>,
}

/// A played round: the mean score of each entrant at each table, 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedRound {
    pub round: Round,
    /// For each pairing, the mean score of each of its entrants in the order of
    /// [`Round::pairings`]; 0 for all if no match could be played.
    pub scores: Vec<Vec<f64>>,
}

/// Merges rounds that continue another into it; every deal has the same weight.
pub fn whole_rounds(played: &[PlayedRound]) -> Vec<PlayedRound> {
    let mut whole: Vec<PlayedRound> = Vec::with_capacity(played.len());
    for more in played {
        let base = more.round.continues;
        let base = base.and_then(|base| whole.iter_mut().rev().find(|it| it.round.number == base));
        match base {
            Some(base) => base.add(more),
            None => whole.push(more.clone()),
        }
    }
    whole
}

impl PlayedRound {
    /// Adds the deals of a round that continues this one.
    fn add(&mut self, more: &PlayedRound) {
        let (own, other) = (f64::from(self.round.blocks), f64::from(more.round.blocks));
        let tables = self.scores.iter_mut().zip(&more.scores);
        for (score, added) in tables.flat_map(|(table, other)| table.iter_mut().zip(other)) {
            *score = (own * *score + other * added) / (own + other).max(1.0);
        }
        self.round.blocks += more.round.blocks;
    }
}

/// The scores at each table of a round so far.
#[derive(Clone, Debug)]
pub struct RoundScores {
    pub round: Round,
    /// Sum and count of the scores of each entrant at each table, in the order of the pairings.
    sums: Vec<Vec<(f64, u32)>>,
}

impl RoundScores {
    /// Starts a round without matches.
    pub fn new(round: Round) -> RoundScores {
        let sums = round.pairings.iter().map(|pairing| vec![(0.0, 0); pairing.len()]).collect();
        RoundScores { round, sums }
    }

    /// Adds a match of the round, if it counts.
    ///
    /// # Panics
    /// If its entrants are not at that table.
    pub fn add(&mut self, result: &MatchResult, shape: &Shape) {
        let Some(scores) = result.scores(shape) else { return };
        let table = result.job.pairing as usize;
        for (entrant, score) in result.job.order.iter().zip(scores) {
            let place = self.round.pairings[table].iter().position(|other| other == entrant);
            let (sum, count) = &mut self.sums[table][place.expect("a job seats its own pairing")];
            *sum += score;
            *count += 1;
        }
    }

    /// Returns the mean scores, 0 for entrants without counted matches.
    pub fn finish(self) -> PlayedRound {
        let mean = |(sum, count): (f64, u32)| sum / f64::from(count.max(1));
        let table = |table: Vec<(f64, u32)>| table.into_iter().map(mean).collect();
        PlayedRound { scores: self.sums.into_iter().map(table).collect(), round: self.round }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Job, Status};
    use juez_core::Team;

    #[test]
    fn every_deal_of_a_round_weighs_the_same_whenever_it_was_played() {
        let round = |number, blocks, continues, score: f64| PlayedRound {
            round: Round {
                number,
                title: String::new(),
                first_block: 0,
                blocks,
                pairings: vec![vec![0, 1]],
                byes: Vec::new(),
                against: None,
                continues,
            },
            scores: vec![vec![score, 1.0 - score]],
        };
        let played = [round(0, 1, None, 1.0), round(1, 1, None, 0.5), round(2, 3, Some(0), 0.0)];
        let whole = whole_rounds(&played);
        assert_eq!(whole.len(), 2);
        assert_eq!((whole[0].round.blocks, &whole[0].scores[0][..]), (4, &[0.25, 0.75][..]));
        assert_eq!(whole[1], played[1]);
    }

    #[test]
    fn a_table_has_the_mean_of_the_matches_that_count() {
        let pairings = vec![vec![4, 2], vec![0, 1]];
        let title = "round 1".to_string();
        let byes = vec![3];
        let round = Round {
            number: 0,
            title,
            first_block: 0,
            blocks: 3,
            pairings,
            byes,
            against: None,
            continues: None,
        };
        let shape = Shape::new(vec![Team(0), Team(1)], 2);
        let mut scores = RoundScores::new(round);
        let walkover = |entry: usize| Status::Walkover { benched: vec![entry] };
        for (status, order) in [
            (walkover(0), [2, 4]),
            (walkover(1), [2, 4]),
            (walkover(1), [4, 2]),
            (Status::Due, [2, 4]),
            (Status::Failed { error: "no worker".into() }, [4, 2]),
        ] {
            let order = order.to_vec();
            let job = Job { number: 0, round: 0, pairing: 0, block: 0, seating: 0, order };
            scores.add(&MatchResult { job, status }, &shape);
        }
        assert_eq!(scores.finish().scores, [[2.0 / 3.0, 1.0 / 3.0], [0.0, 0.0]]);
    }
}
