//! Players by name: a path, a built-in bot with options, a person.

use std::path::Path;
use std::sync::Arc;

use super::{AnyGame, LiveBot, Person};
use crate::core::{
    BotOptions, OptionsError, PlayedBy, Player, TimeControl, UnknownName, plain, read_options,
};
use crate::external::{ExternalSpec, SpecError};
use crate::script::{BotSpec, Language, LoadError, Loader};

/// The name of a person on the command line.
const HUMAN: &str = "human";

/// A player before a seat is theirs.
#[derive(Clone)]
pub struct PlayerSpec {
    /// The name in tables.
    pub name: String,
    /// Its mind.
    pub mind: Mind,
}

/// The mind of a player.
#[derive(Clone)]
pub enum Mind {
    /// A script.
    Script(BotSpec),
    /// A script that becomes its newest version at its next turn.
    Live(Arc<LiveBot>),
    /// A bot that comes with juez.
    BuiltIn {
        /// Its name.
        name: &'static str,
        /// Its options.
        options: BotOptions,
        /// Name and options as written.
        text: String,
    },
    /// A program from outside.
    External(ExternalSpec),
    /// A person who has no bot: when the bot is to decide, the referee plays at random.
    Human(Arc<dyn Person>),
    /// A seat that a person attends, who may take it over and give it back at every decision.
    Attended {
        /// The bot that plays where the person leaves it the move; without one, the referee at random.
        bot: Option<Box<Mind>>,
        /// The person, asked at each decision who makes it.
        person: Arc<dyn Person>,
        /// The player of the seat in the record, but for the name, which is that of the
        /// [`PlayerSpec`]: a bot whose seat is taken over, or a person with a bot as a stand-in.
        player: Player,
    },
}

