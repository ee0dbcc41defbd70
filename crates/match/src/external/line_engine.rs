//! `engine:`: the lines of `juez engine`, or of UCI, for games without hidden hands.
//!
//! Source of UCI: Rudolf Huber and Stefan Meyer-Kahlen, "Description of the universal chess
//! interface", 2006. UCI and juez differ in the handshake, the beginning of a match, the word for
//! the first position and the words for a clock. An engine answers one of the two greetings and may
//! not know the other.

use serde_json::Value;
use std::cell::RefCell;
use std::mem::take;
use std::time::Instant;

use super::process::Process;
use super::protocol::{Heard, Lost, Protocol, Question, USUAL_WALLS, shown};
use super::words;
use juez_core::{GameInfo, Journal, Outcome, Seat, TimeControl, TimeLimit};

/// Thinking time in milliseconds for a UCI engine without a clock: a bare `go` would not end.
const USUAL_MS: u32 = 1000;

/// An engine driven by text lines.
pub(super) struct LineEngine {
    process: Process,
    dialect: Dialect,
    /// True while an error can be the answer to the other dialect's greeting.
    is_greeting: bool,
    /// The error taken for that answer.
    refused: Option<String>,
    /// The UCI options it has named, in lower case.
    options: Vec<String>,
    /// Its `info` lines since the log was drained.
    infos: RefCell<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// The lines that `juez engine` reads.
    Juez,
    Uci,
}

impl LineEngine {
    pub fn new(process: Process) -> LineEngine {
        LineEngine {
            process,
            dialect: Dialect::Juez,
            is_greeting: false,
            refused: None,
            options: Vec::new(),
            infos: RefCell::default(),
        }
    }

    /// Greets in both dialects and selects the one that is answered.
    fn greet(&mut self, until: Instant) -> Result<(), Lost> {
        self.process.tell("juez")?;
        self.process.tell("uci")?;
        let mut other = None;
        loop {
            let line = self.process.hear(until).map_err(|lost| match lost {
                Lost::Late(None) => Lost::Late(other.take().map(Heard::Greeting)),
                lost => lost,
            })?;
            match first_word(&line) {
                ("ok", _) => {
                    self.is_greeting = true;
                    return Ok(());
                }
                ("uciok", _) => {
                    self.dialect = Dialect::Uci;
                    return Ok(());
                }
                ("option", rest) => self.options.extend(option_name(rest)),
                ("id" | "info" | "", _) => {}
                _ => other = Some(shown(&line)),
            }
        }
    }

    /// Waits for a line that begins with `word`, and returns the rest.
    fn expect(&mut self, word: &str, until: Instant) -> Result<String, Lost> {
        loop {
            let line = self.process.hear(until).map_err(|lost| match lost {
                // The error taken for an answer to the greeting was about this command.
                Lost::Late(None) => Lost::Late(self.refused.take().map(Heard::Error)),
                lost => lost,
            })?;
            match first_word(&line) {
                (first, rest) if first == word => {
                    (self.is_greeting, self.refused) = (false, None);
                    return Ok(rest.to_string());
                }
                ("error", rest) if take(&mut self.is_greeting) => self.refused = Some(shown(rest)),
                ("error", rest) => return Err(Lost::Failed(shown(rest))),
                ("info", rest) => self.infos.borrow_mut().push(rest.to_string()),
                // Engines print greetings, and list options that juez does not know.
                _ => {}
            }
        }
    }

    /// Begins a match by UCI, with the options that the engine has named.
    fn begin_uci(&mut self, options: &Value) -> Result<(), Lost> {
        if let Some(walls) = options["walls"].as_u64() {
            let named = self.options.iter().any(|name| name == "walls");
            match walls {
                walls if named => {
                    self.process.tell(&format!("setoption name walls value {walls}"))?
                }
                USUAL_WALLS => {}
                walls => return Err(Lost::Failed(words::only_default_walls(walls))),
            }
        }
        self.process.tell("ucinewgame")?;
        self.process.tell("isready")
    }
}

/// Splits a line into its first word and the rest.
fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

/// Returns the name in `name Walls type spin ...`, in lower case.
fn option_name(option: &str) -> Option<String> {
    let (name, _) = option.strip_prefix("name ")?.split_once(" type ")?;
    Some(name.trim().to_ascii_lowercase())
}

/// Returns the command that asks for a move.
fn go(dialect: Dialect, question: &Question<'_>) -> String {
    let left = question.left.map_or(0, |left| left.as_millis());
    match (dialect, question.time.limit) {
        (Dialect::Juez, TimeLimit::None) => "go".to_string(),
        (Dialect::Uci, TimeLimit::None) => format!("go movetime {USUAL_MS}"),
        (_, TimeLimit::PerMove(ms)) => format!("go movetime {ms}"),
        (Dialect::Juez, TimeLimit::Clock { increment, .. }) => {
            format!("go clock {left} {increment}")
        }
        // The opponent's clock is unknown here, and UCI names clocks by colours.
        (Dialect::Uci, TimeLimit::Clock { increment, .. }) => {
            format!("go wtime {left} btime {left} winc {increment} binc {increment}")
        }
    }
}

impl Protocol for LineEngine {
    fn load(&mut self, _: &GameInfo, _: Seat, _: u8, until: Instant) -> Result<(), Lost> {
        self.greet(until)
    }

    fn start(&mut self, info: &Value, _: TimeControl, until: Instant) -> Result<(), Lost> {
        match self.dialect {
            Dialect::Juez => {
                self.process.tell(&format!("newgame {}", info["options"]))?;
                self.expect("ok", until).map(drop)
            }
            Dialect::Uci => {
                self.begin_uci(&info["options"])?;
                self.expect("readyok", until).map(drop)
            }
        }
    }

    fn next_move(&mut self, question: &Question<'_>) -> Result<String, Lost> {
        let moves = question.view.past_moves().to_vec();
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let is_answer = |line: &str| line.trim_start().starts_with("bestmove");
        let start = if self.dialect == Dialect::Uci { "startpos" } else { "start" };
        self.process.ask(&format!("position {start}{moves}"), is_answer)?;
        self.process.tell(&go(self.dialect, question))?;
        let rest = self.expect("bestmove", question.until)?;
        let mv = rest.split_whitespace().next().map(str::to_string);
        mv.ok_or_else(|| Lost::no_answer("bestmove", "bestmove and a move"))
    }

    fn finish(&mut self, _: Seat, _: &Outcome, _: Instant) -> Result<(), Lost> {
        self.process.tell("quit")
    }

    fn drain_log(&self, journal: &Journal) {
        take(&mut *self.infos.borrow_mut()).iter().for_each(|line| journal.print(line));
        self.process.drain_log(journal);
    }
}
