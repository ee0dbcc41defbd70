//! Bots: the minds at a table, and those that come with juez.

use serde_json::Value;
use std::fmt;

use super::{
    BotOptions, Fault, FaultKind, Game, Hook, Journal, Limits, MoveOf, OptionInfo, Outcome, Rng,
    Seat, Seed, State, Team, ViewOf,
};

/// The facts of a match that a bot gets before the first deal.
#[derive(Debug)]
pub struct Start<'a, G: Game> {
    /// The seat it plays.
    pub seat: Seat,
    /// The number of seats.
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
    /// The journal it writes to.
    pub journal: &'a Journal,
}

/// A decision as a bot sees it: its view, never the state.
///
/// ```compile_fail
/// use juez::core::{Game, Turn};
/// fn peek<G: Game>(turn: &Turn<'_, G>) -> G::State {
///     turn.state.clone() // no such thing
/// }
/// ```
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// The seat to move.
    pub seat: Seat,
    /// The number of seats.
    pub seats: u8,
    /// Moves made since the match began.
    pub ply: u32,
    /// Number of the current deal, from 0; 0 in games without chance.
    pub deal: u32,
    /// The view of the seat.
    pub view: &'a ViewOf<G>,
    /// Its legal moves, ascending; at least two.
    pub legal: &'a [MoveOf<G>],
    /// Every move so far, as the seat saw it.
    pub history: History<'a, G>,
    /// The seat's own chance, the same at every ply.
    pub seed: Seed,
    /// The journal it writes to.
    pub journal: &'a Journal,
}

/// The moves of a match as a seat or an onlooker saw them.
pub struct History<'a, G: Game> {
    moves: &'a [(Seat, MoveOf<G>)],
    /// The state that knows which seats see a move, and the seat; `None` if the moves are as the seat
    /// saw them already.
    shown_by: Option<(&'a G::State, Option<Seat>)>,
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
    /// The history of a table as a seat saw it, or with `None` as it lay face up. `state` is only
    /// asked which seats see a move.
    pub fn new(state: &'a G::State, moves: &'a [(Seat, MoveOf<G>)], seat: Option<Seat>) -> Self {
        History { moves, shown_by: Some((state, seat)) }
    }

    /// The history made of moves that [`State::shown`] gave.
    pub fn shown(moves: &'a [(Seat, MoveOf<G>)]) -> Self {
        History { moves, shown_by: None }
    }

    /// The number of moves made.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True before the first move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Each move with the seat that made it, from the first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, MoveOf<G>)> + use<'a, G> {
        let shown_by = self.shown_by;
        self.moves.iter().map(move |&(by, mv)| match shown_by {
            Some((state, seat)) => (by, state.shown(mv, by, seat)),
            None => (by, mv),
        })
    }
}

/// The end of a match as a bot gets it.
#[derive(Debug)]
pub struct Finish<'a> {
    /// The seat it played.
    pub seat: Seat,
    /// Ranks, points and why the match is over.
    pub outcome: &'a Outcome,
    /// The journal it writes to.
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
    fn load(&mut self, _start: &Start<'_, G>) -> Result<(), Fault> {
        Ok(())
    }

    /// Called once per match, in seat order, before the first deal.
    ///
    /// # Errors
    /// What the bot did wrong.
    fn start(&mut self, _start: &Start<'_, G>) -> Result<(), Fault> {
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
    fn call(
        &mut self,
        _turn: &Turn<'_, G>,
        function: &str,
        _args: &[Value],
    ) -> Result<Value, Fault> {
        let why = format!("a built-in bot has no function {function} that could be called");
        Err(Fault::new(FaultKind::Script, Hook::NextMove, function, why))
    }

    /// Called once at the end, unless the bot failed before.
    ///
    /// # Errors
    /// What the bot did wrong; it changes nothing any more.
    fn finish(&mut self, _finish: &Finish<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// True if the bot's own code runs in its hooks, so that a panic there is its fault; false for
    /// one that runs in another process, of which the hooks only carry questions and answers.
    fn runs_here(&self) -> bool {
        true
    }
}

/// The facts about a bot that comes with juez.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line that says how it plays.
    pub summary: &'static str,
    /// The options of `name:option=value`.
    pub options: &'static [OptionInfo],
}

/// A function that builds a bot from its options.
type Build<G> = Box<dyn Fn(&BotOptions) -> Box<dyn Bot<G>>>;

/// A bot that comes with juez.
pub struct BuiltIn<G: Game> {
    /// The facts about it.
    pub info: BotInfo,
    /// Builds one from options that [`read_options`](super::read_options) gave. A closure, so that a family
    /// of bots can be a table of data.
    pub build: Build<G>,
}

impl<G: Game> BuiltIn<G> {
    /// A bot with these columns.
    pub fn new<B: Bot<G> + 'static>(
        name: &'static str,
        summary: &'static str,
        options: &'static [OptionInfo],
        build: impl Fn(&BotOptions) -> B + 'static,
    ) -> BuiltIn<G> {
        let info = BotInfo { name, summary, options };
        BuiltIn { info, build: Box::new(move |options| Box::new(build(options))) }
    }
}

/// The built-in bots of game `G`, weakest first: [`Random`] and [`Game::bots`].
pub fn built_in<G: Game>() -> Vec<BuiltIn<G>> {
    let mut bots = vec![BuiltIn::new("random", "a random legal move", &[], |_| Random::default())];
    bots.extend(G::bots());
    bots
}

/// Plays a uniformly random legal move of any game.
#[derive(Default)]
pub struct Random {
    rng: Option<Rng>,
}

impl<G: Game> Bot<G> for Random {
    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        Ok(*self.rng.get_or_insert_with(|| turn.seed.rng()).choose(turn.legal))
    }
}
