//! Walks through a record, position by position.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{AnyTable, Table, words};
use juez_core::{Game, GameInfo, MoveOf, Next, OptionsError, Record, Seat, options_from_json};

/// A walk through a record: it makes the moves one by one and holds the table between them,
/// starting before the first move.
///
/// A due deal is applied immediately, so a walk waits for a deal only if the record has no more
/// deals.
pub struct Replay<'r, T: ?Sized> {
    record: &'r Record,
    table: Box<T>,
}

/// A position of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Moves made since the match began.
    pub ply: u32,
    /// The seat to move; `None` if the match is over or waits for a deal.
    pub seat: Option<Seat>,
    /// The legal moves, in ascending order.
    pub legal: Vec<String>,
    /// True if the match waits for a deal that the record lacks.
    pub needs_deal: bool,
}

/// A moment of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    /// Moves made before.
    pub ply: u32,
    /// True if the deal due at that point has been made; irrelevant if none is due.
    pub dealt: bool,
}

impl Moment {
    /// Returns the moment of the decision after `ply` moves.
    pub const fn at(ply: u32) -> Moment {
        Moment { ply, dealt: true }
    }
}

/// The first error in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("ply {ply}: {error}")]
pub struct RecordFault {
    /// Moves made before.
    pub ply: u32,
    /// The reason.
    pub error: String,
}

impl RecordFault {
    /// Creates the error of a record after `ply` moves.
    pub fn new(ply: u32, error: impl ToString) -> RecordFault {
        RecordFault { ply, error: error.to_string() }
    }
}

impl<'r, G: Game> Replay<'r, Table<G>> {
    /// Starts a walk before the first move.
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
    /// Starts a walk before the first deal, at a table made by `table`.
    ///
    /// # Errors
    /// Like [`Replay::new`], except for the deal.
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

    /// Returns the record.
    pub fn record(&self) -> &'r Record {
        self.record
    }

    /// Returns the table at the current position.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// Ends the walk and returns the table.
    pub fn into_table(self) -> Box<T> {
        self.table
    }

    /// Makes the next move of the record and applies the deal due after it. Returns `false` if
    /// there are no more moves.
    ///
    /// # Errors
    /// If the move or the deal is impossible. The walk cannot continue after an error.
    pub fn step(&mut self) -> Result<bool, RecordFault> {
        let moved = self.step_before_deal()?;
        self.deal_if_due()?;
        Ok(moved)
    }

    /// Makes the next move of the record but leaves the deal due after it to the next step. Returns
    /// `false` if there are no more moves.
    ///
    /// # Errors
    /// Like [`Replay::step`].
    pub fn step_before_deal(&mut self) -> Result<bool, RecordFault> {
        self.deal_if_due()?;
        let ply = self.table.ply();
        let Some(text) = self.record.moves.get(ply as usize) else { return Ok(false) };
        self.table.play_text(text).map_err(|error| RecordFault::new(ply, error))?;
        Ok(true)
    }

    /// Walks until `ply` moves are made, or to the last move.
    ///
    /// # Errors
    /// Like [`Replay::step`].
    pub fn go_to(&mut self, ply: u32) -> Result<(), RecordFault> {
        while self.table.ply() < ply && self.step()? {}
        Ok(())
    }

    /// Walks to a moment, or to the last move.
    ///
    /// # Errors
    /// Like [`Replay::step`].
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
    /// Like [`Replay::step`], or if a deal was never due.
    pub fn go_to_end(&mut self) -> Result<(), RecordFault> {
        while self.step()? {}
        self.no_deal_left()
    }

    /// Returns the current position.
    pub fn position(&self) -> Position {
        let next = self.table.next();
        Position {
            ply: self.table.ply(),
            seat: next.seat(),
            legal: self.table.legal(),
            needs_deal: next == Next::Deal,
        }
    }

    /// Applies the due deal if the record has one, and returns whether it did.
    ///
    /// # Errors
    /// If the deal is impossible.
    pub fn deal_if_due(&mut self) -> Result<bool, RecordFault> {
        let number = self.table.deal_count() as usize;
        let Some(deal) = self.record.deals.get(number) else { return Ok(false) };
        if self.table.next() != Next::Deal {
            return Ok(false);
        }
        let dealt = self.table.deal_given(deal);
        dealt.map_err(|why| RecordFault::new(self.table.ply(), words::in_deal(number, why)))?;
        Ok(true)
    }

    /// Checks that every deal of the record was due by the end of its moves.
    fn no_deal_left(&self) -> Result<(), RecordFault> {
        let (deals, due) = (self.record.deals.len(), self.table.deal_count() as usize);
        if deals == due {
            return Ok(());
        }
        let error = format!("deals in the record: {deals}; deals that fell due: {due}");
        Err(RecordFault::new(self.table.ply(), error))
    }
}

/// The states of a match, and the move made in each but the last.
type StatesAndMoves<G> = (Vec<<G as Game>::State>, Vec<MoveOf<G>>);

/// Returns the states of a record, from the one after the start to the last, and its moves.
///
/// # Errors
/// The first error in its deals and moves.
pub fn states<G: Game>(record: &Record) -> Result<StatesAndMoves<G>, RecordFault> {
    let mut replay = Replay::<Table<G>>::new(record)?;
    let mut states = vec![replay.table().state.clone()];
    while replay.step()? {
        states.push(replay.table().state.clone());
    }
    let moves = replay.table().moves().iter().map(|&(_, mv)| mv).collect();
    Ok((states, moves))
}

/// Iterates over every position of a new walk, up to and including the first error in the record. A
/// deal that was never due is reported after the last position.
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
