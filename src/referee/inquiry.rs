//! Asking a bot again what it was asked in a match.
//!
//! The bot is loaded and started as in the match and lives through it once more: at every ply where
//! it was asked it is asked again, and whatever it answers the recorded move is played. So it has
//! the state that it had when the question comes.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::calls::{Answered, Kept, Lost, begin, call_bot, checked, names_for_bots};
use super::{Call, Replay, ReplayError, Table, Watch, bot_seed};
use crate::core::{
    Bot, By, End, Fault, Finish, Game, Hook, Journal, Limits, Mark, MoveOf, Next, Notes, Observer,
    Outcome, Plot, ProfileRow, Record, Seat, Start, in_short,
};

/// What came of asking a bot again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Inquiry {
    /// Its seat.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// What was called. Not what was asked for, if the bot failed to load.
    pub hook: Hook,
    /// What the seat saw, field by field; empty but for `next_move`.
    pub view: Vec<String>,
    /// Its legal moves, ascending; empty but for `next_move`.
    pub legal: Vec<String>,
    /// The move it chose, or the penalty that the rules made of it.
    pub answer: Option<String>,
    /// What it did wrong.
    pub fault: Option<Fault>,
    /// Fuel the call used, in the units of the bot's language; `None` if it is not metered.
    pub fuel: Option<u64>,
    /// Fuel the call might have used.
    pub allowed: Option<u64>,
    /// What it printed.
    pub log: Vec<String>,
    /// What it drew.
    pub marks: Vec<Mark>,
    /// The values of its curves.
    #[serde(default, deserialize_with = "Plot::read", skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<Plot>,
    /// CPU time of the call in microseconds, where it was measured.
    pub cpu_us: Option<u64>,
    /// The lines that used most fuel, the worst first, where lines were counted.
    pub profile: Vec<ProfileRow>,
}

/// Why a bot cannot be asked again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InquiryError {
    /// The record cannot be replayed so far.
    #[error("the record is wrong at {0}")]
    Replay(#[from] ReplayError),
    /// No such seat.
    #[error("there is no seat {seat}: this match has the seats 0 to {}", seats - 1)]
    NoSeat {
        /// The seat asked for.
        seat: Seat,
        /// Seats of the match.
        seats: u8,
    },
    /// The match is shorter.
    #[error("there is no ply {ply}: the record has {moves} moves, so ask for ply 0 to {moves}")]
    NoPly {
        /// The ply asked for.
        ply: u32,
        /// Moves of the record.
        moves: usize,
    },
    /// Another seat is to move.
    #[error("at ply {ply} seat {mover} is to move, not seat {seat}{}", Near(near))]
    NotToMove {
        /// The ply asked for.
        ply: u32,
        /// The seat asked for.
        seat: Seat,
        /// The seat to move.
        mover: Seat,
        /// Where the seat asked for decides.
        near: Vec<u32>,
    },
    /// One legal move is played without asking.
    #[error(
        "at ply {ply} the only legal move is {only}, which is played without asking{}",
        Near(near)
    )]
    Forced {
        /// The ply asked for.
        ply: u32,
        /// The move.
        only: String,
        /// Where the same seat decides.
        near: Vec<u32>,
    },
    /// No seat is to move.
    #[error("at ply {ply} no seat is to move: {why}{}", Near(near))]
    NoMover {
        /// The ply asked for.
        ply: u32,
        /// Over, or a deal is missing.
        why: &'static str,
        /// Where the seat asked for decides.
        near: Vec<u32>,
    },
    /// The record switches off a script method that is not there.
    #[error("{0}")]
    Without(String),
    /// A person is asked only once.
    #[error("there is no bot to ask: a person plays there, who chooses only once")]
    NoBot,
    /// The platform cannot make a call of the bot.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// `finish` is told the end.
    #[error("the record has no end, so there is nothing to tell finish(result)")]
    NoEnd,
}

/// The plies at which a seat decides, for a message.
struct Near<'a>(&'a [u32]);

impl fmt::Display for Near<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, before)) = self.0.split_last() else { return Ok(()) };
        let before: Vec<String> = before.iter().map(u32::to_string).collect();
        match before[..] {
            [] => write!(f, "; it decides at ply {last}"),
            _ => write!(f, "; it decides at plies {} and {last}", before.join(", ")),
        }
    }
}

