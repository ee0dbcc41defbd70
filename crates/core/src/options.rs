//! Options of games and of built-in bots: their tables and readers.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt;

use super::{UnknownName, Weights, words};

/// An option, such as a house rule chosen with `-o name=value`.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name in files and on the command line.
    pub name: &'static str,
    /// The allowed values.
    pub allowed: Allowed,
    /// The default as text, for people: `300`, `10 (2 seats) or 5 (4 seats)`.
    pub default: &'static str,
    /// Its effect, in one line.
    pub doc: &'static str,
}

impl OptionInfo {
    /// Finds the option `name` of `owner`, a game or a bot.
    pub(super) fn named(
        owner: &'static str,
        table: &'static [OptionInfo],
        name: &str,
    ) -> Result<&'static OptionInfo, OptionsError> {
        let names = table.iter().map(|info| info.name);
        let found = table.iter().find(|info| info.name == name);
        found.ok_or_else(|| OptionsError::Unknown(owner, UnknownName::of(name, names)))
    }

    pub(super) fn check(&self, owner: &'static str, value: &Value) -> Result<(), OptionsError> {
        if self.allowed.admits(value) {
            return Ok(());
        }
        Err(OptionsError::Value {
            owner,
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
    /// A file of weights, or `none`. Records have the hash of the file instead.
    Weights,
}

impl Allowed {
    /// Returns true if the JSON value is allowed.
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
            Allowed::Weights => value.as_str().is_some_and(|text| !text.is_empty()),
        }
    }

    /// Converts text such as `4`, `true` or `reject` to a JSON value.
    pub fn parse(&self, text: &str) -> Value {
        match self {
            Allowed::Words(_) | Allowed::Weights => Value::from(text),
            _ => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        }
    }

    /// Returns the sentence that refuses `value` for the option `name` of `owner`, a game or a bot,
    /// with the allowed values.
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
        match self {
            Allowed::Switch => f.write_str("true, false"),
            Allowed::Words(words) => f.write_str(&words.join(", ")),
            Allowed::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&numbers.join(", "))
            }
            Allowed::Range(least, most) | Allowed::Decimal(least, most) => {
                write!(f, "{least} to {most}")
            }
            Allowed::Weights => f.write_str("a file of weights, none"),
        }
    }
}

/// An error in the options of a game or built-in bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OptionsError {
    /// The owner, a game by its id or a bot by its name, has no such option.
    #[error("{}", unknown(.0, .1))]
    Unknown(&'static str, UnknownName),
    /// The option cannot have that value.
    #[error("{}", .allowed.refusal(.owner, .name, .value))]
    Value {
        /// The id of a game, or the name of a bot.
        owner: &'static str,
        name: &'static str,
        /// The value given, as JSON.
        value: String,
        allowed: Allowed,
    },
    /// The options conflict.
    #[error("{0}")]
    Conflict(String),
    /// The text is not `name=value`.
    #[error("{0}")]
    Form(String),
    /// The weights cannot be had, with the reason.
    #[error("{0}")]
    Weights(String),
}

fn unknown(owner: &str, UnknownName { name, meant, known }: &UnknownName) -> String {
    let name = format!("{name:?}");
    match meant {
        Some(meant) => words::no_option_but(owner, name, meant, known),
        None if known.is_empty() => words::no_options(owner, name),
        None => words::no_option(owner, name, known),
    }
}

/// The options of a built-in bot: `depth=3`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BotOptions {
    /// Values by name.
    pub values: Map<String, Value>,
    /// Its weights; `None` for the built-in ones.
    pub weights: Option<Weights>,
}

/// Reads `depth=3,eval=faithful` for the bot called `bot`, without weights.
///
/// # Errors
/// Like [`read_options_with`]; any weights are an error.
pub fn read_options(
    bot: &'static str,
    table: &'static [OptionInfo],
    text: &str,
) -> Result<BotOptions, OptionsError> {
    read_options_with(bot, table, text, &|name| Err(format!("{bot} has no weights {name} here")))
}

