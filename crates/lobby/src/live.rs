//! The part of a table that changes while its match runs; one lock guards all of it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::archive::DecidedBy;
use super::error::RefusalKind::{Conflict, Full, Wrong};
use super::error::Result;
use super::memory_queue::ClaimId;
use super::seating::Seating;
use crate::{MatchStatus, MovePrompt, MoveRequest, VisitorId, words};
use juez_core::{PerSeat, Seat, SeatFault};
use juez_match::registry::Choice;

/// Maximum length in bytes of text that is taken for a move.
const MAX_MOVE_BYTES: usize = 200;
/// Number of moves for which a repeated request is recognised.
const MAX_RECENT_MOVES: usize = 64;

/// The reason why a match ends early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EarlyEnd {
    Stopped,
    /// Another match needs its slot; says why this one was chosen.
    Evicted(String),
    /// The lobby closes; the match continues when it is opened again.
    Closed,
    /// The match cannot continue; says why.
    Broken(String),
}

/// The phase of a match.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    Playing,
    /// The last move is made; the bots hear of the result.
    Decided,
    /// It ends early, perhaps after its last move.
    Ending {
        why: EarlyEnd,
        is_decided: bool,
    },
    Over(Over),
}

/// The end of a match, as a table shows it.
#[derive(Clone, Debug)]
pub(super) struct Over {
    pub status: MatchStatus,
    /// The reason why it is broken, or was stopped by the server.
    pub why: Option<String>,
    /// Ranks by seat, of a match played to its end.
    pub ranks: Option<PerSeat<u8>>,
}

#[derive(Clone, Debug)]
struct PlayedMove {
    seat: Seat,
    mv: String,
}

/// A decision that was taken but is not a move yet.
#[derive(Clone, Copy)]
pub(super) struct TakenDecision {
    pub ply: u32,
    pub decided: DecidedBy,
    /// Time when the player was asked; for a bot, when it got the decision after its pace.
    pub since: Instant,
    /// Time of the person's answer; `None` for bots, which answer with the move itself.
    pub until: Option<Instant>,
}

impl TakenDecision {
    /// Returns the milliseconds that the player has taken so far.
    pub fn ms(&self) -> u64 {
        let until = self.until.unwrap_or_else(Instant::now);
        until.duration_since(self.since).as_millis() as u64
    }
}

/// A decision that is due, from a person, a bot or chance.
pub(super) struct PendingDecision {
    pub seat: Seat,
    pub ply: u32,
    /// The legal moves, in ascending order.
    legal: Vec<String>,
    /// The reason why the last reply was refused.
    refused: Option<String>,
    since: Instant,
    /// The person whose clock is running, and the time when it runs out.
    clock: Option<(VisitorId, Instant)>,
    /// A person's reply that the referee has not judged yet.
    pub reply: Option<Choice>,
    /// True once the decision is taken: further replies are ignored.
    taken: bool,
}

impl PendingDecision {
    pub fn new(seat: Seat, ply: u32, legal: Vec<String>) -> PendingDecision {
        let since = Instant::now();
        let (refused, clock, reply, taken) = (None, None, None, false);
        PendingDecision { seat, ply, legal, refused, since, clock, reply, taken }
    }

    pub fn is_taken(&self) -> bool {
        self.taken
    }

    /// Asks again after a reply that was not a legal move.
    pub fn refuse(&mut self, why: &str) {
        self.reply = None;
        self.refused = Some(why.to_string());
        self.taken = false;
    }

    /// Accepts a reply; repeating the same one has no effect.
    ///
    /// # Errors
    /// If another one is being judged, or the bot or chance has taken the decision.
    fn answer(&mut self, reply: Choice) -> Result<()> {
        match &self.reply {
            Some(earlier) if *earlier == reply => Ok(()),
            Some(_) => Err(Conflict.because(words::being_judged())),
            None if self.taken => Err(Conflict.because(words::was_decided())),
            None => {
                self.reply = Some(reply);
                Ok(())
            }
        }
    }

