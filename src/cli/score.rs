//! The score of a series.

use std::collections::BTreeSet;
use std::fmt;

use super::text::{DIM, by_time};
use juez_match::registry::PlayerSpec;
use juez_tournament::{Fingerprint, Played, Series};

pub(super) struct ScoreTable {
    scores: Vec<Score>,
    matches: Vec<Fingerprint>,
    /// Matches that a program lost on time.
    by_time: u64,
    /// Matches per block: one seed in every seating.
    rotations: usize,
}

#[derive(Default)]
struct Score {
    name: String,
    matches: u32,
    won: u32,
    drawn: u32,
    /// Sum over matches of the share of other sides beaten.
    score: f64,
    points: i64,
    faults: usize,
}

impl ScoreTable {
    /// Creates a table of the players of a series.
    pub fn of(series: &Series) -> ScoreTable {
        let score = |player: &PlayerSpec| Score { name: player.name.clone(), ..Score::default() };
        let scores = series.players().iter().map(score).collect();
        let rotations = series.rotations() as usize;
        ScoreTable { scores, matches: Vec::new(), by_time: 0, rotations }
    }

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
}

impl fmt::Display for ScoreTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&Score> = self.scores.iter().collect();
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
        f.write_str(&by_time(self.by_time, self.matches.len() as u64))?;
        f.write_str(&repeats(&self.matches, self.rotations))
    }
}

/// Returns a line if some blocks of `rotations` matches repeat others; empty otherwise.
fn repeats(matches: &[Fingerprint], rotations: usize) -> String {
    let blocks = matches.chunks_exact(rotations);
    let all = blocks.len() * rotations;
    match blocks.collect::<BTreeSet<_>>().len() * rotations {
        different if different == all => String::new(),
        different => format!(
            "{DIM}only {different} of {all} matches differ, move for move: the others prove nothing \
             more{DIM:#}\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::Record;

    fn reported(rotations: usize, moves: &[&str]) -> String {
        let record = |mv: &&str| Record { moves: vec![mv.to_string()], ..Record::new("quoridor") };
        let matches: Vec<_> = moves.iter().map(|mv| Fingerprint::of(&record(mv))).collect();
        anstream::adapter::strip_str(&repeats(&matches, rotations)).to_string()
    }

    #[test]
    fn blocks_that_repeat_each_other_are_told() {
        assert!(
            reported(2, &["e2", "e3", "e2", "e3", "e2", "e4"]).starts_with("only 4 of 6 matches")
        );
        assert_eq!(reported(2, &["e2", "e3", "e3", "e2"]), "", "the seats are changed");
        assert_eq!(reported(1, &["e2"]), "");
        assert_eq!(reported(2, &["e2", "e3", "e2"]), "", "a block is not whole");
    }
}
