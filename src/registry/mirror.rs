//! A table beside a match that is played in another process: it hands out the deals, hand by hand,
//! and believes no move that the rules refuse.

use serde_json::Value;

use super::company::Company;
use super::sight::Seen;
use super::{MadeMove, PlayerSpec, Sight};
use crate::core::{End, Game, Next, Record, Seat};
use crate::referee::{Choice, MatchSpec, People, PlayError, Table};

/// What was said of a match cannot have happened at its table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}: {why}")]
pub struct OutOfStep {
    /// Moves made before.
    pub ply: u32,
    /// What is wrong.
    pub why: String,
}

/// A seat that a person attends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attended {
    /// The seat.
    pub seat: Seat,
    /// Whether there is a bot that may decide too.
    pub has_bot: bool,
}

/// A table that follows a match. Deals come from the setup it was made of, then from its seed.
pub trait Mirror {
    /// Makes the move that is said to have been made; gives the seat that made it, and the move as a
    /// record writes it.
    ///
    /// # Errors
    /// If it cannot have been.
    fn play(&mut self, text: &str) -> Result<MadeMove, OutOfStep>;

    /// Deals what is due; the deal as a record keeps it.
    ///
    /// # Errors
    /// If none is due, or there is nothing to draw it from.
    fn deal(&mut self) -> Result<Value, OutOfStep>;

    /// The seats that people attend.
    fn attended(&self) -> Vec<Attended>;

    /// Tells the people at the table that the match begins.
    fn sit_down(&self);

    /// Asks the person who attends a seat, which is to move.
    ///
    /// # Errors
    /// If no person can be asked there.
    fn choose(&self, seat: Seat) -> Result<Choice, OutOfStep>;

    /// Tells the people at the table how the match ended, but for those who had given it up.
    fn get_up(&self, end: &End);

    /// Whose decision it is; `None` when the match is over or waits for a deal.
    fn to_move(&self) -> Option<Seat>;

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
    company: Company,
    attended: Vec<Attended>,
}

impl<G: Game> MirrorOf<G> {
    /// The table before anything has happened, with the player of each seat.
    ///
    /// # Errors
    /// If the house rules do not go together.
    pub fn new(spec: MatchSpec<G>, seated: &[&PlayerSpec]) -> Result<MirrorOf<G>, PlayError> {
        let table = Table::new(&spec.options)?;
        let company = Company::of(seated);
        let has_bot = |seat: Seat| seated[seat.index()].mind.bot().is_some();
        let attended = company.seated().map(|(seat, _)| Attended { seat, has_bot: has_bot(seat) });
        let attended = attended.collect();
        Ok(MirrorOf { spec, table, company, attended })
    }

    fn wrong(&self, why: impl ToString) -> OutOfStep {
        OutOfStep { ply: self.table.ply(), why: why.to_string() }
    }
}

impl<G: Game> Mirror for MirrorOf<G> {
    fn play(&mut self, text: &str) -> Result<MadeMove, OutOfStep> {
        let mv = self.table.read_move(text).map_err(|error| self.wrong(error))?;
        let (deal, seat) = (self.table.deal(), self.table.play(mv));
        Ok(MadeMove { deal, seat, text: mv.to_string() })
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

    fn attended(&self) -> Vec<Attended> {
        self.attended.clone()
    }

    fn sit_down(&self) {
        self.company.sit_down();
    }

    fn choose(&self, seat: Seat) -> Result<Choice, OutOfStep> {
        if self.to_move() != Some(seat) {
            return Err(self.wrong(format!("seat {seat} is not to move")));
        }
        if !People::<G>::attend(&self.company, seat) {
            return Err(self.wrong(format!("no person attends seat {seat}")));
        }
        Ok(self.company.choose(&self.table, seat))
    }

    fn get_up(&self, end: &End) {
        self.company.get_up(end);
    }

    fn to_move(&self) -> Option<Seat> {
        match self.table.next() {
            Next::Move(seat) => Some(seat),
            Next::Deal | Next::Over => None,
        }
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