/// Makes `call` again in the match of `record`, with `bot` in the seat of the call.
///
/// # Errors
/// If the record is wrong before the ply of the call, or the bot is not called so there.
pub fn inquire<G: Game>(
    record: &Record,
    call: Call,
    bot: &mut dyn Bot<G>,
    watch: &mut dyn Watch<G>,
) -> Result<Inquiry, InquiryError> {
    let mut replay = Replay::<G>::new(record)?;
    let seats = replay.table().seats();
    if call.seat.index() >= usize::from(seats) {
        return Err(InquiryError::NoSeat { seat: call.seat, seats });
    }
    // Whether the question can be asked is looked at before the bot is.
    let end = match call.hook {
        Hook::Load | Hook::Start => None,
        Hook::NextMove => decision::<G>(record, call).map(|()| None)?,
        Hook::Finish => Some(record.end.as_ref().ok_or(InquiryError::NoEnd)?),
    };
    let limits = record.limits.clone().unwrap_or_default();
    let mut asking = Asking::new(record, call.seat, &limits, bot, watch);
    // In the match it went on after a fault in `start`, where the policy let it; a bot that does
    // not load can be asked nothing.
    for hook in [Hook::Load, Hook::Start] {
        let answered = asking.begin(&replay, hook)?;
        if hook == call.hook || (hook == Hook::Load && answered.0.is_err()) {
            return Ok(told(Call { hook, ply: 0, ..call }, answered));
        }
    }
    let ply = if call.hook == Hook::Finish { record.moves.len() as u32 } else { call.ply };
    while replay.table().ply() < ply {
        asking.relive(&replay)?;
        if !replay.step()? {
            break;
        }
    }
    match end {
        None => Ok(asking.decide(&replay)?),
        Some(end) => Ok(asking.finish(ply, end)?),
    }
}

/// What the seat of `call` sees there and may play; the bot is not asked.
///
/// # Errors
/// If the record is wrong before the ply of the call, or the bot is not called so there.
pub fn look<G: Game>(record: &Record, call: Call) -> Result<Inquiry, InquiryError> {
    let unasked = told(call, (Ok(()), Notes::default()));
    if call.hook != Hook::NextMove {
        return Ok(unasked);
    }
    decision::<G>(record, call)?;
    let mut replay = Replay::<G>::new(record)?;
    replay.go_to(call.ply)?;
    Ok(seen(replay.table(), call.seat, &replay.table().legal_moves(), unasked))
}

/// The inquiry with what the seat sees and may play.
pub(super) fn seen<G: Game>(
    table: &Table<G>,
    seat: Seat,
    legal: &[MoveOf<G>],
    inquiry: Inquiry,
) -> Inquiry {
    Inquiry {
        view: in_short(&table.view(Observer::Seat(seat))),
        legal: legal.iter().map(MoveOf::<G>::to_string).collect(),
        ..inquiry
    }
}

/// Checks that the seat of the call decides at its ply.
fn decision<G: Game>(record: &Record, call: Call) -> Result<(), InquiryError> {
    let Call { seat, ply, .. } = call;
    if ply as usize > record.moves.len() {
        return Err(InquiryError::NoPly { ply, moves: record.moves.len() });
    }
    let mut replay = Replay::<G>::new(record)?;
    replay.go_to(ply)?;
    let table = replay.table();
    match table.next() {
        Next::Move(mover) if mover != seat => {
            Err(InquiryError::NotToMove { ply, seat, mover, near: near::<G>(record, seat, ply) })
        }
        Next::Move(_) => match &table.legal_moves()[..] {
            [only] => Err(InquiryError::Forced {
                ply,
                only: only.to_string(),
                near: near::<G>(record, seat, ply),
            }),
            _ => Ok(()),
        },
        next => {
            let why = match next {
                Next::Deal => "a deal is due that the record does not have",
                _ => "the match is over",
            };
            Err(InquiryError::NoMover { ply, why, near: near::<G>(record, seat, ply) })
        }
    }
}

/// The last ply before `ply` and the first after it at which `seat` decides.
fn near<G: Game>(record: &Record, seat: Seat, ply: u32) -> Vec<u32> {
    let decides = Replay::<G>::positions(record)
        .map_while(Result::ok)
        .filter(|position| position.seat == Some(seat) && position.legal.len() > 1);
    let (before, after): (Vec<u32>, Vec<u32>) =
        decides.map(|position| position.ply).partition(|&other| other < ply);
    before.last().into_iter().chain(after.first()).copied().collect()
}

/// A bot that lives through a match once more.
pub(super) struct Asking<'a, G: Game> {
    pub record: &'a Record,
    pub seat: Seat,
    pub limits: &'a Limits,
    pub bot: &'a mut dyn Bot<G>,
    pub watch: &'a mut dyn Watch<G>,
    /// The notes that it takes from call to call.
    pub kept: Kept,
}

