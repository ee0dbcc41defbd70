//! The list of a class: the students with their bots, and anything else that the teacher keeps
//! there.

mod columns;
mod encoding;
mod error;
mod export;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::cell::guarded;
use super::name::tidy;
use juez_core::nearest;
use juez_script::{absolute_path, read_file};

pub use columns::{Columns, Id};
pub use encoding::Encoding;
pub use error::{RosterError, RosterFault};

use columns::{
    BOT, STUDENT, Who, declared, delimiter, header_line, ids, is_no_student, place, who, with,
};
use sheet::{DELIMITERS, SheetLine};

/// The byte-order mark that spreadsheets write before UTF-8.
const MARK: &str = "\u{feff}";

/// A student of a roster.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RosterRow {
    /// The line of the file, from 1.
    pub line: u32,
    /// The student's unique name in the roster: in NFC, on one line, with an id appended if others
    /// have the same name.
    pub student: String,
    /// The name without id.
    pub name: String,
    /// First and last names, if the roster has both: in two columns, or as `García, Ana`.
    pub parts: Option<[String; 2]>,
    /// The ids of the student, from all columns with ids.
    pub ids: Vec<String>,
    /// The path of the bot, relative to the roster's folder; `None` for an empty field, when
    /// nothing was handed in.
    pub bot: Option<PathBuf>,
    /// Its index among the lines of the file.
    place: usize,
}

/// A class list: a table of text with a header. Juez reads two of its columns and writes all others
/// back unchanged.
#[derive(Clone, PartialEq, Debug)]
pub struct Roster {
    path: PathBuf,
    encoding: Encoding,
    /// True if the file begins with a byte-order mark.
    marked: bool,
    delimiter: u8,
    /// All lines of the file, including the header and blank ones.
    lines: Vec<SheetLine>,
    /// The index of the header in `lines`.
    header: usize,
    /// The columns that juez reads.
    read: Vec<usize>,
    rows: Vec<RosterRow>,
}

impl Roster {
    /// Maximum bytes of a roster.
    pub const BYTES: u64 = 16 << 20;

    /// Reads a roster with a column `student` (or `name`, or two of first and last names) and a
    /// column `bot` (or `file`), unless `columns` names others.
    ///
    /// # Errors
    /// If it cannot be read or understood. [`Roster::check`] checks that the bots exist.
    pub fn read(path: &Path, columns: &Columns) -> Result<Roster, RosterError> {
        let io = |source| RosterError::Io { path: path.to_path_buf(), source };
        Roster::parse(&read_file(path, Roster::BYTES).map_err(io)?, path, columns)
    }

    /// Parses the bytes of a roster stored, or only assumed, at `path`.
    ///
    /// # Errors
    /// As [`Roster::read`].
    pub fn parse(bytes: &[u8], path: &Path, columns: &Columns) -> Result<Roster, RosterError> {
        let (text, encoding) =
            Encoding::read(bytes).map_err(|line| wrong(path, Some(line), RosterFault::NotText))?;
        let unmarked = text.strip_prefix(MARK);
        let (marked, text) = (unmarked.is_some(), unmarked.unwrap_or(&text));
        let unclosed = |line| wrong(path, Some(line), RosterFault::Unclosed);
        let delimiter = delimiter(text, columns);
        let lines = sheet::lines(text, delimiter).map_err(unclosed)?;
        let first = usize::from(declared(text).is_some());
        let header = header_line(&lines, first, columns)
            .ok_or_else(|| wrong(path, None, RosterFault::Empty))?;
        let of_header = |fault| wrong(path, Some(lines[header].number), fault);
        let student = who(&lines[header], &columns.student).map_err(of_header)?;
        let bot = match place(&lines[header], &columns.bot, &BOT) {
            Err(RosterFault::NoColumn { .. }) if columns.bots_optional => None,
            other => Some(other.map_err(of_header)?),
        };
        let read = [student.columns(), Vec::from_iter(bot)].concat();
        let mut roster = Roster {
            path: path.to_path_buf(),
            encoding,
            marked,
            delimiter,
            lines,
            header,
            read,
            rows: Vec::new(),
        };
        roster.read_rows(student, bot)?;
        roster.tell_apart()?;
        roster.refuse_doubles(roster.rows.iter().filter_map(|row| {
            // `./ana.lua` equals `ana.lua`; `check` resolves links.
            let parts = row.bot.as_ref()?.components();
            let plain = parts.filter(|part| *part != Component::CurDir).collect();
            let written = sheet::value(&roster.lines[row.place].fields[bot?]);
            Some((row, plain, written.trim().to_string()))
        }))?;
        Ok(roster)
    }

