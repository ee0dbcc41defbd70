//! `qtp:`: the Quoridor Text Protocol, for two players.
//!
//! Source: the Quoridor Text Protocol of the University of Athens, version 1.9, 2015-2021, and its
//! referee, which accepts more than the text: a command is a line, an answer is a line that begins
//! with `=` or `?`, other lines are skipped, and `#` begins a comment. The engine keeps the
//! position, and `genmove` also plays the move that it returns. The protocol has no clock.
//!
//! Engines use three dialects for moves ([`Dialect`]). If an engine refuses a move, the others are
//! tried.

use serde_json::Value;
use std::time::Instant;

use super::process::Process;
use super::protocol::{Heard, Lost, Protocol, Question, USUAL_WALLS, shown};
use super::quoridor_text::{from_qtp, to_qtp, to_token};
use super::words;
use juez_core::{GameInfo, Journal, Outcome, Seat, TimeControl, named};

/// The players in turn order.
const COLOURS: [&str; 2] = ["black", "white"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// The protocol's own: `playmove black E8`, `playwall white E3 horizontal`.
    Standard,
    /// A wall is one word, named by the square at its lower left: `playwall white e2h`. zquoridor,
    /// 2026.
    Token,
    /// As in the Go Text Protocol: `play black e8`, `play white e2h`; always ten walls.
    /// KataQuoridor, 2026.
    Play,
}

named! { Dialect: Standard = "standard", Token = "token", Play = "play" }

impl Dialect {
    pub const ALL: [Dialect; 3] = [Dialect::Standard, Dialect::Token, Dialect::Play];

    /// Returns the command for a move of juez other than a pass.
    fn command(self, colour: &str, mv: &str) -> String {
        let is_wall = mv.len() == 3;
        match self {
            Dialect::Play => format!("play {colour} {}", to_token(mv)),
            Dialect::Token if is_wall => format!("playwall {colour} {}", to_token(mv)),
            _ if is_wall => format!("playwall {colour} {}", to_qtp(mv)),
            _ => format!("playmove {colour} {}", to_qtp(mv)),
        }
    }
}

/// An engine that keeps the position itself.
pub(super) struct Qtp {
    process: Process,
    /// The dialect; `None` until it is detected.
    dialect: Option<Dialect>,
    walls: u64,
    /// The moves already on its board.
    known: Vec<String>,
}

impl Qtp {
    /// Creates an engine of this dialect; `None` detects it.
    pub fn new(process: Process, dialect: Option<Dialect>) -> Qtp {
        Qtp { process, dialect, walls: 0, known: Vec::new() }
    }

    /// Sends a command and returns the answer after its `=`.
    fn command(&mut self, command: &str, until: Instant) -> Result<String, Lost> {
        self.process.ask(command, |line| line.trim_start().starts_with(['=', '?']))?;
        let mut skipped = None;
        loop {
            let line = self.process.hear(until).map_err(|lost| match lost {
                Lost::Late(None) => Lost::Late(skipped.take().map(Heard::Skipped)),
                lost => lost,
            })?;
            let said = line.split('#').next().unwrap_or_default().trim();
            match (said.strip_prefix('='), said.strip_prefix('?')) {
                (Some(answer), _) => return Ok(answer.trim().to_string()),
                (_, Some(why)) => {
                    return Err(Lost::Failed(shown(&format!("{command}: {}", why.trim()))));
                }
                _ if line.trim().is_empty() => {}
                _ => skipped = Some(shown(&line)),
            }
        }
    }

    fn clear(&mut self, until: Instant) -> Result<(), Lost> {
        self.known.clear();
        self.command("clear_board", until)?;
        match self.command(&format!("walls {}", self.walls), until) {
            // Engines with a fixed number use `walls` as a query, or do not know it.
            Err(Lost::Failed(_)) if self.walls == USUAL_WALLS => Ok(()),
            answer => answer.map(drop),
        }
    }

    /// Makes a move on the board of the engine.
    fn play(&mut self, colour: &str, mv: &str, until: Instant) -> Result<(), Lost> {
        if let Some(dialect) = self.dialect {
            return self.command(&dialect.command(colour, mv), until).map(drop);
        }
        let mut refusal = None;
        for dialect in Dialect::ALL {
            match self.command(&dialect.command(colour, mv), until) {
                Ok(_) => {
                    // A pawn's step is the same in two dialects.
                    let is_certain = mv.len() == 3 || dialect == Dialect::Play;
                    self.dialect = is_certain.then_some(dialect);
                    return Ok(());
                }
                Err(Lost::Failed(why)) => refusal = refusal.or(Some(why)),
                Err(lost) => return Err(lost),
            }
        }
        Err(Lost::Failed(refusal.unwrap_or_default()))
    }

    /// Brings the board of the engine up to date.
    fn follow(&mut self, moves: &[String], until: Instant) -> Result<(), Lost> {
        if !moves.starts_with(&self.known) {
            self.clear(until)?;
        }
        for (ply, mv) in moves.iter().enumerate().skip(self.known.len()) {
            // A pawn that cannot move passes, which the protocol lacks.
            if mv != "pass" {
                self.play(COLOURS[ply % 2], mv, until)?;
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
        let moves = question.view.past_moves().to_vec();
        self.follow(&moves, question.until)?;
        let colour = COLOURS[question.view.seat().index() % 2];
        let answer = self.command(&format!("genmove {colour}"), question.until)?;
        let expected = "a square, and for a wall its direction, as in E8 or E7 horizontal";
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
