//! Finds the game of a bot from its file.

use std::path::{Path, PathBuf};

use super::{AnyGame, UnknownGame, game, games};
use juez_script::{BotSpec, Bundle, ReadBundleError};

/// Number of lines in which a file can name its game.
const LINES: usize = 5;

/// The reason why the game of a bot is unknown.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NoGame {
    /// The bot is unreadable.
    #[error(transparent)]
    Read(#[from] ReadBundleError),
    /// The file names an unknown game.
    #[error("{}:{line}: {source}", path.display())]
    Unknown {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        source: UnknownGame,
    },
    #[error(
        "{} does not name its game: name it in the command, or write {comment:?} in the first line \
         (games: {known})",
        path.display()
    )]
    Silent {
        path: PathBuf,
        /// The comment to write, for the first game.
        comment: String,
        /// All games.
        known: String,
    },
}

/// Returns the game of the bot at `path`: named in a comment within the first five lines (for a
/// folder, of its main file), as in `-- juez: quoridor` or `// juez: quoridor`, or else by the
/// nearest parent folder with the name of a game.
///
/// # Errors
/// If the bot is unreadable, names an unknown game, or nothing names one.
pub fn game_of(path: &Path) -> Result<&'static dyn AnyGame, NoGame> {
    let (language, bundle) = Bundle::read(path)?;
    let main = bundle.files.get(&bundle.main).map_or("", String::as_str);
    if let Some((line, name)) = named(main, language.comment) {
        let folder = Bundle::folder(path);
        let file = folder.map_or(path.to_path_buf(), |folder| folder.join(&bundle.main));
        return game(name).map_err(|source| NoGame::Unknown { path: file, line, source });
    }
    // Uses the real location of the bot, since its path can be just `runner.lua`.
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folders = whole.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
    if let Some(game) = folders.into_iter().find_map(|name| game(name).ok()) {
        return Ok(game);
    }
    let ids: Vec<&str> = games().iter().map(|game| game.info().id).collect();
    Err(NoGame::Silent {
        path: path.to_path_buf(),
        comment: format!("{} juez: {}", language.comment, ids.first().copied().unwrap_or_default()),
        known: ids.join(", "),
    })
}

/// Returns the different game that a bot's file names, with its line from 1. A bot that names no
/// game, or an unknown one, fits any game.
pub fn other_game(spec: &BotSpec, than: &dyn AnyGame) -> Option<(&'static str, usize)> {
    let main = spec.bundle.files.get(&spec.bundle.main)?;
    let (line, name) = named(main, spec.language.comment)?;
    let other = game(name).ok()?.info().id;
    (other != than.info().id).then_some((other, line))
}

/// Returns the name in the comment of a source, with its line from 1; `mark` begins comments.
fn named<'s>(source: &'s str, mark: &str) -> Option<(usize, &'s str)> {
    source.lines().take(LINES).zip(1..).find_map(|(line, number)| {
        let line = line.trim();
        let comment = line.strip_prefix(mark)?;
        let name = comment.trim().strip_prefix("juez:")?;
        Some((number, name.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_names_the_game() {
        assert_eq!(named("-- juez: quoridor\n", "--"), Some((1, "quoridor")));
        assert_eq!(named("// mine\n\n//juez:durak  \n", "//"), Some((3, "durak")));
        assert_eq!(named("\n\n\n\n\n-- juez: quoridor\n", "--"), None, "too far down");
        assert_eq!(named("print('juez: quoridor')\n", "--"), None, "no comment");
    }
}
