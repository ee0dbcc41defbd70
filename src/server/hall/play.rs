//! What changes at a table while its match runs. All of it is behind one lock.

use std::time::{Duration, Instant};

use super::archive::Decided;
use super::company::Company;
use super::question::Question;
use super::verdict::Verdict;
use super::{HallError, Trouble};
use crate::core::{PerSeat, Ply, Seat, SeatFault};
use crate::server::words;
use crate::server::{Item, MoveRequest, Status};

/// The longest text that is taken for a move, in bytes.
const MOVE: usize = 200;

/// Why a match is to end before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// Its owner stops it.
    Stop,
    /// Another match gets its place: why this one's.
    PutOut(String),
    /// The hall closes: it goes on another day.
    Close,
    /// It cannot go on: why.
    Broken(String),
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: String,
    /// What is known of it.
    pub how: Ply,
    /// Milliseconds from the question to the answer.
    pub ms: Option<u64>,
}

/// A decision that was taken and has not become a move yet.
#[derive(Clone, Copy)]
pub(super) struct Settled {
    /// Moves made before.
    pub ply: u32,
    /// Who took it.
    pub decided: Decided,
    /// When the player was asked: of a bot when it was handed the decision, whatever the pace.
    pub since: Instant,
    /// When he had answered; a bot has with the move itself.
    pub until: Option<Instant>,
}

impl Settled {
    /// Milliseconds from the question to the answer, if that is there by now.
    pub fn ms(&self) -> u64 {
        let until = self.until.unwrap_or_else(Instant::now);
        until.duration_since(self.since).as_millis() as u64
    }
}

/// What changes at a table.
pub(super) struct Play {
    /// Where the match stands.
    pub status: Status,
    /// Why it is broken, or was stopped where its owner did not.
    pub why: Option<String>,
    /// Whether it is to end before its end.
    pub ending: Option<Ending>,
    /// Whether it has come to its end, and bots are told.
    pub ended: bool,
    /// Who sits where.
    pub company: Company,
    /// The decision that is due, if one is.
    pub question: Option<Question>,
    /// The decision that was taken last.
    pub settled: Option<Settled>,
    /// The moves so far.
    pub made: Vec<Made>,
    /// The faults so far.
    pub faults: Vec<SeatFault>,
    /// News of bots that changed while they play.
    pub news: Vec<Item>,
    /// Who has given up, and when.
    pub resigned: Vec<(Seat, u32)>,
    /// When something was last shown on the table.
    pub last_shown: Instant,
    /// The time that bots take for a move.
    pub pace: Duration,
    /// The match that was started as the rematch.
    pub rematch: Option<String>,
    /// The match of the same series that has begun after it.
    pub next: Option<String>,
    /// The rank of each seat, once it is over.
    pub ranks: Option<PerSeat<u8>>,
}

impl Play {
    /// A match before anything has happened, in which bots take `pace` for a move.
    pub fn new(company: Company, pace: Duration) -> Play {
        Play {
            status: Status::Running,
            why: None,
            ending: None,
            ended: false,
            company,
            question: None,
            settled: None,
            made: Vec::new(),
            faults: Vec::new(),
            news: Vec::new(),
            resigned: Vec::new(),
            last_shown: Instant::now(),
            pace,
            rematch: None,
            next: None,
            ranks: None,
        }
    }

    /// Whether it still is played.
    pub fn goes_on(&self) -> bool {
        self.status == Status::Running && self.ending.is_none() && !self.ended
    }

    /// Ends the match before its end; the first reason counts.
    pub fn end(&mut self, why: Ending) {
        self.ending.get_or_insert(why);
        self.let_go();
    }

    /// Why nothing can be done at the table any more.
    pub fn gone(&self) -> HallError {
        match self.ending {
            Some(Ending::Close) => HallError::full(words::server_ends()),
            _ => HallError::conflict(words::is_over()),
        }
    }

    /// Tells the requests that wait for a verdict that there will be none.
    pub fn let_go(&mut self) {
        let waiting = self.question.take();
        if let Some(answer) = waiting.as_ref().and_then(Question::answered) {
            let gone = self.gone();
            answer.verdict.give(Err((gone.trouble(), gone.to_string())));
        }
    }

    /// The decision that is due has been taken. Its sender learns what comes of it when the
    /// move is made.
    pub fn settle(&mut self, decided: Decided) {
        let Some(question) = &mut self.question else { return };
        question.take();
        let (ply, now) = (question.ply, Instant::now());
        self.settled = Some(match decided {
            Decided::Bot => Settled { ply, decided, since: now, until: None },
            _ => Settled { ply, decided, since: question.since(), until: Some(now) },
        });
    }

    /// Puts a move on paper; its sender learns that it was made.
    pub fn make(&mut self, made: Made) {
        if let Some(answer) = self.question.take().as_ref().and_then(Question::answered) {
            answer.verdict.give(match answer.mv.as_deref() {
                Some(mv) if mv != made.mv => {
                    Err((Trouble::Conflict, words::was_played_instead(&made.mv)))
                }
                _ => Ok(()),
            });
        }
        self.made.push(made);
        self.last_shown = Instant::now();
    }

    /// Whether the question that a request answers may be yet to come: nothing is asked at this
    /// moment, as when the match is only beginning, or going on after a restart.
    pub fn may_ask(&self, request: &MoveRequest) -> bool {
        self.goes_on() && self.question.is_none() && request.ply as usize >= self.made.len()
    }

    /// Takes the answer of the person in a seat; what will be said of it.
    ///
    /// # Errors
    /// If no answer is due there, or another one was given.
    pub fn answer(&mut self, request: &MoveRequest) -> Result<Verdict, HallError> {
        let MoveRequest { seat, ply, mv } = request;
        let mv = mv.as_deref().map(str::trim);
        if mv.is_some_and(|mv| mv.len() > MOVE) {
            return Err(HallError::wrong(words::too_long()));
        }
        let done = || {
            let verdict = Verdict::default();
            verdict.give(Ok(()));
            Ok(verdict)
        };
        if mv.is_none() && self.resigned.contains(&(*seat, *ply)) {
            return done();
        }
        if let Some(made) = self.made.get(*ply as usize) {
            return match made.seat == *seat && mv == Some(&made.mv) {
                true => done(),
                false => Err(HallError::conflict(words::was_made(ply + 1))),
            };
        }
        if !self.goes_on() {
            return Err(self.gone());
        }
        match &mut self.question {
            Some(question) if (question.seat, question.ply) == (*seat, *ply) => question.answer(mv),
            _ => Err(HallError::conflict(words::not_asked(seat, ply + 1))),
        }
    }
}
