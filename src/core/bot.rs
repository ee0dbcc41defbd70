//! A mind at the table.

use serde_json::Value;
use std::fmt;

use super::{
    Fault, FaultKind, Game, Hook, Journal, Limits, MoveOf, Observer, Outcome, Seat, Seed, State,
    Team, ViewOf,
};

/// What a bot is told before the first deal.
#[derive(Debug)]
pub struct Start<'a, G: Game> {
    /// The seat it plays.
    pub seat: Seat,
    /// How many seats play.
    pub seats: u8,
    /// The side it plays for.
    pub team: Team,
    /// The house rules.
    pub options: &'a G::Options,
    /// The names at the table, in seat order.
    pub players: &'a [String],
    /// Its own chance: a one-way child of the match's seed.
    pub seed: Seed,
    /// Its limits.
    pub limits: &'a Limits,
    /// Where it writes.
    pub journal: &'a Journal,
}

/// What a bot is told at a decision: its view, never the state.
///
/// ```compile_fail
/// use juez::core::{Game, Turn};
/// fn peek<G: Game>(turn: &Turn<'_, G>) -> G::State {
///     turn.state.clone() // no such thing
/// }
/// ```
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// Whose decision it is.
    pub seat: Seat,
    /// How many seats play.
    pub seats: u8,
    /// Moves made since the match began.
    pub ply: u32,
    /// Number of the current deal, from 0; 0 in games without chance.
    pub deal: u32,
    /// What the seat may know.
    pub view: &'a ViewOf<G>,
    /// Its legal moves, ascending; at least two.
    pub legal: &'a [MoveOf<G>],
    /// Every move so far, as the seat saw it.
    pub history: History<'a, G>,
    /// The seat's own chance, the same at every ply.
    pub seed: Seed,
    /// Where it writes.
    pub journal: &'a Journal,
}

/// The moves of a match as one observer saw them.
pub struct History<'a, G: Game> {
    moves: &'a [(Seat, MoveOf<G>)],
    /// A state that tells what the observer gets to see, and the observer; `None` if the moves are
    /// shown already.
    sight: Option<(&'a G::State, Observer)>,
}

impl<G: Game> fmt::Debug for History<'_, G> {
    /// Only what the observer may see: the state stays out of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<G: Game> Clone for History<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for History<'_, G> {}

impl<'a, G: Game> History<'a, G> {
    /// The history of a table. `state` serves only to ask which seats see a move.
    pub fn new(state: &'a G::State, moves: &'a [(Seat, MoveOf<G>)], observer: Observer) -> Self {
        History { moves, sight: Some((state, observer)) }
    }

    /// The history made of moves as the observer saw them: each is what [`State::shown`] gives.
    pub fn shown(moves: &'a [(Seat, MoveOf<G>)]) -> Self {
        History { moves, sight: None }
    }

    /// How many moves were made.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Each move with the seat that made it, from the first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, MoveOf<G>)> + use<'a, G> {
        let sight = self.sight;
        self.moves.iter().map(move |&(by, mv)| match sight {
            Some((state, observer)) => (by, state.shown(mv, by, observer)),
            None => (by, mv),
        })
    }
}

/// What a bot is told at the end.
#[derive(Debug)]
pub struct Finish<'a> {
    /// The seat it played.
    pub seat: Seat,
    /// Ranks, points and why the match is over.
    pub outcome: &'a Outcome,
    /// Where it writes.
    pub journal: &'a Journal,
}

/// A mind at the table: a built-in bot, a script, a person.
///
/// Not `Send`: a script's VM lives on the thread of its match. What crosses threads is the
/// specification a bot is built from.
pub trait Bot<G: Game> {
    /// Called once per match, right before `start`: the time to build a VM and run a file's top
    /// level. When it fails, `start` is not called.
    ///
    /// # Errors
    /// What the bot did wrong.
    fn load(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        let _ = start;
        Ok(())
    }

    /// Called once per match, in seat order, before the first deal.
    ///
    /// # Errors
    /// What the bot did wrong.
    fn start(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        let _ = start;
        Ok(())
    }

    /// Called once per decision with more than one legal move.
    ///
    /// # Errors
    /// What the bot did wrong.
    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault>;

    /// Calls a function of the bot's own by its name, for tests of a part of a bot; what it
    /// returned, as plain data. Only scripts have such functions.
    ///
    /// # Errors
    /// What the bot did wrong, also that there is no such function.
    fn call(&mut self, turn: &Turn<'_, G>, function: &str, args: &[Value]) -> Result<Value, Fault> {
        let _ = (turn, args);
        let why = format!("a built-in bot has no function {function} that could be called");
        Err(Fault::new(FaultKind::Script, Hook::NextMove, function, why))
    }

    /// Called once at the end, unless the bot failed before.
    ///
    /// # Errors
    /// What the bot did wrong; it changes nothing any more.
    fn finish(&mut self, finish: &Finish<'_>) -> Result<(), Fault> {
        let _ = finish;
        Ok(())
    }
}
