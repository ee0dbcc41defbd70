//! The score of a series.

use std::fmt;

use crate::registry::PlayerSpec;
use crate::tournament::{Played, Series};

/// Results of each player so far.
pub(super) struct ScoreTable(Vec<Score>);

#[derive(Default)]
struct Score {
    name: String,
    matches: u32,
    won: u32,
    drawn: u32,
    /// The sum of the shares of the other sides that were left behind.
    score: f64,
    points: i64,
    faults: usize,
}

impl ScoreTable {
    /// A table of the players of a series.
    pub fn of(series: &Series) -> ScoreTable {
        let score = |player: &PlayerSpec| Score { name: player.name.clone(), ..Score::default() };
        ScoreTable(series.players().iter().map(score).collect())
    }

    /// Adds a match of the series.
    pub fn add(&mut self, series: &Series, played: &Played) {
        let Some(end) = &played.record.end else { return };
        let drawn = end.ranks.as_slice().iter().all(|&rank| rank == 1);
        let (seats, shares) = (series.seats(&played.order), series.scores(played));
        for (score, (seats, share)) in self.0.iter_mut().zip(seats.iter().zip(shares)) {
            // Partners share ranks and points: the first seat of a player speaks for all of them.
            let Some(&first) = seats.first() else { continue };
            score.matches += 1;
            score.score += share;
            score.won += u32::from(end.ranks[first] == 1 && !drawn);
            score.drawn += u32::from(drawn);
            score.points += i64::from(end.points[first]);
            score.faults += end.faults.iter().filter(|f| seats.contains(&f.seat)).count();
        }
    }
}

impl fmt::Display for ScoreTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&Score> = self.0.iter().collect();
        let mean = |score: &Score| score.score / f64::from(score.matches.max(1));
        rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let width = rows.iter().map(|score| score.name.chars().count()).max().unwrap_or(0).max(6);
        let head =
            format!("{:<width$}  matches    won  drawn   lost   score  points  faults", "player");
        writeln!(f, "{head}")?;
        for row in rows {
            let Score { name, matches, won, drawn, points, faults, .. } = row;
            let (lost, score) = (matches - won - drawn, 100.0 * mean(row));
            write!(f, "{name:<width$}  {matches:>7} {won:>6} {drawn:>6} {lost:>6} ")?;
            writeln!(f, "{score:>6.1}% {points:>7} {faults:>7}")?;
        }
        Ok(())
    }
}
