//! The cross-table: squares for people, a list for programs.

use crate::tournament::report::cross::{CrossTable, Meeting};
use crate::tournament::report::figure::{percent, points};
use crate::tournament::report::names::width;
use crate::tournament::report::sheet::{Cell, Columns, Sheet, text_value};
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
    let meeting = |row: usize, column: usize| table.meetings[met[row]][met[column]].as_ref();
    let text = |row: usize, column: usize, with_games: bool| match meeting(row, column) {
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
    if count == 0 {
        return vec![list(tables)];
    }
    let number = |place: usize| met[place] + 1;
    let square = |first: usize| {
        let last = (first + each).min(count);
        let mut columns = Columns::<usize>::new()
            .right("#", &[], 0, |&row| Cell::whole(number(row) as u64))
            .left("name", &[], 0, |&row| Cell::shown(&table.names[met[row]]))
            .down_to(NAME_WIDTH);
        for column in first..last {
            let cell = move |&row: &usize| Cell::shown(text(row, column, with_games));
            columns = columns.right(&number(column).to_string(), &[], 0, cell);
        }
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
        Sheet { notes, ..columns.sheet(format!("Cross-table{part}"), 0..count, "") }
    };
    (0..count).step_by(each).map(square).collect()
}

/// Every meeting in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    let CrossTable { names, meetings } = &tables.cross_table;
    let rows = names.iter().zip(meetings).flat_map(|(name, meetings)| {
        let met = names.iter().zip(meetings);
        met.filter_map(move |(other, meeting)| Some((name, other, meeting.as_ref()?)))
    });
    Columns::<(&String, &String, &Meeting)>::new()
        .only("name", |(name, ..)| text_value(name))
        .only("opponent", |(_, other, _)| text_value(other))
        .only("matches", |(.., meeting)| meeting.games.to_string())
        .only("points", |(.., meeting)| meeting.points.to_string())
        .only("score", |(.., meeting)| meeting.score.to_string())
        .left("", &["wins", "draws", "losses"], 0, |(.., meeting)| {
            Cell::counts(meeting.won_drawn_lost)
        })
        .sheet("Cross-table", rows, "no meetings yet")
}
