//! People at a table: each attends a seat and is asked at every decision who makes the move.

use serde::{Deserialize, Serialize};

use super::{Table, words};
use juez_core::{
    AnyView, Drawing, Game, Journal, Outcome, Seat, SeatView, Seed, with_nearest_moves,
};

/// The answer of a person at a decision of the seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The person's own move, in notation; not checked yet.
    Move(String),
    /// Resigns the match.
    Resign,
    /// Lets the bot in the seat decide; like [`Choice::Random`] if there is none.
    Bot,
    /// Lets the referee play at random, which is not a fault.
    Random,
}

/// A person who attends seats and is asked for moves. One person can attend several tables at a
/// time, each on its own thread; [`Asked::seat`] distinguishes the seats of one table.
pub trait Person: Send + Sync {
    /// Called when the match begins.
    fn sits_down(&self, _seat: Seat, _players: &[String]) {}

    /// Chooses who makes the move: the person, the bot in the seat, or the referee at random.
    /// Called at every decision, so the seat can change hands at each; called again after an
    /// illegal move, with [`Asked::refused`] set.
    ///
    /// Can block for any time; that is not a fault. When an onlooker stops the match, the match
    /// ends once this returns, so that onlooker must make it return. The choice is then ignored,
    /// but must not be [`Choice::Move`], which could be refused and asked for again.
    fn choose(&self, asked: &Asked<'_>) -> Choice;

    /// Called when the match is over, unless the person resigned.
    fn gets_up(&self, _seat: Seat, _outcome: &Outcome) {}
}

/// A decision presented to a person. It reveals no more than a bot in the seat would see.
pub struct Asked<'a> {
    /// The seat.
    pub seat: Seat,
    /// Moves made since the match began.
    pub ply: u32,
    /// The names at the table, in seat order.
    pub players: &'a [String],
    /// Every move so far with the seat that made it, as seen by this seat.
    pub past: &'a [(Seat, String)],
    /// The legal moves, ascending; at least two.
    pub legal: &'a [String],
    /// The reason why the previous choice was refused.
    pub refused: Option<&'a str>,
    /// Draws the table as the seat sees it.
    pub draw: &'a dyn Fn() -> Drawing,
}

/// Asks a person until the answer is a legal move or not a move.
pub(super) fn ask<G: Game>(
    person: &dyn Person,
    players: &[String],
    table: &Table<G>,
    seat: Seat,
) -> Choice {
    let (view, moves) = (table.view(Some(seat)), table.legal_moves());
    // A person needs neither random numbers nor a journal.
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
