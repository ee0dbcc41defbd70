//! The cross-table: the score of each entrant against each other.

use serde::Serialize;

use super::columns::width;
use super::figure::{percent, points, rounded};
use super::sheet::{Cell, Columns, Key, Sheet, text_value};
use super::standing::Standing;
use juez_core::Team;
use juez_tournament::Results;

/// Maximum width of a name.
const NAME_WIDTH: usize = 14;

/// The results of two entrants against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Meeting {
    /// Matches at the same table, on different sides.
    pub games: u32,
    /// Total score of the first entrant.
    pub points: f64,
    /// Its mean score, 0 to 1.
    pub score: f64,
    /// Won, drawn, lost; only with two sides at a table.
    pub won_drawn_lost: Option<[u32; 3]>,
}

/// All entrants against each other, in the order of the standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CrossTable {
    /// The names of rows and columns.
    pub names: Vec<String>,
    /// For each row, its results against each column; `None` if they have not met.
    pub meetings: Vec<Vec<Option<Meeting>>>,
}

impl CrossTable {
    /// Returns the rows with at least one meeting, ascending.
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
                    // With two sides, a score is 1, ½ or 0.
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

/// Returns the cross-table in as many squares as fit the width of the terminal, columns by rank.
pub(super) fn squares(table: &CrossTable, two_sides: bool, room: usize) -> Vec<Sheet> {
    let met = table.met();
    let count = met.len();
    let numbers = width(&met.last().map_or(0, |last| last + 1).to_string());
    let games = table.meetings.iter().flatten().flatten().map(|meeting| meeting.games);
    let (least, most) = (games.clone().min().unwrap_or(0), games.max().unwrap_or(0));
    let meeting = |row: usize, column: usize| table.meetings[met[row]][met[column]].as_ref();
    let text = |row: usize, column: usize, with_games: bool| match meeting(row, column) {
        _ if row == column => "·".to_string(),
        None => String::new(),
        Some(meeting) if !two_sides => percent(meeting.score),
        Some(meeting) if with_games => format!("{}/{}", points(meeting.points), meeting.games),
        Some(meeting) => points(meeting.points),
    };
    let widest = |with_games: bool| {
        let cells = (0..count).flat_map(|row| (0..count).map(move |column| (row, column)));
        let widths = cells.map(|(row, column)| width(&text(row, column, with_games)));
        widths.fold(numbers, usize::max)
    };
    let names = met.iter().map(|&row| width(&table.names[row]).min(NAME_WIDTH)).max().unwrap_or(0);
    // Two blanks before each column, and ranks and names on the left.
    let left = 2 + numbers + 2 + names;
    let fitting = |with_games: bool| room.saturating_sub(left) / (widest(with_games) + 2);
    let with_games = least < most && fitting(true) >= count;
    let fitting = fitting(with_games).max(1);
    // Avoids a square with a single column next to a full one.
    let squares = count.div_ceil(fitting).max(1);
    let each = count.div_ceil(squares).max(1);
    if count == 0 {
        return vec![list(table, None)];
    }
    let number = |place: usize| met[place] + 1;
    let square = |first: usize| {
        let last = (first + each).min(count);
        let mut columns = Columns::<usize>::new()
            .right("#", &[], 0, |&row| Cell::whole(number(row) as u64))
            .keyed(Key::Place)
            .left("name", &[], 0, |&row| Cell::shown(&table.names[met[row]]))
            .down_to(NAME_WIDTH);
        for (column, &opponent) in met.iter().enumerate().take(last).skip(first) {
            let cell = move |&row: &usize| Cell::shown(text(row, column, with_games));
            columns = columns.right(&number(column).to_string(), &[], 0, cell);
            columns = columns.keyed(Key::Opponent(opponent));
        }
        let part = if each < count {
            format!(", against {} to {}", number(first), number(last - 1))
        } else {
            String::new()
        };
        let what = match two_sides {
            true if with_games => "Points of the row against the column, of matches.".to_string(),
            true if least == most => format!("Points of the row against the column, of {most}."),
            true => format!("Points of the row against the column, of {least} to {most}."),
            false => "Mean score of the row in %, at tables with the column.".to_string(),
        };
        let notes = if last == count { vec![what] } else { Vec::new() };
        Sheet { notes, ..columns.sheet(format!("Cross-table{part}"), 0..count, "") }
    };
    (0..count).step_by(each).map(square).collect()
}

/// Returns a row for each meeting, of all entrants or of one.
pub(super) fn list(CrossTable { names, meetings }: &CrossTable, of: Option<&str>) -> Sheet {
    let own = names.iter().zip(meetings).filter(|(name, _)| of.is_none_or(|of| of == *name));
    let rows = own.flat_map(|(name, meetings)| {
        let met = names.iter().zip(meetings);
        met.filter_map(move |(other, meeting)| Some((name, other, meeting.as_ref()?)))
    });
    Columns::<(&String, &String, &Meeting)>::new()
        .only("name", |(name, ..)| text_value(name))
        .left("opponent", &["opponent"], 0, |(_, other, _)| Cell::text(*other))
        .right("matches", &["matches"], 0, |(.., meeting)| Cell::whole(meeting.games))
        .right("points", &["points"], 0, |(.., meeting)| {
            Cell::of(points(meeting.points), [meeting.points])
        })
        .right("score %", &["score"], 0, |(.., meeting)| {
            Cell::of(percent(meeting.score), [meeting.score])
        })
        .keyed(Key::Score)
        .right("W-D-L", &["wins", "draws", "losses"], 0, |(.., meeting)| {
            Cell::counts(meeting.won_drawn_lost)
        })
        .keyed(Key::WonDrawnLost)
        .sheet(of.map_or("Cross-table", |_| "Against each of the others"), rows, "no meetings yet")
}
