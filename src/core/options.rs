//! House rules: a table per game of what may be chosen, and its reader.

use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

use super::{Game, nearest, words};

/// One house rule that may be chosen with `-o name=value`.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name in files and on the command line.
    pub name: &'static str,
    /// What it may be.
    pub allowed: Allowed,
    /// The default as text, for people: `300`, `10 (2 seats) or 5 (4 seats)`.
    pub default: &'static str,
    /// What it does, one line.
    pub doc: &'static str,
}

impl OptionInfo {
    fn check(&self, game: &'static str, value: &Value) -> Result<(), OptionsError> {
        if self.allowed.admits(value) {
            return Ok(());
        }
        Err(OptionsError::Value {
            game,
            name: self.name,
            value: value.to_string(),
            allowed: self.allowed,
        })
    }
}

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these whole numbers.
    Numbers(&'static [i64]),
    /// A whole number in this range, ends included.
    Range(i64, i64),
    /// Any number in this range, ends included, such as 0.5.
    Decimal(i64, i64),
}

impl Allowed {
    /// Whether a JSON value is one of them.
    pub fn admits(&self, value: &Value) -> bool {
        match self {
            Allowed::Switch => value.is_boolean(),
            Allowed::Words(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Allowed::Numbers(numbers) => value.as_i64().is_some_and(|n| numbers.contains(&n)),
            Allowed::Range(least, most) => {
                value.as_i64().is_some_and(|n| (*least..=*most).contains(&n))
            }
            Allowed::Decimal(least, most) => {
                value.as_f64().is_some_and(|n| *least as f64 <= n && n <= *most as f64)
            }
        }
    }

    /// The JSON value that text such as `4`, `true` or `reject` stands for.
    pub fn parse(&self, text: &str) -> Value {
        match self {
            Allowed::Words(_) => Value::from(text),
            _ => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        }
    }

    /// The sentence that refuses a value which is none of them: for the option `name` of `owner`,
    /// a game or a bot, with what is allowed.
    pub fn refusal(&self, owner: &str, name: &str, value: &str) -> String {
        match self {
            Allowed::Range(least, most) | Allowed::Decimal(least, most) => {
                words::not_from_to(owner, name, value, least, most)
            }
            _ => words::not_one_of(owner, name, value, self),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &mut dyn Iterator<Item = String>| {
            f.write_str(&items.collect::<Vec<_>>().join(", "))
        };
        match self {
            Allowed::Switch => f.write_str("true, false"),
            Allowed::Words(words) => list(f, &mut words.iter().map(|word| word.to_string())),
            Allowed::Numbers(numbers) => list(f, &mut numbers.iter().map(|n| n.to_string())),
            Allowed::Range(least, most) | Allowed::Decimal(least, most) => {
                write!(f, "{least} to {most}")
            }
        }
    }
}

/// House rules that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The game has no such option.
    #[error("{}", unknown(.game, .name, .meant, .known))]
    Unknown {
        /// The game's id.
        game: &'static str,
        /// The name given.
        name: String,
        /// What was probably meant.
        meant: Option<String>,
        /// All names.
        known: String,
    },
    /// The option cannot have that value.
    #[error("{}", .allowed.refusal(.game, .name, .value))]
    Value {
        /// The game's id.
        game: &'static str,
        /// The option.
        name: &'static str,
        /// The value given, as JSON.
        value: String,
        /// What is allowed.
        allowed: Allowed,
    },
    /// The options do not go together.
    #[error("{0}")]
    Conflict(String),
}

fn unknown(game: &str, name: &str, meant: &Option<String>, known: &str) -> String {
    let name = format!("{name:?}");
    match meant {
        Some(meant) => words::no_option_but(game, name, meant, known),
        None => words::no_option(game, name, known),
    }
}

/// Whether every value of typed options is one that the game's table allows; an option without a
/// value is none. What a type already rules out, such as an unknown word, cannot fail here.
///
/// # Errors
/// The first that is not, with what is allowed.
pub fn check_options(
    game: &'static str,
    table: &[OptionInfo],
    options: &impl Serialize,
) -> Result<(), OptionsError> {
    let values =
        serde_json::to_value(options).map_err(|error| OptionsError::Conflict(error.to_string()))?;
    for info in table {
        match values.get(info.name) {
            None | Some(Value::Null) => {}
            Some(value) => info.check(game, value)?,
        }
    }
    Ok(())
}

/// The house rules that a JSON object names; what is absent has its default.
///
/// # Errors
/// An unknown name or a value that is not allowed, with the list of what is.
pub fn options_from_json<G: Game>(map: &Map<String, Value>) -> Result<G::Options, OptionsError> {
    let table = G::INFO.options;
    for (name, value) in map {
        let Some(info) = table.iter().find(|info| info.name == name) else {
            let names = || table.iter().map(|info| info.name);
            return Err(OptionsError::Unknown {
                game: G::INFO.id,
                name: name.clone(),
                meant: nearest(name, names()).map(str::to_string),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        info.check(G::INFO.id, value)?;
    }
    serde_json::from_value(Value::Object(map.clone()))
        .map(G::resolve)
        .map_err(|error| OptionsError::Conflict(error.to_string()))
}
