//! Reading records: each function is a walk over one.

use super::{AnyGame, PlayerSpec, words};
use crate::core::{
    By, Drawing, End, Fault, Hook, Next, Observer, Outcome, PerSeat, PlayedBy, Player, Ply, Record,
    Seat, SeatFault, SeatSet, Seed,
};
use crate::referee::{
    self, AnyTable, Moment, Onlooker, Position, RecordFault, Replay, Step, positions,
};

type Result<T, E = RecordFault> = std::result::Result<T, E>;

/// The good positions of a record, and the error after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalWalk {
    /// The positions asked for.
    pub lines: Vec<Position>,
    /// The error in the rest, if there is one.
    pub error: Option<RecordFault>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeMove {
    /// Number of the deal it belongs to, from 0; 0 in games without chance.
    pub deal: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub text: String,
}

/// A position of a record as one observer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnTable {
    /// The table.
    pub drawing: Drawing,
    /// The seat to move; `None` if there is none.
    pub to_move: Option<Seat>,
    /// The points as they stand.
    pub points: PerSeat<i32>,
}

impl dyn AnyGame + '_ {
    /// A walk over a record, which stands before the first move.
    ///
    /// # Errors
    /// If its head is wrong or its first deal impossible.
    pub fn replay<'r>(&self, record: &'r Record) -> Result<Replay<'r, dyn AnyTable>> {
        let mut replay = self.undealt(record)?;
        replay.deal_if_due()?;
        Ok(replay)
    }

    /// A walk over a record, which stands before the first deal.
    fn undealt<'r>(&self, record: &'r Record) -> Result<Replay<'r, dyn AnyTable>> {
        Replay::open(record, self.info(), |options| self.table(options))
    }

    /// The legal moves after a record's moves, or with `all` at every ply.
    pub fn legal(&self, record: &Record, all: bool) -> LegalWalk {
        let mut walk = LegalWalk { lines: Vec::new(), error: None };
        for position in positions(self.replay(record)) {
            if !all {
                walk.lines.clear();
            }
            match position {
                Ok(position) => walk.lines.push(position),
                Err(error) => walk.error = Some(error),
            }
        }
        walk
    }

    /// Checks a position to go on from. Deals that have not fallen due yet are for later.
    ///
    /// # Errors
    /// The first thing that is wrong with its options, deals or moves.
    pub fn check_position(&self, record: &Record) -> Result<()> {
        let mut replay = self.replay(record)?;
        replay.go_to(u32::MAX)?;
        // In a game without chance no deal will ever fall due.
        if replay.table().deals().is_empty() {
            replay.go_to_end()?;
        }
        Ok(())
    }

    /// The position of a record after `ply` moves, to go on from: its rules, the deals made by then
    /// and its moves, without players and seed.
    ///
    /// # Errors
    /// The first thing that is wrong before that, or if no move can follow there.
    pub fn position_after(&self, record: &Record, ply: u32) -> Result<Record> {
        let mut replay = self.replay(record)?;
        replay.go_to(ply)?;
        let table = replay.table();
        let wrong = |error| Err(RecordFault { ply: table.ply(), error });
        if table.ply() < ply {
            return wrong(words::no_ply(ply, table.ply()));
        }
        if table.next() == Next::Over {
            return wrong(words::over_there(ply));
        }
        let deals = table.deals().to_vec();
        Ok(Record {
            rules: record.rules,
            options: table.options_json(),
            without: record.without.clone(),
            given_deals: deals.len() as u32,
            deals,
            moves: record.moves[..ply as usize].to_vec(),
            ..Record::new(self.info().id)
        })
    }

    /// Replays a record and checks its end; the end that follows from its moves, `None` for an
    /// unfinished match.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, record: &Record) -> Result<Option<End>> {
        referee::verify(self.replay(record)?)
    }

    /// Checks the rest of a record: chance against its seed, players against the options and the
    /// bots of the game, and how moves and faults came about. The record must have an end that
    /// follows.
    ///
    /// # Errors
    /// The first thing that cannot have been.
    pub fn audit(&self, record: &Record) -> Result<()> {
        self.api(&record.without).map_err(|error| RecordFault::new(0, error))?;
        let built_in = |player: &&Player| player.bot == PlayedBy::Builtin;
        for player in record.players.iter().filter(built_in) {
            let Some(source) = &player.source else { continue };
            PlayerSpec::built_in(source, self).map_err(|error| RecordFault::new(0, error))?;
        }
        referee::audit(self.undealt(record)?)
    }

    /// Counts the move sequences of exactly `depth` moves after a record's moves for each first move;
    /// where a deal is due first, it is drawn from `seed`.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn perft(&self, record: &Record, depth: u32, seed: Seed) -> Result<Vec<(String, u64)>> {
        let mut replay = self.replay(record)?;
        replay.go_to_end()?;
        let mut table = replay.into_table();
        if table.next() == Next::Deal {
            let ply = table.ply();
            let dealt = table.deal_from(&record.seed.unwrap_or(seed));
            dealt.map_err(|error| RecordFault::new(ply, error))?;
        }
        Ok(table.perft(depth))
    }

    /// The table after a record's moves, everything face up.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn draw(&self, record: &Record) -> Result<Drawing> {
        let mut replay = self.replay(record)?;
        replay.go_to_end()?;
        Ok(replay.table().draw(Observer::Open))
    }

    /// The table of a record after `ply` moves, as `observer` sees it.
    ///
    /// # Errors
    /// As `drawn`.
    pub fn draw_for(&self, record: &Record, ply: u32, observer: Observer) -> Result<Drawing> {
        Ok(self.drawn(record, Moment::at(ply), observer)?.drawing)
    }

    /// A position of a record as `observer` sees it; its last if it has fewer moves.
    ///
    /// # Errors
    /// If the record is wrong before that, or has no such seat.
    pub fn drawn(&self, record: &Record, moment: Moment, observer: Observer) -> Result<DrawnTable> {
        let mut replay = self.replay(record)?;
        replay.go_to_moment(moment)?;
        let table = replay.table();
        check_seat(table, observer)?;
        // The score of a hand has no room next to the lists of moves.
        let (drawing, to_move) = (table.draw_position(observer), table.to_move());
        Ok(DrawnTable { drawing, to_move, points: table.points() })
    }

    /// Every move of a record with its hand and the seat that made it.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn moves(&self, record: &Record) -> Result<Vec<MadeMove>> {
        self.moves_for(record, Observer::Open)
    }

    /// Every move of a record as `observer` saw it: a private signal is no more than a signal.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn moves_for(&self, record: &Record, observer: Observer) -> Result<Vec<MadeMove>> {
        let mut replay = self.replay(record)?;
        let mut moves = Vec::new();
        loop {
            let deal = replay.table().deal();
            if !replay.step()? {
                return Ok(moves);
            }
            let (seat, text) = last_move(replay.table(), observer);
            moves.push(MadeMove { deal, seat, text });
        }
    }

    /// Takes out of a record what the bots of some seats wrote, drew and spent, and their faults in their
    /// own words.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves; the notes behind it stay.
    pub fn forget_notes(&self, record: &mut Record, seats: SeatSet) -> Result<()> {
        struct Movers(Vec<Seat>);
        impl Onlooker for Movers {
            fn moved(&mut self, step: &Step<'_>) {
                self.0.push(step.seat);
            }
        }
        let mut movers = Movers(Vec::new());
        let walked = self.retell(record, Observer::Open, &mut movers);
        for (ply, _) in record.plies.iter_mut().zip(&movers.0).filter(|(_, seat)| seats.has(**seat))
        {
            *ply = Ply::unasked(ply.by);
        }
        record.logs.retain(|log| !seats.has(log.seat));
        let faults = record.end.iter_mut().flat_map(|end| &mut end.faults);
        for SeatFault { fault, .. } in faults.filter(|fault| seats.has(fault.seat)) {
            *fault = Fault::new(fault.kind, fault.hook, "", "");
        }
        walked
    }

    /// Makes the calls of an onlooker that it would get from the match of a record, but for those
    /// about calls of bots. Each move of a position without plies counts as a bot's.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves; the onlooker has seen what comes
    /// before.
    pub fn retell(
        &self,
        record: &Record,
        observer: Observer,
        onlooker: &mut dyn Onlooker,
    ) -> Result<()> {
        let mut replay = self.undealt(record)?;
        check_seat(replay.table(), observer)?;
        let mut shown = Shown { record, observer, hidden: self.info().hidden, onlooker };
        shown.onlooker.begins(replay.table());
        // Bots are started before anything is dealt.
        let at_start = |fault: &SeatFault| fault.ply == 0 && fault.fault.hook.begins();
        shown.logs(Hook::begins);
        shown.faults(at_start);
        if replay.deal_if_due()? {
            shown.onlooker.dealt(replay.table());
        }
        loop {
            let ply = replay.table().ply();
            let here = |fault: &SeatFault| fault.ply == ply && fault.fault.hook != Hook::Finish;
            if ply as usize == record.moves.len() {
                shown.logs(|hook| hook == Hook::NextMove);
            }
            shown.faults(|fault| here(fault) && !at_start(fault));
            if !replay.step_before_deal()? {
                break;
            }
            shown.moved(replay.table());
            if replay.deal_if_due()? {
                shown.onlooker.dealt(replay.table());
            }
        }
        if let Some(end) = &record.end {
            let outcome = Outcome { reason: end.reason, ranks: end.ranks, points: end.points };
            shown.onlooker.over(&outcome, replay.table());
            shown.logs(|hook| hook == Hook::Finish);
            shown.faults(|fault| fault.fault.hook == Hook::Finish);
        }
        Ok(())
    }
}