/// Text that names no player.
#[derive(Debug, thiserror::Error)]
pub enum PlayerSpecError {
    /// A script that cannot be played.
    #[error(transparent)]
    Script(#[from] LoadError),
    /// Neither a file nor a built-in bot.
    #[error("no player called {:?}: not a file, and {game} has no such built-in bot{}", .unknown.name, .unknown.meant.map(|m| format!("; did you mean {m}?")).unwrap_or_else(|| format!("; it has {}", .unknown.known)))]
    Unknown {
        /// The id of the game.
        game: &'static str,
        /// The text.
        unknown: UnknownName,
    },
    /// Options that the built-in bot does not have.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A program that cannot play this game.
    #[error(transparent)]
    External(#[from] SpecError),
    /// A program, where none can sit down.
    #[error("{0}: a program cannot sit down here, only in juez play, compare and tournament")]
    ProgramHere(String),
    /// A person, where none can sit down.
    #[error("a person cannot sit down here: `human` is not a bot")]
    Human,
}

impl PlayerSpec {
    /// Reads `bots/ana.lua`, `minimax:depth=3` or `ana=bots/ana.lua`.
    ///
    /// # Errors
    /// If it is no player of this game.
    pub fn read(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        Reading { script: BotSpec::read, person: None, programs: None }.player(text, game)
    }

    /// As [`PlayerSpec::read`], without compiling a script: for those that this process should not
    /// even parse.
    ///
    /// # Errors
    /// If it is no player of this game.
    pub fn read_source(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        Reading { script: BotSpec::read_source, person: None, programs: None }.player(text, game)
    }

    /// The built-in bot that `text` names: `minimax:depth=3`. No file is looked for.
    ///
    /// # Errors
    /// If the game has no such bot.
    pub fn built_in(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        let mind = built_in(text, game)?.ok_or_else(|| unknown(text, game))?;
        Ok(PlayerSpec { name: text.to_string(), mind })
    }

    /// The name that is given before a player, if one is, and the rest: `ana=bots/ana.lua`.
    pub fn split_name(text: &str) -> (Option<&str>, &str) {
        match text.split_once('=') {
            Some((name, rest)) if !name.is_empty() && !name.contains([':', '/', '.']) => {
                (Some(name), rest)
            }
            _ => (None, text),
        }
    }

    /// The player as the record names it.
    pub fn player(&self) -> Player {
        let (bot, source) = match &self.mind {
            Mind::Script(spec) => (spec.language.played_by, Some(spec.bundle.hash.clone())),
            // Whatever plays at the end is not what played at the beginning.
            Mind::Live(live) => (live.newest().spec.language.played_by, None),
            Mind::BuiltIn { text, .. } => (PlayedBy::Builtin, Some(text.clone())),
            Mind::External(spec) => (PlayedBy::External, Some(spec.text.clone())),
            Mind::Human(_) => (PlayedBy::Human, None),
            Mind::Attended { player, .. } => (player.bot, player.source.clone()),
        };
        Player { name: self.name.clone(), bot, source }
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
    /// The person who attends the seat, if one does.
    pub fn person(&self) -> Option<&Arc<dyn Person>> {
        match self {
            Mind::Human(person) | Mind::Attended { person, .. } => Some(person),
            Mind::Script(_) | Mind::Live(_) | Mind::BuiltIn { .. } | Mind::External(_) => None,
        }
    }

    /// The bot in the seat, with a person beside it or not; `None` where a person sits alone. Never itself a
    /// person.
    pub fn bot(&self) -> Option<&Mind> {
        match self {
            Mind::Script(_) | Mind::Live(_) | Mind::BuiltIn { .. } | Mind::External(_) => {
                Some(self)
            }
            Mind::Human(_) => None,
            Mind::Attended { bot, .. } => bot.as_ref()?.bot(),
        }
    }

    /// The same, its script compiled and run by `loader`.
    #[must_use]
    pub fn loaded_by(&self, loader: &Arc<dyn Loader>) -> Mind {
        match self {
            Mind::Script(spec) => Mind::Script(spec.loaded_by(loader.clone())),
            Mind::Live(live) => {
                live.load_by(loader.clone());
                self.clone()
            }
            Mind::Attended { bot, person, player } => Mind::Attended {
                bot: bot.as_ref().map(|bot| Box::new(bot.loaded_by(loader))),
                person: person.clone(),
                player: player.clone(),
            },
            Mind::BuiltIn { .. } | Mind::External(_) | Mind::Human(_) => self.clone(),
        }
    }

    /// The script that thinks, if one does; of a live bot the newest.
    pub fn script(&self) -> Option<BotSpec> {
        match self.bot()? {
            Mind::Script(spec) => Some(spec.clone()),
            Mind::Live(live) => Some(live.newest().spec),
            Mind::BuiltIn { .. } | Mind::External(_) | Mind::Human(_) | Mind::Attended { .. } => {
                None
            }
        }
    }

    /// The clock of the program that thinks, if one does.
    pub fn time(&self) -> Option<TimeControl> {
        match self.bot()? {
            Mind::External(spec) => Some(spec.time),
            _ => None,
        }
    }
}

/// A reader of players.
pub struct Reading {
    /// Reads a script.
    pub script: fn(&Path) -> Result<BotSpec, LoadError>,
    /// The person that `human` means, where people can sit down.
    pub person: Option<Arc<dyn Person>>,
    /// The clock of programs, where they can sit down.
    pub programs: Option<TimeControl>,
}

impl Reading {
    /// The player that `text` names.
    ///
    /// # Errors
    /// If it is no player of this game.
    pub fn player(&self, text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        let (name, text) = PlayerSpec::split_name(text);
        let mind = self.mind(text, game)?;
        let name = name.map(plain).unwrap_or_else(|| match &mind {
            Mind::Script(spec) => spec.name.clone(),
            Mind::Live(live) => live.newest().spec.name,
            Mind::BuiltIn { text, .. } => text.clone(),
            Mind::External(spec) => spec.name(),
            Mind::Human(_) | Mind::Attended { .. } => HUMAN.to_string(),
        });
        Ok(PlayerSpec { name, mind })
    }

    fn mind(&self, text: &str, game: &dyn AnyGame) -> Result<Mind, PlayerSpecError> {
        if text == HUMAN {
            return self.person.clone().map(Mind::Human).ok_or(PlayerSpecError::Human);
        }
        let time = self.programs.unwrap_or_default();
        if let Some(spec) = ExternalSpec::read(text, time, game.info())? {
            let is_allowed = self.programs.is_some();
            let refused = || PlayerSpecError::ProgramHere(text.to_string());
            return is_allowed.then_some(Mind::External(spec)).ok_or_else(refused);
        }
        if let Some(mind) = built_in(text, game)? {
            return Ok(mind);
        }
        let path = Path::new(text);
        let names_file = text.contains(['/', '\\']) || Language::of_file(path).is_some();
        if names_file || path.exists() {
            return Ok(Mind::Script((self.script)(path)?));
        }
        Err(unknown(text, game))
    }
}

fn built_in(text: &str, game: &dyn AnyGame) -> Result<Option<Mind>, PlayerSpecError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let bots = game.bots();
    let Some(bot) = bots.iter().find(|bot| bot.name == name) else { return Ok(None) };
    let options = read_options(bot.name, bot.options, options)?;
    Ok(Some(Mind::BuiltIn { name: bot.name, options, text: text.to_string() }))
}

fn unknown(text: &str, game: &dyn AnyGame) -> PlayerSpecError {
    let name = text.split(':').next().unwrap_or_default();
    let unknown = UnknownName::of(name, game.bots().iter().map(|bot| bot.name));
    let unknown = UnknownName { name: text.to_string(), ..unknown };
    PlayerSpecError::Unknown { game: game.info().id, unknown }
}