    /// Starts the clock of a person, unless it is running. Returns the time when it runs out, and
    /// whether it was just started.
    pub fn start_clock(&mut self, visitor: VisitorId, time: Duration) -> (Instant, bool) {
        match self.clock {
            Some((whose, until)) if whose == visitor => (until, false),
            _ => {
                let until = Instant::now() + time;
                self.clock = Some((visitor, until));
                (until, true)
            }
        }
    }

    /// Returns the decision as shown on the page of the person in the seat; `None` while a reply is
    /// judged and once the decision is taken.
    pub fn prompt(&self, visitor: &VisitorId) -> Option<MovePrompt> {
        if self.reply.is_some() || self.taken {
            return None;
        }
        let clock = self.clock.filter(|(whose, _)| whose == visitor);
        let left = clock.map(|(_, until)| until.saturating_duration_since(Instant::now()));
        Some(MovePrompt {
            seat: self.seat,
            ply: self.ply,
            legal: self.legal.clone(),
            refused: self.refused.clone(),
            left_ms: left.map(|left| left.as_millis() as u64),
        })
    }
}

/// The part of a table that changes.
pub(super) struct LiveState {
    pub phase: Phase,
    /// True once the lobby closes.
    pub closing: bool,
    /// True once its owner has taken it off the list.
    pub cleared: bool,
    /// True once a move was made that keeps the match in the list even if it is stopped.
    pub was_played: bool,
    pub seating: Seating,
    /// The decision that is due, if any.
    pub decision: Option<PendingDecision>,
    /// The last decision that was taken.
    pub taken: Option<TakenDecision>,
    /// True while a bot is called.
    pub bot_called: bool,
    pub ply: u32,
    recent: VecDeque<PlayedMove>,
    pub faults: Vec<SeatFault>,
    /// The claim of memory for its bots, which are loaded once it is granted.
    pub memory: Option<ClaimId>,
    /// Seats that resigned, each with the number of moves before.
    pub resigned: Vec<(Seat, u32)>,
    /// Time when the table last showed something new.
    pub last_shown: Instant,
    /// Minimum time that a bot takes for a move.
    pub pace: Duration,
    /// Id of the rematch, once it exists.
    pub rematch: Option<String>,
    /// Id of the next match of its series.
    pub next: Option<String>,
    /// Number of pages that show the table.
    pub viewers: usize,
    /// Time of the last visit: by a page, or by a program that sits down or moves.
    pub last_visit: Instant,
}

impl LiveState {
    /// Creates the state before the first event.
    pub fn new(seating: Seating, pace: Duration) -> LiveState {
        LiveState {
            phase: Phase::Playing,
            closing: false,
            cleared: false,
            was_played: false,
            seating,
            decision: None,
            taken: None,
            bot_called: false,
            ply: 0,
            recent: VecDeque::new(),
            faults: Vec::new(),
            memory: None,
            resigned: Vec::new(),
            last_shown: Instant::now(),
            pace,
            rematch: None,
            next: None,
            viewers: 0,
            last_visit: Instant::now(),
        }
    }

