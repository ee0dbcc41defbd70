//! Asks a bot about a position of a record: again as in the match, or for the first time.
//!
//! The bot is loaded and started as in the match. If its memory matters, it relives the match: it
//! is asked again at every ply where it was asked, and the recorded move is played whatever its
//! answer. So it has the same state as in the match when the requested call comes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::calls::{Answered, Called, Caller, Kept, Lost, names_for_bots};
use super::{AnyTable, Call, Onlooker, RecordFault, Replay, Table, bot_seed};
use juez_core::{
    Bot, By, CodeLine, End, Fault, Game, Hook, Mark, MoveOf, Next, Notes, Outcome, Plot,
    ProfileRow, Record, Seat,
};
use juez_script::UnknownMethod;

/// An inspected call of a bot.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Inspection {
    /// The result of the bot's function, if one was called and returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<Value>,
    /// The seat of the bot.
    pub seat: Seat,
    /// Moves made before the call.
    pub ply: u32,
    /// The hook that was called; differs from the requested one if the bot failed earlier.
    pub hook: Hook,
    /// The view of the seat, field by field; only for `next_move`.
    pub view: Vec<String>,
    /// The legal moves, in ascending order; only for `next_move`.
    pub legal: Vec<String>,
    /// The chosen move, or the penalty that the rules replaced it by.
    pub answer: Option<String>,
    /// The fault of the call.
    pub fault: Option<Fault>,
    /// Fuel used by the call, in the units of the bot's language; `None` if it is not metered.
    pub fuel: Option<u64>,
    /// Fuel limit of the call.
    pub allowed: Option<u64>,
    /// The lines it printed.
    pub log: Vec<String>,
    /// The marks it drew.
    pub marks: Vec<Mark>,
    /// The values of its curves.
    #[serde(default, deserialize_with = "Plot::read", skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<Plot>,
    /// CPU time of the call in microseconds, if measured.
    pub cpu_us: Option<u64>,
    /// The lines that used the most fuel, in descending order, if lines were counted.
    pub profile: Vec<ProfileRow>,
    /// The line at which the call ended, which returned the answer; only if lines were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<CodeLine>,
}

impl Inspection {
    /// Creates the inspection of a call that was not made.
    pub fn unasked(call: Call) -> Inspection {
        answered(call, (Ok(()), Notes::default()))
    }

    /// Adds the view of the seat at `table` and its legal moves.
    #[must_use]
    pub fn at<T: AnyTable + ?Sized>(self, table: &T) -> Inspection {
        Inspection { view: table.view_fields(self.seat), legal: table.legal(), ..self }
    }
}

/// A question to a bot at a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Task<'a> {
    /// Asks for its move.
    Move,
    /// Asks for the result of one of its functions.
    Call {
        /// The name of the function.
        function: &'a str,
        /// The arguments after the view.
        args: &'a [Value],
    },
}

/// A call of a bot at a position of a record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Request<'a> {
    /// The call; its seat is the bot's.
    pub call: Call,
    /// The question, if the call is `next_move`.
    pub task: Task<'a>,
    /// True to ask the bot at each of its earlier decisions too.
    pub relive: bool,
    /// True to end at the first fault. Otherwise only a bot that does not load ends the inspection,
    /// since a bot can continue after a fault in a match too.
    pub strict: bool,
}

/// The reason why a call cannot be inspected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum InspectError {
    #[error("the record is wrong at {0}")]
    Replay(#[from] RecordFault),
    /// The match has no such call; the reason.
    #[error("{0}")]
    NoCall(String),
    /// The record disables an unknown script method.
    #[error(transparent)]
    Without(#[from] UnknownMethod),
    #[error("no bot to ask: a person plays there, who chooses only once")]
    NoBot,
    /// The platform cannot make a call of the bot.
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error("the record has no end, so finish(result) cannot be called")]
    NoEnd,
}

/// Makes the requested call of `bot`, or the first earlier call that ends the inspection.
///
/// # Errors
/// If the record is wrong before the ply of the call, or the platform cannot make a call.
pub fn inspect<G: Game>(
    record: &Record,
    request: &Request<'_>,
    bot: &mut dyn Bot<G>,
    onlooker: &mut dyn Onlooker,
) -> Result<Inspection, InspectError> {
    let Request { call, task, relive, strict } = *request;
    let mut replay = Replay::<Table<G>>::new(record)?;
    let limits = record.limits.clone().unwrap_or_default();
    let seats = replay.table().seats();
    let mut bots: Vec<Option<&mut dyn Bot<G>>> = Seat::all(seats).map(|_| None).collect();
    bots[call.seat.index()] = Some(bot);
    let caller = Caller {
        bots,
        onlooker,
        known: &[],
        limits: &limits,
        names: names_for_bots(&record.players, seats, record.hide_names),
        seeds: Seat::all(seats).map(|seat| bot_seed(record.seed, seat)).collect(),
        kept: vec![Kept::default(); seats.into()],
    };
    let mut asking = Asking { record, seat: call.seat, caller };
    for hook in [Hook::Load, Hook::Start] {
        let begun = asking.caller.begin(replay.table(), call.seat, hook)?;
        let result = begun.ok_or(InspectError::NoBot)?;
        if hook == call.hook || (result.0.is_err() && (strict || hook == Hook::Load)) {
            return Ok(answered(Call { hook, ply: 0, ..call }, result));
        }
    }
    let end = match call.hook {
        Hook::Finish => Some(record.end.as_ref().ok_or(InspectError::NoEnd)?),
        _ => None,
    };
    let ply = if end.is_some() { record.moves.len() as u32 } else { call.ply };
    while replay.table().ply() < ply {
        let asked = if relive { asking.relive(replay.table())? } else { None };
        if let Some((Err(fault), notes)) = asked.filter(|_| strict) {
            let call = Call { ply: replay.table().ply(), ..call };
            return Ok(answered(call, (Err(fault), notes)).at(replay.table()));
        }
        if !replay.step()? {
            break;
        }
    }
    match (end, task) {
        (Some(end), _) => asking.finish(ply, end),
        (None, Task::Move) => asking.decide(replay.table()),
        (None, Task::Call { function, args }) => {
            asking.call_function(replay.table(), function, args)
        }
    }
}

