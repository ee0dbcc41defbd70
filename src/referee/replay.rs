//! Walking through a record, position by position.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{AnyTable, Table, words};
use crate::core::{Game, GameInfo, Next, OptionsError, Record, Seat, options_from_json};

/// A walk through a record: an iteration over its moves with the table between them. It stands on a
/// position of the match, first on the one before any move.
///
/// A due deal is applied at once, so a walk stands before a deal only when the record has no more
/// of them.
pub struct Replay<'r, T: ?Sized> {
    record: &'r Record,
    table: Box<T>,
}

/// A position of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Moves made since the match began.
    pub ply: u32,
    /// The seat to move; `None` when the match is over or waits for a deal.
    pub seat: Option<Seat>,
    /// The legal moves, ascending.
    pub legal: Vec<String>,
    /// True if the match waits for a deal that the record does not have.
    pub needs_deal: bool,
}

/// A moment of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    /// Moves made before.
    pub ply: u32,
    /// True if the deal that is due then lies on the table; where none is due it is no matter.
    pub dealt: bool,
}

impl Moment {
    /// The moment of the decision after `ply` moves.
    pub const fn at(ply: u32) -> Moment {
        Moment { ply, dealt: true }
    }
}

/// The first thing that is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("ply {ply}: {error}")]
pub struct RecordFault {
    /// Moves made before.
    pub ply: u32,
    /// The reason, in words.
    pub error: String,
}

impl RecordFault {
    /// The fault of a record after `ply` moves.
    pub fn new(ply: u32, error: impl ToString) -> RecordFault {
        RecordFault { ply, error: error.to_string() }
    }
}

impl<'r, G: Game> Replay<'r, Table<G>> {
    /// A walk that stands before the first move.
    ///
    /// # Errors
    /// If the record is of another game or other rules, its options are refused, it does not have
    /// one player for each seat, or its first deal is impossible; all at ply 0.
    pub fn new(record: &'r Record) -> Result<Self, RecordFault> {
        let table = |options: &Map<String, Value>| {
            Ok(Box::new(Table::<G>::new(&options_from_json::<G>(options)?)?))
        };
        let mut replay = Replay::open(record, &G::INFO, table)?;
        replay.deal_if_due()?;
        Ok(replay)
    }
}

impl<'r, T: AnyTable + ?Sized> Replay<'r, T> {
    /// A walk at a table that `table` makes, which stands before the first deal.
    ///
    /// # Errors
    /// As [`Replay::new`], but for the deal.
    pub fn open(
        record: &'r Record,
        game: &'static GameInfo,
        table: impl FnOnce(&Map<String, Value>) -> Result<Box<T>, OptionsError>,
    ) -> Result<Self, RecordFault> {
        let at_start = |error| Err(RecordFault::new(0, error));
        if record.game != game.id {
            return at_start(words::other_game(&record.game, game.id));
        }
        if let Some(found) = record.rules.filter(|&version| version != game.rules) {
            return at_start(words::other_rules(found, game.id, game.rules));
        }
        let options = game.with_seats(&record.options, record.players.len());
        let table = table(&options).map_err(|error| RecordFault::new(0, error))?;
        let (seats, players) = (table.seats(), record.players.len());
        if players != 0 && players != usize::from(seats) {
            return at_start(words::players_for_seats(players, seats));
        }
        Ok(Replay { record, table })
    }

    /// The record.
    pub fn record(&self) -> &'r Record {
        self.record
    }

    /// The table at the position the walk stands on.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The table, ending the walk.
    pub fn into_table(self) -> Box<T> {
        self.table
    }

    /// Makes the next move of the record and applies the deal that falls due after it; `false` if
    /// there are no more moves.
    ///
    /// # Errors
    /// If the move or the deal cannot be. After an error the walk is over.
    pub fn step(&mut self) -> Result<bool, RecordFault> {
        let moved = self.step_before_deal()?;
        self.deal_if_due()?;
        Ok(moved)
    }

    /// Makes the next move of the record and stands before the deal that falls due after it, which
    /// the next step applies; `false` if there are no more moves.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn step_before_deal(&mut self) -> Result<bool, RecordFault> {
        self.deal_if_due()?;
        let ply = self.table.ply();
        let Some(text) = self.record.moves.get(ply as usize) else { return Ok(false) };
        self.table.play_text(text).map_err(|error| RecordFault::new(ply, error))?;
        Ok(true)
    }

    /// Walks on until `ply` moves are made, or all there are.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn go_to(&mut self, ply: u32) -> Result<(), RecordFault> {
        while self.table.ply() < ply && self.step()? {}
        Ok(())
    }

    /// Walks to a moment, or as far as there are moves.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn go_to_moment(&mut self, moment: Moment) -> Result<(), RecordFault> {
        if moment.dealt {
            return self.go_to(moment.ply);
        }
        self.go_to(moment.ply.saturating_sub(1))?;
        self.step_before_deal().map(drop)
    }

    /// Walks to the last position.
    ///
    /// # Errors
    /// As [`Replay::step`], or if a deal never fell due.
    pub fn go_to_end(&mut self) -> Result<(), RecordFault> {
        while self.step()? {}
        self.no_deal_left()
    }

    /// The position the walk stands on.
    pub fn position(&self) -> Position {
        let next = self.table.next();
        Position {
            ply: self.table.ply(),
            seat: next.seat(),
            legal: self.table.legal(),
            needs_deal: next == Next::Deal,
        }
    }

    /// Applies the deal that is due, if one is and the record has it; whether it did.
    ///
    /// # Errors
    /// If the deal cannot be.
    pub fn deal_if_due(&mut self) -> Result<bool, RecordFault> {
        let number = self.table.deals().len();
        let Some(deal) = self.record.deals.get(number) else { return Ok(false) };
        if self.table.next() != Next::Deal {
            return Ok(false);
        }
        let dealt = self.table.deal_given(deal);
        dealt.map_err(|why| RecordFault::new(self.table.ply(), words::in_deal(number, why)))?;
        Ok(true)
    }

    /// Every deal of the record must have fallen due by the end of its moves.
    fn no_deal_left(&self) -> Result<(), RecordFault> {
        let (deals, due) = (self.record.deals.len(), self.table.deals().len());
        if deals == due {
            return Ok(());
        }
        let error = format!("deals in the record: {deals}; deals that fell due: {due}");
        Err(RecordFault::new(self.table.ply(), error))
    }
}

/// Every position of a walk that has just begun, up to and including the first thing that is wrong
/// with its record. A deal that never fell due comes after the last position.
pub fn positions<'r, T: AnyTable + ?Sized + 'r>(
    walk: Result<Replay<'r, T>, RecordFault>,
) -> impl Iterator<Item = Result<Position, RecordFault>> + 'r {
    let mut walk = Some(walk);
    std::iter::from_fn(move || {
        let mut replay = match walk.take()? {
            Ok(replay) => replay,
            Err(error) => return Some(Err(error)),
        };
        let position = replay.position();
        walk = match replay.step() {
            Ok(true) => Some(Ok(replay)),
            Ok(false) => replay.no_deal_left().err().map(Err),
            Err(error) => Some(Err(error)),
        };
        Some(Ok(position))
    })
}
