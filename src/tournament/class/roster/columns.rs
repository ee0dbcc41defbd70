//! The columns of a roster that mean something, and what parts them.

use std::path::Path;

use super::RosterError;
use super::sheet::{self, DELIMITERS, Line};
use crate::core::nearest;

/// Names that the column of students may have.
pub(super) const STUDENT: [&str; 2] = ["student", "name"];
/// Names that the column of bots may have.
pub(super) const BOT: [&str; 2] = ["bot", "file"];

/// Which columns of a roster juez reads. Names are compared without regard to case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    /// The column of students; `None`: `student` or `name`.
    pub student: Option<String>,
    /// The column of bots; `None`: `bot` or `file`.
    pub bot: Option<String>,
    /// Whether there must be a column of bots: not where a folder of submissions has them.
    pub bots_needed: bool,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { student: None, bot: None, bots_needed: true }
    }
}

/// What stands between the fields of a text: the mark with which the header has the columns that are
/// looked for, else the one that stands there most often.
pub(super) fn delimiter(text: &str, columns: &Columns) -> u8 {
    let header = |mark: u8| sheet::header(text, mark).ok().flatten();
    let has = |line: &Line, own: &Option<String>, usual: &[&str]| {
        find(line, own, usual).is_some_and(|(_, places)| !places.is_empty())
    };
    let fits = |mark: &u8| {
        header(*mark).is_some_and(|line| {
            has(&line, &columns.student, &STUDENT)
                && (!columns.bots_needed || has(&line, &columns.bot, &BOT))
        })
    };
    // A header of one column fits with every mark.
    let width = |mark: &u8| header(*mark).map_or(0, |line| line.fields.len());
    let widest = |marks: Vec<u8>| marks.into_iter().rev().max_by_key(width);
    widest(DELIMITERS.into_iter().filter(fits).collect())
        .or_else(|| widest(DELIMITERS.to_vec()))
        .unwrap_or(DELIMITERS[0])
}

/// The first of the names under which there are columns, and which.
fn find<'a>(
    header: &Line,
    own: &'a Option<String>,
    usual: &[&'a str],
) -> Option<(&'a str, Vec<usize>)> {
    let fold = |name: &str| name.trim().to_lowercase();
    let values = header.values();
    let with = |name: &str| -> Vec<usize> {
        (0..values.len()).filter(|&i| fold(&values[i]) == fold(name)).collect()
    };
    let names = own.as_deref().map_or(usual.to_vec(), |own| vec![own]);
    names.into_iter().map(|name| (name, with(name))).find(|(_, places)| !places.is_empty())
}

/// The one column that has one of these names.
pub(super) fn place(
    header: &Line,
    path: &Path,
    own: &Option<String>,
    usual: &[&str],
) -> Result<usize, RosterError> {
    let (path, line) = (path.to_path_buf(), header.number);
    match find(header, own, usual) {
        Some((_, places)) if places.len() == 1 => Ok(places[0]),
        Some((name, _)) => Err(RosterError::TwoColumns { path, line, name: name.to_string() }),
        None => {
            let wanted = own.as_deref().map_or(usual.to_vec(), |own| vec![own]);
            let values = header.values();
            let found: Vec<String> = values.iter().map(|value| value.trim().to_string()).collect();
            let meant = |name: &&str| nearest(name, found.iter().map(String::as_str));
            let meant = wanted.iter().find_map(meant).map(str::to_string);
            let wanted = wanted.into_iter().map(str::to_string).collect();
            Err(RosterError::NoColumn { path, line, wanted, found, meant })
        }
    }
}
