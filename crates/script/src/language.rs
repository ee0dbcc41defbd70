//! A script language and its loaded programs.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::rc::Rc;
use std::sync::Arc;

use super::{Api, Bundle, LintMessage, SyntaxError};
use juez_core::{AnyView, Fault, Journal, Limits, Outcome, PlayedBy, Seat, Seed, clip, plain};

/// A script language.
pub struct Language {
    /// The name in records, also the file extension: `lua`.
    pub id: &'static str,
    /// The display name.
    pub title: &'static str,
    /// Name of a bot of this language in records.
    pub played_by: PlayedBy,
    /// Deterministic fuel that takes about one millisecond of reference CPU time.
    pub fuel_per_ms: u64,
    /// Mark between an object and its method: `view:moves()`, `view.moves()`.
    pub method_mark: char,
    /// Start of a comment to the end of the line: `--`, `//`.
    pub comment: &'static str,
    /// The functions of its library: the name of a table, empty for globals, and the names in it,
    /// separated by blanks.
    pub library: &'static [(&'static str, &'static str)],
    /// Hint for a hook that returned nothing.
    pub nothing_hint: &'static str,
    /// Source of a bot that exercises the sandbox and then fails; a sandbox that stops it earlier
    /// is too strict.
    pub rehearsal: &'static str,
    /// Compiles every file of a bundle.
    pub compile: fn(&Bundle) -> Result<Arc<dyn Compiled>, SyntaxError>,
    /// Reports probable mistakes in a bundle that compiles, by file and line. Needs a stack of
    /// [`STACK`](super::STACK) bytes, like running a script.
    pub lint: fn(&Bundle, &Api) -> Vec<LintMessage>,
    /// Returns the sentences of faults that only this language has.
    pub sentences: fn() -> Vec<&'static str>,
}

/// Stack size in bytes for a thread that runs bots.
///
/// Rhai drops, compares and prints nested values by native recursion, and a chain of closures can
/// grow until memory runs out: 64 MiB of closures took more than 128 MiB of stack in a debug build,
/// so the memory of such a bot is bounded too. Calls alone need 16 MiB. Only address space is
/// reserved until a script recurses that deep.
pub const STACK: usize = 512 << 20;

impl Language {
    /// Converts `work` to fuel, rounding up; `per_ms` units of work take one millisecond.
    #[inline]
    pub fn fuel_for(&self, work: u64, per_ms: u64) -> u64 {
        work.saturating_mul(self.fuel_per_ms).div_ceil(per_ms)
    }
}

/// The inputs for loading a script, for one seat of one match.
#[derive(Clone, Copy)]
pub struct Loading<'a> {
    /// The methods the script can call.
    pub api: &'a Rc<Api>,
    /// Its limits.
    pub limits: &'a Limits,
    /// The seed of the bot.
    pub seed: Seed,
    /// Receives the output of the top level.
    pub journal: &'a Journal,
}

/// A compiled bundle.
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
    /// Any other value, described in words: `nil`, `the number 7`, `a table`.
    Other(String),
}

impl Returned {
    /// Limit in characters of text that is read as a move; no move is longer.
    pub const LONGEST: usize = 100;

    /// Converts to plain text; cuts text after [`LONGEST`](Returned::LONGEST) characters.
    pub fn cut(self) -> Returned {
        match self {
            Returned::Text(text) => Returned::Text(plain(&clip(text, Returned::LONGEST))),
            Returned::Other(what) => Returned::Other(plain(&what)),
        }
    }
}

/// A loaded script in its own VM, for one seat of one match.
pub trait Program {
    /// Calls `start`, if defined, with a map of plain data.
    ///
    /// # Errors
    /// A fault of the script.
    fn start(&mut self, info: &Value, journal: &Journal) -> Result<(), Fault>;

    /// Calls `next_move`.
    ///
    /// # Errors
    /// A fault of the script.
    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault>;

    /// Calls the bot's function `name` with the view and `args`, under the limits of `next_move`,
    /// and returns its result as plain data. Lets tests check a single function of a bot.
    ///
    /// # Errors
    /// A fault of the script, or a fault if the function is missing or its result is not plain
    /// data.
    fn call(
        &mut self,
        name: &str,
        args: &[Value],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Value, Fault>;

    /// Returns the names of all callable functions, hooks included, in ascending order.
    fn functions(&self) -> Vec<String>;

    /// Calls `finish`, if defined.
    ///
    /// # Errors
    /// A fault of the script.
    fn finish(&mut self, seat: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault>;
}