/// An onlooker of a record, with the part of it that is shown.
struct Shown<'a> {
    record: &'a Record,
    observer: Observer,
    hidden: bool,
    onlooker: &'a mut dyn Onlooker,
}

impl Shown<'_> {
    fn shows_notes_of(&self, seat: Seat) -> bool {
        self.observer.sees_notes_of(seat, self.hidden)
    }

    fn logs(&mut self, of: impl Fn(Hook) -> bool) {
        let record = self.record;
        for log in record.logs.iter().filter(|log| of(log.hook)) {
            if self.shows_notes_of(log.seat) {
                self.onlooker.wrote(log);
            }
        }
    }

    fn faults(&mut self, of: impl Fn(&SeatFault) -> bool) {
        let record = self.record;
        for fault in record.faults().iter().filter(|fault| of(fault)) {
            let in_sight = self.shows_notes_of(fault.seat);
            self.onlooker.fault(fault, if in_sight { record.log_of(fault) } else { &[] });
        }
    }

    /// Shows the move that was just made.
    fn moved(&mut self, table: &dyn AnyTable) {
        let (seat, mv) = last_move(table, self.observer);
        let how = self.record.plies.get(table.ply() as usize - 1);
        let mut how = how.cloned().unwrap_or_else(|| Ply::unasked(By::Bot));
        if !self.shows_notes_of(seat) {
            (how.log, how.marks, how.plots) = (None, None, Vec::new());
        }
        self.onlooker.moved(&Step { ply: table.ply(), seat, mv: &mv, how: &how, table });
    }
}

/// The move that was just made, as `observer` sees it, and the seat that made it.
fn last_move(table: &dyn AnyTable, observer: Observer) -> (Seat, String) {
    table.last_move(observer).expect("a move was just made")
}

fn check_seat(table: &dyn AnyTable, observer: Observer) -> Result<()> {
    match observer {
        Observer::Seat(seat) if u8::from(seat) >= table.seats() => {
            Err(RecordFault::new(table.ply(), words::no_seat(seat, table.seats() - 1)))
        }
        _ => Ok(()),
    }
}
