//! The folder of scripts that may be given a seat.
//!
//! Pages name a script by what the shelf calls it and never by a path: what is not on the list is not
//! looked for.

use std::fs;
use std::path::{Path, PathBuf};

use super::BotChoice;
use crate::pool::IsolationKind;
use crate::registry::{AnyGame, bots_of_folder, game_of, is_bot_folder};
use crate::script::{BotSpec, LANGUAGES, LoadError};

/// How many folders deep scripts are looked for.
const DEPTH: u32 = 3;
/// The most scripts that are listed.
const MOST: usize = 1000;

/// A folder of scripts, or none.
pub(super) struct Shelf {
    folder: Option<PathBuf>,
    isolation: IsolationKind,
}

/// A script on the shelf.
struct Book {
    /// The name in requests: its place below the folder.
    name: String,
    path: PathBuf,
}

impl Shelf {
    /// The shelf of a folder. With isolation by process no script is compiled here.
    pub fn new(folder: Option<PathBuf>, isolation: IsolationKind) -> Shelf {
        Shelf { folder, isolation }
    }

    /// The scripts that tell their game, by name, each with the id of that game.
    pub fn scripts(&self) -> Vec<(&'static str, BotChoice)> {
        let choice = |book: Book| {
            let game = game_of(&book.path).ok()?;
            let choice = BotChoice {
                summary: language(&book.path).unwrap_or_default().to_string(),
                name: book.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                player: book.name,
                level: None,
                options: Vec::new(),
            };
            Some((game.info().id, choice))
        };
        self.books().into_iter().filter_map(choice).collect()
    }

    /// The script of this name for a game; nothing if none is listed so.
    pub fn read(&self, name: &str, game: &dyn AnyGame) -> Option<Result<BotSpec, LoadError>> {
        let book = self.books().into_iter().find(|book| book.name == name)?;
        if game_of(&book.path).ok()?.info().id != game.info().id {
            return None;
        }
        Some(match self.isolation {
            IsolationKind::Thread => BotSpec::read(&book.path),
            IsolationKind::Process => BotSpec::read_source(&book.path),
        })
    }

    fn books(&self) -> Vec<Book> {
        let mut books = Vec::new();
        if let Some(folder) = &self.folder {
            list(folder, "", DEPTH, &mut books);
        }
        books.truncate(MOST);
        books
    }
}

/// Adds the bots of a folder, and of those in it, to `books`. The mark at the end of a folder's name,
/// like the dot in that of a file, keeps it apart from the names of built-in bots.
fn list(folder: &Path, prefix: &str, depth: u32, books: &mut Vec<Book>) {
    let add = |path: PathBuf, mark: &str, books: &mut Vec<Book>| {
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            books.push(Book { name: format!("{prefix}{name}{mark}"), path });
        }
    };
    bots_of_folder(folder).into_iter().for_each(|path| add(path, "", books));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    // Links are left out: they may lead in a circle.
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut folders: Vec<PathBuf> = entries.filter(is_folder).map(|entry| entry.path()).collect();
    folders.sort();
    for path in folders {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') || books.len() > MOST {
            continue;
        }
        if is_bot_folder(&path) {
            add(path, "/", books);
        } else if depth > 1 {
            let prefix = format!("{prefix}{name}/");
            list(&path, &prefix, depth - 1, books);
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
