//! `engine:`: the lines of `juez engine`, for games without hidden hands.

use serde_json::Value;
use std::cell::RefCell;
use std::mem::take;
use std::time::Instant;

use super::process::Process;
use super::protocol::{Lost, Protocol, Question, past_moves, shown};
use crate::core::{GameInfo, Journal, Outcome, Seat, TimeControl};

/// An engine that is asked line by line.
pub(super) struct LineEngine {
    process: Process,
    /// Its `info` lines since the log was drained.
    infos: RefCell<Vec<String>>,
}

impl LineEngine {
    pub fn new(process: Process) -> LineEngine {
        LineEngine { process, infos: RefCell::default() }
    }

    /// Waits for a line that begins with a word; the rest of it.
    fn expect(&mut self, word: &str, until: Instant) -> Result<String, Lost> {
        loop {
            let line = self.process.hear(until)?;
            let (first, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match first {
                first if first == word => return Ok(rest.trim().to_string()),
                "error" => return Err(Lost::Failed(shown(rest))),
                "info" => self.infos.borrow_mut().push(rest.to_string()),
                // Engines greet, and tell of options that juez does not know.
                _ => {}
            }
        }
    }
}

impl Protocol for LineEngine {
    fn load(&mut self, _: &GameInfo, _: Seat, _: u8, until: Instant) -> Result<(), Lost> {
        self.process.tell("juez")?;
        self.expect("ok", until).map(drop)
    }

    fn start(&mut self, info: &Value, _: TimeControl, until: Instant) -> Result<(), Lost> {
        self.process.tell(&format!("newgame {}", info["options"]))?;
        self.expect("ok", until).map(drop)
    }

    fn next_move(&mut self, question: &Question<'_>) -> Result<String, Lost> {
        let moves = past_moves(question.view);
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let is_answer = |line: &str| line.trim_start().starts_with("bestmove");
        self.process.ask(&format!("position start{moves}"), is_answer)?;
        self.process.tell(&match question.time {
            TimeControl::PerMove(ms) => format!("go movetime {ms}"),
            TimeControl::Clock { increment, .. } => {
                format!("go clock {} {increment}", question.left.as_millis())
            }
        })?;
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
