//! Walking through a record, position by position.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{MoveRefused, Table, words};
use crate::core::{
    BadDeal, Game, MoveOf, Next, OptionsError, PlotError, Record, Seat, options_from_json,
};

/// A walk through a record. It stands on a position of the match, first on the one before any move.
///
/// A due deal is applied at once, so a walk stands before a deal only when the record has no more
/// of them.
pub struct Replay<'r, G: Game> {
    record: &'r Record,
    options: G::Options,
    table: Table<G>,
}

/// A position of a match, for programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<M> {
    /// Moves made since the match began.
    pub ply: u32,
    /// Whose decision it is; `None` when the match is over or waits for a deal.
    pub seat: Option<Seat>,
    /// The legal moves, ascending.
    pub legal: Vec<M>,
    /// Whether the match waits for a deal that the record does not have.
    pub needs_deal: bool,
}

/// Where a record stops being a match of this game, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}: {kind}")]
pub struct ReplayError {
    /// Moves that were made before it.
    pub ply: u32,
    /// What is wrong.
    #[source]
    pub kind: ReplayErrorKind,
}

/// What can be wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayErrorKind {
    /// A match of another game.
    #[error("{}", words::other_game(.found, .ours))]
    Game {
        /// The game of the record.
        found: String,
        /// The game it was read as.
        ours: &'static str,
    },
    /// Rules of another version.
    #[error("{}", words::other_rules(.found, .game, .ours))]
    Rules {
        /// The game's id.
        game: &'static str,
        /// The version in the record.
        found: u32,
        /// The version this program plays.
        ours: u32,
    },
    /// House rules that cannot be played.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// Not one player for each seat.
    #[error("{}", words::players_for_seats(.players, .seats))]
    Players {
        /// Players in the record.
        players: usize,
        /// Seats of the match.
        seats: u8,
    },
    /// A deal that cannot be the one that fell due.
    #[error("{}", words::in_deal(.deal, .source))]
    Deal {
        /// Its number.
        deal: u32,
        /// The reason.
        source: BadDeal,
    },
    /// A move that cannot be made.
    #[error(transparent)]
    Move(#[from] MoveRefused),
    /// Deals that never fell due.
    #[error("deals in the record: {deals}; deals that fell due: {due}")]
    SurplusDeal {
        /// Deals in the record.
        deals: usize,
        /// Deals that were due.
        due: usize,
    },
    /// A fault that cannot have happened where the record has it.
    #[error("a fault of seat {seat} at ply {ply} is out of place: {moves} moves, {seats} seats")]
    Fault {
        /// The seat it is laid to.
        seat: Seat,
        /// Where.
        ply: u32,
        /// Moves of the match.
        moves: u32,
        /// Seats of the match.
        seats: u8,
    },
    /// A bot that draws more curves than it may.
    #[error(transparent)]
    Plots(#[from] PlotError),
    /// What is told of the match cannot have been.
    #[error("{0}")]
    Account(String),
    /// The end is not the one that follows from the moves and faults.
    #[error("{0}")]
    End(String),
}

impl<'r, G: Game> Replay<'r, G> {
    /// A walk that stands before the first move.
    ///
    /// # Errors
    /// If the record is of another game or other rules, its options are refused, it does not have
    /// one player for each seat, or its first deal is impossible; all at ply 0.
    pub fn new(record: &'r Record) -> Result<Replay<'r, G>, ReplayError> {
        let at_start = |kind| ReplayError { ply: 0, kind };
        if record.game != G::INFO.id {
            let found = record.game.clone();
            return Err(at_start(ReplayErrorKind::Game { found, ours: G::INFO.id }));
        }
        if let Some(found) = record.rules.filter(|&version| version != G::INFO.rules) {
            let (game, ours) = (G::INFO.id, G::INFO.rules);
            return Err(at_start(ReplayErrorKind::Rules { game, found, ours }));
        }
        let options =
            options_from_json::<G>(&options_json::<G>(record)).map_err(|e| at_start(e.into()))?;
        let table = Table::<G>::new(&options).map_err(|e| at_start(e.into()))?;
        let (seats, players) = (table.seats(), record.players.len());
        if players != 0 && players != usize::from(seats) {
            return Err(at_start(ReplayErrorKind::Players { players, seats }));
        }
        let mut replay = Replay { record, options, table };
        replay.deal_if_due()?;
        Ok(replay)
    }

    /// The table at the position the walk stands on.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The table, ending the walk.
    pub fn into_table(self) -> Table<G> {
        self.table
    }

    /// The house rules of the match, with every default filled in.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// Makes the next move of the record and applies the deal that falls due after it; `false` if
    /// there are no more moves.
    ///
    /// # Errors
    /// If the move or the deal cannot be. After an error the walk is over.
    pub fn step(&mut self) -> Result<bool, ReplayError> {
        let moved = self.step_before_deal()?;
        self.deal_if_due()?;
        Ok(moved)
    }

    /// Makes the next move of the record and stands before the deal that falls due after it, which
    /// the next step applies; `false` if there are no more moves.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn step_before_deal(&mut self) -> Result<bool, ReplayError> {
        self.deal_if_due()?;
        let ply = self.table.ply();
        let Some(text) = self.record.moves.get(ply as usize) else { return Ok(false) };
        let mv = self.table.read_move(text).map_err(|e| ReplayError { ply, kind: e.into() })?;
        self.table.play(mv);
        Ok(true)
    }

    /// Walks on until `ply` moves are made, or all there are.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn go_to(&mut self, ply: u32) -> Result<(), ReplayError> {
        while self.table.ply() < ply && self.step()? {}
        Ok(())
    }

    /// Walks to the last position.
    ///
    /// # Errors
    /// As [`Replay::step`], or if a deal never fell due.
    pub fn go_to_end(&mut self) -> Result<(), ReplayError> {
        while self.step()? {}
        self.no_deal_left()
    }

    /// The position the walk stands on.
    pub fn position(&self) -> Position<MoveOf<G>> {
        let next = self.table.next();
        Position {
            ply: self.table.ply(),
            seat: match next {
                Next::Move(seat) => Some(seat),
                Next::Deal | Next::Over => None,
            },
            legal: self.table.legal_moves(),
            needs_deal: next == Next::Deal,
        }
    }

    /// Every position of `record` from ply 0, up to and including the first thing that is wrong
    /// with it. A deal that never fell due comes after the last position.
    pub fn positions(
        record: &'r Record,
    ) -> impl Iterator<Item = Result<Position<MoveOf<G>>, ReplayError>> {
        let mut walk = Some(Replay::<G>::new(record));
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

    /// Applies the deal that is due, if one is and the record has it; whether it did.
    ///
    /// # Errors
    /// If the deal cannot be.
    pub fn deal_if_due(&mut self) -> Result<bool, ReplayError> {
        let number = self.table.deals().len();
        let Some(deal) = self.record.deals.get(number) else { return Ok(false) };
        if self.table.next() != Next::Deal {
            return Ok(false);
        }
        self.table.deal_given(deal).map_err(|source| ReplayError {
            ply: self.table.ply(),
            kind: ReplayErrorKind::Deal { deal: number as u32, source },
        })?;
        Ok(true)
    }

    /// Every deal of the record must have fallen due by the end of its moves.
    fn no_deal_left(&self) -> Result<(), ReplayError> {
        let (deals, due) = (self.record.deals.len(), self.table.deals().len());
        if deals == due {
            return Ok(());
        }
        let kind = ReplayErrorKind::SurplusDeal { deals, due };
        Err(ReplayError { ply: self.table.ply(), kind })
    }
}

/// The options of a record. It may leave `seats` to the number of its players.
fn options_json<G: Game>(record: &Record) -> Cow<'_, Map<String, Value>> {
    let mut options = Cow::Borrowed(&record.options);
    let has_seats = G::INFO.options.iter().any(|option| option.name == "seats");
    if has_seats && !record.players.is_empty() && !options.contains_key("seats") {
        options.to_mut().insert("seats".to_string(), record.players.len().into());
    }
    options
}
