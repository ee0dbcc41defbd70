//! The scripts of a folder: playable ones, and the rest with its errors.
//!
//! Pages name a script as in the list of choices and never by a path, so no other file is
//! accessible.

use parking_lot::Mutex;
use serde::Serialize;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use super::choices::BotChoice;
use super::error::RefusalKind::Wrong;
use super::error::Result;
use super::policy::{OfferedBot, Policy};
use crate::{VisitorId, words};
use juez_core::{Limits, Terms};
use juez_match::registry::{
    AnyGame, MatchSetup, Mind, NoGame, PlayerSpec, SetupError, bots_of_folder, game_of,
    is_bot_folder,
};
use juez_pool::{Isolation, IsolationKind, PoolError};
use juez_script::{BotSpec, LANGUAGES, LoadError, ReadBundleError, STACK};

/// Depth of folders searched for scripts.
const MAX_FOLDER_DEPTH: usize = 3;
/// Maximum number of scripts in the list.
const MAX_SCRIPTS: usize = 1000;

/// A script in the folder of bots that cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnusableBot {
    /// The path below the folder.
    pub file: String,
    /// The reason.
    pub why: String,
}

/// A folder of scripts that can be given a seat, or none.
#[derive(Debug)]
pub(super) struct BotFolder {
    folder: Option<PathBuf>,
    isolation: IsolationKind,
    /// The error of loading a script, or `None`, by the hash of its bundle and the game.
    loaded: Mutex<HashMap<(String, &'static str), Option<String>>>,
}

/// The contents of a folder.
#[derive(Default)]
struct Found {
    bots: Vec<FolderBot>,
    /// Scripts and folders that are left out.
    unusable: Vec<UnusableBot>,
}

struct FolderBot {
    /// The name in requests: the path below the folder.
    name: String,
    path: PathBuf,
}

impl BotFolder {
    /// Creates the bots of a folder. With isolation by process no script is compiled in this
    /// process.
    pub fn new(folder: Option<PathBuf>, isolation: IsolationKind) -> BotFolder {
        BotFolder { folder, isolation, loaded: Mutex::default() }
    }

    /// Returns the scripts that cannot play. Loads each new script once, where bots run.
    pub fn unusable(&self, isolation: &Isolation, limits: &Limits) -> Vec<UnusableBot> {
        let Found { bots, mut unusable } = self.found();
        let check = || {
            let fault = |bot: FolderBot| {
                let why = self.trouble(&bot, isolation, limits)?;
                Some(UnusableBot { file: bot.name, why })
            };
            bots.into_iter().filter_map(fault).collect::<Vec<_>>()
        };
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, check);
            let checked = thread.ok().and_then(|thread| thread.join().ok());
            unusable.extend(checked.unwrap_or_default());
        });
        unusable.sort_by(|a, b| a.file.cmp(&b.file));
        unusable
    }

    /// Returns the reason why a script cannot play, if any.
    fn trouble(&self, bot: &FolderBot, isolation: &Isolation, limits: &Limits) -> Option<String> {
        let game = match game_of(&bot.path) {
            Ok(game) => game,
            Err(NoGame::Read(error)) => return Some(not_read(&bot.name, &error)),
            Err(NoGame::Unknown { line, source, .. }) => return Some(words::in_line(line, source)),
            Err(NoGame::Silent { comment, known, .. }) => {
                return Some(words::names_no_game(format!("`{comment}`"), known));
            }
        };
        let spec = match self.read_script(&bot.path) {
            Ok(spec) => spec,
            Err(error) => return Some(not_loaded(&bot.name, &error)),
        };
        let key = (spec.bundle.hash.clone(), game.info().id);
        if let Some(known) = self.loaded.lock().get(&key) {
            return known.clone();
        }
        let player = PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) };
        let terms = Terms { limits: limits.clone(), ..Terms::default() };
        let setup = MatchSetup { terms, ..MatchSetup::new(Vec::new()) };
        let why = match isolation.check_player(game, &setup, &player) {
            Ok(()) => None,
            Err(PoolError::Setup(SetupError::Bot { source, .. })) => {
                Some(not_loaded(&bot.name, &source))
            }
            // Not caused by the script, so it will be checked again.
            Err(error) => return Some(first_line(&error.to_string())),
        };
        self.loaded.lock().insert(key, why.clone());
        why
    }

    fn read_script(&self, path: &Path) -> Result<BotSpec, LoadError> {
        match self.isolation {
            IsolationKind::Thread => BotSpec::read(path),
            IsolationKind::Process => BotSpec::read_source(path),
        }
    }

    fn found(&self) -> Found {
        let mut found = Found::default();
        if let Some(folder) = &self.folder {
            found.list(folder, "", MAX_FOLDER_DEPTH);
        }
        if let Some(first) = found.bots.get(MAX_SCRIPTS) {
            let file = first.name.clone();
            found.unusable.push(UnusableBot { file, why: words::too_many_scripts(MAX_SCRIPTS) });
            found.bots.truncate(MAX_SCRIPTS);
        }
        found
    }
}

