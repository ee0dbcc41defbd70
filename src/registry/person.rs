//! A person at a seat: asked in words, and told why a move cannot be until one can.

use std::sync::Arc;

use crate::core::{
    AnyView, Bot, Drawing, Fault, Finish, Game, MoveOf, Outcome, Seat, Start, Turn, TurnView,
    nearest_moves,
};

/// Legal moves that are told beside one that is none.
const NEAR: usize = 3;

/// Somebody who sits down at tables and is asked for moves. May sit at several at once, each on its
/// own thread; what tells the seats of one table apart is [`Asked::seat`].
pub trait Person: Send + Sync {
    /// The match begins.
    fn sits_down(&self, seat: Seat, players: &[String]) {
        let _ = (seat, players);
    }

    /// Chooses a move. Asked again with [`Asked::refused`] set until the move is legal.
    fn choose(&self, asked: &Asked<'_>) -> Choice;

    /// The match is over.
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

/// What a person decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A move in notation, to be checked.
    Move(String),
    /// To give up the match.
    Resign,
}

/// A person as a [`Bot`].
pub(super) struct Sitting {
    person: Arc<dyn Person>,
    players: Vec<String>,
}

impl Sitting {
    /// The bot that asks `person`.
    pub fn new(person: Arc<dyn Person>) -> Sitting {
        Sitting { person, players: Vec::new() }
    }
}

impl<G: Game> Bot<G> for Sitting {
    fn start(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.players = start.players.to_vec();
        self.person.sits_down(start.seat, &self.players);
        Ok(())
    }

    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        choose(&*self.person, &self.players, turn)
    }

    fn finish(&mut self, finish: &Finish<'_>) -> Result<(), Fault> {
        self.person.gets_up(finish.seat, finish.outcome);
        Ok(())
    }
}

/// Asks a person until the move is legal.
///
/// # Errors
/// If the person gives up.
pub(super) fn choose<G: Game>(
    person: &dyn Person,
    players: &[String],
    turn: &Turn<'_, G>,
) -> Result<MoveOf<G>, Fault> {
    let legal: Vec<String> = turn.legal.iter().map(|mv| mv.to_string()).collect();
    let past: Vec<(Seat, String)> =
        turn.history.iter().map(|(seat, mv)| (seat, mv.to_string())).collect();
    let mut refused: Option<String> = None;
    loop {
        let choice = person.choose(&Asked {
            seat: turn.seat,
            ply: turn.ply,
            players,
            past: &past,
            legal: &legal,
            refused: refused.as_deref(),
            draw: &|| G::draw(turn.view),
        });
        match choice {
            Choice::Resign => return Err(Fault::resigned(turn.seat)),
            Choice::Move(text) => {
                match turn.legal.iter().zip(&legal).find(|(_, known)| **known == text) {
                    Some((mv, _)) => return Ok(*mv),
                    None => refused = Some(explained(turn, &text, &legal)),
                }
            }
        }
    }
}

/// Why `text` is no move to make, and what looks like it and is one.
fn explained<G: Game>(turn: &Turn<'_, G>, text: &str, legal: &[String]) -> String {
    let why = TurnView(turn).why_illegal(text).unwrap_or_else(|| format!("{text} is not legal"));
    let near = nearest_moves(text, legal.iter().map(String::as_str), NEAR);
    match near.is_empty() {
        true => why,
        false => format!("{why}; legal and like it: {}", near.join(" ")),
    }
}
