//! A script before it is loaded, and what a loaded one can do.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use super::error::excerpt;
use super::{Api, Bundle, LANGUAGES, LintMessage, LoadError, Loader, SyntaxError};
use crate::core::{
    AnyView, Fault, FaultKind, Hook, Journal, Limits, Notes, Outcome, PlayedBy, Seat, Seed, plain,
};

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
    /// The language of a script by its name, whatever the case of its extension.
    pub fn of_file(path: &Path) -> Option<&'static Language> {
        let extension = path.extension()?.to_str()?;
        let is_it = |language: &&&Language| language.id.eq_ignore_ascii_case(extension);
        LANGUAGES.iter().find(is_it).copied()
    }

    /// The fuel that is worth `work`, in units of which `per_ms` make a millisecond; rounded up.
    pub fn fuel_for(&self, work: u64, per_ms: u64) -> u64 {
        work.saturating_mul(self.fuel_per_ms).div_ceil(per_ms)
    }
}

/// A compiled bundle; may cross threads.
pub trait Compiled: Send + Sync {
    /// Runs the top level in a fresh VM with its own limits; what it prints goes to `journal`.
    ///
    /// # Errors
    /// A fault of hook `load`.
    fn load(
        &self,
        api: &Rc<Api>,
        limits: &Limits,
        seed: Seed,
        journal: &Journal,
    ) -> Result<Box<dyn Program>, Fault>;
}

/// The argument of `start(info)` as plain data.
#[derive(Debug)]
pub struct StartInfo {
    /// `game seat seats team options seed players`.
    pub fields: serde_json::Map<String, Value>,
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

    /// The same, without what comes after the longest move.
    pub fn cut(self) -> Returned {
        match self {
            Returned::Text(mut text) => {
                if let Some((end, _)) = text.char_indices().nth(Returned::LONGEST) {
                    text.truncate(end);
                    text.push('…');
                }
                Returned::Text(text)
            }
            other => other,
        }
    }
}

/// One loaded script: a VM of its own, for one seat of one match. Knows no game.
pub trait Program {
    /// Calls `start`, if there is one.
    ///
    /// # Errors
    /// What the script did wrong.
    fn start(&mut self, info: &StartInfo, journal: &Journal) -> Result<(), Fault>;

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

/// A script read from disk, from which each seat of each match loads its own VM. It is compiled
/// once, at the latest when it is first loaded.
#[derive(Clone)]
pub struct BotSpec {
    /// The name in tables, on one line: the file's or folder's name without extension; of
    /// `main.lua` the folder's.
    pub name: String,
    /// Its language.
    pub language: &'static Language,
    /// Its source.
    pub bundle: Arc<Bundle>,
    compiled: Arc<OnceLock<Result<Arc<dyn Compiled>, SyntaxError>>>,
    /// The loader that compiles and runs it; `None` for the caller's thread.
    loader: Option<Arc<dyn Loader>>,
}

impl BotSpec {
    /// Reads and compiles a bot.
    ///
    /// # Errors
    /// If it cannot be read or does not compile.
    pub fn read(path: &Path) -> Result<BotSpec, LoadError> {
        let spec = BotSpec::read_source(path)?;
        spec.compiled()?;
        Ok(spec)
    }

    /// Reads a bot without compiling it: for sources that this process should not even parse.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_source(path: &Path) -> Result<BotSpec, LoadError> {
        let (language, bundle) = Bundle::read(path)?;
        let mut path = Bundle::folder(path).unwrap_or_else(|| path.to_path_buf());
        if path.file_stem().is_none() {
            // `.` and `..` have a name in full.
            path = path.canonicalize().unwrap_or_default();
        }
        let name = plain(&path.file_stem().unwrap_or_default().to_string_lossy());
        Ok(BotSpec::uncompiled(name, language, bundle))
    }

