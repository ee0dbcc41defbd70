//! The calls of every protocol, and the ways to lose a program.

use serde_json::Value;
use std::time::{Duration, Instant};

use super::words;
use juez_core::{AnyView, FaultKind, GameInfo, Journal, Outcome, Seat, TimeControl, clip, plain};

/// Maximum length of an answer in a fault, in characters.
const MAX_SHOWN: usize = 200;
/// The deadline for a program without a clock.
const NEVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// The walls of a Quoridor player for a program that accepts no other number.
pub(super) const USUAL_WALLS: u64 = 10;

/// A decision that a program is asked for.
pub(super) struct Question<'a> {
    pub view: &'a dyn AnyView,
    pub time: TimeControl,
    /// The time left on its clock; `None` without a limit.
    pub left: Option<Duration>,
    pub until: Instant,
}

/// Returns the time `time` from now, or one that no match reaches if there is no limit.
pub(super) fn until(time: Option<Duration>) -> Instant {
    Instant::now() + time.unwrap_or(NEVER)
}

/// Ways in which a program fails to answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// No answer in time, but maybe another line. The program cannot be asked again.
    Late(Option<Heard>),
    /// It ended, or it flooded its output. It cannot be asked again.
    Gone(String),
    /// It wrote an unrequested line. It cannot be asked again.
    Unasked(String),
    /// Its line is not a valid answer. It can be asked again.
    NoAnswer { line: String, why: String },
    /// It reported a failure. It can be asked again.
    Failed(String),
}

/// A line from a late program, by the reason why it is not an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line without an end.
    Unfinished(String),
    /// A line that is not an answer in the Quoridor Text Protocol.
    Skipped(String),
    /// A greeting in an unknown dialect.
    Greeting(String),
    /// An error line that was taken for the answer to a greeting.
    Error(String),
}

impl Heard {
    /// Returns the reason of the fault; `late` is the sentence about the deadline.
    pub fn why(self, late: String) -> String {
        match self {
            Heard::Unfinished(line) => words::unfinished(late, line),
            Heard::Skipped(line) => words::skipped(late, line),
            Heard::Greeting(line) => words::neither_protocol(late, line),
            Heard::Error(line) => words::late_but_said(late, line),
        }
    }
}

impl Lost {
    /// Creates the loss for a line that is not the `expected` answer.
    pub fn no_answer(line: &str, expected: &str) -> Lost {
        let line = if line.is_empty() { "an empty line".to_string() } else { shown(line) };
        Lost::NoAnswer { why: words::no_answer(&line, expected), line }
    }

    /// Returns the kind of the fault.
    pub fn kind(&self) -> FaultKind {
        match self {
            Lost::Late(_) => FaultKind::OutOfTime,
            Lost::Gone(_) => FaultKind::Crashed,
            Lost::Unasked(_) | Lost::NoAnswer { .. } => FaultKind::Unreadable,
            Lost::Failed(_) => FaultKind::Script,
        }
    }

    /// Returns true if later answers could not be matched to their questions.
    pub fn is_final(&self) -> bool {
        matches!(self, Lost::Late(_) | Lost::Gone(_) | Lost::Unasked(_))
    }
}

/// Formats an answer for a fault.
pub(super) fn shown(line: &str) -> String {
    plain(&clip(line.to_string(), MAX_SHOWN))
}

/// A protocol, spoken with a running program.
pub(super) trait Protocol {
    /// Asks whether it is ready to play this game.
    fn load(&mut self, game: &GameInfo, seat: Seat, seats: u8, until: Instant) -> Result<(), Lost>;

    /// Begins the match; `info` is the argument of a script's `start(info)`.
    fn start(&mut self, info: &Value, time: TimeControl, until: Instant) -> Result<(), Lost>;

    /// Asks for a move and returns its text in the notation of the game.
    fn next_move(&mut self, question: &Question<'_>) -> Result<String, Lost>;

    /// Reports the outcome to the program.
    fn finish(&mut self, seat: Seat, outcome: &Outcome, until: Instant) -> Result<(), Lost>;

    /// Moves the lines of its standard error to a journal.
    fn drain_log(&self, journal: &Journal);
}
