//! The score of a series as text.

use std::fmt;

use super::text::{DIM, by_time};
use juez_tournament::{Score, ScoreTable};

/// Shows a table, best player first.
pub(super) struct Shown<'t>(pub &'t ScoreTable);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.rows();
        let width = rows.iter().map(|score| score.name.chars().count()).max().unwrap_or(0).max(6);
        let head =
            format!("{:<width$}  matches    won  drawn   lost   score  points  faults", "player");
        writeln!(f, "{head}")?;
        for Score { name, matches, won, drawn, lost, score, points, faults } in rows {
            let score = 100.0 * score;
            write!(f, "{name:<width$}  {matches:>7} {won:>6} {drawn:>6} {lost:>6} ")?;
            writeln!(f, "{score:>6.1}% {points:>7} {faults:>7}")?;
        }
        f.write_str(&by_time(self.0.by_time(), self.0.matches() as u64))?;
        match self.0.distinct() {
            (all, different) if different == all => Ok(()),
            (all, different) => writeln!(
                f,
                "{DIM}only {different} of {all} matches differ, move for move: the others prove nothing \
                 more{DIM:#}"
            ),
        }
    }
}
