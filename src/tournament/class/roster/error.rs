//! Errors of rosters.

use std::path::PathBuf;

/// A roster that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// It cannot be read.
    #[error("cannot read roster {}: {source}", path.display())]
    Io {
        /// The roster.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// It is wrong.
    #[error("{}{}: {fault}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
    Wrong {
        /// The roster.
        path: PathBuf,
        /// The line, from 1, if it is about one.
        line: Option<u32>,
        /// The fault.
        fault: RosterFault,
    },
}

/// The fault of a roster.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RosterFault {
    /// Bytes that are no text.
    #[error("not text; save the roster as UTF-8 (in a spreadsheet: \"CSV UTF-8\")")]
    NotText,
    /// Nothing stands in it.
    #[error("no header; expected a first line such as student,bot")]
    Empty,
    /// A column that is needed is not there.
    #[error("no column called {}; the first line is the header, and has {}{}", wanted.join(" or "), quoted(found), meant.as_deref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default())]
    NoColumn {
        /// Names it may have.
        wanted: Vec<String>,
        /// The columns that are there.
        found: Vec<String>,
        /// The probable intention.
        meant: Option<String>,
    },
    /// Two columns of a name that means something.
    #[error("two columns are called {0}")]
    TwoColumns(String),
    /// A row of another length than the header.
    #[error("{found} fields, where the header has {expected}")]
    Fields {
        /// Fields of the header.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// A quoted field without an end.
    #[error("the quoted field that begins here is never closed")]
    Unclosed,
    /// A row without a student.
    #[error("no student")]
    NoStudent,
    /// A header and nothing else.
    #[error("no students, only a header")]
    NoRows,
    /// A student who stands in it twice.
    #[error(
        "student {student:?} stands in line {first} already, and no column tells them apart: expected one such as id, username or email, with another value for each"
    )]
    SameStudent {
        /// The line of the same student.
        first: u32,
        /// The student.
        student: String,
    },
    /// Two students with one bot.
    #[error("bot {bot:?} is that of line {first} already; give each student a file of their own")]
    SameBot {
        /// The line of the same bot.
        first: u32,
        /// The bot, as it is written.
        bot: String,
    },
    /// Bots that are not there, a line for each of them.
    #[error("{} not there:{}", if .0.len() == 1 { "a bot is".to_string() } else { format!("{} bots are", .0.len()) }, .0.concat())]
    MissingBots(Vec<String>),
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}
