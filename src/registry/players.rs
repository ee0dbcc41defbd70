//! Players by name: a path, a built-in bot with options, a person.

use std::path::Path;

use super::AnyGame;
use crate::bots::{BotOptions, BotOptionsError, read_options};
use crate::core::{PlayedBy, Player, nearest};
use crate::script::{BotSpec, LANGUAGES, LoadError};

/// Who plays, before a seat is theirs.
#[derive(Clone)]
pub struct PlayerSpec {
    /// The name in tables.
    pub name: String,
    /// Who thinks.
    pub mind: Mind,
}

/// Who thinks for a player.
#[derive(Clone)]
pub enum Mind {
    /// A script.
    Script(BotSpec),
    /// A bot that comes with juez.
    BuiltIn {
        /// Its name.
        name: &'static str,
        /// What was set.
        options: BotOptions,
        /// Name and options as written.
        text: String,
    },
}

/// Text that names no player.
#[derive(Debug, thiserror::Error)]
pub enum PlayerSpecError {
    /// A script that cannot be played.
    #[error(transparent)]
    Script(#[from] LoadError),
    /// Neither a file nor a built-in bot.
    #[error("no player called {name:?}: not a file, and {game} has no such built-in bot{}", meant.map(|m| format!("; did you mean {m}?")).unwrap_or_else(|| format!("; it has {known}")))]
    Unknown {
        /// The text given.
        name: String,
        /// The game's id.
        game: &'static str,
        /// What was probably meant.
        meant: Option<&'static str>,
        /// The game's built-in bots.
        known: String,
    },
    /// Options that the built-in bot does not have.
    #[error(transparent)]
    Options(#[from] BotOptionsError),
    /// A person, where none can sit down yet.
    #[error("a person cannot sit down at this table: `human` is not a bot")]
    Human,
}

impl PlayerSpec {
    /// Reads `bots/ana.lua`, `minimax:depth=3` or `ana=bots/ana.lua`.
    ///
    /// # Errors
    /// If it is no player of this game.
    pub fn read(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        PlayerSpec::read_with(text, game, BotSpec::read)
    }

    /// As [`PlayerSpec::read`], without compiling a script: for those that this process should not
    /// even parse.
    ///
    /// # Errors
    /// If it is no player of this game.
    pub fn read_source(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        PlayerSpec::read_with(text, game, BotSpec::read_source)
    }

    fn read_with(
        text: &str,
        game: &dyn AnyGame,
        script: fn(&Path) -> Result<BotSpec, LoadError>,
    ) -> Result<PlayerSpec, PlayerSpecError> {
        let (name, text) = match text.split_once('=') {
            Some((name, rest)) if !name.is_empty() && !name.contains([':', '/', '.']) => {
                (Some(name.to_string()), rest)
            }
            _ => (None, text),
        };
        let mind = Mind::read(text, game, script)?;
        let name = name.unwrap_or_else(|| match &mind {
            Mind::Script(spec) => spec.name.clone(),
            Mind::BuiltIn { text, .. } => text.clone(),
        });
        Ok(PlayerSpec { name, mind })
    }

    /// How the record names the player.
    pub fn player(&self) -> Player {
        let (bot, source) = match &self.mind {
            Mind::Script(spec) => (spec.language.played_by, spec.bundle.hash.clone()),
            Mind::BuiltIn { text, .. } => (PlayedBy::Builtin, text.clone()),
        };
        Player { name: self.name.clone(), bot, source: Some(source) }
    }
}

/// Numbers players of the same name: `random`, `random (2)`.
pub fn tell_apart(players: &mut [PlayerSpec]) {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (i, player) in players.iter_mut().enumerate() {
        let earlier = names[..i].iter().filter(|name| **name == player.name).count();
        if earlier > 0 {
            player.name = format!("{} ({})", player.name, earlier + 1);
        }
    }
}

impl Mind {
    fn read(
        text: &str,
        game: &dyn AnyGame,
        script: fn(&Path) -> Result<BotSpec, LoadError>,
    ) -> Result<Mind, PlayerSpecError> {
        if text == "human" {
            return Err(PlayerSpecError::Human);
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let bots = game.bots();
        if let Some(bot) = bots.iter().find(|bot| bot.name == name) {
            let options = read_options(bot.name, bot.options, options)?;
            return Ok(Mind::BuiltIn { name: bot.name, options, text: text.to_string() });
        }
        let path = Path::new(text);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let names_file = text.contains(['/', '\\'])
            || LANGUAGES.iter().any(|language| Some(language.id) == extension);
        if names_file || path.exists() {
            return Ok(Mind::Script(script(path)?));
        }
        let known: Vec<&'static str> = bots.iter().map(|bot| bot.name).collect();
        Err(PlayerSpecError::Unknown {
            name: text.to_string(),
            game: game.info().id,
            meant: nearest(name, known.iter().copied()),
            known: known.join(", "),
        })
    }
}
