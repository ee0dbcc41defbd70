//! The `Bot` trait, the data passed to its hooks, and the built-in bots.

use serde_json::Value;
use std::fmt;
use std::rc::Rc;

use super::{
    BotOptions, Fault, FaultKind, Game, Hook, Journal, Limits, MoveOf, OptionInfo, Outcome, Rng,
    Seat, Seed, State, Team, ViewOf,
};

/// Facts about a match that a bot receives before the first deal.
#[derive(Debug)]
pub struct Start<'a, G: Game> {
    /// The seat it plays.
    pub seat: Seat,
    /// The number of seats.
    pub seats: u8,
    /// The team it plays for.
    pub team: Team,
    /// The house rules.
    pub options: &'a G::Options,
    /// The players' names, in seat order.
    pub players: &'a [String],
    /// The bot's own seed: a one-way child of the match's seed.
    pub seed: Seed,
    /// Its limits.
    pub limits: &'a Limits,
    /// The journal it writes to.
    pub journal: &'a Journal,
}

/// A decision as a bot sees it: its view, never the state.
///
/// ```compile_fail
/// use juez_core::{Game, Turn};
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
    /// The seat's own seed, the same at every ply.
    pub seed: Seed,
    /// The journal it writes to.
    pub journal: &'a Journal,
}

/// The moves of a match as one observer saw them.
pub struct History<'a, G: Game> {
    moves: &'a [(Seat, MoveOf<G>)],
    /// The state that decides which seats see a move, and the observing seat; `None` if `moves` are
    /// already filtered.
    shown_by: Option<(&'a G::State, Option<Seat>)>,
}

impl<G: Game> fmt::Debug for History<'_, G> {
    /// Formats only the moves as the observer saw them; the state stays hidden.
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
    /// Creates the history as `seat` saw it, or with `None` as the public saw it. `state` only
    /// decides which seats see a move.
    pub fn new(state: &'a G::State, moves: &'a [(Seat, MoveOf<G>)], seat: Option<Seat>) -> Self {
        History { moves, shown_by: Some((state, seat)) }
    }

    /// Creates a history of moves that [`State::shown`] has already filtered.
    pub fn shown(moves: &'a [(Seat, MoveOf<G>)]) -> Self {
        History { moves, shown_by: None }
    }

    /// Returns the number of moves made.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns true before the first move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns each move with the seat that made it, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, MoveOf<G>)> + use<'a, G> {
        let shown_by = self.shown_by;
        self.moves.iter().map(move |&(by, mv)| match shown_by {
            Some((state, seat)) => (by, state.shown(mv, by, seat)),
            None => (by, mv),
        })
    }
}

/// A function that returns true once a bot must move.
pub type Stop = Rc<dyn Fn() -> bool>;

/// The end of a match as a bot receives it.
#[derive(Debug)]
pub struct Finish<'a> {
    /// The seat it played.
    pub seat: Seat,
    /// Ranks, points and the reason for the end.
    pub outcome: &'a Outcome,
    /// The journal it writes to.
    pub journal: &'a Journal,
}

/// A decision maker at the table: a built-in bot, a script or a person.
///
/// Not `Send`: a script's VM stays on the thread of its match. Only the specification that a bot is
/// built from crosses threads.
pub trait Bot<G: Game> {
    /// Builds the VM and runs the file's top level. Called once per match, right before `start`; if
    /// it fails, `start` is not called.
    ///
    /// # Errors
    /// Returns the bot's fault.
    fn load(&mut self, _start: &Start<'_, G>) -> Result<(), Fault> {
        Ok(())
    }

    /// Starts a match. Called once, in seat order, before the first deal.
    ///
    /// # Errors
    /// Returns the bot's fault.
    fn start(&mut self, _start: &Start<'_, G>) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move. Called for each decision with more than one legal move.
    ///
    /// # Errors
    /// Returns the bot's fault.
    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault>;

    /// Makes the bot end its next search once `stop` returns true, whatever its usual amount of
    /// work. Its move is then no longer the same on every machine. A bot that does not search in
    /// steps ignores it.
    fn stop_when(&mut self, _stop: Stop) {}

    /// Calls a function of a script by name, to test a part of a bot. Returns its result as plain
    /// data. Built-in bots have no such functions.
    ///
    /// # Errors
    /// Returns the bot's fault, also if there is no such function.
    fn call(
        &mut self,
        _turn: &Turn<'_, G>,
        function: &str,
        _args: &[Value],
    ) -> Result<Value, Fault> {
        let why = format!("a built-in bot has no function {function} that could be called");
        Err(Fault::new(FaultKind::Script, Hook::NextMove, function, why))
    }

    /// Ends a match. Called once, unless the bot failed earlier.
    ///
    /// # Errors
    /// Returns the bot's fault, which no longer affects the result.
    fn finish(&mut self, _finish: &Finish<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns true if the bot's code runs in this process, so that a panic in a hook is its fault.
    /// False if the hooks only exchange messages with another process.
    fn runs_here(&self) -> bool {
        true
    }
}

/// The description of a built-in bot.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line about its way of playing.
    pub summary: &'static str,
    /// The options of `name:option=value`.
    pub options: &'static [OptionInfo],
}

/// A function that builds a bot from its options.
type Build<G> = Box<dyn Fn(&BotOptions) -> Box<dyn Bot<G>>>;

/// A built-in bot: its description and its constructor.
pub struct BuiltIn<G: Game> {
    /// The description.
    pub info: BotInfo,
    /// Builds the bot from options read by [`read_options`](super::read_options). A closure, so
    /// that one table can describe a family of bots.
    pub build: Build<G>,
}

impl<G: Game> BuiltIn<G> {
    /// Creates an entry of the table of built-in bots.
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

/// Returns the built-in bots of game `G`, weakest first: [`Random`] and [`Game::bots`].
pub fn built_in<G: Game>() -> Vec<BuiltIn<G>> {
    let mut bots = vec![BuiltIn::new("random", "a random legal move", &[], |_| Random::default())];
    bots.extend(G::bots());
    bots
}

/// A bot that plays uniformly random legal moves of any game.
#[derive(Default)]
pub struct Random {
    rng: Option<Rng>,
}

impl<G: Game> Bot<G> for Random {
    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        Ok(*self.rng.get_or_insert_with(|| turn.seed.rng()).choose(turn.legal))
    }
}
