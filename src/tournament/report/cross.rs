//! The cross-table: what each entrant has scored against each other.

use serde::Serialize;

use super::figure::rounded;
use super::standing::Standing;
use crate::core::Team;
use crate::tournament::results::Results;

/// The results of two entrants against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Meeting {
    /// Matches at one table, on different sides.
    pub games: u32,
    /// Sum of the scores of the first.
    pub points: f64,
    /// Its mean score, 0 to 1.
    pub score: f64,
    /// Won, drawn, lost; with two sides at a table.
    pub won_drawn_lost: Option<[u32; 3]>,
}

/// Everybody against everybody, in the order of the standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CrossTable {
    /// The names of rows and columns.
    pub names: Vec<String>,
    /// For each row what it scored against each column; `None` where they have not met.
    pub meetings: Vec<Vec<Option<Meeting>>>,
}

impl CrossTable {
    /// The rows with at least one meeting, ascending.
    pub(super) fn met(&self) -> Vec<usize> {
        let met = |row: &usize| self.meetings[*row].iter().any(Option::is_some);
        (0..self.names.len()).filter(met).collect()
    }
}

pub(super) fn cross_table(results: &Results, standings: &[Standing]) -> CrossTable {
    let count = standings.len();
    let mut rows = vec![0; results.entrants.len()];
    for (row, standing) in standings.iter().enumerate() {
        rows[standing.entrant as usize] = row;
    }
    let two = results.shape.sides() == 2;
    let mut meetings = vec![vec![None; count]; count];
    for result in results.contest() {
        let Some(scores) = result.scores(&results.shape) else { continue };
        let order = &result.job.order;
        let table = results.table(&result.job);
        let sides: Vec<Team> =
            (0..order.len()).map(|entry| table.teams()[table.seats(entry)[0].index()]).collect();
        for (entry, &score) in scores.iter().enumerate() {
            for other in (0..order.len()).filter(|&other| sides[other] != sides[entry]) {
                let (row, column) = (rows[order[entry] as usize], rows[order[other] as usize]);
                let cell = &mut meetings[row][column];
                let meeting = cell.get_or_insert_with(|| Meeting {
                    games: 0,
                    points: 0.0,
                    score: 0.0,
                    won_drawn_lost: two.then_some([0; 3]),
                });
                meeting.games += 1;
                meeting.points += score;
                if let Some(counts) = &mut meeting.won_drawn_lost {
                    // With two sides a score is 1, ½ or 0.
                    counts[2 - libm::round(2.0 * score) as usize] += 1;
                }
            }
        }
    }
    for meeting in meetings.iter_mut().flatten().flatten() {
        meeting.score = rounded(meeting.points / f64::from(meeting.games), 4);
        meeting.points = rounded(meeting.points, 4);
    }
    CrossTable { names: standings.iter().map(|row| row.name.clone()).collect(), meetings }
}
