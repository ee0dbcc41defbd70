//! Players by name: a path, a built-in bot with options, a person.

use std::io;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "live")]
use super::LiveBot;
use super::{AnyGame, Function, Person, words};
#[cfg(feature = "programs")]
use crate::external::{ExternalSpec, SpecError};
use juez_core::{
    Allowed, BotInfo, BotOptions, OptionInfo, OptionsError, PlayedBy, Player, TimeControl,
    UnknownName, Weights, plain, read_options_with,
};
use juez_script::{BotSpec, Language, LoadError, Loader, read_file};

/// Limit on the size of a file of weights, in bytes.
const MAX_WEIGHTS_BYTES: u64 = 1 << 20;
/// The name of a person on the command line.
const HUMAN: &str = "human";

/// A player without a seat.
#[derive(Clone)]
pub struct PlayerSpec {
    /// The name in tables.
    pub name: String,
    /// The bot or person that decides.
    pub mind: Mind,
}

/// The bot or person behind a player.
#[derive(Clone)]
pub enum Mind {
    /// A script.
    Script(BotSpec),
    /// A script that is replaced by its newest version at its next turn.
    #[cfg(feature = "live")]
    Live(Arc<LiveBot>),
    /// A bot included in juez.
    BuiltIn {
        /// Its name.
        name: &'static str,
        /// Its options.
        options: BotOptions,
        /// Name and options as written; of a bot that learns, all options with the hash of its
        /// weights.
        text: String,
    },
    /// An external program.
    #[cfg(feature = "programs")]
    External(ExternalSpec),
    /// A function of this program.
    Function {
        /// Its name in records: `python:ana`.
        text: String,
        /// The function.
        function: Arc<dyn Function>,
    },
    /// A person without a bot: the referee plays at random in place of the bot.
    Human(Arc<dyn Person>),
    /// A seat attended by a person, who can take it over and give it back at every decision.
    Attended {
        /// The bot that plays when the person leaves it the move; without one, the referee plays at
        /// random.
        bot: Option<Box<Mind>>,
        /// The person, asked at each decision who makes it.
        person: Arc<dyn Person>,
        /// The player of the seat in the record, except the name, which comes from the
        /// [`PlayerSpec`]: a bot whose seat is taken over, or a person with a bot as a stand-in.
        player: Player,
    },
}

