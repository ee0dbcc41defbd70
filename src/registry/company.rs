//! The people at the table of one match, and what they are asked.

use std::sync::Arc;

use super::{Asked, Person, PlayerSpec, words};
use crate::core::{
    AnyView, End, FaultKind, Game, Journal, Observer, Outcome, Seat, SeatFault, Seed, TurnView,
    with_nearest_moves,
};
use crate::referee::{Choice, People, Table};

/// The people of a match.
pub(super) struct Company {
    /// The names at the table, in seat order.
    names: Vec<String>,
    /// Who attends each seat.
    seats: Vec<Option<Arc<dyn Person>>>,
}

impl Company {
    /// The people among those who sit at a table, in seat order.
    pub fn of(seated: &[&PlayerSpec]) -> Company {
        let names = seated.iter().map(|player| player.name.clone()).collect();
        let seats = seated.iter().map(|player| player.mind.person().cloned()).collect();
        Company { names, seats }
    }

    /// Each seat that a person attends, and that person.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, &Arc<dyn Person>)> {
        let seats = Seat::all(self.seats.len() as u8).zip(&self.seats);
        seats.filter_map(|(seat, person)| Some((seat, person.as_ref()?)))
    }

    /// Tells everybody that the match begins.
    pub fn sit_down(&self) {
        self.seated().for_each(|(seat, person)| person.sits_down(seat, &self.names));
    }

    /// Tells everybody how the match ended, but for those who had given it up.
    pub fn get_up(&self, end: &End) {
        let End { reason, ranks, points, faults } = end;
        let outcome = Outcome { reason: *reason, ranks: *ranks, points: *points };
        let gone = |seat| {
            let resigned = |fault: &SeatFault| fault.fault.kind == FaultKind::Resigned;
            faults.iter().any(|fault| fault.seat == seat && resigned(fault))
        };
        self.seated()
            .filter(|(seat, _)| !gone(*seat))
            .for_each(|(seat, person)| person.gets_up(seat, &outcome));
    }
}

impl<G: Game> People<G> for Company {
    fn attend(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(Option::is_some)
    }

    fn choose(&self, table: &Table<G>, seat: Seat) -> Choice {
        match self.seats.get(seat.index()) {
            Some(Some(person)) => ask(&**person, &self.names, table, seat),
            _ => Choice::Bot,
        }
    }
}

/// Asks a person until the answer is no move or a legal one.
fn ask<G: Game>(person: &dyn Person, players: &[String], table: &Table<G>, seat: Seat) -> Choice {
    let (view, moves) = (table.view(Observer::Seat(seat)), table.legal_moves());
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
                refused = Some(explained(&TurnView(&turn), &text, &legal));
            }
            choice => return choice,
        }
    }
}

/// Why `text` is no move to make, and what looks like it and is one.
fn explained(view: &dyn AnyView, text: &str, legal: &[String]) -> String {
    let why = view.why_illegal(text).unwrap_or_else(|| words::not_legal(text));
    with_nearest_moves(why, text, legal.iter().map(String::as_str))
}
