//! The score of a series.

use std::fmt;

use crate::core::{Record, Team};
use crate::registry::PlayerSpec;
use crate::tournament::{seating, shares};

/// Results of each player so far.
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
        let seating = seating(order.len(), &self.teams);
        for (entry, &player) in order.iter().enumerate() {
            let seats = || (0..seating.len()).filter(|&seat| seating[seat] == entry);
            // Partners share ranks and points: the first seat of a player speaks for all of them.
            let Some(first) = seats().next() else { continue };
            let score = &mut self.scores[player];
            score.matches += 1;
            score.score += shares[first];
            score.won += u32::from(ranks[first] == 1 && worst > 1);
            score.drawn += u32::from(worst == 1);
            score.points += i64::from(end.points.as_slice()[first]);
            let faults = |seat| end.faults.iter().filter(move |f| f.seat.index() == seat).count();
            score.faults += seats().map(faults).sum::<usize>() as u32;
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
