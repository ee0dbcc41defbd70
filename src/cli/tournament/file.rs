//! The tournament file: the options of the command line as TOML.
//!
//! A key is an option without its dashes. Its value is parsed like the option's, so that every
//! option exists here and means the same. Other keys are `game`, `bots` and the table `[options]`
//! of house rules. Paths are relative to the file's folder.

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Args as _, Command, FromArgMatches as _};
use std::any::TypeId;
use std::error::Error as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::args::{OpeningsName, Settings};
use juez_core::{Seed, nearest};
use juez_match::registry::{AnyGame, PlayerSpec, game};
use juez_script::{Language, read_text};
use juez_tournament::is_built_in;

/// Limit on the bytes of a tournament file.
const MAX_BYTES: u64 = 1 << 20;
/// The option for house rules; in the file they are a table.
const RULES_OPTION: &str = "option";

/// The option whose values are bots.
const BOT_OPTION: &str = "yardstick";

pub(super) struct TournamentFile {
    pub game: &'static dyn AnyGame,
    pub bots: Vec<String>,
    pub settings: Settings,
}

/// Reads a tournament file.
///
/// # Errors
/// All errors of the file, each with its line.
pub(super) fn read(path: &Path) -> anyhow::Result<TournamentFile> {
    let text =
        read_text(path, MAX_BYTES).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text, path)
}

/// Like [`read`] for a text from `path`.
pub(super) fn parse(text: &str, path: &Path) -> anyhow::Result<TournamentFile> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reading = Reading { text, path, game: None, wrong: Vec::new() };
    let file = match DeTable::parse(text) {
        Ok(table) => reading.table(table.get_ref()),
        Err(error) => {
            let at = error.span().unwrap_or(0..0);
            reading.note(&at, error.message().trim_end());
            None
        }
    };
    file.ok_or_else(|| anyhow::Error::msg(reading.reported()))
}

/// Returns the command that parses all keys but `game`, `bots` and `options`.
fn command() -> Command {
    Settings::augment_args(Command::new("file").no_binary_name(true).disable_help_flag(true))
}

struct Reading<'t> {
    text: &'t str,
    path: &'t Path,
    game: Option<&'static dyn AnyGame>,
    wrong: Vec<(usize, String)>,
}

