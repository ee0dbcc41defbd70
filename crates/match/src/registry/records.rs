//! Reads records: each function is a walk over one.

use serde::Serialize;
use serde_json::Value;

use super::{AnyGame, PlayerSpec, words};
use crate::referee::{
    self, AnyTable, Moment, Onlooker, Position, RecordFault, Replay, Step, positions,
};
use juez_core::{
    By, Drawing, End, Fault, Hook, Next, Observer, Outcome, PerSeat, PlayedBy, Player, Ply, Record,
    Seat, SeatFault, SeatSet, Seed,
};

type Result<T, E = RecordFault> = std::result::Result<T, E>;

/// The valid positions of a record, and the error after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalWalk {
    /// The requested positions.
    pub lines: Vec<Position>,
    /// The error after them, if any.
    pub error: Option<RecordFault>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeMove {
    /// The number of its deal, from 0; 0 in games without chance.
    pub deal: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub text: String,
}

/// A position of a record as seen by one observer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnTable {
    /// The table.
    pub drawing: Drawing,
    /// The seat to move, if any.
    pub to_move: Option<Seat>,
    /// The current points.
    pub points: PerSeat<i32>,
}

impl dyn AnyGame + '_ {
    /// Starts a walk over a record before the first move.
    ///
    /// # Errors
    /// If its header is wrong or its first deal impossible.
    pub fn replay<'r>(&self, record: &'r Record) -> Result<Replay<'r, dyn AnyTable>> {
        let mut replay = self.undealt(record)?;
        replay.deal_if_due()?;
        Ok(replay)
    }

    /// Starts a walk over a record before the first deal.
    fn undealt<'r>(&self, record: &'r Record) -> Result<Replay<'r, dyn AnyTable>> {
        Replay::open(record, self.info(), |options| self.table(options))
    }

    /// Returns the legal moves after a record's moves, or with `all` at every ply.
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

    /// Appends the lines of `juez legal` for record `number`, counted from 0: one JSON object per
    /// position of `legal`.
    ///
    /// # Errors
    /// The error after these positions.
    pub fn legal_lines(
        &self,
        record: &Record,
        number: usize,
        all: bool,
        lines: &mut Vec<u8>,
    ) -> Result<()> {
        #[derive(Serialize)]
        struct Line<'p> {
            record: usize,
            ply: u32,
            seat: Option<Seat>,
            legal: &'p [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            needs: Option<&'static str>,
        }
        let walk = self.legal(record, all);
        for &Position { ply, seat, ref legal, needs_deal } in &walk.lines {
            let needs = needs_deal.then_some("deal");
            let line = Line { record: number, ply, seat, legal, needs };
            serde_json::to_writer(&mut *lines, &line).expect("plain data");
            lines.push(b'\n');
        }
        walk.error.map_or(Ok(()), Err)
    }

    /// Checks a position to continue from. Deals that are not due yet are not checked.
    ///
    /// # Errors
    /// The first error in its options, deals or moves.
    pub fn check_position(&self, record: &Record) -> Result<()> {
        let mut replay = self.replay(record)?;
        replay.go_to(u32::MAX)?;
        // In a game without chance no deal will ever be due.
        if replay.table().deal_count() == 0 {
            replay.go_to_end()?;
        }
        Ok(())
    }

    /// Returns the position of a record after `ply` moves, to continue from: its rules, the deals
    /// made so far and its moves, without players and seed.
    ///
    /// # Errors
    /// The first error before that position, or if no move can follow it.
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
        let deals = table.deals();
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

    /// Replays a record and checks its end. Returns the end that follows from its moves, `None` for
    /// an unfinished match.
    ///
    /// # Errors
    /// The first error.
    pub fn verify(&self, record: &Record) -> Result<Option<End>> {
        referee::verify(self.replay(record)?)
    }

    /// Checks the rest of a record: chance against its seed, players against the options and the
    /// bots of the game, and the origin of moves and faults. The record must pass `verify` first.
    ///
    /// # Errors
    /// The first impossible fact.
    pub fn audit(&self, record: &Record) -> Result<()> {
        self.api(&record.without).map_err(|error| RecordFault::new(0, error))?;
        let built_in = |player: &&Player| player.bot == PlayedBy::Builtin;
        for player in record.players.iter().filter(built_in) {
            let Some(source) = &player.source else { continue };
            PlayerSpec::check_built_in(source, self).map_err(|error| RecordFault::new(0, error))?;
        }
        referee::audit(self.undealt(record)?)
    }

    /// Counts the move sequences of exactly `depth` moves after a record's moves, per first move.
    /// Draws a deal that is due first from `seed`.
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

    /// Draws the table after a record's moves with everything face up.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn draw(&self, record: &Record) -> Result<Drawing> {
        let mut replay = self.replay(record)?;
        replay.go_to_end()?;
        Ok(replay.table().draw(Observer::Open))
    }

    /// Draws the table of a record after `ply` moves, as seen by `observer`.
    ///
    /// # Errors
    /// Like `drawn`.
    pub fn draw_for(&self, record: &Record, ply: u32, observer: Observer) -> Result<Drawing> {
        Ok(self.drawn(record, Moment::at(ply), observer)?.drawing)
    }

    /// Returns a position of a record as seen by `observer`; the last one if it has fewer moves.
    ///
    /// # Errors
    /// If the record is wrong before that position, or has no such seat.
    pub fn drawn(&self, record: &Record, moment: Moment, observer: Observer) -> Result<DrawnTable> {
        let mut replay = self.replay(record)?;
        replay.go_to_moment(moment)?;
        let table = replay.table();
        check_seat(table, observer)?;
        // The score of a hand does not fit next to the lists of moves.
        let (drawing, to_move) = (table.draw_position(observer), table.to_move());
        Ok(DrawnTable { drawing, to_move, points: table.points() })
    }

    /// Returns a key for each position of a record after these numbers of moves, in ascending order:
    /// equal keys have the same game, house rules and drawing of the table for the seat to move.
    ///
    /// # Errors
    /// If the record is wrong before the last position.
    pub fn position_keys(&self, record: &Record, plies: &[u32]) -> Result<Vec<String>> {
        let mut replay = self.replay(record)?;
        let key = |&ply: &u32| {
            replay.go_to(ply)?;
            let table = replay.table();
            let observer = table.to_move().map_or(Observer::Public, Observer::Seat);
            let (rules, drawing) = (table.options_json(), table.draw_position(observer));
            let text = format!("{} {} {drawing}", self.info().id, Value::Object(rules));
            Ok(blake3::hash(text.as_bytes()).to_hex().to_string())
        };
        plies.iter().map(key).collect()
    }

    /// Returns every move of a record with its deal and the seat that made it.
    ///
    /// # Errors
    /// If the record is wrong.
    pub fn moves(&self, record: &Record) -> Result<Vec<MadeMove>> {
        self.moves_for(record, Observer::Open)
    }

    /// Returns every move of a record as seen by `observer`, who may see only that a private signal
    /// was given.
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

    /// Removes from a record the notes, drawings and fuel of the bots in some seats, and the texts
    /// of their faults.
    ///
    /// # Errors
    /// The first error in its deals and moves; the notes after it stay.
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

    /// Calls an onlooker as during the match of a record, except for calls of bots. Each move of a
    /// position without plies counts as a bot's.
    ///
    /// # Errors
    /// The first error in its deals and moves, after calling the onlooker for everything before it.
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
        // Bots are started before the first deal.
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

/// An onlooker of a record, and the part of the record that it may see.
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

/// Returns the last move as seen by `observer`, and the seat that made it.
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
