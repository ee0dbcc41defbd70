//! A script that is not loaded yet.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use super::stray::explained;
use super::syntax_error::excerpt;
use super::{
    Api, Bundle, Compiled, Language, LintMessage, LoadError, Loader, Loading, Program, SyntaxError,
    lint,
};
use juez_core::{Fault, Journal, Limits, Notes, Seed, plain, plain_sentence};

/// A script read from disk; each seat of each match loads it into its own VM. It is compiled once,
/// at the first load at the latest.
#[derive(Clone)]
pub struct BotSpec {
    /// The name in tables, on one line: the file or folder name without extension; for `main.lua`
    /// the folder's.
    pub name: String,
    /// The language.
    pub language: &'static Language,
    /// The source.
    pub bundle: Arc<Bundle>,
    compiled: Arc<OnceLock<Result<Arc<dyn Compiled>, SyntaxError>>>,
    /// The loader that compiles and runs it; `None` for the calling thread.
    loader: Option<Arc<dyn Loader>>,
}

impl BotSpec {
    /// Reads and compiles a bot.
    ///
    /// # Errors
    /// If it is unreadable or does not compile.
    pub fn read(path: &Path) -> Result<BotSpec, LoadError> {
        let spec = BotSpec::read_source(path)?;
        spec.compiled()?;
        Ok(spec)
    }

    /// Reads a bot without compiling it, for sources that this process should not even parse.
    ///
    /// # Errors
    /// If it is unreadable.
    pub fn read_source(path: &Path) -> Result<BotSpec, LoadError> {
        let (language, bundle) = Bundle::read(path)?;
        let mut path = Bundle::folder(path).unwrap_or_else(|| path.to_path_buf());
        if path.file_stem().is_none() {
            // `.` and `..` have a name only in canonical form.
            path = path.canonicalize().unwrap_or_default();
        }
        let name = plain(&path.file_stem().unwrap_or_default().to_string_lossy());
        Ok(BotSpec::uncompiled(name, language, bundle))
    }

    /// Compiles a bot from source text; `file` is its name in messages.
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

    /// Creates a bot from this source without compiling it.
    pub fn uncompiled(name: String, language: &'static Language, bundle: Bundle) -> BotSpec {
        let (bundle, compiled) = (Arc::new(bundle), Arc::default());
        BotSpec { name, language, bundle, compiled, loader: None }
    }

    /// Returns true if its code runs in this process.
    pub fn runs_here(&self) -> bool {
        self.loader.is_none()
    }

    /// Returns the same bot, compiled and run by `loader`.
    #[must_use]
    pub fn loaded_by(&self, loader: Arc<dyn Loader>) -> BotSpec {
        BotSpec { loader: Some(loader), ..self.clone() }
    }

    /// Compiles it, unless that is done already.
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
        let compiled = self.compiled.get_or_init(|| {
            let compiled = (self.language.compile)(&self.bundle);
            compiled.map_err(|error| explained(self.language, &self.bundle, error))
        });
        compiled.as_deref().map_err(SyntaxError::clone)
    }

    /// Loads the script into a new VM on this thread, compiling it first if necessary. `journal`
    /// receives the output of its top level.
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
        let loading = Loading { api, limits, seed, journal };
        let loaded = match &self.loader {
            Some(loader) => loader.load(self, loading),
            None => match self.compiled() {
                Ok(compiled) => compiled.load(loading),
                Err(error) => Err(error.fault()),
            },
        };
        loaded.map_err(Fault::plain)
    }

    /// Loads it once to check that its top level runs and that `next_move` exists.
    ///
    /// # Errors
    /// The fault, with the line.
    pub fn check(&self, api: &Rc<Api>, limits: &Limits) -> Result<(), LoadError> {
        self.functions(api, limits).map(drop)
    }

    /// Loads it once and returns the names of its functions, hooks included, in ascending order.
    ///
    /// # Errors
    /// Like [`BotSpec::check`].
    pub fn functions(&self, api: &Rc<Api>, limits: &Limits) -> Result<Vec<String>, LoadError> {
        self.compile()?;
        let journal = Journal::new(limits.output);
        let loaded = self.load(api, limits, Seed::from(0), &journal);
        let names = |program: Box<dyn Program>| {
            program.functions().iter().map(|name| plain(name)).collect()
        };
        loaded.map(names).map_err(|fault| {
            let excerpt = self.excerpt(&fault);
            match journal.take() {
                Notes { lost: Some(why), .. } => LoadError::Lost(why),
                Notes { log, .. } => LoadError::Load { fault: Box::new(fault), excerpt, log },
            }
        })
    }

    /// Lints the source. Returns no messages if it does not compile or the lint fails.
    pub fn lint(&self, api: &Api) -> Vec<LintMessage> {
        let mut messages = match &self.loader {
            Some(loader) => loader.lint(self, api).unwrap_or_default(),
            None if self.compiled().is_err() => Vec::new(),
            None => {
                let lint = AssertUnwindSafe(|| (self.language.lint)(&self.bundle, api));
                catch_unwind(lint).unwrap_or_default()
            }
        };
        messages.truncate(lint::MOST);
        for LintMessage { file, message, .. } in &mut messages {
            (*file, *message) = (plain(file), plain_sentence(message));
        }
        messages
    }

    /// Returns the source line of a fault, with a caret.
    pub fn excerpt(&self, fault: &Fault) -> Option<String> {
        excerpt(&self.bundle, fault.file.as_deref()?, fault.line?, None)
    }
}
