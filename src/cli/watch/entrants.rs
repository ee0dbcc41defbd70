//! Watched bots, their opponents, and the tables.

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

use super::events::Session;
use super::note::Note;
use crate::cli::table_size::{fits, stand_in, table_size};
use juez_core::plain;
use juez_match::registry::{
    AnyGame, Mind, PlayerSpec, SetupError, Version, Wanted, bots_of_folder, is_bot_folder,
    tell_apart,
};

/// A player in its current version.
#[derive(Default)]
pub(crate) struct Entrant {
    pub name: String,
    /// The player as written on the command line.
    pub text: String,
    /// Path of a script.
    pub path: Option<PathBuf>,
    /// Current mind; `None` until a version loads.
    pub mind: Option<Mind>,
    /// Number of the current version.
    pub version: Option<u32>,
    /// True once the bot was loaded or has failed to load.
    pub is_known: bool,
    /// Set if this is a fixed version of a watched bot.
    pub earlier: Option<Earlier>,
    /// Newest version until its save is reported, which waits for its first move.
    pub unreported: Option<Version>,
}

/// A version of a watched bot, kept as an opponent: `mine@2`.
pub(crate) struct Earlier {
    pub bot: String,
    pub path: PathBuf,
    pub number: u32,
}

impl Entrant {
    fn script(name: String, text: String, path: &Path) -> Entrant {
        Entrant { name, text, path: Some(path.to_path_buf()), ..Entrant::default() }
    }

    /// True for this version of the bot at `path`.
    pub fn is_version(&self, path: &Path, number: u32) -> bool {
        self.earlier.as_ref().is_some_and(|one| one.path == path && one.number == number)
    }

    /// Returns the current player, if it can play.
    pub fn player(&self) -> Option<PlayerSpec> {
        Some(PlayerSpec { name: self.name.clone(), mind: self.mind.clone()? })
    }
}

/// All players, and the folder in which new ones can appear.
pub(crate) struct Entrants {
    /// The contestants, then their opponents.
    pub all: Vec<Entrant>,
    pub contestants: usize,
    /// The folder of contestants, if a folder is watched.
    pub folder: Option<PathBuf>,
}

impl Entrants {
    /// Reads the bot (or the folder of bots) and its opponents from the command line.
    ///
    /// # Errors
    /// If a name is not a player, or the first is not a script.
    pub fn read(game: &dyn AnyGame, bot: &str, opponents: &[String]) -> anyhow::Result<Entrants> {
        let (name, source) = PlayerSpec::split_name(bot);
        let folder = Path::new(source);
        let is_folder_of_bots = folder.is_dir() && !is_bot_folder(folder);
        let mut all = Vec::new();
        if is_folder_of_bots {
            let files = bots_of_folder(folder);
            if files.is_empty() {
                bail!("folder {source} holds no bot: expected bot files in it, or a main file");
            }
            if name.is_some() {
                bail!("{bot}: a name is for one bot, and folder {source} has several");
            }
            all.extend(files.iter().map(|file| of_file(file)));
        } else {
            let entrant = read(game, bot)?;
            if entrant.path.is_none() {
                bail!("{bot} comes with juez and never changes: name the file of your bot first");
            }
            all.push(entrant);
        }
        let contestants = all.len();
        for opponent in opponents {
            let earlier = earlier(&all[..contestants], opponent)?;
            all.push(earlier.map_or_else(|| read(game, opponent), Ok)?);
        }
        let mut entrants =
            Entrants { all, contestants, folder: is_folder_of_bots.then(|| folder.to_path_buf()) };
        entrants.tell_apart();
        Ok(entrants)
    }

    /// Returns the files to watch, each once.
    pub fn wanted(&self) -> Vec<Wanted> {
        let mut wanted: Vec<Wanted> = self.folder.iter().cloned().map(Wanted::Folder).collect();
        for path in self.all.iter().filter_map(|entrant| entrant.path.as_ref()) {
            let bot = Wanted::Bot(path.clone());
            let in_folder = self.folder.is_some() && path.parent() == self.folder.as_deref();
            if !in_folder && !wanted.contains(&bot) {
                wanted.push(bot);
            }
        }
        wanted
    }

