//! The decision that a table waits for.

use std::time::{Duration, Instant};

use super::verdict::Verdict;
use super::{HallError, Trouble, Visitor};
use crate::core::Seat;
use crate::server::Ask;
use crate::server::words;

/// A decision that is due: of a person, a bot or chance.
pub(super) struct Question {
    /// Whose it is.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The legal moves, ascending.
    legal: Vec<String>,
    /// Why the answer before was no move to make.
    refused: Option<String>,
    /// When it was put.
    since: Instant,
    /// Whose clock runs, and until when.
    clock: Option<(Visitor, Instant)>,
    /// What a person has answered, which the referee has not judged yet.
    answer: Option<Answer>,
    /// True once the decision is taken: no answer counts any more.
    taken: bool,
}

/// What a person has answered.
#[derive(Clone)]
pub(super) struct Answer {
    /// The move; nothing to give up.
    pub mv: Option<String>,
    /// What the referee says of it.
    pub verdict: Verdict,
}

impl Question {
    /// A decision that has just fallen due.
    pub fn new(seat: Seat, ply: u32, legal: Vec<String>) -> Question {
        let since = Instant::now();
        Question { seat, ply, legal, refused: None, since, clock: None, answer: None, taken: false }
    }

    /// When it was put.
    pub fn since(&self) -> Instant {
        self.since
    }

    /// What a person has answered.
    pub fn answered(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Puts the question again: the answer was no move to make.
    pub fn refuse(&mut self, why: &str) {
        if let Some(answer) = self.answer.take() {
            answer.verdict.give(Err((Trouble::Conflict, why.to_string())));
        }
        self.refused = Some(why.to_string());
        self.taken = false;
    }

    /// The decision is taken.
    pub fn take(&mut self) {
        self.taken = true;
    }

    /// Takes an answer; the same one twice is one.
    ///
    /// # Errors
    /// If another one is being judged, or the decision was taken by the bot or by chance.
    pub fn answer(&mut self, mv: Option<&str>) -> Result<Verdict, HallError> {
        match &self.answer {
            Some(earlier) if earlier.mv.as_deref() == mv => Ok(earlier.verdict.clone()),
            Some(_) => Err(HallError::conflict(words::being_judged())),
            None if self.taken => Err(HallError::conflict(words::was_decided())),
            None => {
                let verdict = Verdict::default();
                self.answer = Some(Answer { mv: mv.map(str::to_string), verdict: verdict.clone() });
                Ok(verdict)
            }
        }
    }

    /// Starts the clock of a person, unless it runs. Until when it runs, and whether it is new.
    pub fn start_clock(&mut self, visitor: Visitor, time: Duration) -> (Instant, bool) {
        match self.clock {
            Some((whose, until)) if whose == visitor => (until, false),
            _ => {
                let until = Instant::now() + time;
                self.clock = Some((visitor, until));
                (until, true)
            }
        }
    }

    /// The question as the person is asked it who sits there; nothing while an answer is judged, or
    /// once the decision is taken.
    pub fn ask(&self, visitor: &Visitor) -> Option<Ask> {
        if self.answer.is_some() || self.taken {
            return None;
        }
        let left = self
            .clock
            .filter(|(whose, _)| whose == visitor)
            .map(|(_, until)| until.saturating_duration_since(Instant::now()).as_millis() as u64);
        Some(Ask {
            seat: self.seat,
            ply: self.ply,
            legal: self.legal.clone(),
            refused: self.refused.clone(),
            left_ms: left,
        })
    }
}
