//! Asks a bot about a sequence of positions from outside, like an engine.

use std::mem::take;

use super::calls::{Caller, Kept, names_for_bots};
use super::inspect::{answered, decide};
use super::{AnyTable, Call, InspectError, Inspection, MatchSetup, Table, bot_seed, words};
use juez_core::{Bot, Game, Hook, OptionsError, Player, Seat, Stop};

/// A position and the bots that are asked about it, for any game. Each seat has its own bot, which
/// is loaded at its first question and remembers earlier ones.
pub trait AnyAnalysis {
    /// Returns the position.
    fn table(&self) -> &dyn AnyTable;

    /// Returns the position, for making moves and deals.
    fn table_mut(&mut self) -> &mut dyn AnyTable;

    /// Calls [`Bot::stop_when`] of the seat to move.
    fn stop_when(&mut self, stop: Stop);

    /// Asks the bot of the seat to move. The position does not change.
    ///
    /// # Errors
    /// If no seat is to move, or the platform cannot make the call.
    fn ask(&mut self) -> Result<Inspection, InspectError>;
}

/// [`AnyAnalysis`] of one game.
pub struct Analysis<G: Game> {
    table: Table<G>,
    setup: MatchSetup<Player>,
    bots: Vec<Box<dyn Bot<G>>>,
    /// True for the seats whose bots have begun.
    begun: Vec<bool>,
    kept: Vec<Kept>,
}

impl<G: Game> Analysis<G> {
    /// Creates the position before the first deal or move, with a bot for each seat.
    ///
    /// # Errors
    /// If the options are not playable.
    pub fn new(
        setup: MatchSetup<Player>,
        bot: impl Fn() -> Box<dyn Bot<G>>,
    ) -> Result<Analysis<G>, OptionsError> {
        let table = Table::new(&setup.options_of::<G>()?)?;
        let seats: usize = AnyTable::seats(&table).into();
        Ok(Analysis {
            table,
            setup,
            bots: (0..seats).map(|_| bot()).collect(),
            begun: vec![false; seats],
            kept: vec![Kept::default(); seats],
        })
    }
}

impl<G: Game> AnyAnalysis for Analysis<G> {
    fn table(&self) -> &dyn AnyTable {
        &self.table
    }

    fn table_mut(&mut self) -> &mut dyn AnyTable {
        &mut self.table
    }

    fn stop_when(&mut self, stop: Stop) {
        if let Some(seat) = AnyTable::to_move(&self.table) {
            self.bots[seat.index()].stop_when(stop);
        }
    }

    fn ask(&mut self) -> Result<Inspection, InspectError> {
        let (table, setup) = (&self.table, &self.setup);
        let seats = AnyTable::seats(table);
        let seat = table.to_move().ok_or_else(|| InspectError::NoCall(words::no_seat_to_move()))?;
        let mut onlooker = ();
        let bots = self.bots.iter_mut().map(|bot| Some(&mut **bot as &mut dyn Bot<G>)).collect();
        let mut caller = Caller {
            bots,
            onlooker: &mut onlooker,
            known: &[],
            limits: &setup.terms.limits,
            names: names_for_bots(&setup.players, seats, setup.terms.hide_names),
            seeds: Seat::all(seats).map(|seat| bot_seed(setup.seed, seat)).collect(),
            kept: take(&mut self.kept),
        };
        let inspection = asked(&mut caller, table, seat, self.begun[seat.index()]);
        self.kept = caller.kept;
        let inspection = inspection?;
        self.begun[seat.index()] |= inspection.hook == Hook::NextMove;
        Ok(inspection)
    }
}

/// Returns the move of a seat's bot, or the first fault before it.
fn asked<G: Game>(
    caller: &mut Caller<'_, G>,
    table: &Table<G>,
    seat: Seat,
    begun: bool,
) -> Result<Inspection, InspectError> {
    for hook in [Hook::Load, Hook::Start].into_iter().filter(|_| !begun) {
        let result = caller.begin(table, seat, hook)?.ok_or(InspectError::NoBot)?;
        if result.0.is_err() {
            return Ok(answered(Call { seat, hook, ply: table.ply() }, result));
        }
    }
    decide(caller, table, seat)
}