/// The reason why a text is not a player.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlayerSpecError {
    /// The script cannot be played.
    #[error(transparent)]
    Script(#[from] LoadError),
    #[error("no player called {:?}: not a file, and {game} has no such built-in bot{}", .unknown.name, .unknown.meant.map(|m| format!("; did you mean {m}?")).unwrap_or_else(|| format!("; it has {}", .unknown.known)))]
    Unknown { game: &'static str, unknown: UnknownName },
    /// The built-in bot does not have the options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The program cannot play this game.
    #[cfg(feature = "programs")]
    #[error(transparent)]
    External(#[from] SpecError),
    #[error("{0}: programs can play only in juez play, compare and tournament")]
    ProgramHere(String),
    #[error("a person cannot play here: `human` is not a bot")]
    Human,
}

impl PlayerSpec {
    /// Parses `bots/ana.lua`, `minimax:depth=3` or `ana=bots/ana.lua`, and reads the script.
    ///
    /// # Errors
    /// If it is not a player of this game.
    pub fn read(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        Reading { script: BotSpec::read, person: None, programs: None }.player(text, game)
    }

    /// Like [`PlayerSpec::read`], but does not compile a script, for sources that this process
    /// should not even parse.
    ///
    /// # Errors
    /// If it is not a player of this game.
    pub fn read_source(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        Reading { script: BotSpec::read_source, person: None, programs: None }.player(text, game)
    }

    /// Parses a built-in bot: `minimax:depth=3`. Ignores files.
    ///
    /// # Errors
    /// If the game has no such bot, or it has weights of a file.
    pub fn built_in(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        PlayerSpec::built_in_with(text, game, &|_| None)
    }

    /// Like [`PlayerSpec::built_in`]; `find` returns the weights with a hash, and for `None` the
    /// weights of a bot that names none, if they are not the built-in ones.
    ///
    /// # Errors
    /// If the game has no such bot, or its weights are not found or belong to another bot.
    pub fn built_in_with(
        text: &str,
        game: &dyn AnyGame,
        find: &dyn Fn(Option<&str>) -> Option<Weights>,
    ) -> Result<PlayerSpec, PlayerSpecError> {
        let named = |hash: &str| match hash {
            Weights::NONE => Ok(Weights::none()),
            _ => {
                let weights = find(Some(hash)).ok_or_else(|| words::no_weights(hash))?;
                check_weights(game, hash, weights)
            }
        };
        let mind = built_in(text, game, &named, find(None))?;
        let mind = mind.ok_or_else(|| unknown(text, game))?;
        Ok(PlayerSpec { name: text.to_string(), mind })
    }

    /// Checks the name and options of a built-in bot in a record. Its weights need not be here.
    ///
    /// # Errors
    /// If the game has no such bot, or no hash names its weights.
    pub fn check_built_in(text: &str, game: &dyn AnyGame) -> Result<(), PlayerSpecError> {
        let find = |hash: &str| {
            Weights::is_hash(hash).then(Weights::none).ok_or_else(|| words::no_weights(hash))
        };
        built_in(text, game, &find, None)?.map(drop).ok_or_else(|| unknown(text, game))
    }

    /// Splits `name=player`, such as `ana=bots/ana.lua`; the name is optional.
    pub fn split_name(text: &str) -> (Option<&str>, &str) {
        match text.split_once('=') {
            Some((name, rest)) if !name.is_empty() && !name.contains([':', '/', '.']) => {
                (Some(name), rest)
            }
            _ => (None, text),
        }
    }

    /// Returns the player for the record.
    pub fn player(&self) -> Player {
        let (bot, source) = match &self.mind {
            Mind::Script(spec) => (spec.language.played_by, Some(spec.bundle.hash.clone())),
            // The version at the end can differ from the one at the beginning.
            #[cfg(feature = "live")]
            Mind::Live(live) => (live.newest().spec.language.played_by, None),
            Mind::BuiltIn { text, .. } => (PlayedBy::Builtin, Some(text.clone())),
            #[cfg(feature = "programs")]
            Mind::External(spec) => (PlayedBy::External, Some(spec.text.clone())),
            Mind::Function { text, .. } => (PlayedBy::External, Some(text.clone())),
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
    /// Returns the person who attends the seat, if any.
    pub fn person(&self) -> Option<&Arc<dyn Person>> {
        match self {
            Mind::Human(person) | Mind::Attended { person, .. } => Some(person),
            _ => None,
        }
    }

    /// Returns the bot in the seat, attended or not; `None` for a person alone. Never returns a
    /// person.
    pub fn bot(&self) -> Option<&Mind> {
        match self {
            Mind::Human(_) => None,
            Mind::Attended { bot, .. } => bot.as_ref()?.bot(),
            _ => Some(self),
        }
    }

    /// Returns the same with its script compiled and run by `loader`.
    #[must_use]
    pub fn loaded_by(&self, loader: &Arc<dyn Loader>) -> Mind {
        match self {
            Mind::Script(spec) => Mind::Script(spec.loaded_by(loader.clone())),
            #[cfg(feature = "live")]
            Mind::Live(live) => {
                live.load_by(loader.clone());
                self.clone()
            }
            Mind::Attended { bot, person, player } => Mind::Attended {
                bot: bot.as_ref().map(|bot| Box::new(bot.loaded_by(loader))),
                person: person.clone(),
                player: player.clone(),
            },
            _ => self.clone(),
        }
    }

    /// Returns the script that decides, if any; of a live bot the newest version.
    pub fn script(&self) -> Option<BotSpec> {
        match self.bot()? {
            Mind::Script(spec) => Some(spec.clone()),
            #[cfg(feature = "live")]
            Mind::Live(live) => Some(live.newest().spec),
            _ => None,
        }
    }

    /// Returns true if records and stores only name a part of the bot: a program, or the weights of
    /// a file.
    pub fn is_outside(&self) -> bool {
        match self.bot() {
            Some(Mind::BuiltIn { options, .. }) => {
                options.weights.as_ref().is_some_and(|weights| weights.hash() != Weights::NONE)
            }
            #[cfg(feature = "programs")]
            Some(Mind::External(_)) => true,
            Some(Mind::Function { .. }) => true,
            _ => false,
        }
    }

    /// Returns the clock of the program that decides, if any.
    pub fn time(&self) -> Option<TimeControl> {
        match self.bot()? {
            #[cfg(feature = "programs")]
            Mind::External(spec) => Some(spec.time),
            _ => None,
        }
    }
}

/// Options for reading players.
pub struct Reading {
    /// Reads a script.
    pub script: fn(&Path) -> Result<BotSpec, LoadError>,
    /// The person meant by `human`, if people are accepted.
    pub person: Option<Arc<dyn Person>>,
    /// The clock of programs, if they are accepted.
    pub programs: Option<TimeControl>,
}

impl Reading {
    /// Parses a player.
    ///
    /// # Errors
    /// If it is not a player of this game.
    pub fn player(&self, text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, PlayerSpecError> {
        let (name, text) = PlayerSpec::split_name(text);
        let mind = self.mind(text, game)?;
        let name = name.map(plain).unwrap_or_else(|| match &mind {
            Mind::Script(spec) => spec.name.clone(),
            #[cfg(feature = "live")]
            Mind::Live(live) => live.newest().spec.name,
            Mind::BuiltIn { .. } => text.to_string(),
            #[cfg(feature = "programs")]
            Mind::External(spec) => spec.name(),
            Mind::Function { text, .. } => text.clone(),
            Mind::Human(_) | Mind::Attended { .. } => HUMAN.to_string(),
        });
        Ok(PlayerSpec { name, mind })
    }

    fn mind(&self, text: &str, game: &dyn AnyGame) -> Result<Mind, PlayerSpecError> {
        if text == HUMAN {
            return self.person.clone().map(Mind::Human).ok_or(PlayerSpecError::Human);
        }
        #[cfg(feature = "programs")]
        if let Some(program) = self.program(text, game)? {
            return Ok(program);
        }
        if let Some(mind) = built_in(text, game, &|path| read_weights(path, game), None)? {
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

#[cfg(feature = "programs")]
impl Reading {
    fn program(&self, text: &str, game: &dyn AnyGame) -> Result<Option<Mind>, PlayerSpecError> {
        let time = self.programs.unwrap_or_default();
        match ExternalSpec::read(text, time, game.info())? {
            Some(_) if self.programs.is_none() => {
                Err(PlayerSpecError::ProgramHere(text.to_string()))
            }
            spec => Ok(spec.map(Mind::External)),
        }
    }
}

/// Reads the weights of the bot of `game` that learns from the file `path`; `none` belongs to a bot
/// that has not learnt.
///
/// # Errors
/// If the file cannot be read, or the bot cannot play with its weights.
pub fn read_weights(path: &str, game: &dyn AnyGame) -> Result<Weights, String> {
    if path == Weights::NONE {
        return Ok(Weights::none());
    }
    let weights =
        open_weights(Path::new(path)).map_err(|error| format!("cannot read {path}: {error}"))?;
    check_weights(game, path, weights)
}

/// Reads a file of weights, without a check of its content.
///
/// # Errors
/// If it cannot be read, or is longer than a mebibyte.
pub fn open_weights(path: &Path) -> io::Result<Weights> {
    read_file(path, MAX_WEIGHTS_BYTES).map(Weights::new)
}

fn check_weights(game: &dyn AnyGame, name: &str, weights: Weights) -> Result<Weights, String> {
    // No bytes mean `none`, which a file cannot be.
    let checked = match weights.bytes() {
        [] => Err(words::empty_weights()),
        bytes => game.check_weights(bytes),
    };
    checked.map(|()| weights).map_err(|why| words::bad_weights(name, why))
}

fn built_in(
    text: &str,
    game: &dyn AnyGame,
    find: &dyn Fn(&str) -> Result<Weights, String>,
    usual: Option<Weights>,
) -> Result<Option<Mind>, PlayerSpecError> {
    let (name, written) = text.split_once(':').unwrap_or((text, ""));
    let bots = game.bots();
    let Some(bot) = bots.iter().find(|bot| bot.name == name) else { return Ok(None) };
    let learns = bot.options.iter().any(|option| option.allowed == Allowed::Weights);
    let Some(own) = game.built_in_weights().filter(|_| learns) else {
        let options = read_options_with(bot.name, bot.options, written, find)?;
        return Ok(Some(Mind::BuiltIn { name: bot.name, options, text: text.to_string() }));
    };
    let find = |hash: &str| if hash == own.hash() { Ok(own.clone()) } else { find(hash) };
    let mut options = read_options_with(bot.name, bot.options, written, &find)?;
    options.weights = options.weights.or(usual).filter(|weights| weights != own);
    let text = complete_text(bot, &options, own);
    Ok(Some(Mind::BuiltIn { name: bot.name, options, text }))
}

/// Returns a bot that learns with all its options and the hash of its weights, so that it is another
/// player once one of them changes.
fn complete_text(bot: &BotInfo, options: &BotOptions, own: &Weights) -> String {
    let value = |option: &OptionInfo| match (option.allowed, options.values.get(option.name)) {
        (Allowed::Weights, _) => options.weights.as_ref().unwrap_or(own).hash().to_string(),
        (_, Some(value)) => value.as_str().map_or_else(|| value.to_string(), str::to_string),
        (_, None) => option.default.to_string(),
    };
    let all = bot.options.iter().map(|option| format!("{}={}", option.name, value(option)));
    format!("{}:{}", bot.name, all.collect::<Vec<_>>().join(","))
}

fn unknown(text: &str, game: &dyn AnyGame) -> PlayerSpecError {
    let name = text.split(':').next().unwrap_or_default();
    let unknown = UnknownName::of(name, game.bots().iter().map(|bot| bot.name));
    let unknown = UnknownName { name: text.to_string(), ..unknown };
    PlayerSpecError::Unknown { game: game.info().id, unknown }
}
