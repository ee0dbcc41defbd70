//! Errors of rosters.

use std::path::PathBuf;

/// A roster that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// It cannot be read.
    #[error("cannot read roster {}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    /// The content is wrong.
    #[error("{}{}: {fault}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
    Wrong {
        path: PathBuf,
        /// The line, from 1, if the fault is in one.
        line: Option<u32>,
        fault: RosterFault,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RosterFault {
    #[error("not text; save the roster as UTF-8 (in a spreadsheet: \"CSV UTF-8\")")]
    NotText,
    #[error("no header; expected a first line such as student,bot")]
    Empty,
    #[error("no column called {}; the first line is the header, and has {}{}", wanted.join(" or "), quoted(found), meant.as_deref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default())]
    NoColumn { wanted: Vec<String>, found: Vec<String>, meant: Option<String> },
    #[error("two columns are called {0}")]
    TwoColumns(String),
    #[error("{found} fields, where the header has {expected}")]
    Fields {
        /// Number of fields in the header.
        expected: usize,
        /// Number of fields in the row.
        found: usize,
    },
    #[error("the quoted field that begins here is never closed")]
    Unclosed,
    /// A row has no student.
    #[error("no student")]
    NoStudent,
    #[error("no students, only a header")]
    NoRows,
    #[error(
        "student {student:?} is already in line {first}, and no column tells them apart: expected one such as id, username or email, with a different value for each"
    )]
    SameStudent {
        /// The line of the same student.
        first: u32,
        student: String,
    },
    #[error("bot {bot:?} is already used in line {first}; give each student their own file")]
    SameBot {
        /// The line of the same bot.
        first: u32,
        /// The bot, as written.
        bot: String,
    },
    /// Bots are missing; one line for each.
    #[error("{} missing:{}", if .0.len() == 1 { "a bot is".to_string() } else { format!("{} bots are", .0.len()) }, .0.concat())]
    MissingBots(Vec<String>),
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}