    /// Makes a roster of these students, for a class that has none. Their names are guarded in the
    /// file ([`guarded`]), because they can come from submissions.
    pub fn of_students(students: &[String]) -> Roster {
        let lines = |(number, value): (u32, &str)| SheetLine {
            number,
            fields: vec![sheet::field(value, DELIMITERS[0]).into_owned()],
            end: "\n".to_string(),
        };
        let names: Vec<_> = students.iter().map(|student| guarded(student)).collect();
        let values = [STUDENT[0]].into_iter().chain(names.iter().map(AsRef::as_ref));
        let row = |(place, student): (usize, &String)| RosterRow {
            line: place as u32 + 1,
            student: student.clone(),
            name: student.clone(),
            place,
            ..RosterRow::default()
        };
        Roster {
            path: PathBuf::new(),
            encoding: Encoding::Utf8,
            marked: false,
            delimiter: DELIMITERS[0],
            lines: (1..).zip(values).map(lines).collect(),
            header: 0,
            read: vec![0],
            rows: (1..).zip(students).map(row).collect(),
        }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the encoding of the file.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns a note for the teacher if the file is not UTF-8.
    pub fn note(&self) -> Option<String> {
        (self.encoding != Encoding::Utf8).then(|| {
            format!(
                "{} is not UTF-8 and is read as {}; if names look wrong, save it as UTF-8",
                self.path.display(),
                self.encoding
            )
        })
    }

    /// Returns the students in file order.
    pub fn rows(&self) -> &[RosterRow] {
        &self.rows
    }

    /// Returns the headers of all columns.
    pub fn headers(&self) -> Vec<String> {
        let values = self.lines[self.header].values();
        values.into_iter().map(|value| value.trim().to_string()).collect()
    }

    /// Returns the values of all rows in the first column with one of these names, compared
    /// case-insensitively in NFC; `None` if there is no such column.
    pub fn column(&self, names: &[&str]) -> Option<Vec<String>> {
        let header = &self.lines[self.header];
        let column = names.iter().find_map(|name| with(header, name).first().copied())?;
        let value = |row| self.filled(row, column).unwrap_or_default();
        Some((0..self.rows.len()).map(value).collect())
    }

    /// Returns a student's id of this kind, by row number from 0; `None` if no column has one.
    pub fn id(&self, row: usize, kind: Id) -> Option<String> {
        ids(&self.lines[self.header], kind).find_map(|column| self.filled(row, column))
    }

    /// Returns the value in a row and a column, if it is not empty.
    fn filled(&self, row: usize, column: usize) -> Option<String> {
        let line = &self.lines[self.rows.get(row)?.place];
        let value = tidy(&sheet::value(line.fields.get(column)?));
        (!value.is_empty()).then_some(value)
    }

    /// Checks that every bot exists and that no two students have the same one.
    ///
    /// # Errors
    /// Lists all missing bots, or the two names of one file.
    pub fn check(&self) -> Result<(), RosterError> {
        let bots = || self.rows.iter().filter_map(|row| Some((row, row.bot.as_ref()?)));
        let missing = |(row, path): (&RosterRow, &PathBuf)| {
            let meant = like(path).map(|meant| format!("; did you mean {meant}?"));
            let (path, meant) = (path.display(), meant.unwrap_or_default());
            format!(
                "
  line {}, {}: {path}{meant}",
                row.line, row.student
            )
        };
        let gone = bots().filter(|(_, path)| path.symlink_metadata().is_err());
        let missing: Vec<String> = gone.map(missing).collect();
        if !missing.is_empty() {
            return Err(wrong(&self.path, None, RosterFault::MissingBots(missing)));
        }
        let shown = |path: &PathBuf| path.display().to_string();
        self.refuse_doubles(bots().map(|(row, path)| (row, absolute_path(path), shown(path))))
    }

    fn read_rows(&mut self, student: Who, bot: Option<usize>) -> Result<(), RosterError> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let header = &self.lines[self.header];
        let ids: Vec<usize> = Id::ALL.into_iter().flat_map(|kind| ids(header, kind)).collect();
        let expected = header.fields.len();
        for (place, line) in self.lines.iter().enumerate().skip(self.header + 1) {
            let (number, values) = (line.number, line.values());
            // Spreadsheets leave lines of delimiters only.
            if values.iter().all(|value| value.trim().is_empty())
                && (line.is_blank() || values.len() == expected)
            {
                continue;
            }
            let found = values.len();
            if found != expected {
                let fault = RosterFault::Fields { expected, found };
                return Err(wrong(&self.path, Some(number), fault));
            }
            let (name, parts) = match student {
                Who::Whole(column) => {
                    let parts = values[column].split_once(',');
                    let parts = parts.map(|(last, first)| [tidy(first), tidy(last)]);
                    (
                        tidy(&values[column]),
                        parts.filter(|parts| !parts.iter().any(String::is_empty)),
                    )
                }
                Who::Parts { first, last } => {
                    let parts = [first, last].map(|column| tidy(&values[column]));
                    (tidy(&parts.join(" ")), Some(parts))
                }
            };
            let id = |&column: &usize| tidy(&values[column]).trim_start_matches('#').to_string();
            let own: Vec<String> = ids.iter().map(id).filter(|id| !id.is_empty()).collect();
            let bot = bot.map(|bot| values[bot].trim()).filter(|bot| !bot.is_empty());
            let (has_ids, id) = (!ids.is_empty(), own.first().map(String::as_str));
            if bot.is_none() && is_no_student(header, &name, has_ids, id) {
                continue;
            }
            if name.is_empty() {
                return Err(wrong(&self.path, Some(number), RosterFault::NoStudent));
            }
            let ids = own;
            let bot = bot.map(|bot| folder.join(bot));
            let student = name.clone();
            self.rows.push(RosterRow { line: number, student, name, parts, ids, bot, place });
        }
        if self.rows.is_empty() {
            return Err(wrong(&self.path, None, RosterFault::NoRows));
        }
        Ok(())
    }

