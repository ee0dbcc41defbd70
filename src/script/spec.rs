//! A script before it is loaded, and what a loaded one can do.

use serde_json::Value;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::error::excerpt;
use super::{Api, Bundle, LoadError, SyntaxError};
use crate::core::{AnyView, Fault, Journal, Limits, Outcome, PlayedBy, Seat, Seed};

/// A script language.
pub struct Language {
    /// The name in records, also the file extension: `lua`.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How records call a bot in this language.
    pub played_by: PlayedBy,
    /// Deterministic fuel that takes about one millisecond of reference CPU time.
    pub fuel_per_ms: u64,
    /// What stands between an object and its method: `view:moves()`, `view.moves()`.
    pub method_mark: char,
    /// What a script's author should know when a hook returned nothing.
    pub nothing_hint: &'static str,
    /// Compiles every file of a bundle.
    pub compile: fn(&Bundle) -> Result<Arc<dyn Compiled>, SyntaxError>,
}

/// A compiled bundle; may cross threads.
pub trait Compiled: Send + Sync {
    /// Runs the top level in a fresh VM with its own limits.
    ///
    /// # Errors
    /// A fault of hook `load`.
    fn load(&self, api: &Rc<Api>, limits: &Limits, seed: Seed) -> Result<Box<dyn Program>, Fault>;
}

/// What `start(info)` is told, as plain data.
#[derive(Debug)]
pub struct StartInfo {
    /// `game seat seats team options seed players`.
    pub fields: serde_json::Map<String, Value>,
}

/// What came back from `next_move`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Returned {
    /// Text, to be read as a move.
    Text(String),
    /// Something else, in words: `nil`, `the number 7`, `a table`.
    Other(String),
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

    /// Calls `finish`, if there is one.
    ///
    /// # Errors
    /// What the script did wrong.
    fn finish(&mut self, seat: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault>;
}

/// A script read and compiled, from which each seat of each match loads its own VM.
#[derive(Clone)]
pub struct BotSpec {
    /// The name in tables: the file's or folder's name without extension.
    pub name: String,
    /// Its language.
    pub language: &'static Language,
    /// Its source.
    pub bundle: Arc<Bundle>,
    compiled: Arc<dyn Compiled>,
}

impl BotSpec {
    /// Reads and compiles a bot.
    ///
    /// # Errors
    /// If it cannot be read or does not compile.
    pub fn read(path: &Path) -> Result<BotSpec, LoadError> {
        let (language, bundle) = Bundle::read(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        BotSpec::compile(name, language, bundle)
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
        BotSpec::compile(name, language, Bundle::from_source(file, source))
    }

    fn compile(
        name: String,
        language: &'static Language,
        bundle: Bundle,
    ) -> Result<BotSpec, LoadError> {
        let compiled = (language.compile)(&bundle)?;
        Ok(BotSpec { name, language, bundle: Arc::new(bundle), compiled })
    }

    /// Loads the script into a VM of its own on this thread.
    ///
    /// # Errors
    /// A fault of hook `load`.
    pub fn load(
        &self,
        api: &Rc<Api>,
        limits: &Limits,
        seed: Seed,
    ) -> Result<Box<dyn Program>, Fault> {
        self.compiled.load(api, limits, seed)
    }

    /// Loads it once to see that its top level runs and `next_move` is there.
    ///
    /// # Errors
    /// What went wrong, with the line.
    pub fn check(&self, api: &Rc<Api>, limits: &Limits) -> Result<(), LoadError> {
        match self.load(api, limits, Seed::from(0)) {
            Ok(_) => Ok(()),
            Err(fault) => {
                let excerpt = self.excerpt(&fault);
                Err(LoadError::Load { fault: Box::new(fault), excerpt })
            }
        }
    }

    /// The source line a fault names, with a caret.
    pub fn excerpt(&self, fault: &Fault) -> Option<String> {
        excerpt(&self.bundle, fault.file.as_deref()?, fault.line?, None)
    }
}