    /// Returns true while moves can be made.
    pub fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Playing)
    }

    /// Returns true if the match ends early.
    pub fn is_ending(&self) -> bool {
        matches!(self.phase, Phase::Ending { .. })
    }

    /// Returns the end of the match; `None` while it runs.
    pub fn over(&self) -> Option<&Over> {
        if let Phase::Over(over) = &self.phase { Some(over) } else { None }
    }

    /// Returns the status that the table shows.
    pub fn status(&self) -> MatchStatus {
        self.over().map_or(MatchStatus::Running, |over| over.status)
    }

    /// Checks that moves can be made.
    ///
    /// # Errors
    /// If the match is over or the lobby closes.
    pub fn check_playing(&self) -> Result<()> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Ending { why: EarlyEnd::Closed, .. } => Err(Full.because(words::server_ends())),
            _ => Err(Conflict.because(words::is_over())),
        }
    }

    /// Ends the match early; only the first reason counts.
    pub fn end(&mut self, why: EarlyEnd) {
        self.closing |= why == EarlyEnd::Closed;
        let is_decided = matches!(self.phase, Phase::Decided);
        if is_decided || self.is_playing() {
            self.phase = Phase::Ending { why, is_decided };
        }
        self.decision = None;
    }

    /// Returns the time until a bot may make its next move.
    pub fn pace_left(&self) -> Duration {
        self.pace.saturating_sub(self.last_shown.elapsed())
    }

    pub fn add_move(&mut self, seat: Seat, mv: &str) {
        self.decision = None;
        self.ply += 1;
        self.recent.push_back(PlayedMove { seat, mv: mv.to_string() });
        if self.recent.len() > MAX_RECENT_MOVES {
            self.recent.pop_front();
        }
    }

    /// Returns the move made after `ply` moves, if it is recent.
    fn made(&self, ply: u32) -> Option<&PlayedMove> {
        let back = self.ply.checked_sub(ply)? as usize;
        self.recent.get(self.recent.len().checked_sub(back)?)
    }

    pub fn take(&mut self, decided: DecidedBy) {
        let Some(decision) = &mut self.decision else { return };
        decision.taken = true;
        let (ply, now) = (decision.ply, Instant::now());
        self.taken = Some(match decided {
            DecidedBy::Bot => TakenDecision { ply, decided, since: now, until: None },
            _ => TakenDecision { ply, decided, since: decision.since, until: Some(now) },
        });
    }

    /// Returns true if the decision for a request may be still to come: none is due at the moment,
    /// as when the match begins or resumes.
    pub fn may_ask(&self, request: &MoveRequest) -> bool {
        self.is_playing() && self.decision.is_none() && request.ply >= self.ply
    }

    /// Accepts a person's answer. [`LiveState::result_of`] returns the verdict.
    ///
    /// # Errors
    /// If no answer is due there, or another one was given.
    pub fn answer(&mut self, request: &MoveRequest) -> Result<()> {
        let MoveRequest { seat, ply, mv } = request;
        if mv.as_deref().is_some_and(|mv| mv.trim().len() > MAX_MOVE_BYTES) {
            return Err(Wrong.because(words::too_long()));
        }
        let reply = reply_of(request);
        if reply == Choice::Resign && self.resigned.contains(&(*seat, *ply)) {
            return Ok(());
        }
        if *ply < self.ply {
            let is_same =
                |made: &PlayedMove| made.seat == *seat && reply == Choice::Move(made.mv.clone());
            return match self.made(*ply).is_some_and(is_same) {
                true => Ok(()),
                false => Err(Conflict.because(words::was_made(ply + 1))),
            };
        }
        self.check_playing()?;
        match &mut self.decision {
            Some(decision) if (decision.seat, decision.ply) == (*seat, *ply) => {
                decision.answer(reply)
            }
            _ => Err(Conflict.because(words::not_asked(seat, ply + 1))),
        }
    }

    /// Returns the verdict on an accepted answer; `None` while it is judged.
    pub fn result_of(&self, request: &MoveRequest) -> Option<Result<()>> {
        let MoveRequest { seat, ply, .. } = request;
        let reply = reply_of(request);
        if reply == Choice::Resign && self.resigned.contains(&(*seat, *ply)) {
            return Some(Ok(()));
        }
        if *ply < self.ply {
            return Some(match (reply, self.made(*ply)) {
                (Choice::Move(mv), Some(made)) if mv != made.mv => {
                    Err(Conflict.because(words::was_played_instead(&made.mv)))
                }
                _ => Ok(()),
            });
        }
        if let Err(over) = self.check_playing() {
            return Some(Err(over));
        }
        match &self.decision {
            Some(decision) if decision.reply.as_ref() != Some(&reply) => {
                let why = decision.refused.clone().unwrap_or_else(words::being_judged);
                Some(Err(Conflict.because(why)))
            }
            _ => None,
        }
    }
}

/// Converts a person's request to a choice.
fn reply_of(request: &MoveRequest) -> Choice {
    match &request.mv {
        Some(mv) => Choice::Move(mv.trim().to_string()),
        None => Choice::Resign,
    }
}
