//! The score of a series.

use serde::Serialize;
use std::collections::BTreeSet;

use super::job::Fingerprint;
use super::series::{Played, Series};
use juez_match::registry::PlayerSpec;

/// The scores of the players of a series.
#[derive(Clone, Debug)]
pub struct ScoreTable {
    scores: Vec<Score>,
    matches: Vec<Fingerprint>,
    by_time: u64,
    /// Matches per block: one seed in every seating.
    rotations: usize,
}

/// The results of a player.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Score {
    pub name: String,
    /// Matches played.
    pub matches: u32,
    /// Matches in which it was first, unless all were.
    pub won: u32,
    /// Matches in which all were first.
    pub drawn: u32,
    /// The other matches.
    pub lost: u32,
    /// Mean over matches of the share of other sides beaten, 0 to 1.
    pub score: f64,
    /// The sum of its points.
    pub points: i64,
    pub faults: usize,
}

impl ScoreTable {
    /// Creates a table of the players of a series.
    pub fn of(series: &Series) -> ScoreTable {
        let score = |player: &PlayerSpec| Score { name: player.name.clone(), ..Score::default() };
        let scores = series.players().iter().map(score).collect();
        let rotations = series.rotations() as usize;
        ScoreTable { scores, matches: Vec::new(), by_time: 0, rotations }
    }

    /// Adds a match.
    pub fn add(&mut self, series: &Series, played: &Played) {
        self.matches.push(Fingerprint::of(&played.record));
        self.by_time += u64::from(played.record.is_decided_by_time());
        let Some(end) = &played.record.end else { return };
        let drawn = end.ranks.as_slice().iter().all(|&rank| rank == 1);
        let (seats, shares) = (series.seats(&played.order), series.scores(played));
        for (score, (seats, share)) in self.scores.iter_mut().zip(seats.iter().zip(shares)) {
            // Partners share ranks and points, so the first seat of a player is enough.
            let Some(&first) = seats.first() else { continue };
            score.matches += 1;
            score.score += share;
            score.won += u32::from(end.ranks[first] == 1 && !drawn);
            score.drawn += u32::from(drawn);
            score.points += i64::from(end.points[first]);
            score.faults += end.faults.iter().filter(|f| seats.contains(&f.seat)).count();
        }
    }

    /// Returns the results of each player, best first.
    pub fn rows(&self) -> Vec<Score> {
        let row = |score: &Score| Score {
            lost: score.matches - score.won - score.drawn,
            score: score.score / f64::from(score.matches.max(1)),
            ..score.clone()
        };
        let mut rows: Vec<Score> = self.scores.iter().map(row).collect();
        rows.sort_by(|a, b| b.score.total_cmp(&a.score));
        rows
    }

    /// Returns the number of matches.
    pub fn matches(&self) -> usize {
        self.matches.len()
    }

    /// Returns the number of matches that a program lost on time.
    pub fn by_time(&self) -> u64 {
        self.by_time
    }

    /// Returns the number of matches in whole blocks, and of these the matches of blocks that differ,
    /// move for move.
    pub fn distinct(&self) -> (usize, usize) {
        distinct(&self.matches, self.rotations)
    }
}

fn distinct(matches: &[Fingerprint], rotations: usize) -> (usize, usize) {
    let blocks = matches.chunks_exact(rotations);
    let all = blocks.len() * rotations;
    (all, blocks.collect::<BTreeSet<_>>().len() * rotations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::Record;

    fn counted(rotations: usize, moves: &[&str]) -> (usize, usize) {
        let record = |mv: &&str| Record { moves: vec![mv.to_string()], ..Record::new("quoridor") };
        let matches: Vec<_> = moves.iter().map(|mv| Fingerprint::of(&record(mv))).collect();
        distinct(&matches, rotations)
    }

    #[test]
    fn blocks_that_repeat_each_other_are_counted_once() {
        assert_eq!(counted(2, &["e2", "e3", "e2", "e3", "e2", "e4"]), (6, 4));
        assert_eq!(counted(2, &["e2", "e3", "e3", "e2"]), (4, 4), "the seats are changed");
        assert_eq!(counted(1, &["e2"]), (1, 1));
        assert_eq!(counted(2, &["e2", "e3", "e2"]), (2, 2), "a block is not whole");
    }
}
