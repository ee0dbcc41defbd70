//! Entrants, and bots that cannot play, each with the reason.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

use crate::plan::Entrant;
use juez_core::{PlayedBy, Player, plain, plain_lines};
use juez_match::registry::{
    AnyGame, MatchSetup, Mind, PlayerSpec, PlayerSpecError, Reading, SetupError, bots_of_folder,
    is_bot_folder,
};
use juez_pool::{Isolation, PoolError};
use juez_script::{BotSpec, Bundle, LANGUAGES, LoadError, ReadBundleError, absolute_path};

/// Why a list of bots cannot be entered.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    #[error("{text}: a name is for one bot, and folder {folder} has several")]
    NamedFolder {
        /// Name and folder, as given.
        text: String,
        folder: String,
    },
    #[error("folder {0} holds no bot: expected bot files in it, or folders with a main file")]
    EmptyFolder(String),
    /// A folder that cannot be read.
    #[error("cannot read {folder}: {error}")]
    Folder { folder: String, error: io::Error },
    #[error("a person cannot take part in a tournament: `human` is not a bot")]
    Person,
    /// A bot that does not exist.
    #[error(transparent)]
    Player(#[from] PlayerSpecError),
    /// A bot that could not be loaded, through no fault of its own.
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error("{bot}: {name:?} is not a name: expected one line of text")]
    Name {
        /// The bot, as given.
        bot: String,
        name: String,
    },
    #[error("two bots are called {name:?} ({bots}): names must differ")]
    SameName {
        name: String,
        /// The bots, as given.
        bots: String,
    },
    #[error("two bots are called {0}: leave one of them out")]
    NamesTwice(String),
    #[error("{bot} is given twice{first}; to let it play itself, give {which}, as in a={bot}")]
    SameBot {
        /// The bot, as given.
        bot: String,
        /// A note on its first mention; empty if both are the same text.
        first: String,
        /// Which needs a name.
        which: &'static str,
    },
}

/// A bot to be entered.
#[derive(Clone, Default, Debug)]
pub struct Candidate {
    /// Its given name.
    pub name: Option<String>,
    /// A path, or a built-in bot with its options.
    pub source: String,
    /// The student it belongs to.
    pub student: Option<String>,
    /// Known reason why the bot cannot play.
    pub problem: Option<String>,
    /// For an unpacked bot: the path to show, and the folder that holds it.
    pub unpacked: Option<(String, Arc<TempDir>)>,
}

impl Candidate {
    /// Returns the bot at a path. A path that is not UTF-8 cannot play, because it could not be
    /// printed or stored exactly.
    pub fn of_path(path: &Path) -> Candidate {
        let problem = path.to_str().is_none();
        let problem = problem.then(|| "its name is not UTF-8 text; rename it".to_string());
        Candidate { source: path.display().to_string(), problem, ..Candidate::default() }
    }
}

/// An entrant and its player.
#[derive(Clone)]
pub struct Entry {
    /// As shown in tables, with the reason if it cannot play.
    pub entrant: Entrant,
    /// `None` if the bot cannot play.
    pub player: Option<PlayerSpec>,
    /// Source of a readable script.
    pub bundle: Option<Arc<Bundle>>,
}

impl Entry {
    /// True if the bot can play. Only then is its number in the field.
    pub fn plays(&self) -> bool {
        self.player.is_some()
    }
}

/// Checks that no two entrants share a name: a stored bot can be called like a yardstick.
///
/// # Errors
/// With the name that two have.
pub fn names_differ(entries: &[Entry]) -> Result<(), EntryError> {
    let mut names = BTreeSet::new();
    match entries.iter().find(|entry| !names.insert(entry.entrant.name())) {
        Some(twice) => Err(EntryError::NamesTwice(twice.entrant.name().to_string())),
        None => Ok(()),
    }
}

/// Returns true if `text` names a built-in bot, with or without options.
pub fn is_built_in(game: &dyn AnyGame, text: &str) -> bool {
    game.bots().iter().any(|bot| Some(bot.name) == text.split(':').next())
}