/// A bot that relives a match.
struct Asking<'a, G: Game> {
    record: &'a Record,
    seat: Seat,
    caller: Caller<'a, G>,
}

impl<G: Game> Asking<'_, G> {
    /// Asks the bot again if it was asked here in the match, to restore its memory. Returns its
    /// answer, if it was asked.
    fn relive(&mut self, table: &Table<G>) -> Called<MoveOf<G>> {
        if table.next() != Next::Move(self.seat) {
            return Ok(None);
        }
        let asked = match self.record.plies.get(table.ply() as usize) {
            Some(ply) => match ply.by {
                By::Bot => true,
                // A bot that is out is not asked, and a bot that was asked has a log.
                By::Substitute => ply.log.is_some(),
                // Only the stand-in of a person takes over.
                By::Takeover => self.stands_in(),
                By::Given | By::Forced | By::Human => false,
            },
            None => true,
        };
        let legal = if asked { table.legal_moves() } else { Vec::new() };
        if legal.len() <= 1 {
            return Ok(None);
        }
        self.caller.next_move(table, self.seat, &legal)
    }

    /// Returns true if the bot is the stand-in of a person.
    fn stands_in(&self) -> bool {
        let player = self.record.players.get(self.seat.index());
        player.is_some_and(|player| player.bot.chosen_by_bot() == By::Takeover)
    }

    fn decision(&self, table: &Table<G>) -> Call {
        Call { seat: self.seat, hook: Hook::NextMove, ply: table.ply() }
    }

    /// Asks for the move at a position.
    fn decide(&mut self, table: &Table<G>) -> Result<Inspection, InspectError> {
        Ok(decide(&mut self.caller, table, self.seat)?.at(table))
    }

    /// Calls a function of the bot at a position.
    fn call_function(
        &mut self,
        table: &Table<G>,
        function: &str,
        args: &[Value],
    ) -> Result<Inspection, InspectError> {
        let seat = self.seat;
        let (view, legal) = (table.view(Some(seat)), table.legal_moves());
        let (seed, call) = (self.caller.seeds[seat.index()], self.decision(table));
        let asked = self.caller.call(call, |bot, journal| {
            bot.call(&table.turn(seat, &view, &legal, seed, journal), function, args)
        })?;
        let (returned, notes) = asked.ok_or(InspectError::NoBot)?;
        let (returned, result) = match returned {
            Ok(value) => (Some(value), Ok(())),
            Err(fault) => (None, Err(fault)),
        };
        Ok(Inspection { returned, ..answered(call, (result, notes)) }.at(table))
    }

    fn finish(&mut self, ply: u32, end: &End) -> Result<Inspection, InspectError> {
        let End { reason, ranks, points, .. } = end;
        let outcome = Outcome { reason: *reason, ranks: *ranks, points: *points };
        let finished = self.caller.finish(self.seat, ply, &outcome)?;
        let call = Call { seat: self.seat, hook: Hook::Finish, ply };
        Ok(answered(call, finished.ok_or(InspectError::NoBot)?))
    }
}

/// Asks the bot of a seat for its move; leaves out the view.
pub(super) fn decide<G: Game>(
    caller: &mut Caller<'_, G>,
    table: &Table<G>,
    seat: Seat,
) -> Result<Inspection, InspectError> {
    let asked = caller.next_move(table, seat, &table.legal_moves())?;
    let (answer, notes) = asked.ok_or(InspectError::NoBot)?;
    let chosen = answer.as_ref().ok().map(|mv| mv.to_string());
    let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
    Ok(Inspection { answer: chosen, ..answered(call, (answer.map(drop), notes)) })
}

/// Creates the inspection of a call that made no move.
pub(super) fn answered(call: Call, (result, notes): Answered<()>) -> Inspection {
    let Call { seat, hook, ply } = call;
    let Notes { fuel, allowed, log, marks, plots, .. } = notes;
    let fault = result.err();
    Inspection { seat, ply, hook, fault, fuel, allowed, log, marks, plots, ..Default::default() }
}
