//! Calls bots: the only place that catches their panics and opens their journals.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::{AnyTable, Call, Onlooker, Table, words};
use juez_core::{
    Bot, Capacity, Fault, FaultKind, Finish, Game, Hook, Journal, Limits, MoveOf, Notes, Outcome,
    Player, Seat, SeatFault, Seed, Start, State,
};

/// The reason why the platform could not make a call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Lost(pub String);

/// The answer of a bot, with its notes.
pub(super) type Answered<T> = (Result<T, Fault>, Notes);

/// Result of a call: `None` if the seat has no bot, `Err` if the platform lost it.
pub(super) type Called<T> = Result<Option<Answered<T>>, Lost>;

/// The part of a seat's notes that lasts over the calls of a match.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// The names of the seat's curves so far.
    pub curves: Vec<String>,
    pub room: Capacity,
}

/// The bots of a match and the state of their calls.
pub(super) struct Caller<'a, G: Game> {
    /// The bot in each seat, if any.
    pub bots: Vec<Option<&'a mut dyn Bot<G>>>,
    pub onlooker: &'a mut dyn Onlooker,
    /// Faults from an earlier run of this match; those calls are not made again.
    pub known: &'a [SeatFault],
    pub limits: &'a Limits,
    /// The names of the seats, as shown to bots.
    pub names: Rc<[String]>,
    /// The seed of each seat.
    pub seeds: Vec<Seed>,
    /// The lasting notes of each seat.
    pub kept: Vec<Kept>,
}

/// Returns the names shown to bots: the players' names, or `seat 0`, `seat 1` and so on (also for a
/// bot's own seat) if names are hidden or missing from the record.
pub(super) fn names_for_bots(players: &[Player], seats: u8, hide: bool) -> Rc<[String]> {
    if hide || players.is_empty() {
        return Seat::all(seats).map(|seat| format!("seat {seat}")).collect();
    }
    players.iter().map(|player| player.name.clone()).collect()
}

impl<G: Game> Caller<'_, G> {
    /// Calls one hook of the bot in a seat, with a fresh journal; `None` if there is no bot. All
    /// answers of a bot pass through here on their way into a record, so this cuts them to the
    /// capacity of the seat.
    ///
    /// A panic is the bot's fault if its code runs in this process, otherwise the platform's.
    ///
    /// # Errors
    /// If the platform cannot make the call.
    pub fn call<T>(
        &mut self,
        call: Call,
        run: impl FnOnce(&mut dyn Bot<G>, &Journal) -> Result<T, Fault>,
    ) -> Called<T> {
        let Call { seat, hook, ply } = call;
        let Some(bot) = self.bots[seat.index()].as_deref_mut() else { return Ok(None) };
        let known = self
            .known
            .iter()
            .find(|known| (known.seat, known.fault.hook, known.ply) == (seat, hook, ply));
        if let Some(known) = known {
            return Ok(Some((Err(known.fault.clone()), Notes::default())));
        }
        let kept = &mut self.kept[seat.index()];
        let journal = Journal::new(self.limits.output).with_curves(mem::take(&mut kept.curves));
        self.onlooker.calling(call);
        let runs_here = bot.runs_here();
        // A panic can leave the bot in an inconsistent state, but nothing else.
        let result = catch_unwind(AssertUnwindSafe(|| run(bot, &journal)));
        self.onlooker.returned(call);
        let mut result = match result {
            Ok(result) => result,
            Err(panic) if runs_here => Err(panicked(hook, &*panic)),
            Err(panic) => return Err(Lost(words::broke(text_of(&*panic)))),
        };
        let mut notes = journal.take();
        kept.curves = journal.into_curves();
        if let Some(why) = notes.lost.take() {
            return Err(Lost(why));
        }
        kept.room.keep(&mut notes);
        if let Err(fault) = &mut result {
            kept.room.keep_fault(fault);
        }
        Ok(Some((result, notes)))
    }

    /// Calls one of the two hooks that begin a match for the bot in a seat.
    ///
    /// # Errors
    /// Like [`Caller::call`].
    pub fn begin(&mut self, table: &Table<G>, seat: Seat, hook: Hook) -> Called<()> {
        let (names, limits, seed) = (self.names.clone(), self.limits, self.seeds[seat.index()]);
        self.call(Call { seat, hook, ply: 0 }, |bot, journal| {
            let start = Start {
                seat,
                seats: table.seats(),
                team: table.state.team(seat),
                options: &table.options,
                players: &names,
                seed,
                limits,
                journal,
            };
            match hook {
                Hook::Load => bot.load(&start),
                _ => bot.start(&start),
            }
        })
    }

    /// Asks the bot in a seat for a move; the result is legal.
    ///
    /// # Errors
    /// Like [`Caller::call`].
    pub fn next_move(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        legal: &[MoveOf<G>],
    ) -> Called<MoveOf<G>> {
        let (view, seed) = (table.view(Some(seat)), self.seeds[seat.index()]);
        let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
        let answered = self.call(call, |bot, journal| {
            bot.next_move(&table.turn(seat, &view, legal, seed, journal))
        })?;
        Ok(answered.map(|answered| checked(table, answered)))
    }

    /// Reports the outcome to the bot in a seat after `ply` moves.
    ///
    /// # Errors
    /// Like [`Caller::call`].
    pub fn finish(&mut self, seat: Seat, ply: u32, outcome: &Outcome) -> Called<()> {
        let call = Call { seat, hook: Hook::Finish, ply };
        self.call(call, |bot, journal| bot.finish(&Finish { seat, outcome, journal }))
    }
}

/// Returns the fault of a bot that panicked in a hook.
pub fn panicked(hook: Hook, panic: &(dyn Any + Send)) -> Fault {
    let text = text_of(panic);
    Fault::new(FaultKind::Crashed, hook, text, words::panicked(text))
}

fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

/// Checks an answer against the rules. Returns the move, the game's penalty for it (which is then
/// logged), or a fault.
pub(super) fn checked<G: Game>(
    table: &Table<G>,
    (answer, mut notes): Answered<MoveOf<G>>,
) -> Answered<MoveOf<G>> {
    let checked = answer.and_then(|mv| match (table.check(mv), table.state.penalty(mv)) {
        (Ok(()), _) => Ok(mv),
        (Err(why), Some(penalty)) => {
            notes.log.push(format!("{mv} is not allowed: {why}; the rules make it {penalty}"));
            Ok(penalty)
        }
        (Err(why), None) => {
            let (text, why) = (mv.to_string(), why.to_string());
            Err(Fault::new(FaultKind::IllegalMove, Hook::NextMove, text, why))
        }
    });
    (checked, notes)
}
