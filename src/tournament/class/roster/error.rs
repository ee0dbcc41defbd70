//! Errors of rosters.

use std::path::PathBuf;

/// A bot that a roster names and that is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingBot {
    /// The line of the roster.
    pub line: u32,
    /// The student it belongs to.
    pub student: String,
    /// Where it should be.
    pub path: PathBuf,
    /// A file of that folder with a name like it.
    pub meant: Option<String>,
}

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
    /// Bytes that are no text.
    #[error("{}:{line}: not text; save the roster as UTF-8 (in a spreadsheet: \"CSV UTF-8\")", path.display())]
    NotText {
        /// The roster.
        path: PathBuf,
        /// The line of the first bad byte.
        line: u32,
    },
    /// Nothing stands in it.
    #[error("{}: no header; expected a first line such as student,bot", path.display())]
    Empty {
        /// The roster.
        path: PathBuf,
    },
    /// A column that is needed is not there.
    #[error("{}:{line}: no column called {}; the first line is the header, and has {}{}", path.display(), wanted.join(" or "), quoted(found), meant.as_deref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default())]
    NoColumn {
        /// The roster.
        path: PathBuf,
        /// The line of the header.
        line: u32,
        /// Names it may have.
        wanted: Vec<String>,
        /// The columns that are there.
        found: Vec<String>,
        /// The probable intention.
        meant: Option<String>,
    },
    /// Two columns of a name that means something.
    #[error("{}:{line}: two columns are called {name}", path.display())]
    TwoColumns {
        /// The roster.
        path: PathBuf,
        /// The line of the header.
        line: u32,
        /// The name.
        name: String,
    },
    /// A row of another length than the header.
    #[error("{}:{line}: {found} fields, where the header has {expected}", path.display())]
    Fields {
        /// The roster.
        path: PathBuf,
        /// The line.
        line: u32,
        /// Fields of the header.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// A quoted field without an end.
    #[error("{}:{line}: the quoted field that begins here is never closed", path.display())]
    Unclosed {
        /// The roster.
        path: PathBuf,
        /// Where it begins.
        line: u32,
    },
    /// A row without a student.
    #[error("{}:{line}: no student", path.display())]
    NoStudent {
        /// The roster.
        path: PathBuf,
        /// The line.
        line: u32,
    },
    /// A header and nothing else.
    #[error("{}: no students, only a header", path.display())]
    NoRows {
        /// The roster.
        path: PathBuf,
    },
    /// A student who stands in it twice.
    #[error("{}:{line}: student {student:?} stands in line {first} already, and no column tells them apart: expected one such as id, username or email, with another value for each", path.display())]
    SameStudent {
        /// The roster.
        path: PathBuf,
        /// The line.
        line: u32,
        /// The line of the same student.
        first: u32,
        /// The student.
        student: String,
    },
    /// Two students with one bot.
    #[error("{}:{line}: bot {bot:?} is that of line {first} already; give each student a file of their own", path.display())]
    SameBot {
        /// The roster.
        path: PathBuf,
        /// The line.
        line: u32,
        /// The line of the same bot.
        first: u32,
        /// The bot, as it is written.
        bot: String,
    },
    /// Bots that are not there, all of them.
    #[error("{}: {} not there:{}", path.display(), if missing.len() == 1 { "a bot is".to_string() } else { format!("{} bots are", missing.len()) }, listed(missing))]
    MissingBots {
        /// The roster.
        path: PathBuf,
        /// Which.
        missing: Vec<MissingBot>,
    },
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

fn listed(missing: &[MissingBot]) -> String {
    let line = |bot: &MissingBot| {
        let meant = bot.meant.as_ref().map(|meant| format!("; did you mean {meant}?"));
        format!(
            "\n  line {}, {}: {}{}",
            bot.line,
            bot.student,
            bot.path.display(),
            meant.unwrap_or_default()
        )
    };
    missing.iter().map(line).collect()
}