    /// A bot from source text that is not on disk. `file` names it in messages.
    ///
    /// # Errors
    /// If it does not compile.
    pub fn from_source(
        language: &'static Language,
        file: &str,
        source: &str,
    ) -> Result<BotSpec, LoadError> {
        let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_string();
        let spec = BotSpec::uncompiled(name, language, Bundle::from_source(file, source));
        spec.compiled()?;
        Ok(spec)
    }

    /// A bot of this source, not compiled yet.
    pub fn uncompiled(name: String, language: &'static Language, bundle: Bundle) -> BotSpec {
        let (bundle, compiled) = (Arc::new(bundle), Arc::default());
        BotSpec { name, language, bundle, compiled, loader: None }
    }

    /// The same bot, compiled and run by `loader`.
    #[must_use]
    pub fn loaded_by(&self, loader: Arc<dyn Loader>) -> BotSpec {
        BotSpec { loader: Some(loader), ..self.clone() }
    }

    /// Compiles it, if that is still to be done.
    ///
    /// # Errors
    /// If it does not compile.
    pub fn compile(&self) -> Result<(), LoadError> {
        match &self.loader {
            Some(loader) => loader.compile(self),
            None => Ok(self.compiled().map(drop)?),
        }
    }

    fn compiled(&self) -> Result<&dyn Compiled, SyntaxError> {
        let compiled = self.compiled.get_or_init(|| (self.language.compile)(&self.bundle));
        compiled.as_deref().map_err(SyntaxError::clone)
    }

    /// Loads the script into a VM of its own on this thread, compiling it first if that was not done
    /// before. What its top level prints goes to `journal`.
    ///
    /// # Errors
    /// A fault of hook `load`.
    pub fn load(
        &self,
        api: &Rc<Api>,
        limits: &Limits,
        seed: Seed,
        journal: &Journal,
    ) -> Result<Box<dyn Program>, Fault> {
        match &self.loader {
            Some(loader) => loader.load(self, api, limits, seed, journal),
            None => self.compiled().map_err(not_compiled)?.load(api, limits, seed, journal),
        }
    }

    /// Loads it once to see that its top level runs and `next_move` is there.
    ///
    /// # Errors
    /// What went wrong, with the line.
    pub fn check(&self, api: &Rc<Api>, limits: &Limits) -> Result<(), LoadError> {
        self.functions(api, limits).map(drop)
    }

    /// Loads it once; the names of its functions, the hooks included, ascending.
    ///
    /// # Errors
    /// As [`BotSpec::check`].
    pub fn functions(&self, api: &Rc<Api>, limits: &Limits) -> Result<Vec<String>, LoadError> {
        self.compile()?;
        let journal = Journal::new(limits.output);
        match self.load(api, limits, Seed::from(0), &journal) {
            Ok(program) => Ok(program.functions()),
            Err(fault) => {
                let excerpt = self.excerpt(&fault);
                let Notes { log, lost, .. } = journal.take();
                if let Some(why) = lost {
                    return Err(LoadError::Lost(why));
                }
                Err(LoadError::Load { fault: Box::new(fault), excerpt, log })
            }
        }
    }

    /// The lint of its source. A source that does not compile gets no message, or that the lint
    /// cannot follow.
    pub fn lint(&self, api: &Api) -> Vec<LintMessage> {
        if let Some(loader) = &self.loader {
            return loader.lint(self, api).unwrap_or_default();
        }
        if self.compiled().is_err() {
            return Vec::new();
        }
        let lint = AssertUnwindSafe(|| (self.language.lint)(&self.bundle, api));
        catch_unwind(lint).unwrap_or_default()
    }

    /// The source line a fault names, with a caret.
    pub fn excerpt(&self, fault: &Fault) -> Option<String> {
        excerpt(&self.bundle, fault.file.as_deref()?, fault.line?, None)
    }
}

/// The fault of a bot whose source is no program.
fn not_compiled(error: SyntaxError) -> Fault {
    let SyntaxError { file, line, message, .. } = error;
    Fault { file: Some(file), line, ..Fault::new(FaultKind::Script, Hook::Load, "", message) }
}