impl<'a, G: Game> Asking<'a, G> {
    /// A bot that has not been called yet.
    pub fn new(
        record: &'a Record,
        seat: Seat,
        limits: &'a Limits,
        bot: &'a mut dyn Bot<G>,
        watch: &'a mut dyn Watch<G>,
    ) -> Asking<'a, G> {
        Asking { record, seat, limits, bot, watch, kept: Kept::default() }
    }

    /// Makes a call of the bot.
    pub fn call<T>(
        &mut self,
        call: Call,
        run: impl FnOnce(&mut dyn Bot<G>, &Journal) -> Result<T, Fault>,
    ) -> Result<Answered<T>, Lost> {
        call_bot(self.bot, self.watch, call, self.limits.output, &mut self.kept, run)
    }

    /// Makes one of the two calls with which a match begins for the bot.
    pub fn begin(&mut self, replay: &Replay<'_, G>, hook: Hook) -> Result<Answered<()>, Lost> {
        let (record, seat, table, limits) = (self.record, self.seat, replay.table(), self.limits);
        let names = names_for_bots(&record.players, table.seats(), record.hide_names);
        let options = G::resolve(replay.options().clone());
        let call = Call { seat, hook, ply: 0 };
        self.call(call, |bot, journal| {
            let start = Start {
                seat,
                seats: table.seats(),
                team: table.teams()[seat.index()],
                options: &options,
                players: &names,
                seed: bot_seed(record.seed, seat),
                limits,
                journal,
            };
            begin(bot, hook, &start)
        })
    }

    /// Asks the bot where it was asked in the match, for the sake of what it remembers; its answer
    /// there, if it was.
    pub fn relive(&mut self, replay: &Replay<'_, G>) -> Result<Option<Answered<MoveOf<G>>>, Lost> {
        let table = replay.table();
        if table.next() != Next::Move(self.seat) {
            return Ok(None);
        }
        let asked = match self.record.plies.get(table.ply() as usize) {
            Some(ply) => match ply.by {
                By::Bot => true,
                // A bot that is out is not asked, and a bot that is asked has a log.
                By::Substitute => ply.log.is_some(),
                // Where a person plays it is the bot that takes over.
                By::Takeover => self.stands_in(),
                By::Given | By::Forced | By::Human => false,
            },
            None => true,
        };
        let legal = if asked { table.legal_moves() } else { Vec::new() };
        (legal.len() > 1).then(|| self.next_move(replay, &legal)).transpose()
    }

    /// Whether the bot stands in for a person.
    fn stands_in(&self) -> bool {
        let player = self.record.players.get(self.seat.index());
        player.is_some_and(|player| player.bot.chosen_by_bot() == By::Takeover)
    }

    fn next_move(
        &mut self,
        replay: &Replay<'_, G>,
        legal: &[MoveOf<G>],
    ) -> Result<Answered<MoveOf<G>>, Lost> {
        let (table, seat) = (replay.table(), self.seat);
        let view = table.view(Observer::Seat(seat));
        let seed = bot_seed(self.record.seed, seat);
        let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
        let answered = self.call(call, |bot, journal| {
            bot.next_move(&table.turn(seat, &view, legal, seed, journal))
        })?;
        Ok(checked(table, answered))
    }

    /// Asks for the move at the position of the replay.
    pub fn decide(&mut self, replay: &Replay<'_, G>) -> Result<Inquiry, Lost> {
        let table = replay.table();
        let legal = table.legal_moves();
        let (answer, notes) = self.next_move(replay, &legal)?;
        let call = Call { seat: self.seat, hook: Hook::NextMove, ply: table.ply() };
        let chosen = answer.as_ref().ok().map(|mv| mv.to_string());
        let inquiry = Inquiry { answer: chosen, ..told(call, (answer.map(drop), notes)) };
        Ok(seen(table, self.seat, &legal, inquiry))
    }

    fn finish(&mut self, ply: u32, end: &End) -> Result<Inquiry, Lost> {
        let End { reason, ranks, points, .. } = end;
        let outcome = Outcome { reason: *reason, ranks: *ranks, points: *points };
        let seat = self.seat;
        let call = Call { seat, hook: Hook::Finish, ply };
        let answered = self
            .call(call, |bot, journal| bot.finish(&Finish { seat, outcome: &outcome, journal }))?;
        Ok(told(call, answered))
    }
}

/// What came of a call that makes no move.
pub(super) fn told(call: Call, (result, notes): Answered<()>) -> Inquiry {
    let Call { seat, hook, ply } = call;
    let Notes { fuel, allowed, log, marks, plots, .. } = notes;
    Inquiry {
        seat,
        ply,
        hook,
        view: Vec::new(),
        legal: Vec::new(),
        answer: None,
        fault: result.err(),
        fuel,
        allowed,
        log,
        marks,
        plots,
        cpu_us: None,
        profile: Vec::new(),
    }
}
