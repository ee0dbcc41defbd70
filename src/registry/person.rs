//! A person who attends a seat: asked in words who makes the next move.

use crate::core::{Drawing, Outcome, Seat};
use crate::referee::Choice;

/// A person who sits down at tables and is asked for moves. May sit at several at once, each on its
/// own thread; what tells the seats of one table apart is [`Asked::seat`].
pub trait Person: Send + Sync {
    /// The match begins.
    fn sits_down(&self, seat: Seat, players: &[String]) {
        let _ = (seat, players);
    }

    /// Says who makes the move: the person, the bot in the seat, or the referee at random. Asked at
    /// every decision, so that the seat may change hands at each; after a move that is not legal once
    /// more, with [`Asked::refused`] set.
    ///
    /// May take any time: it is no fault. A match that an onlooker stops ends when this
    /// returns, so the one who stops a match makes it return; what it returns then counts no more, but
    /// must not be [`Choice::Move`], which may be refused and asked for again.
    fn choose(&self, asked: &Asked<'_>) -> Choice;

    /// The match is over, and the person has not resigned. Not told of a match that was stopped in
    /// another process.
    fn gets_up(&self, seat: Seat, outcome: &Outcome) {
        let _ = (seat, outcome);
    }
}

/// What a person is told at a decision. Nothing of it shows what a bot in the seat would not see.
pub struct Asked<'a> {
    /// The seat.
    pub seat: Seat,
    /// Moves made since the match began.
    pub ply: u32,
    /// The names at the table, in seat order.
    pub players: &'a [String],
    /// Every move so far with the seat that made it, as this seat saw it.
    pub past: &'a [(Seat, String)],
    /// The legal moves, ascending; at least two.
    pub legal: &'a [String],
    /// Why the choice before was no move to make.
    pub refused: Option<&'a str>,
    /// Draws the table as the seat sees it.
    pub draw: &'a dyn Fn() -> Drawing,
}