    /// Returns the entrants of a file, and whether one is new: a bot that has just appeared in the
    /// folder becomes a contestant and goes before the opponents.
    pub fn at(&mut self, path: &Path) -> (Vec<usize>, bool) {
        let is_at = |n: &usize| self.all[*n].path.as_deref() == Some(path);
        let known: Vec<usize> = (0..self.all.len()).filter(is_at).collect();
        if !known.is_empty() || self.folder.as_deref() != path.parent() {
            return (known, false);
        }
        // Just saved, so it plays at once.
        let newcomer = Entrant { is_known: true, ..of_file(path) };
        self.all.insert(self.contestants, newcomer);
        self.contestants += 1;
        self.tell_apart();
        (vec![self.contestants - 1], true)
    }

    /// Returns notes on opponents whose version does not exist yet.
    pub fn to_come(&self) -> impl Iterator<Item = Note<'_>> {
        self.all.iter().filter_map(|Entrant { name, earlier, .. }| {
            // The first version exists as soon as the bot loads.
            let Earlier { bot, number, .. } = earlier.as_ref().filter(|one| one.number > 1)?;
            Some(Note::ToCome { bot: name, version: *number, of: bot })
        })
    }

    fn tell_apart(&mut self) {
        let mut players: Vec<_> = self.all.iter().map(|entrant| stand_in(&entrant.name)).collect();
        tell_apart(&mut players);
        for (entrant, player) in self.all.iter_mut().zip(players) {
            entrant.name = player.name;
        }
    }

    /// Returns the tables of contestant `n` as lists of entrants, itself first. It meets one
    /// opponent at a time if two players can play, else all at one table, repeated as needed to
    /// fill the seats.
    ///
    /// # Errors
    /// If no number of players can play with these options.
    pub fn tables(&self, n: usize, session: &Session) -> Result<Vec<Vec<usize>>, SetupError> {
        let opponents = self.contestants..self.all.len();
        if fits(session.game, &session.base, 2).is_ok() {
            return Ok(opponents.map(|opponent| vec![n, opponent]).collect());
        }
        let all = table_size(session.game, &session.base, 1 + opponents.len())?;
        let others = opponents.cycle().take(all - 1);
        Ok(vec![std::iter::once(n).chain(others).collect()])
    }
}

fn of_file(file: &Path) -> Entrant {
    let name = plain(&file.file_stem().unwrap_or_default().to_string_lossy());
    Entrant::script(name, file.display().to_string(), file)
}

/// Parses `NAME@N`, a version of one of these bots; `None` for other names.
fn earlier(bots: &[Entrant], text: &str) -> anyhow::Result<Option<Entrant>> {
    let (name, source) = PlayerSpec::split_name(text);
    let Some((bot, number)) = source.rsplit_once('@').filter(|_| !Path::new(source).exists())
    else {
        return Ok(None);
    };
    let names = || bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>().join(", ");
    let Some(Entrant { path: Some(path), .. }) = bots.iter().find(|known| known.name == bot) else {
        bail!(
            "{text}: NAME@N is version N of a watched bot, and {bot:?} is not one; the watched bots are: {}",
            names()
        );
    };
    let number = number.parse().ok().filter(|&number: &u32| number > 0).with_context(|| {
        format!("{text}: a version is a number from 1, such as {bot}@2, as watch counts saves")
    })?;
    let earlier = Earlier { bot: bot.to_string(), path: path.clone(), number };
    Ok(Some(Entrant {
        name: name.unwrap_or(source).to_string(),
        text: text.to_string(),
        // Known as soon as the version is; nothing is loading.
        is_known: true,
        earlier: Some(earlier),
        ..Entrant::default()
    }))
}

/// Reads an entrant. Does not compile its script, which may still be broken and be fixed later.
fn read(game: &dyn AnyGame, text: &str) -> anyhow::Result<Entrant> {
    let PlayerSpec { name, mind } = PlayerSpec::read_source(text, game)?;
    let text = text.to_string();
    Ok(match mind {
        Mind::Script(_) => {
            let path = PathBuf::from(PlayerSpec::split_name(&text).1);
            Entrant::script(name, text, &path)
        }
        mind => Entrant { name, text, mind: Some(mind), is_known: true, ..Entrant::default() },
    })
}
