//! The score of a series.

use std::fmt;

use crate::core::{Record, Team};
use crate::registry::PlayerSpec;
use crate::tournament::{first_seats, shares};

/// What each player has done so far.
pub(super) struct ScoreTable {
    scores: Vec<Score>,
    teams: Vec<Team>,
}

#[derive(Default)]
struct Score {
    name: String,
    matches: u32,
    won: u32,
    drawn: u32,
    /// The sum of the shares of the other sides that were left behind.
    score: f64,
    points: i64,
    faults: u32,
}

impl ScoreTable {
    /// A table of these players, in a game with these sides.
    pub fn new(players: &[PlayerSpec], teams: &[Team]) -> ScoreTable {
        let score = |player: &PlayerSpec| Score { name: player.name.clone(), ..Score::default() };
        ScoreTable { scores: players.iter().map(score).collect(), teams: teams.to_vec() }
    }

    /// Adds a match; `order[entry]` is the player of each of its entries.
    pub fn add(&mut self, record: &Record, order: &[usize]) {
        let Some(end) = &record.end else { return };
        let ranks = end.ranks.as_slice();
        let shares = shares(&end.ranks, &self.teams);
        let worst = ranks.iter().max().copied().unwrap_or(1);
        for (entry, first) in first_seats(order.len(), &self.teams).into_iter().enumerate() {
            let score = &mut self.scores[order[entry]];
            // A player with an entry a team sits in all its seats.
            let sits_in = |seat: usize| {
                seat == first
                    || order.len() < self.teams.len() && self.teams[seat] == self.teams[first]
            };
            score.matches += 1;
            score.score += shares[first];
            score.won += u32::from(ranks[first] == 1 && worst > 1);
            score.drawn += u32::from(worst == 1);
            score.points += i64::from(end.points.as_slice()[first]);
            let faults = end.faults.iter().filter(|fault| sits_in(fault.seat.index()));
            score.faults += faults.count() as u32;
        }
    }
}

impl fmt::Display for ScoreTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&Score> = self.scores.iter().collect();
        let mean = |score: &Score| score.score / f64::from(score.matches.max(1));
        rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let width = rows.iter().map(|score| score.name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            f,
            "{:<width$}  {:>7} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}",
            "player", "matches", "won", "drawn", "lost", "score", "points", "faults"
        )?;
        for score in rows {
            let lost = score.matches - score.won - score.drawn;
            writeln!(
                f,
                "{:<width$}  {:>7} {:>6} {:>6} {:>6} {:>6.1}% {:>7} {:>7}",
                score.name,
                score.matches,
                score.won,
                score.drawn,
                lost,
                100.0 * mean(score),
                score.points,
                score.faults
            )?;
        }
        Ok(())
    }
}
