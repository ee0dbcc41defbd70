//! `qtp:`: the Quoridor Text Protocol, for two players.
//!
//! Source: the Quoridor Text Protocol of the University of Athens, 2015-2021: a command is a line, an
//! answer begins with `=` or `?` and ends with an empty line. The engine keeps the position, and
//! `genmove` makes the move that it answers. The protocol has no clock.

use serde_json::Value;
use std::time::Instant;

use super::process::Process;
use super::protocol::{Lost, Protocol, Question, past_moves, shown};
use super::quoridor_text::{from_qtp, to_qtp};
use super::words;
use crate::core::{GameInfo, Journal, Outcome, Seat, TimeControl};

/// The players in turn order.
const COLOURS: [&str; 2] = ["black", "white"];

/// An engine that keeps the position itself.
pub(super) struct Qtp {
    process: Process,
    walls: u64,
    /// The moves that it has on its board.
    known: Vec<String>,
}

impl Qtp {
    pub fn new(process: Process) -> Qtp {
        Qtp { process, walls: 0, known: Vec::new() }
    }

    /// Gives a command; the answer behind its `=`.
    fn command(&mut self, command: &str, until: Instant) -> Result<String, Lost> {
        self.process.ask(command, |line| line.trim_start().starts_with(['=', '?']))?;
        let mut answer = String::new();
        loop {
            let line = self.process.hear(until)?;
            match line.trim() {
                "" if answer.is_empty() => continue,
                "" => break,
                line => answer += &format!("{line}\n"),
            }
        }
        let answer = answer.trim_end();
        match (answer.strip_prefix('='), answer.strip_prefix('?')) {
            (Some(answer), _) => Ok(answer.trim().to_string()),
            (_, Some(why)) => Err(Lost::Failed(shown(&format!("{command}: {}", why.trim())))),
            _ => Err(Lost::no_answer(answer, "= or ?")),
        }
    }

    fn clear(&mut self, until: Instant) -> Result<(), Lost> {
        self.known.clear();
        self.command("clear_board", until)?;
        self.command(&format!("walls {}", self.walls), until).map(drop)
    }

    /// Brings the board of the engine to where the match is.
    fn follow(&mut self, moves: &[String], until: Instant) -> Result<(), Lost> {
        if !moves.starts_with(&self.known) {
            self.clear(until)?;
        }
        for (ply, mv) in moves.iter().enumerate().skip(self.known.len()) {
            // A pawn that cannot move passes, which the protocol does not know.
            let command = match to_qtp(mv) {
                same if same == *mv && mv == "pass" => None,
                placed if placed.contains(' ') => Some(("playwall", placed)),
                stepped => Some(("playmove", stepped)),
            };
            if let Some((command, mv)) = command {
                self.command(&format!("{command} {} {mv}", COLOURS[ply % 2]), until)?;
            }
            self.known.push(mv.clone());
        }
        Ok(())
    }
}

impl Protocol for Qtp {
    fn load(&mut self, _: &GameInfo, _: Seat, seats: u8, until: Instant) -> Result<(), Lost> {
        if seats != 2 {
            return Err(Lost::Failed(words::two_players_only()));
        }
        self.command("boardsize 9", until).map(drop)
    }

    fn start(&mut self, info: &Value, _: TimeControl, until: Instant) -> Result<(), Lost> {
        self.walls = info["options"]["walls"].as_u64().unwrap_or_default();
        self.clear(until)
    }

    fn next_move(&mut self, question: &Question<'_>) -> Result<String, Lost> {
        let moves = past_moves(question.view);
        self.follow(&moves, question.until)?;
        let colour = COLOURS[question.view.seat().index() % 2];
        let answer = self.command(&format!("genmove {colour}"), question.until)?;
        let expected = "a square, and for a wall its direction";
        let mv = from_qtp(&answer).ok_or_else(|| Lost::no_answer(&answer, expected))?;
        self.known.push(mv.clone());
        Ok(mv)
    }

    fn finish(&mut self, _: Seat, _: &Outcome, _: Instant) -> Result<(), Lost> {
        self.process.tell("quit")
    }

    fn drain_log(&self, journal: &Journal) {
        self.process.drain_log(journal);
    }
}
