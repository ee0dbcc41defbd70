//! Faults of bots: data in the record, never platform errors.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::plain::{read_plain, read_plain_option, read_sentence};
use super::{Seat, named, plain, plain_sentence, sentences};

sentences! {
    /// Sentences about faults without a source file.
    FAULTS:
    gave_up(seat) = "seat {seat} gave up";
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A well-formed move that is not legal now.
    IllegalMove,
    /// An answer that does not parse as a move.
    Unreadable,
    /// The script raised an error.
    Script,
    /// The deterministic fuel budget ran out.
    OutOfFuel,
    /// Too much live memory.
    OutOfMemory,
    /// The time limit ran out: the CPU safety net, or the clock of an external program.
    OutOfTime,
    /// The script has no `next_move`.
    MissingHook,
    /// The process or the native bot died.
    Crashed,
    /// The bot or person gave up.
    Resigned,
}

named! {
    FaultKind:
    IllegalMove = "illegal move",
    Unreadable = "unreadable move",
    Script = "script error",
    OutOfFuel = "out of fuel",
    OutOfMemory = "out of memory",
    OutOfTime = "out of time",
    MissingHook = "missing hook",
    Crashed = "crashed",
    Resigned = "resigned",
}

/// A kind of call to a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Hook {
    /// Running the file's top level.
    #[default]
    Load,
    /// `start(info)`.
    Start,
    /// `next_move(view)`.
    NextMove,
    /// `finish(result)`.
    Finish,
}

impl Hook {
    /// Returns true for the hooks called before the first deal.
    pub fn begins(self) -> bool {
        matches!(self, Hook::Load | Hook::Start)
    }
}

// Scripts name their hooks so; no function is called `load`.
named! { Hook, "hook": Load = "load", Start = "start", NextMove = "next_move", Finish = "finish" }

/// A fault of a bot, with the details that its author needs. Bots choose some of its texts, so
/// these are made [plain](plain) when a fault is created or read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The hook it happened in.
    pub hook: Hook,
    /// The bot's answer, or the message it raised. Empty if there is none.
    #[serde(default, deserialize_with = "read_plain")]
    pub text: String,
    /// The reason in words, on one line.
    #[serde(default, deserialize_with = "read_sentence")]
    pub why: String,
    /// The file within the bot's bundle.
    #[serde(default, deserialize_with = "read_plain_option")]
    pub file: Option<String>,
    /// The line in that file, 1-based.
    pub line: Option<u32>,
}

impl Fault {
    /// Creates a fault without a source location.
    pub fn new(
        kind: FaultKind,
        hook: Hook,
        text: impl Into<String>,
        why: impl Into<String>,
    ) -> Fault {
        let fault =
            Fault { kind, hook, text: text.into(), why: why.into(), file: None, line: None };
        fault.plain()
    }

    /// Makes the texts plain, for a fault assembled from parts.
    #[must_use]
    pub fn plain(self) -> Fault {
        let Fault { kind, hook, text, why, file, line } = self;
        let (text, why) = (plain(&text), plain_sentence(&why));
        Fault { kind, hook, text, why, file: file.map(|file| plain(&file)), line }
    }

    /// Returns the source location, `main.lua:12`, if the file is known.
    pub fn location(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(self.line.map_or(file.clone(), |line| format!("{file}:{line}")))
    }

    /// Creates the fault of a player that gives up the match.
    pub fn resigned(seat: Seat) -> Fault {
        Fault::new(FaultKind::Resigned, Hook::NextMove, "", gave_up(seat))
    }

    /// Sets the source location.
    #[must_use]
    pub fn at(mut self, file: impl Into<String>, line: u32) -> Fault {
        self.file = Some(plain(&file.into()));
        self.line = Some(line);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.location() {
            write!(f, "{location}: ")?;
        }
        write!(f, "{} in {}: {}", self.kind, self.hook, self.why)
    }
}