    /// Gives students with the same name unique ones by appending an id: from the first column with
    /// different ids for all of them.
    ///
    /// # Errors
    /// If there is no such column for a name.
    fn tell_apart(&mut self) -> Result<(), RosterError> {
        let mut same: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            same.entry(&row.name).or_default().push(number);
        }
        let mut taken: BTreeSet<String> = same.keys().map(|name| name.to_string()).collect();
        let mut called: Vec<(usize, String)> = Vec::new();
        for (name, numbers) in same.iter().filter(|(_, numbers)| numbers.len() > 1) {
            let columns = Id::ALL.into_iter().flat_map(|kind| ids(&self.lines[self.header], kind));
            // The number alone identifies `Participant 12345`, and tables have little room.
            let last = |id: String| id.rsplit(' ').next().unwrap_or_default().to_string();
            let ways = columns.flat_map(|column| [(column, true), (column, false)]);
            let mut named = ways.filter_map(|(column, is_short)| {
                let called = |&number: &usize| {
                    let id = self.filled(number, column)?;
                    Some((number, format!("{name} ({})", if is_short { last(id) } else { id })))
                };
                let named: Vec<(usize, String)> = numbers.iter().filter_map(called).collect();
                let different: BTreeSet<&String> = named.iter().map(|(_, name)| name).collect();
                let is_new = different.iter().all(|name| !taken.contains(*name));
                (different.len() == numbers.len() && is_new).then_some(named)
            });
            let Some(named) = named.next() else {
                let (first, row) = (&self.rows[numbers[0]], &self.rows[numbers[1]]);
                let (first, student) = (first.line, name.to_string());
                let fault = RosterFault::SameStudent { first, student };
                return Err(wrong(&self.path, Some(row.line), fault));
            };
            taken.extend(named.iter().map(|(_, name)| name.clone()));
            called.extend(named);
        }
        for (number, student) in called {
            self.rows[number].student = student;
        }
        Ok(())
    }

    /// Refuses students with the same bot. Takes each bot as a path for comparison and as written.
    fn refuse_doubles<'r>(
        &self,
        bots: impl Iterator<Item = (&'r RosterRow, PathBuf, String)>,
    ) -> Result<(), RosterError> {
        let mut seen: BTreeMap<PathBuf, u32> = BTreeMap::new();
        for (row, path, bot) in bots {
            if let Some(first) = seen.insert(path, row.line) {
                let fault = RosterFault::SameBot { first, bot };
                return Err(wrong(&self.path, Some(row.line), fault));
            }
        }
        Ok(())
    }
}

fn wrong(path: &Path, line: Option<u32>, fault: RosterFault) -> RosterError {
    RosterError::Wrong { path: path.to_path_buf(), line, fault }
}

/// Returns a file next to `path` with a similar name.
fn like(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let name = path.file_name()?.to_str()?;
    nearest(name, names.iter().map(String::as_str)).map(str::to_string)
}
