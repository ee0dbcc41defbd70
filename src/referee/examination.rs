//! Putting a bot before a position: what would it play there, or what does one of its functions
//! say?
//!
//! Unlike an inquiry, which finds out what happened in a match, an examination needs no match. The
//! bot is loaded and started and stands before the position at once, or, where its memory matters,
//! is asked at each of its decisions on the way. Whatever it does wrong ends the examination there.

use serde_json::Value;

use super::calls::{Answered, Lost};
use super::inquiry::{Asking, seen, told};
use super::{Call, Inquiry, Replay, ReplayError, Watch, bot_seed};
use crate::core::{Bot, Game, Hook, Next, Observer, Record, Seat};

/// What a bot is asked at a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Task<'a> {
    /// For its move.
    Move,
    /// What its function of this name gives for these arguments, which follow the view.
    Call {
        /// The function.
        function: &'a str,
        /// The arguments behind the view.
        args: &'a [Value],
    },
}

/// What came of an examination.
#[derive(Clone, PartialEq, Debug)]
pub struct Examined {
    /// The last call that was made: the one asked for, or the first that failed.
    pub inquiry: Inquiry,
    /// What the function returned.
    pub returned: Option<Value>,
}

/// Why a bot cannot be put before a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExaminationError {
    /// The record cannot be replayed to its end.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// No seat is to move there.
    #[error("no seat is to move after ply {ply}: {why}")]
    NoMover {
        /// Moves made before.
        ply: u32,
        /// Over, or a deal is missing.
        why: &'static str,
    },
    /// Another seat is to move.
    #[error("seat {mover} is to move there, not seat {seat}")]
    NotToMove {
        /// The seat asked for.
        seat: Seat,
        /// The seat to move.
        mover: Seat,
    },
    /// One legal move is played without asking.
    #[error("the only legal move there is {only}, which is played without asking")]
    Forced {
        /// The move.
        only: String,
    },
    /// A person is put before no position.
    #[error("there is no bot to ask: a person plays there")]
    NoBot,
    /// The platform cannot make a call of the bot.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// The record switches off a script method that is not there.
    #[error("{0}")]
    Without(String),
}

/// The position after all moves of `record`, and the seat to move, which must be `seat` if that is
/// given. For a move it must have a choice.
///
/// # Errors
/// If the record is wrong or the bot is not asked so there.
pub fn place<'r, G: Game>(
    record: &'r Record,
    seat: Option<Seat>,
    task: Task<'_>,
) -> Result<(Replay<'r, G>, Seat), ExaminationError> {
    let mut replay = Replay::<G>::new(record)?;
    replay.go_to_end()?;
    let table = replay.table();
    let no_mover = |why| Err(ExaminationError::NoMover { ply: table.ply(), why });
    let mover = match table.next() {
        Next::Move(mover) => mover,
        Next::Deal => return no_mover("a deal is due that the record does not have"),
        Next::Over => return no_mover("the match is over"),
    };
    if let Some(seat) = seat.filter(|&seat| seat != mover) {
        return Err(ExaminationError::NotToMove { seat, mover });
    }
    if let (Task::Move, [only]) = (task, &table.legal_moves()[..]) {
        return Err(ExaminationError::Forced { only: only.to_string() });
    }
    Ok((replay, mover))
}

/// Puts `bot` before the position after all moves of `record`, at the seat to move. With `relive`
/// it is asked at each of its decisions before that too; the moves of the record are played
/// whatever it answers.
///
/// # Errors
/// As [`place`].
pub fn examine<G: Game>(
    record: &Record,
    task: Task<'_>,
    relive: bool,
    bot: &mut dyn Bot<G>,
    watch: &mut dyn Watch<G>,
) -> Result<Examined, ExaminationError> {
    let (last, seat) = place::<G>(record, None, task)?;
    let mut replay = Replay::<G>::new(record)?;
    let limits = record.limits.clone().unwrap_or_default();
    let mut asking = Asking::new(record, seat, &limits, bot, watch);
    let failed = |inquiry| Ok(Examined { inquiry, returned: None });
    for hook in [Hook::Load, Hook::Start] {
        let answered = asking.begin(&replay, hook)?;
        if answered.0.is_err() {
            return failed(told(Call { seat, hook, ply: 0 }, answered));
        }
    }
    while relive && replay.table().ply() < last.table().ply() {
        let ply = replay.table().ply();
        if let Some((Err(fault), notes)) = asking.relive(&replay)? {
            let call = Call { seat, hook: Hook::NextMove, ply };
            let (table, legal) = (replay.table(), replay.table().legal_moves());
            return failed(seen(table, seat, &legal, told(call, (Err(fault), notes))));
        }
        replay.step()?;
    }
    Ok(match task {
        Task::Move => Examined { inquiry: asking.decide(&last)?, returned: None },
        Task::Call { function, args } => call_function(&mut asking, &last, function, args)?,
    })
}

/// Calls a function of the bot's own at the position of the replay.
fn call_function<G: Game>(
    asking: &mut Asking<'_, G>,
    replay: &Replay<'_, G>,
    function: &str,
    args: &[Value],
) -> Result<Examined, Lost> {
    let (table, seat, record) = (replay.table(), asking.seat, asking.record);
    let (view, legal) = (table.view(Observer::Seat(seat)), table.legal_moves());
    let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
    let seed = bot_seed(record.seed, seat);
    let (returned, notes): Answered<Value> = asking.call(call, |bot, journal| {
        bot.call(&table.turn(seat, &view, &legal, seed, journal), function, args)
    })?;
    let (returned, result) = match returned {
        Ok(value) => (Some(value), Ok(())),
        Err(fault) => (None, Err(fault)),
    };
    let inquiry = seen(table, seat, &legal, told(call, (result, notes)));
    Ok(Examined { inquiry, returned })
}
