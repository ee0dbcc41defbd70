//! A table beside a match that is played in another process: it hands out the deals, hand by hand,
//! and believes no move that the rules refuse.

use serde_json::Value;
use std::sync::Arc;

use super::Sight;
use super::person::{Choice, Person, choose};
use super::sight::Seen;
use crate::core::{
    End, FaultKind, Game, Journal, Next, Observer, Outcome, Record, Seat, SeatFault,
};
use crate::referee::{MatchSpec, PlayError, Table, bot_seed};

/// What was said of a match cannot have happened at its table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}: {why}")]
pub struct OutOfStep {
    /// Moves made before.
    pub ply: u32,
    /// What is wrong.
    pub why: String,
}

/// A table that follows a match. Deals come from the setup it was made of, then from its seed.
pub trait Mirror {
    /// Makes the move that somebody says was made; who made it.
    ///
    /// # Errors
    /// If it cannot have been.
    fn play(&mut self, text: &str) -> Result<Seat, OutOfStep>;

    /// Deals what is due; the deal as a record keeps it.
    ///
    /// # Errors
    /// If none is due, or there is nothing to draw it from.
    fn deal(&mut self) -> Result<Value, OutOfStep>;

    /// The seats that people sit in.
    fn people(&self) -> Vec<Seat>;

    /// Tells the people at the table that the match begins.
    fn sit_down(&self);

    /// Asks the person in a seat, who is to move.
    ///
    /// # Errors
    /// If nobody can be asked there.
    fn choose(&self, seat: Seat) -> Result<Choice, OutOfStep>;

    /// Tells the people at the table how the match ended, but for those who had given it up.
    fn get_up(&self, end: &End);

    /// Moves made so far.
    fn ply(&self) -> u32;

    /// The moves made so far.
    fn moves(&self) -> Vec<String>;

    /// The deals so far.
    fn deals(&self) -> &[Value];

    /// The table, drawn with everything face up.
    fn look(&self, at: &mut dyn FnMut(&dyn Sight));

    /// The record of the match before anything has happened.
    fn blank_record(&self) -> Record;
}

/// The mirror of a match of game `G`.
pub(super) struct MirrorOf<G: Game> {
    spec: MatchSpec<G>,
    table: Table<G>,
    /// Who sits in each seat, if it is a person.
    people: Vec<Option<Arc<dyn Person>>>,
}

impl<G: Game> MirrorOf<G> {
    /// The table before anything has happened.
    ///
    /// # Errors
    /// If the house rules do not go together.
    pub fn new(
        spec: MatchSpec<G>,
        people: Vec<Option<Arc<dyn Person>>>,
    ) -> Result<MirrorOf<G>, PlayError> {
        let table = Table::new(&spec.options)?;
        Ok(MirrorOf { spec, table, people })
    }

    /// Each seat that a person sits in.
    fn seated(&self) -> impl Iterator<Item = (Seat, &Arc<dyn Person>)> {
        let seats = Seat::all(self.table.seats()).zip(&self.people);
        seats.filter_map(|(seat, person)| Some((seat, person.as_ref()?)))
    }

    fn names(&self) -> Vec<String> {
        self.spec.players.iter().map(|player| player.name.clone()).collect()
    }

    fn wrong(&self, why: impl ToString) -> OutOfStep {
        OutOfStep { ply: self.table.ply(), why: why.to_string() }
    }
}

impl<G: Game> Mirror for MirrorOf<G> {
    fn play(&mut self, text: &str) -> Result<Seat, OutOfStep> {
        let mv = self.table.read_move(text).map_err(|error| self.wrong(error))?;
        Ok(self.table.play(mv))
    }

    fn deal(&mut self) -> Result<Value, OutOfStep> {
        if self.table.next() != Next::Deal {
            return Err(self.wrong("no deal is due"));
        }
        let number = self.table.deals().len();
        match (self.spec.deals.get(number), &self.spec.seed) {
            (Some(given), _) => self.table.deal_given(given),
            (None, Some(seed)) => self.table.deal_from(seed),
            (None, None) => return Err(self.wrong("there is no seed to draw the deal from")),
        }
        .map_err(|error| self.wrong(error))?;
        Ok(self.table.deals()[number].clone())
    }

    fn people(&self) -> Vec<Seat> {
        self.seated().map(|(seat, _)| seat).collect()
    }

    fn sit_down(&self) {
        let names = self.names();
        self.seated().for_each(|(seat, person)| person.sits_down(seat, &names));
    }

    fn choose(&self, seat: Seat) -> Result<Choice, OutOfStep> {
        if self.table.next() != Next::Move(seat) {
            return Err(self.wrong(format!("seat {seat} is not to move")));
        }
        let Some((_, person)) = self.seated().find(|(taken, _)| *taken == seat) else {
            return Err(self.wrong(format!("nobody sits in seat {seat}")));
        };
        let (view, legal) = (self.table.view(Observer::Seat(seat)), self.table.legal_moves());
        let (seed, journal) = (bot_seed(self.spec.seed, seat), Journal::new(0));
        let turn = self.table.turn(seat, &view, &legal, seed, &journal);
        Ok(match choose(&**person, &self.names(), &turn) {
            Ok(mv) => Choice::Move(mv.to_string()),
            Err(_) => Choice::Resign,
        })
    }

    fn get_up(&self, end: &End) {
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

    fn ply(&self) -> u32 {
        self.table.ply()
    }

    fn moves(&self) -> Vec<String> {
        self.table.moves().iter().map(|(_, mv)| mv.to_string()).collect()
    }

    fn deals(&self) -> &[Value] {
        self.table.deals()
    }

    fn look(&self, at: &mut dyn FnMut(&dyn Sight)) {
        at(&Seen::open(&self.table));
    }

    fn blank_record(&self) -> Record {
        self.spec.blank_record()
    }
}
