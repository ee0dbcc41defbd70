//! A script language, and what a loaded script can do.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::rc::Rc;
use std::sync::Arc;

use super::{Api, Bundle, LintMessage, SyntaxError};
use crate::core::{AnyView, Fault, Journal, Limits, Outcome, PlayedBy, Seat, Seed, clip, plain};

/// A script language.
pub struct Language {
    /// The name in records, also the file extension: `lua`.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Name of a bot of this language in records.
    pub played_by: PlayedBy,
    /// Deterministic fuel that takes about one millisecond of reference CPU time.
    pub fuel_per_ms: u64,
    /// Mark between an object and its method: `view:moves()`, `view.moves()`.
    pub method_mark: char,
    /// Start of a comment to the end of the line: `--`, `//`.
    pub comment: &'static str,
    /// The functions of its library: the name of a table, empty for globals, and the names that it holds,
    /// between blanks.
    pub library: &'static [(&'static str, &'static str)],
    /// Hint for a hook that returned nothing.
    pub nothing_hint: &'static str,
    /// A bot that does what bots do and fails in the end: a sandbox that stops it is too narrow.
    pub rehearsal: &'static str,
    /// Compiles every file of a bundle.
    pub compile: fn(&Bundle) -> Result<Arc<dyn Compiled>, SyntaxError>,
    /// Tells what is probably a mistake in a bundle that compiles, by file and line. Needs a stack
    /// of [`STACK`](super::STACK) bytes, as running a script does.
    pub lint: fn(&Bundle, &Api) -> Vec<LintMessage>,
}

impl Language {
    /// The fuel that is worth `work`, in units of which `per_ms` make a millisecond; rounded up.
    pub fn fuel_for(&self, work: u64, per_ms: u64) -> u64 {
        work.saturating_mul(self.fuel_per_ms).div_ceil(per_ms)
    }
}

/// What a script is given to run with, for one seat of one match.
#[derive(Clone, Copy)]
pub struct Loading<'a> {
    /// The methods it may call.
    pub api: &'a Rc<Api>,
    /// Its limits.
    pub limits: &'a Limits,
    /// Its own seed.
    pub seed: Seed,
    /// Takes in what its top level prints.
    pub journal: &'a Journal,
}

/// A compiled bundle; may cross threads.
pub trait Compiled: Send + Sync {
    /// Runs the top level in a fresh VM with its own limits.
    ///
    /// # Errors
    /// A fault of hook `load`.
    fn load(&self, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault>;
}

/// Answer of `next_move`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Returned {
    /// Text, to be read as a move.
    Text(String),
    /// Something else, in words: `nil`, `the number 7`, `a table`.
    Other(String),
}

impl Returned {
    /// Characters of the longest text that is read as a move; no move is that long.
    pub const LONGEST: usize = 100;

    /// The same in plain text, without what comes after the longest move.
    pub fn cut(self) -> Returned {
        match self {
            Returned::Text(text) => Returned::Text(plain(&clip(text, Returned::LONGEST))),
            Returned::Other(what) => Returned::Other(plain(&what)),
        }
    }
}

/// One loaded script: a VM of its own, for one seat of one match. Knows no game.
pub trait Program {
    /// Calls `start`, if there is one, with a map of plain data.
    ///
    /// # Errors
    /// What the script did wrong.
    fn start(&mut self, info: &Value, journal: &Journal) -> Result<(), Fault>;

    /// Calls `next_move`.
    ///
    /// # Errors
    /// What the script did wrong.
    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault>;

    /// Calls the bot's function `name` with the view and `args`, within what `next_move` may spend:
    /// for tests of a part of a bot. What it returned, as plain data.
    ///
    /// # Errors
    /// What the script did wrong: also that it has no such function, or that what it returned is no
    /// plain data.
    fn call(
        &mut self,
        name: &str,
        args: &[Value],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Value, Fault>;

    /// The names of the functions that can be called, the hooks included, ascending.
    fn functions(&self) -> Vec<String>;

    /// Calls `finish`, if there is one.
    ///
    /// # Errors
    /// What the script did wrong.
    fn finish(&mut self, seat: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault>;
}