/// Returns the bots that texts name: paths, folders, built-in bots, each with a name if it begins
/// with `NAME=`. A folder of bots gives every script and
/// every folder with a main file directly in it.
///
/// # Errors
/// If a folder holds no bot, or a name is given to a folder of several.
pub fn candidates(game: &dyn AnyGame, bots: &[String]) -> Result<Vec<Candidate>, EntryError> {
    let mut candidates = Vec::new();
    for text in bots {
        let (name, source) = PlayerSpec::split_name(text);
        let folder = Path::new(source);
        if is_built_in(game, source) || !folder.is_dir() || is_bot_folder(folder) {
            let (name, source) = (name.map(str::to_string), source.to_string());
            candidates.push(Candidate { name, source, ..Candidate::default() });
            continue;
        }
        if name.is_some() {
            return Err(EntryError::NamedFolder { text: text.clone(), folder: source.to_string() });
        }
        let found = all_of_folder(folder)?;
        if found.is_empty() {
            return Err(EntryError::EmptyFolder(source.to_string()));
        }
        candidates.extend(found.iter().map(|path| Candidate::of_path(path)));
    }
    Ok(candidates)
}

/// Returns the scripts and bot folders directly in a folder, by name.
fn all_of_folder(folder: &Path) -> Result<Vec<PathBuf>, EntryError> {
    let mut found = bots_of_folder(folder);
    let unreadable = |error| EntryError::Folder { folder: folder.display().to_string(), error };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.is_dir() && is_bot_folder(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Loads bots to see whether they can play.
pub struct EntryCheck<'a> {
    pub game: &'static dyn AnyGame,
    /// Options, limits and disabled methods.
    pub base: &'a MatchSetup,
    /// Where the bots are loaded.
    pub isolation: &'a Isolation,
}

impl EntryCheck<'_> {
    /// Loads all candidates. A bot that does not load is entered with the reason.
    ///
    /// # Errors
    /// If the list itself is wrong: a name or a bot appears twice, a person is entered, or a bot is
    /// missing.
    pub fn admit(&self, candidates: &[Candidate]) -> Result<Vec<Entry>, EntryError> {
        let read = candidates.iter().map(|candidate| self.read(candidate));
        let mut entries = read.collect::<Result<Vec<Entry>, EntryError>>()?;
        let names = names(candidates, &entries)?;
        for (entry, name) in entries.iter_mut().zip(names) {
            entry.entrant.player.name.clone_from(&name);
            if let Some(player) = &mut entry.player {
                player.name = name;
            }
            if let Some(player @ PlayerSpec { mind: Mind::Script(_) | Mind::External(_), .. }) =
                &entry.player
                && let Some(why) = self.loads(player)?
            {
                entry.entrant.error = Some(why);
                entry.player = None;
            }
            // Bots control the text of their errors.
            entry.entrant.error = entry.entrant.error.as_deref().map(plain_lines);
        }
        Ok(entries)
    }

    /// Reads a bot without parsing it.
    fn read(&self, candidate: &Candidate) -> Result<Entry, EntryError> {
        let Candidate { source, student, problem, unpacked, .. } = candidate;
        let path = plain(unpacked.as_ref().map_or(source, |(shown, _)| shown));
        let entrant = |player, error| Entrant { player, path, student: student.clone(), error };
        let error = match problem {
            Some(problem) => problem.clone(),
            None => match self.reading(candidate).player(source, self.game) {
                Ok(player) => {
                    let bundle = player.mind.script().map(|spec| spec.bundle);
                    let entrant = entrant(player.player(), None);
                    return Ok(Entry { entrant, player: Some(player), bundle });
                }
                Err(PlayerSpecError::Human) => return Err(EntryError::Person),
                Err(error) if student.is_some() || is_there(&error) => error.to_string(),
                Err(error) => return Err(error.into()),
            },
        };
        let source = Path::new(source);
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let player = Player { name, bot: language_of(source), source: None };
        Ok(Entry { entrant: entrant(player, Some(error)), player: None, bundle: None })
    }

    /// Allows programs only in the organizer's own list, never from students.
    fn reading(&self, candidate: &Candidate) -> Reading {
        let is_named = candidate.student.is_none() && candidate.unpacked.is_none();
        let programs = self.base.terms.clock.filter(|_| is_named);
        Reading { script: BotSpec::read_source, person: None, programs }
    }

    /// Returns the reason if the script of a player does not load.
    ///
    /// # Errors
    /// If something other than the script failed.
    pub fn loads(&self, player: &PlayerSpec) -> Result<Option<String>, EntryError> {
        match self.isolation.check_player(self.game, self.base, player) {
            Ok(()) => Ok(None),
            Err(PoolError::Setup(SetupError::Bot { source, .. })) => Ok(Some(source.to_string())),
            Err(error) => Err(error.into()),
        }
    }
}

