//! The calls of every protocol, and the ways to lose a program.

use serde_json::Value;
use std::time::{Duration, Instant};

use super::words;
use crate::core::{AnyView, FaultKind, GameInfo, Journal, Outcome, Seat, TimeControl, clip, plain};

/// Characters of an answer that a fault shows.
const MAX_SHOWN: usize = 200;
/// Wait for a program without a clock.
const NEVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// The walls of a Quoridor player where a program cannot learn of others.
pub(super) const USUAL_WALLS: u64 = 10;

/// A decision that a program is asked for.
pub(super) struct Question<'a> {
    pub view: &'a dyn AnyView,
    pub time: TimeControl,
    /// The time on its clock; `None` without a limit.
    pub left: Option<Duration>,
    /// When it is late.
    pub until: Instant,
}

/// The moment `time` from now; without a limit one that no match lives to see.
pub(super) fn until(time: Option<Duration>) -> Instant {
    Instant::now() + time.unwrap_or(NEVER)
}

/// Why a program did not answer as it should.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// No answer in time, and the text that came in place of one. The program cannot be asked again.
    Late(Option<Heard>),
    /// It ended, or it flooded its output. It cannot be asked again.
    Gone(String),
    /// It wrote a line that was not asked for. It cannot be asked again.
    Unasked(String),
    /// An answer that is none. It can be asked again.
    NoAnswer { line: String, why: String },
    /// It said itself that it failed. It can be asked again.
    Failed(String),
}

/// A line that a late program wrote, by why it is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line whose end has not come.
    Unfinished(String),
    /// A line that is no answer of the Quoridor Text Protocol.
    Skipped(String),
    /// A greeting of no known dialect.
    Greeting(String),
    /// An error line, taken for the answer to a greeting.
    Error(String),
}

impl Heard {
    /// The reason of the fault of a program that was `late`.
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
    /// An answer in place of which something else was `expected`.
    pub fn no_answer(line: &str, expected: &str) -> Lost {
        let line = if line.is_empty() { "an empty line".to_string() } else { shown(line) };
        Lost::NoAnswer { why: words::no_answer(&line, expected), line }
    }

    /// The kind of the fault.
    pub fn kind(&self) -> FaultKind {
        match self {
            Lost::Late(_) => FaultKind::OutOfTime,
            Lost::Gone(_) => FaultKind::Crashed,
            Lost::Unasked(_) | Lost::NoAnswer { .. } => FaultKind::Unreadable,
            Lost::Failed(_) => FaultKind::Script,
        }
    }

    /// True if no later answer could be matched to its question.
    pub fn is_final(&self) -> bool {
        matches!(self, Lost::Late(_) | Lost::Gone(_) | Lost::Unasked(_))
    }
}

/// The text of an answer as a fault shows it.
pub(super) fn shown(line: &str) -> String {
    plain(&clip(line.to_string(), MAX_SHOWN))
}

/// One protocol, spoken with a running program.
pub(super) trait Protocol {
    /// Asks whether it is ready to play this game.
    ///
    /// # Errors
    /// If it is not.
    fn load(&mut self, game: &GameInfo, seat: Seat, seats: u8, until: Instant) -> Result<(), Lost>;

    /// Begins the match, of which `info` tells as `start(info)` of a script gets it.
    ///
    /// # Errors
    /// If it does not answer.
    fn start(&mut self, info: &Value, time: TimeControl, until: Instant) -> Result<(), Lost>;

    /// Asks for a move; the text of it in the notation of the game.
    ///
    /// # Errors
    /// If it does not answer.
    fn next_move(&mut self, question: &Question<'_>) -> Result<String, Lost>;

    /// Gives the outcome.
    ///
    /// # Errors
    /// If it does not answer.
    fn finish(&mut self, seat: Seat, outcome: &Outcome, until: Instant) -> Result<(), Lost>;

    /// Writes the lines that came on its standard error into a journal.
    fn drain_log(&self, journal: &Journal);
}

/// The moves of a match so far.
pub(super) fn past_moves(view: &dyn AnyView) -> Vec<String> {
    let mut moves = Vec::with_capacity(view.past_count());
    view.each_past_move(&mut |mv| moves.push(mv.to_string()));
    moves
}