/// Reads the options of the bot called `bot`. `find` returns the weights that `weights=NAME` names,
/// or the reason why it cannot.
///
/// # Errors
/// If the text is not `name=value`, an option is unknown, a value is not allowed, or weights are not
/// found.
pub fn read_options_with(
    bot: &'static str,
    table: &'static [OptionInfo],
    text: &str,
    find: &dyn Fn(&str) -> Result<Weights, String>,
) -> Result<BotOptions, OptionsError> {
    let mut options = BotOptions::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, text) = part
            .split_once('=')
            .ok_or_else(|| OptionsError::Form(words::no_form(format!("{part:?}"))))?;
        let info = OptionInfo::named(bot, table, name)?;
        let value = info.allowed.parse(text);
        info.check(bot, &value)?;
        if info.allowed == Allowed::Weights {
            options.weights = Some(find(text).map_err(OptionsError::Weights)?);
        } else {
            options.values.insert(name.to_string(), value);
        }
    }
    Ok(options)
}

/// Converts options from [`read_options`], except weights, to their type.
///
/// # Panics
/// If they do not follow the table that [`options!`](macro@crate::options) declares with `T`.
pub fn typed_options<T: DeserializeOwned>(options: &BotOptions) -> T {
    serde_json::from_value(Value::Object(options.values.clone())).expect("options of this table")
}

/// Declares the options of a game: the struct with its defaults, and the table `OPTIONS`.
///
/// A row is `name: Type = default, allowed, doc;`, and its `doc` also documents the field. The
/// table shows the default as written in the source, or the text after `=>`. Types declared by
/// [`option_words!`] need no default or allowed values: `name: Words, doc;`.
///
/// ```
/// use juez_core::{Allowed, option_words, options};
///
/// option_words! {
///     /// Who begins.
///     pub enum First {
///         /// Seat 0.
///         Fixed = "fixed",
///         /// The dice say.
///         Dice = "dice",
///     }
/// }
/// options! {
///     /// The options of a match.
///     pub struct Options {
///         seats: u8 = 2, Allowed::Numbers(&[2]), "how many play";
///         pile: Option<u8> = None => "21, or 31 with dice", Allowed::Range(1, 99), "the first pile";
///         first: First, "who begins";
///     }
/// }
///
/// assert_eq!(Options::default(), Options { seats: 2, pile: None, first: First::Fixed });
/// let defaults: Vec<&str> = OPTIONS.iter().map(|option| option.default).collect();
/// assert_eq!(defaults, ["2", "21, or 31 with dice", "fixed"]);
/// assert_eq!(OPTIONS[2].allowed, Allowed::Words(&["fixed", "dice"]));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct $options:ident {$(
            $(#[$field_meta:meta])*
            $name:ident: $type:ty $(= $default:expr $(=> $shown:literal)?, $allowed:expr)?,
            $doc:literal;
        )+}
    ) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $(#[$meta])*
        pub struct $options {
            $(#[doc = concat!(" ", $doc)] $(#[$field_meta])* pub $name: $type,)+
        }

        impl Default for $options {
            fn default() -> $options {
                $options { $($name: $crate::options!(@value $type $(= $default)?),)+ }
            }
        }

        pub(super) const OPTIONS: &[$crate::OptionInfo] = &[
            $($crate::OptionInfo {
                name: stringify!($name),
                allowed: $crate::options!(@allowed $type $(= $allowed)?),
                default: $crate::options!(@shown $type $(= $default $(=> $shown)?)?),
                doc: $doc,
            },)+
        ];
    };
    (@value $type:ty) => { <$type>::default() };
    (@value $type:ty = $default:expr) => { $default };
    (@allowed $type:ty) => { $crate::Allowed::Words(<$type>::WORDS) };
    (@allowed $type:ty = $allowed:expr) => { $allowed };
    (@shown $type:ty) => { <$type>::WORDS[0] };
    (@shown $type:ty = $default:expr) => { stringify!($default) };
    (@shown $type:ty = $default:expr => $shown:literal) => { $shown };
}

/// Declares an option with a few words as its values, the default first.
#[doc(hidden)]
#[macro_export]
macro_rules! option_words {
    (
        $(#[$meta:meta])*
        pub enum $type:ident {
            $(#[$first_meta:meta])* $first:ident = $first_word:literal,
            $($(#[$other_meta:meta])* $other:ident = $other_word:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        pub enum $type {
            $(#[$first_meta])*
            #[default]
            #[serde(rename = $first_word)]
            $first,
            $($(#[$other_meta])* #[serde(rename = $other_word)] $other,)+
        }

        impl $type {
            /// The words, in the order of the variants.
            pub const WORDS: &[&str] = &[$first_word, $($other_word),+];
        }
    };
}