/// True if the bot exists but cannot be read, as opposed to a mistyped name.
fn is_there(error: &PlayerSpecError) -> bool {
    match error {
        PlayerSpecError::Script(LoadError::Read(ReadBundleError::Io { source, .. })) => {
            source.kind() != std::io::ErrorKind::NotFound
        }
        PlayerSpecError::Script(_) => true,
        _ => false,
    }
}

/// Guesses the language of an unreadable script.
fn language_of(path: &Path) -> PlayedBy {
    let is = |id: &str| {
        path.extension().is_some_and(|extension| extension == id)
            || path.join(format!("main.{id}")).exists()
    };
    let language = LANGUAGES.iter().find(|language| is(language.id)).or(LANGUAGES.first());
    language.map_or(PlayedBy::Builtin, |language| language.played_by)
}

/// Returns a name for each bot: the given one, else from its file, numbered if that is taken:
/// `ana`, `ana (2)`.
fn names(candidates: &[Candidate], read: &[Entry]) -> Result<Vec<String>, EntryError> {
    let mut taken = BTreeSet::new();
    for candidate in candidates {
        let Some(name) = &candidate.name else { continue };
        if name.trim().is_empty() || plain(name) != *name {
            let (bot, name) = (candidate.source.clone(), name.clone());
            return Err(EntryError::Name { bot, name });
        }
        if !taken.insert(plain(name)) {
            let both = candidates.iter().filter(|other| other.name.as_ref() == Some(name));
            let both: Vec<&str> = both.map(|other| other.source.as_str()).collect();
            let bots = both.join(" and ");
            return Err(EntryError::SameName { name: name.clone(), bots });
        }
    }
    let mut seen: Vec<(PathBuf, &Candidate)> = Vec::new();
    let mut names = Vec::new();
    for (candidate, entry) in candidates.iter().zip(read) {
        let source = &candidate.source;
        let whole = absolute_path(Path::new(source));
        // The same bot can enter twice under two given names. A path that is not UTF-8 is skipped:
        // its printed form can collide.
        let other = seen.iter().find(|(path, _)| *path == whole).map(|(_, other)| *other);
        let other = other.filter(|other| candidate.name.is_none() || other.name.is_none());
        if let Some(other) = other.filter(|_| candidate.problem.is_none()) {
            let first = match (&other.name, &other.source) {
                (Some(name), first) => format!(", the first time as {name}={first}"),
                (None, same) if same == source => String::new(),
                (None, first) => format!(", the first time as {first}"),
            };
            let named = candidate.name.is_some() || other.name.is_some();
            let which = if named { "the other a name too" } else { "both a name" };
            return Err(EntryError::SameBot { bot: source.clone(), first, which });
        }
        seen.push((whole, candidate));
        names.push(candidate.name.as_deref().map(plain).unwrap_or_else(|| {
            let own = plain(&entry.entrant.player.name);
            let numbered = (2..).map(|n| format!("{own} ({n})"));
            let mut free = std::iter::once(own.clone()).chain(numbered);
            let name = free.find(|name| !taken.contains(name)).unwrap_or(own);
            taken.insert(name.clone());
            name
        }));
    }
    Ok(names)
}

#[cfg(test)]
mod tests;