impl Reading<'_> {
    fn note(&mut self, at: &Range<usize>, what: impl Into<String>) {
        self.wrong.push((at.start, what.into()));
    }

    /// Formats all errors in line order.
    fn reported(mut self) -> String {
        self.wrong.sort();
        let line = |at: usize| self.text[..at.min(self.text.len())].matches('\n').count() + 1;
        let reported = self.wrong.iter().map(|(at, what)| match *at {
            usize::MAX => format!("{}: {what}", self.path.display()),
            at => format!("{}:{}: {what}", self.path.display(), line(at)),
        });
        reported.collect::<Vec<_>>().join("\n")
    }

    fn table(&mut self, table: &DeTable<'_>) -> Option<TournamentFile> {
        self.game = self.read_game(table);
        let command = command();
        let mut bots = Vec::new();
        let mut line = Vec::new();
        for (key, value) in table {
            let (name, at) = (key.get_ref().as_ref(), value.span());
            match name {
                "game" => {}
                "bots" => match texts(value.get_ref()) {
                    Ok(texts) => bots = texts,
                    Err(why) => self.note(&at, format!("bots: {why}")),
                },
                "options" => line.extend(self.rules(value)),
                _ => match keys(&command).find(|(key, _)| *key == name) {
                    Some((_, arg)) => match self.words(arg, value.get_ref()) {
                        Ok(words) => line.extend(words),
                        Err(why) => self.note(&at, format!("{name}: {why}")),
                    },
                    None => self.note(&key.span(), unknown(name, &command)),
                },
            }
        }
        let game = self.game.filter(|_| self.wrong.is_empty())?;
        let bots = bots.iter().map(|text| self.bot(text, game)).collect();
        // Each word was checked alone, so all of them together are valid.
        let matches = command.try_get_matches_from(line).ok()?;
        let settings = Settings::from_arg_matches(&matches).ok()?;
        Some(TournamentFile { game, bots, settings })
    }

    fn read_game(&mut self, table: &DeTable<'_>) -> Option<&'static dyn AnyGame> {
        let Some(value) = table.get("game") else {
            let what = "no game: expected a line such as game = \"quoridor\"";
            self.wrong.push((usize::MAX, what.to_string()));
            return None;
        };
        let found = match value.get_ref() {
            DeValue::String(name) => game(name).map_err(|error| error.to_string()),
            other => Err(format!("game: {}", expected("the name of a game in quotes", other))),
        };
        found.map_err(|why| self.note(&value.span(), why)).ok()
    }

    /// Converts house rules into command-line arguments.
    fn rules(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<String> {
        let DeValue::Table(table) = value.get_ref() else {
            let what = expected("a table of house rules, as in [options]", value.get_ref());
            self.note(&value.span(), format!("options: {what}"));
            return Vec::new();
        };
        let mut words = Vec::new();
        for (key, value) in table {
            let name = key.get_ref();
            match scalar(value.get_ref()).map(|text| self.rule(name, text)) {
                Some(Ok(word)) => words.push(word),
                Some(Err(why)) => self.note(&key.span(), why),
                None => {
                    let what = expected("a number, a word or true or false", value.get_ref());
                    self.note(&value.span(), format!("options: {name}: {what}"));
                }
            }
        }
        words
    }

    /// Converts one house rule. Checks it here, because the game's own error has no line.
    fn rule(&self, name: &str, text: String) -> Result<String, String> {
        if let Some(game) = self.game {
            let info = game.info().options.iter().find(|info| info.name == name);
            let value = info.map_or_else(|| text.as_str().into(), |info| info.allowed.parse(&text));
            let one = serde_json::Map::from_iter([(name.to_string(), value)]);
            // Rules that conflict are reported when all are known.
            if info.is_none_or(|info| !info.allowed.admits(&one[name])) {
                game.options(&one).map_err(|error| error.to_string())?;
            }
        }
        Ok(format!("--{RULES_OPTION}={name}={text}"))
    }

    /// Converts an option into command-line arguments.
    fn words(&self, arg: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
        let name = arg.get_long().unwrap_or_default();
        let expected = |what| Err(expected(what, value));
        let is = |id: TypeId| arg.get_value_parser().type_id() == id;
        let texts = match (arg.get_action(), value) {
            (ArgAction::SetTrue, DeValue::Boolean(true)) => return Ok(vec![format!("--{name}")]),
            (ArgAction::SetTrue, DeValue::Boolean(false)) => return Ok(Vec::new()),
            (ArgAction::SetTrue, _) => return expected("true or false"),
            (ArgAction::Append, _) => texts(value)?,
            (_, DeValue::Integer(_)) if is(TypeId::of::<u32>()) || is(TypeId::of::<Seed>()) => {
                scalar(value).into_iter().collect()
            }
            (_, _) if is(TypeId::of::<u32>()) => return expected("a whole number"),
            (_, DeValue::Boolean(on)) if is(TypeId::of::<bool>()) => vec![on.to_string()],
            (_, _) if is(TypeId::of::<bool>()) => return expected("true or false"),
            (_, DeValue::String(text)) => vec![text.to_string()],
            (_, DeValue::Datetime(time)) if name == "deadline" => vec![time.to_string()],
            (_, _) if is(TypeId::of::<Seed>()) => {
                return expected("a whole number, or 64 hex digits in quotes");
            }
            (_, _) => return expected("text in quotes"),
        };
        let word = |text: String| {
            let is_file = is(TypeId::of::<PathBuf>())
                || is(TypeId::of::<OpeningsName>())
                    && matches!(text.parse(), Ok(OpeningsName::File(_)));
            let text = match self.game {
                _ if is_file => self.beside(&text),
                Some(game) if name == BOT_OPTION => self.bot(&text, game),
                _ => text,
            };
            let word = format!("--{name}={text}");
            check(&word).map(|()| word)
        };
        texts.into_iter().map(word).collect()
    }

    /// Converts a bot. A path is relative to the folder of this file.
    fn bot(&self, text: &str, game: &dyn AnyGame) -> String {
        let (name, place) = PlayerSpec::split_name(text);
        if is_built_in(game, place) {
            return text.to_string();
        }
        let is_script = Language::of_file(Path::new(place)).is_some();
        let beside = self.beside(place);
        match name {
            _ if !is_script && !place.contains(['/', '\\']) && !Path::new(&beside).exists() => {
                text.to_string()
            }
            None => beside,
            Some(name) => format!("{name}={beside}"),
        }
    }

    fn beside(&self, text: &str) -> String {
        match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder.join(text).display().to_string(),
            _ => text.to_string(),
        }
    }
}

/// Returns the options that are keys, with their names.
fn keys(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let named = command.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
    named.filter(|(name, _)| *name != RULES_OPTION)
}

fn unknown(name: &str, command: &Command) -> String {
    let options = keys(command).map(|(key, _)| key);
    let keys: Vec<&str> = ["game", "bots", "options"].into_iter().chain(options).collect();
    match nearest(name, keys.iter().copied()) {
        Some(key) => format!("no key called {name:?}; did you mean {key}?"),
        None => format!("no key called {name:?}; there are {}", keys.join(", ")),
    }
}

/// Checks one option and returns the error in the command line's words.
fn check(word: &str) -> Result<(), String> {
    let Err(error) = command().try_get_matches_from([word]) else { return Ok(()) };
    Err(match (error.kind(), error.source()) {
        (ErrorKind::ValueValidation, Some(source)) => source.to_string(),
        _ => error.to_string().lines().next().unwrap_or_default().replace("error: ", ""),
    })
}

/// Parses a text or a list of texts.
fn texts(value: &DeValue<'_>) -> Result<Vec<String>, String> {
    let text = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        other => Err(expected("texts in quotes in the list", other)),
    };
    match value {
        DeValue::String(text) => Ok(vec![text.to_string()]),
        DeValue::Array(items) => items.iter().map(text).collect(),
        other => Err(expected("a list of texts, as in [\"a\", \"b\"]", other)),
    }
}

/// Formats a single value as on a command line.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            Some(i128::from_str_radix(number.as_str(), number.radix()).ok()?.to_string())
        }
        DeValue::Boolean(value) => Some(value.to_string()),
        _ => None,
    }
}

/// Formats the error for a value of the wrong type.
fn expected(what: &str, value: &DeValue<'_>) -> String {
    let kind = match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    format!("expected {what}, not {kind}")
}

#[cfg(test)]
mod tests;
