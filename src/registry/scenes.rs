//! Positions of a record as a seat or an onlooker sees them, one by one or told from the beginning.

use super::sight::Seen;
use super::{MadeMove, Onlooker, RecordFault, Sight, Step, words};
use crate::core::{
    By, Drawing, Game, GameInfo, Hook, Next, Outcome, PerSeat, Ply, Record, Seat, SeatFault,
};
use crate::referee::{Replay, Table};

/// Whose view of a table is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// What this seat sees.
    Seat(Seat),
    /// What lies face up.
    Public,
    /// Everything, face up: for finished matches and lessons.
    Open,
}

impl Eyes {
    /// Whether they may see what the bot of `seat` drew and wrote, which may tell of its hand, in a
    /// game with hidden hands or without.
    pub fn see_notes_of(self, seat: Seat, hidden: bool) -> bool {
        !hidden || self == Eyes::Open || self == Eyes::Seat(seat)
    }
}

/// A moment of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    /// Moves made before.
    pub ply: u32,
    /// Whether the deal that is due then lies on the table; where none is due it is no matter.
    pub dealt: bool,
}

impl Moment {
    /// The moment of the decision after `ply` moves.
    pub const fn at(ply: u32) -> Moment {
        Moment { ply, dealt: true }
    }
}

/// A position of a record as a seat or an onlooker sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The table.
    pub drawing: Drawing,
    /// The seat to move; `None` if there is none.
    pub to_move: Option<Seat>,
    /// The points as they stand.
    pub points: PerSeat<i32>,
}

/// The position of `record` at a moment, or its last if it has fewer moves.
pub(super) fn scene<G: Game>(
    record: &Record,
    moment: Moment,
    eyes: Eyes,
) -> Result<Scene, RecordFault> {
    let mut replay = Replay::<G>::new(record)?;
    match moment.dealt {
        true => replay.go_to(moment.ply)?,
        false => {
            replay.go_to(moment.ply.saturating_sub(1))?;
            replay.step_before_deal()?;
        }
    }
    let table = replay.table();
    let to_move = match table.next() {
        Next::Move(seat) => Some(seat),
        Next::Deal | Next::Over => None,
    };
    seat_is_there(table.seats(), eyes, table.ply())?;
    Ok(Scene { drawing: Seen { table, eyes }.draw(), to_move, points: table.points() })
}

/// Tells `onlooker` of a record what it would have been told of the match, but for the calls.
pub(super) fn retell<G: Game>(
    record: &Record,
    eyes: Eyes,
    onlooker: &mut dyn Onlooker,
) -> Result<(), RecordFault> {
    let mut replay = Replay::<G>::new(record)?;
    seat_is_there(replay.table().seats(), eyes, 0)?;
    let options = replay.options();
    let wrong = |error| RecordFault { ply: 0, error: format!("{error}") };
    let blank = Table::<G>::new(options).map_err(wrong)?;
    onlooker.begins(&Seen { table: &blank, eyes });
    // Bots are started before anything is dealt.
    let at_start = |fault: &SeatFault| fault.ply == 0 && fault.fault.hook.begins();
    logs(&G::INFO, record, eyes, Hook::begins, onlooker);
    faults(&G::INFO, record, eyes, at_start, onlooker);
    if !replay.table().deals().is_empty() {
        onlooker.dealt(&Seen { table: replay.table(), eyes });
    }
    loop {
        let ply = replay.table().ply();
        let here = |fault: &SeatFault| fault.ply == ply && fault.fault.hook != Hook::Finish;
        if ply as usize == record.moves.len() {
            logs(&G::INFO, record, eyes, |hook| hook == Hook::NextMove, onlooker);
        }
        faults(&G::INFO, record, eyes, |fault| here(fault) && !at_start(fault), onlooker);
        if !replay.step_before_deal()? {
            break;
        }
        let table = replay.table();
        let (seat, mv) = last_move(table, eyes);
        let how = record.plies.get(ply as usize);
        let mut how = how.cloned().unwrap_or_else(|| Ply::unasked(By::Bot));
        if !eyes.see_notes_of(seat, G::INFO.hidden) {
            (how.log, how.marks, how.plots) = (None, None, Vec::new());
        }
        let how = &how;
        onlooker.moved(&Step {
            ply: table.ply(),
            seat,
            mv: &mv,
            how,
            table: &Seen { table, eyes },
        });
        if replay.deal_if_due()? {
            onlooker.dealt(&Seen { table: replay.table(), eyes });
        }
    }
    if let Some(end) = &record.end {
        let outcome = Outcome { reason: end.reason, ranks: end.ranks, points: end.points };
        onlooker.over(&outcome, &Seen { table: replay.table(), eyes });
        logs(&G::INFO, record, eyes, |hook| hook == Hook::Finish, onlooker);
        faults(&G::INFO, record, eyes, |fault| fault.fault.hook == Hook::Finish, onlooker);
    }
    Ok(())
}

/// The moves of `record` as `eyes` saw them.
pub(super) fn moves<G: Game>(record: &Record, eyes: Eyes) -> Result<Vec<MadeMove>, RecordFault> {
    let mut replay = Replay::<G>::new(record)?;
    let mut moves = Vec::new();
    loop {
        let deal = replay.table().deal();
        if !replay.step()? {
            return Ok(moves);
        }
        let (seat, mv) = last_move(replay.table(), eyes);
        moves.push(MadeMove { deal, seat, text: mv });
    }
}

/// The move that was just made, as `eyes` see it, and who made it.
fn last_move<G: Game>(table: &Table<G>, eyes: Eyes) -> (Seat, String) {
    Seen { table, eyes }.last_move(eyes).expect("a move was just made")
}

/// Tells what bots wrote in some of the calls that made no move.
fn logs(
    game: &GameInfo,
    record: &Record,
    eyes: Eyes,
    of: impl Fn(Hook) -> bool,
    onlooker: &mut dyn Onlooker,
) {
    let logs = record.logs.iter().filter(|log| of(log.hook));
    logs.filter(|log| eyes.see_notes_of(log.seat, game.hidden)).for_each(|log| onlooker.wrote(log));
}

/// Tells of some of the faults.
fn faults(
    game: &GameInfo,
    record: &Record,
    eyes: Eyes,
    of: impl Fn(&SeatFault) -> bool,
    onlooker: &mut dyn Onlooker,
) {
    let faults = record.end.iter().flat_map(|end| &end.faults);
    for fault in faults.filter(|fault| of(fault)) {
        let may_see = eyes.see_notes_of(fault.seat, game.hidden);
        onlooker.fault(fault, if may_see { record.log_of(fault) } else { &[] });
    }
}

fn seat_is_there(seats: u8, eyes: Eyes, ply: u32) -> Result<(), RecordFault> {
    match eyes {
        Eyes::Seat(seat) if u8::from(seat) >= seats => {
            let last = seats - 1;
            Err(RecordFault { ply, error: words::no_seat(seat, last) })
        }
        _ => Ok(()),
    }
}
