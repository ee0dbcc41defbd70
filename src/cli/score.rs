//! The score of a series.

use std::fmt;

use crate::core::Record;
use crate::registry::PlayerSpec;

/// What each player has done so far.
pub(super) struct ScoreTable(Vec<Score>);

#[derive(Default)]
struct Score {
    name: String,
    matches: u32,
    won: u32,
    drawn: u32,
    /// 1 for a win, for other ranks the share of the rest that is not ahead.
    score: f64,
    points: i64,
    faults: u32,
}

impl ScoreTable {
    /// A table of these players.
    pub fn new(players: &[PlayerSpec]) -> ScoreTable {
        let score = |player: &PlayerSpec| Score { name: player.name.clone(), ..Score::default() };
        ScoreTable(players.iter().map(score).collect())
    }

    /// Adds a match; `order[entry]` is the player of each of its entries.
    pub fn add(&mut self, record: &Record, order: &[usize]) {
        let Some(end) = &record.end else { return };
        let ranks = end.ranks.as_slice();
        for (seat, rank) in end.ranks.iter() {
            // In a team game fewer entries than seats fill them in turn.
            let Some(player) = order.get(seat.index() % order.len()) else { continue };
            let score = &mut self.0[*player];
            let others = (ranks.len() - 1).max(1) as f64;
            let behind = ranks.iter().filter(|other| *other > rank).count() as f64;
            let level = (ranks.iter().filter(|other| *other == rank).count() - 1) as f64;
            score.matches += 1;
            score.score += (behind + level / 2.0) / others;
            score.won += u32::from(*rank == 1 && behind > 0.0);
            score.drawn += u32::from(behind == 0.0 && *rank == 1);
            score.points += i64::from(end.points[seat]);
            let faults = end.faults.iter().filter(|fault| fault.seat == seat).count() as u32;
            score.faults += faults;
        }
    }
}

impl fmt::Display for ScoreTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&Score> = self.0.iter().collect();
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
