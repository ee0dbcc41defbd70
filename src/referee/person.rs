//! People at a table: each attends a seat, and is asked at every decision who makes the move.

use serde::{Deserialize, Serialize};

use super::{Table, words};
use crate::core::{
    AnyView, Drawing, Game, Journal, Outcome, Seat, SeatView, Seed, with_nearest_moves,
};

/// The answer of a person at a decision of the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A move of the person's own, in notation, to be checked.
    Move(String),
    /// To give up the match.
    Resign,
    /// Let the bot in the seat decide; where there is none, as [`Choice::Random`].
    Bot,
    /// Let the referee play at random; that is no fault.
    Random,
}

/// A person who sits down at tables and is asked for moves. May sit at several at once, each on its
/// own thread; [`Asked::seat`] tells the seats of one table apart.
pub trait Person: Send + Sync {
    /// The match begins.
    fn sits_down(&self, _seat: Seat, _players: &[String]) {}

    /// Says who makes the move: the person, the bot in the seat, or the referee at random. Asked at
    /// every decision, so that the seat may change hands at each; after a move that is not legal once
    /// more, with [`Asked::refused`] set.
    ///
    /// May take any time: it is no fault. A match that an onlooker stops ends when this returns, so
    /// the onlooker that stops a match makes it return; the choice then counts no more, but must not
    /// be [`Choice::Move`], which may be refused and asked for again.
    fn choose(&self, asked: &Asked<'_>) -> Choice;

    /// The match is over, and the person has not resigned.
    fn gets_up(&self, _seat: Seat, _outcome: &Outcome) {}
}

/// A decision as a person sees it. Nothing of it shows more than a bot in the seat would see.
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
    /// The reason why the choice before was refused.
    pub refused: Option<&'a str>,
    /// Draws the table as the seat sees it.
    pub draw: &'a dyn Fn() -> Drawing,
}

/// Asks a person until the answer is no move or a legal one.
pub(super) fn ask<G: Game>(
    person: &dyn Person,
    players: &[String],
    table: &Table<G>,
    seat: Seat,
) -> Choice {
    let (view, moves) = (table.view(Some(seat)), table.legal_moves());
    // A person draws no lots and keeps no journal.
    let (seed, journal) = (Seed::from(0), Journal::new(0));
    let turn = table.turn(seat, &view, &moves, seed, &journal);
    let legal: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
    let past: Vec<(Seat, String)> =
        turn.history.iter().map(|(seat, mv)| (seat, mv.to_string())).collect();
    let mut refused: Option<String> = None;
    loop {
        let choice = person.choose(&Asked {
            seat,
            ply: turn.ply,
            players,
            past: &past,
            legal: &legal,
            refused: refused.as_deref(),
            draw: &|| G::draw(&view),
        });
        match choice {
            Choice::Move(text) if !legal.contains(&text) => {
                let why = SeatView::of(&turn).why_illegal(&text);
                let why = why.unwrap_or_else(|| words::not_legal(&text));
                refused = Some(with_nearest_moves(why, &text, legal.iter().map(String::as_str)));
            }
            choice => return choice,
        }
    }
}
