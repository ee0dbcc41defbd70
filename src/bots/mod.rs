//! Floor 2: the bots that come with juez, a folder per game.
//!
//! A game without a folder here still has the bots that play anything ([`random`](Random)).

pub mod dominoes;
pub mod durak;
pub mod quoridor;
mod random;
pub mod scopone;
pub mod tute;

pub use random::Random;

use serde_json::{Map, Value};
use std::any::Any;

use crate::core::{Allowed, Bot, Game, OptionInfo, nearest, sentences};

sentences! {
    /// Why a built-in bot cannot have an option.
    SENTENCES:
    no_form(text) = "cannot read {text}: expected name=value, as in minimax:depth=3";
    no_option_but(bot, name, meant) = "{bot} has no option {name}; did you mean {meant}?";
    no_options(bot, name) = "{bot} has no option {name}; it has none";
    no_option(bot, name, known) = "{bot} has no option {name}; it has {known}";
}

/// The options of a built-in bot: `depth=3`.
pub type BotOptions = Map<String, Value>;

/// A bot that comes with juez.
pub struct BuiltIn<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line that says how it plays.
    pub summary: &'static str,
    /// What can be set with `name:option=value`.
    pub options: &'static [OptionInfo],
    /// Builds one; the options were checked.
    pub build: Build<G>,
}

/// Makes a bot with these options. A closure, so that a family of bots can be a table of data.
pub type Build<G> = Box<dyn Fn(&BotOptions) -> Box<dyn Bot<G>>>;

/// Every built-in bot of game `G`, weakest first.
pub fn built_in<G: Game>() -> Vec<BuiltIn<G>> {
    let mut bots = vec![random::entry()];
    // The bots of one game are typed by that game; the way back from `G` is a checked downcast.
    let own: Vec<Box<dyn Any>> = vec![
        Box::new(quoridor::entries()),
        Box::new(tute::entries()),
        Box::new(dominoes::entries()),
        Box::new(durak::entries()),
        Box::new(scopone::entries()),
    ];
    for entries in own {
        if let Ok(entries) = entries.downcast::<Vec<BuiltIn<G>>>() {
            bots.extend(*entries);
        }
    }
    bots
}

/// Options of a built-in bot that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotOptionsError {
    /// Not `name=value`.
    #[error("{}", no_form(format!("{:?}", .0)))]
    Form(String),
    /// The bot has no such option.
    #[error("{}", unknown(.bot, .name, .meant, .known))]
    Unknown {
        /// The bot.
        bot: &'static str,
        /// The name given.
        name: String,
        /// What was probably meant.
        meant: Option<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// The option cannot have that value.
    #[error("{}", .allowed.refusal(.bot, .name, &format!("{:?}", .value)))]
    Value {
        /// The bot.
        bot: &'static str,
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: Allowed,
    },
}

fn unknown(bot: &str, name: &str, meant: &Option<&str>, known: &[&str]) -> String {
    let name = format!("{name:?}");
    match meant {
        Some(meant) => no_option_but(bot, name, meant),
        None if known.is_empty() => no_options(bot, name),
        None => no_option(bot, name, known.join(", ")),
    }
}

/// Reads `depth=3,eval=faithful` for the bot called `bot`.
///
/// # Errors
/// An unknown option or a value that is not allowed.
pub fn read_options(
    bot: &'static str,
    table: &'static [OptionInfo],
    text: &str,
) -> Result<BotOptions, BotOptionsError> {
    let mut options = BotOptions::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) =
            part.split_once('=').ok_or_else(|| BotOptionsError::Form(part.to_string()))?;
        let known = || table.iter().map(|info| info.name);
        let info = table.iter().find(|info| info.name == name).ok_or_else(|| {
            let (name, meant) = (name.to_string(), nearest(name, known()));
            BotOptionsError::Unknown { bot, name, meant, known: known().collect() }
        })?;
        let json = info.allowed.parse(value);
        if !info.allowed.admits(&json) {
            let (name, value) = (info.name, value.to_string());
            return Err(BotOptionsError::Value { bot, name, value, allowed: info.allowed });
        }
        options.insert(name.to_string(), json);
    }
    Ok(options)
}