impl Policy for BotFolder {
    fn bots(&self, _: &VisitorId) -> Vec<(&'static str, BotChoice)> {
        let choice = |bot: FolderBot| {
            let game = game_of(&bot.path).ok()?;
            let choice = BotChoice {
                summary: language(&bot.path).unwrap_or_default().to_string(),
                name: bot.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                player: bot.name,
                authors: None,
                level: None,
                options: Vec::new(),
            };
            Some((game.info().id, choice))
        };
        self.found().bots.into_iter().filter_map(choice).collect()
    }

    fn read(&self, name: &str, game: &dyn AnyGame, _: &VisitorId) -> Option<Result<OfferedBot>> {
        let bot = self.found().bots.into_iter().find(|bot| bot.name == name)?;
        if game_of(&bot.path).ok()?.info().id != game.info().id {
            return None;
        }
        let read = self.read_script(&bot.path).map_err(|error| match error {
            // The path of the folder is hidden from visitors.
            LoadError::Read(_) => Wrong.because(words::cannot_be_read(name)),
            error => Wrong.because(error),
        });
        Some(read.map(|spec| OfferedBot { spec, author: None, version: None }))
    }
}

impl Found {
    /// Adds the bots of a folder and its subfolders.
    fn list(&mut self, folder: &Path, prefix: &str, depth: usize) {
        for path in bots_of_folder(folder) {
            self.add(path, prefix, "");
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || self.bots.len() > MAX_SCRIPTS {
                continue;
            }
            if path.is_symlink() {
                // The link can lead in a circle.
                self.leave_out(format!("{prefix}{name}/"), words::link_not_followed());
            } else if is_bot_folder(&path) {
                self.add(path, prefix, "/");
            } else if depth > 1 {
                self.list(&path, &format!("{prefix}{name}/"), depth - 1);
            } else if !bots_of_folder(&path).is_empty() {
                self.leave_out(format!("{prefix}{name}/"), words::too_deep(MAX_FOLDER_DEPTH));
            }
        }
    }

    /// Adds a bot. A slash at the end of a folder's name, like the dot in a file's, distinguishes
    /// it from the names of built-in bots.
    fn add(&mut self, path: PathBuf, prefix: &str, mark: &str) {
        let name = path.file_name().unwrap_or_default();
        match name.to_str() {
            Some(name) => self.bots.push(FolderBot { name: format!("{prefix}{name}{mark}"), path }),
            None => {
                let name = name.to_string_lossy();
                self.leave_out(format!("{prefix}{name}{mark}"), words::name_no_utf8());
            }
        }
    }

    fn leave_out(&mut self, file: String, why: String) {
        self.unusable.push(UnusableBot { file, why });
    }
}

/// Returns the reason why a script is unreadable, without the path of the folder, which is hidden
/// from visitors.
fn not_read(name: &str, error: &ReadBundleError) -> String {
    match error {
        ReadBundleError::NotText { .. } => words::no_utf8(),
        ReadBundleError::TooLarge { .. } => words::source_too_large(),
        ReadBundleError::Io { .. }
        | ReadBundleError::Language { .. }
        | ReadBundleError::NoMain { .. } => words::cannot_be_read(name),
    }
}

fn not_loaded(name: &str, error: &LoadError) -> String {
    match error {
        LoadError::Read(error) => not_read(name, error),
        error => first_line(&error.to_string()),
    }
}

/// Strips the source excerpt from a reason.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_string()
}

/// Returns the display name of a bot's language.
fn language(path: &Path) -> Option<&'static str> {
    let is_folder = path.is_dir();
    let speaks = |id: &str| match is_folder {
        true => path.join(format!("main.{id}")).is_file(),
        false => path.extension().is_some_and(|extension| extension == id),
    };
    LANGUAGES.iter().find(|language| speaks(language.id)).map(|language| language.title)
}
