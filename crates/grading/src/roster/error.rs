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
    /// The content is wrong.
    #[error("{}{}: {fault}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
    Wrong {
        /// The roster.
        path: PathBuf,
        /// The line, from 1, if the fault is in one.
        line: Option<u32>,
        /// The fault.
        fault: RosterFault,
    },
}

/// The fault of a roster.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RosterFault {
    /// The bytes are not text.
    #[error("not text; save the roster as UTF-8 (in a spreadsheet: \"CSV UTF-8\")")]
    NotText,
    /// The file is empty.
    #[error("no header; expected a first line such as student,bot")]
    Empty,
    /// A required column is missing.
    #[error("no column called {}; the first line is the header, and has {}{}", wanted.join(" or "), quoted(found), meant.as_deref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default())]
    NoColumn {
        /// The accepted names.
        wanted: Vec<String>,
        /// The columns of the file.
        found: Vec<String>,
        /// The probable intention.
        meant: Option<String>,
    },
    /// Two columns have the same required name.
    #[error("two columns are called {0}")]
    TwoColumns(String),
    /// A row and the header have different lengths.
    #[error("{found} fields, where the header has {expected}")]
    Fields {
        /// Number of fields in the header.
        expected: usize,
        /// Number of fields in the row.
        found: usize,
    },
    /// A quoted field has no end.
    #[error("the quoted field that begins here is never closed")]
    Unclosed,
    /// A row has no student.
    #[error("no student")]
    NoStudent,
    /// The file has only a header.
    #[error("no students, only a header")]
    NoRows,
    /// A student is listed twice.
    #[error(
        "student {student:?} is already in line {first}, and no column tells them apart: expected one such as id, username or email, with a different value for each"
    )]
    SameStudent {
        /// The line of the same student.
        first: u32,
        /// The student.
        student: String,
    },
    /// Two students have the same bot.
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
