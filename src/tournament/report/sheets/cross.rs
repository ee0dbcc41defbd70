//! The cross-table: squares for people, a list for programs.

use crate::tournament::report::figure::{percent, points};
use crate::tournament::report::names::width;
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// Columns that names take at most.
const NAME_WIDTH: usize = 14;

/// The cross-table in as many squares as the width of the terminal asks for, columns by place.
pub(super) fn squares(tables: &Tables, room: usize) -> Vec<Sheet> {
    let table = &tables.cross_table;
    let met = table.met();
    let count = met.len();
    let numbers = width(&met.last().map_or(0, |last| last + 1).to_string());
    let games = table.meetings.iter().flatten().flatten().map(|meeting| meeting.games);
    let (least, most) = (games.clone().min().unwrap_or(0), games.max().unwrap_or(0));
    let text = |row: usize, column: usize, with_games: bool| match &table.meetings[met[row]]
        [met[column]]
    {
        _ if row == column => "·".to_string(),
        None => String::new(),
        Some(meeting) if !tables.two_sides => percent(meeting.score),
        Some(meeting) if with_games => format!("{}/{}", points(meeting.points), meeting.games),
        Some(meeting) => points(meeting.points),
    };
    let widest = |with_games: bool| {
        let cells = (0..count).flat_map(|row| (0..count).map(move |column| (row, column)));
        let widths = cells.map(|(row, column)| width(&text(row, column, with_games)));
        widths.fold(numbers, usize::max)
    };
    let names = met.iter().map(|&row| width(&table.names[row]).min(NAME_WIDTH)).max().unwrap_or(0);
    // Two blanks before each column, and the places and names on the left.
    let left = 2 + numbers + 2 + names;
    let fitting = |with_games: bool| room.saturating_sub(left) / (widest(with_games) + 2);
    let with_games = least < most && fitting(true) >= count;
    let fitting = fitting(with_games).max(1);
    // No square with a single column beside a full one.
    let squares = count.div_ceil(fitting).max(1);
    let each = count.div_ceil(squares).max(1);
    let mut sheets = Vec::new();
    if count == 0 {
        sheets.push(list(tables));
    }
    for first in (0..count).step_by(each) {
        let last = (first + each).min(count);
        let mut columns =
            vec![Column::right("#", &[], 0), Column::left("name", &[], 0).down_to(NAME_WIDTH)];
        let number = |place: usize| met[place] + 1;
        columns.extend((first..last).map(|at| Column::right(&number(at).to_string(), &[], 0)));
        let rows = (0..count).map(|row| {
            let mut cells =
                vec![Cell::whole(number(row) as u64), Cell::text(&table.names[met[row]])];
            cells.extend((first..last).map(|column| Cell::shown(text(row, column, with_games))));
            cells
        });
        let part = if each < count {
            format!(", against {} to {}", number(first), number(last - 1))
        } else {
            String::new()
        };
        let what = match tables.two_sides {
            true if with_games => "Points of the row against the column, of matches.".to_string(),
            true if least == most => format!("Points of the row against the column, of {most}."),
            true => format!("Points of the row against the column, of {least} to {most}."),
            false => "Mean score of the row in %, at tables with the column.".to_string(),
        };
        let notes = if last == count { vec![what] } else { Vec::new() };
        sheets.push(Sheet {
            title: format!("Cross-table{part}"),
            columns,
            rows: rows.collect(),
            notes,
            empty: "no meetings yet",
        });
    }
    sheets
}

/// Every meeting in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    let table = &tables.cross_table;
    let mut rows = Vec::new();
    for (row, meetings) in table.meetings.iter().enumerate() {
        for (column, meeting) in meetings.iter().enumerate() {
            let Some(meeting) = meeting else { continue };
            let counts = match meeting.won_drawn_lost {
                Some(counts) => counts.iter().map(Value::number).collect(),
                None => vec![Value::None; 3],
            };
            rows.push(vec![
                Cell::text(&table.names[row]),
                Cell::text(&table.names[column]),
                Cell::whole(meeting.games),
                Cell::of(points(meeting.points), vec![Value::number(meeting.points)]),
                Cell::of(percent(meeting.score), vec![Value::number(meeting.score)]),
                Cell::of("", counts),
            ]);
        }
    }
    Sheet {
        title: "Cross-table".to_string(),
        columns: vec![
            Column::left("name", &["name"], 0),
            Column::left("opponent", &["opponent"], 0),
            Column::right("matches", &["matches"], 0),
            Column::right("points", &["points"], 0),
            Column::right("score", &["score"], 0),
            Column::right("W-D-L", &["wins", "draws", "losses"], 0),
        ],
        rows,
        notes: Vec::new(),
        empty: "no meetings yet",
    }
}
