//! The choices of the start page: the games with their options, built-in bots and the scripts of a
//! folder.
//!
//! Pages name a script as this list does and never by a path: no other file is looked for.

use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

use crate::core::{Allowed, BotInfo, GameInfo, OptionInfo};
use crate::pool::IsolationKind;
use crate::registry::{AnyGame, bots_of_folder, game_of, games, is_bot_folder};
use crate::script::{BotSpec, LANGUAGES, LoadError};

/// Levels of folders in which scripts are looked for.
const MAX_FOLDER_DEPTH: u32 = 3;
/// Largest number of scripts in the list.
const MAX_SCRIPTS: usize = 1000;

/// A game on the start page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameChoice {
    /// The game's id.
    pub id: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// Smallest and largest number of seats.
    pub seats: [u8; 2],
    /// True if hands are hidden.
    pub hidden: bool,
    /// Options of the game.
    pub options: Vec<SettingInfo>,
    /// Built-in bots, weakest first.
    pub bots: Vec<BotChoice>,
    /// Scripts of the folder of bots.
    pub files: Vec<BotChoice>,
}

/// A bot that can be given a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotChoice {
    /// The player to name in a request.
    pub player: String,
    /// Display name.
    pub name: String,
    /// Summary in one line.
    pub summary: String,
    /// Strength from 1, the weakest; `None` for scripts.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// Options of the bot.
    pub options: Vec<SettingInfo>,
}

/// An option of a game or of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingInfo {
    /// The name in requests.
    pub name: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// The default: one of the values, or words where it depends on other options.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub default: Value,
    /// The allowed values.
    pub allowed: SettingValues,
}

/// The values that an option allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SettingValues {
    /// `true` or `false`.
    Switch,
    /// One of some words.
    Words {
        /// The words.
        values: &'static [&'static str],
    },
    /// One of some numbers.
    Numbers {
        /// The numbers.
        values: &'static [i64],
    },
    /// Any number in a range.
    Decimal {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// A whole number in a range.
    Range {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
}

impl GameChoice {
    fn of(game: &dyn AnyGame, files: Vec<BotChoice>) -> GameChoice {
        let GameInfo { id, title, summary, seats, hidden, options, .. } = game.info();
        let bots = game.bots();
        GameChoice {
            id,
            title,
            summary,
            seats: [seats.0, seats.1],
            hidden: *hidden,
            options: options.iter().map(SettingInfo::of).collect(),
            bots: (1..).zip(&bots).map(|(level, bot)| BotChoice::built_in(level, bot)).collect(),
            files,
        }
    }
}

impl BotChoice {
    fn built_in(level: usize, bot: &BotInfo) -> BotChoice {
        BotChoice {
            player: bot.name.to_string(),
            name: bot.name.to_string(),
            summary: bot.summary.to_string(),
            level: Some(level),
            options: bot.options.iter().map(SettingInfo::of).collect(),
        }
    }
}

impl SettingInfo {
    fn of(info: &OptionInfo) -> SettingInfo {
        let default = info.allowed.parse(info.default);
        SettingInfo {
            name: info.name,
            summary: info.doc,
            default: if info.allowed.admits(&default) { default } else { info.default.into() },
            allowed: match info.allowed {
                Allowed::Switch => SettingValues::Switch,
                Allowed::Words(values) => SettingValues::Words { values },
                Allowed::Numbers(values) => SettingValues::Numbers { values },
                Allowed::Range(from, to) => SettingValues::Range { from, to },
                Allowed::Decimal(from, to) => SettingValues::Decimal { from, to },
            },
        }
    }
}

/// A folder of scripts that can be given a seat, or none.
pub(super) struct BotFolder {
    folder: Option<PathBuf>,
    isolation: IsolationKind,
}

struct FolderBot {
    /// The name in requests: its path below the folder.
    name: String,
    path: PathBuf,
}

impl BotFolder {
    /// The bots of a folder. With isolation by process no script is compiled here.
    pub fn new(folder: Option<PathBuf>, isolation: IsolationKind) -> BotFolder {
        BotFolder { folder, isolation }
    }

    /// The games with their bots and the scripts that name their game. Reads the folder.
    pub fn games(&self) -> Vec<GameChoice> {
        let choice = |bot: FolderBot| {
            let game = game_of(&bot.path).ok()?;
            let choice = BotChoice {
                summary: language(&bot.path).unwrap_or_default().to_string(),
                name: bot.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                player: bot.name,
                level: None,
                options: Vec::new(),
            };
            Some((game.info().id, choice))
        };
        let scripts: Vec<_> = self.bots().into_iter().filter_map(choice).collect();
        let game_choice = |game: &'static dyn AnyGame| {
            let ours = scripts.iter().filter(|(id, _)| *id == game.info().id);
            GameChoice::of(game, ours.map(|(_, script)| script.clone()).collect())
        };
        games().into_iter().map(game_choice).collect()
    }

    /// The script that the list names so for a game, if there is one.
    pub fn read(&self, name: &str, game: &dyn AnyGame) -> Option<Result<BotSpec, LoadError>> {
        let bot = self.bots().into_iter().find(|bot| bot.name == name)?;
        if game_of(&bot.path).ok()?.info().id != game.info().id {
            return None;
        }
        Some(match self.isolation {
            IsolationKind::Thread => BotSpec::read(&bot.path),
            IsolationKind::Process => BotSpec::read_source(&bot.path),
        })
    }

    fn bots(&self) -> Vec<FolderBot> {
        let mut bots = Vec::new();
        if let Some(folder) = &self.folder {
            list(folder, "", MAX_FOLDER_DEPTH, &mut bots);
        }
        bots.truncate(MAX_SCRIPTS);
        bots
    }
}

/// Adds the bots of a folder, and of those in it, to `bots`. The slash at the end of a folder's name, like
/// the dot in that of a file, keeps it apart from the names of built-in bots.
fn list(folder: &Path, prefix: &str, depth: u32, bots: &mut Vec<FolderBot>) {
    let add = |path: PathBuf, mark: &str, bots: &mut Vec<FolderBot>| {
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            bots.push(FolderBot { name: format!("{prefix}{name}{mark}"), path });
        }
    };
    bots_of_folder(folder).into_iter().for_each(|path| add(path, "", bots));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    // Links are left out: they may lead in a circle.
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut folders: Vec<PathBuf> = entries.filter(is_folder).map(|entry| entry.path()).collect();
    folders.sort();
    for path in folders {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') || bots.len() > MAX_SCRIPTS {
            continue;
        }
        if is_bot_folder(&path) {
            add(path, "/", bots);
        } else if depth > 1 {
            list(&path, &format!("{prefix}{name}/"), depth - 1, bots);
        }
    }
}

/// The language of a bot, for people.
fn language(path: &Path) -> Option<&'static str> {
    let is_folder = path.is_dir();
    let speaks = |id: &str| match is_folder {
        true => path.join(format!("main.{id}")).is_file(),
        false => path.extension().is_some_and(|extension| extension == id),
    };
    LANGUAGES.iter().find(|language| speaks(language.id)).map(|language| language.title)
}
