//! A program and its protocol.

use super::json_lines::JsonLines;
use super::line_engine::LineEngine;
use super::process::Process;
use super::protocol::Protocol;
use super::qtp::Qtp;
use super::words;
use crate::core::{GameInfo, TimeControl, named};

/// A program from outside, before it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSpec {
    /// Protocol and command as they were named: `exec:python3 bot.py`.
    pub text: String,
    /// Its clock.
    pub time: TimeControl,
    kind: ProtocolKind,
    command: Vec<String>,
}

/// Text that names no program that can play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Nothing behind the colon.
    #[error("{0:?}: a command comes behind the colon, as in exec:python3 bot.py")]
    NoCommand(String),
    /// An open quote.
    #[error("{text:?}: the command has a {quote} that is not closed")]
    Unclosed {
        /// The text.
        text: String,
        /// The quote.
        quote: char,
    },
    /// A protocol that shows whole positions, in a game with hidden hands.
    #[error("{0:?}: engine players see whole positions, and this game has hidden hands: use exec:")]
    HiddenHands(String),
    /// The protocol of another game.
    #[error("{0:?}: the protocol of qtp: players is that of Quoridor")]
    OtherGame(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProtocolKind {
    JsonLines,
    LineEngine,
    Qtp,
}

named! { ProtocolKind: JsonLines = "exec", LineEngine = "engine", Qtp = "qtp" }

impl ExternalSpec {
    /// The program that `text` names with its protocol; `None` if it names no protocol.
    ///
    /// # Errors
    /// If there is no command, or the protocol is not for this game.
    pub fn read(
        text: &str,
        time: TimeControl,
        game: &GameInfo,
    ) -> Result<Option<ExternalSpec>, SpecError> {
        let kinds = [ProtocolKind::JsonLines, ProtocolKind::LineEngine, ProtocolKind::Qtp];
        let named = text.split_once(':').and_then(|(name, command)| {
            kinds.iter().find(|kind| kind.name() == name).map(|kind| (*kind, command))
        });
        let Some((kind, command)) = named else { return Ok(None) };
        let text = text.to_string();
        if kind == ProtocolKind::Qtp && game.id != "quoridor" {
            return Err(SpecError::OtherGame(text));
        }
        if kind == ProtocolKind::LineEngine && game.hidden {
            return Err(SpecError::HiddenHands(text));
        }
        let command = match words_of(command) {
            Err(quote) => return Err(SpecError::Unclosed { text, quote }),
            Ok(words) if words.first().is_none_or(String::is_empty) => {
                return Err(SpecError::NoCommand(text));
            }
            Ok(words) => words,
        };
        Ok(Some(ExternalSpec { text, time, kind, command }))
    }

    /// The file name of the program, or of the script that it runs: the name in tables.
    pub fn name(&self) -> String {
        let is_option = |word: &&String| word.starts_with('-');
        let word = self.command.iter().filter(|word| !is_option(word)).nth(1);
        let word = word.unwrap_or(&self.command[0]);
        let file = word.rsplit(['/', '\\']).next().unwrap_or(word);
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_string()
    }

    /// Starts the program.
    ///
    /// # Errors
    /// In words, if its guard does not start.
    pub(super) fn start(&self) -> Result<Box<dyn Protocol>, String> {
        let process = Process::start(&self.command)
            .map_err(|why| words::not_started(&self.command[0], why))?;
        Ok(match self.kind {
            ProtocolKind::JsonLines => Box::new(JsonLines::new(process)),
            ProtocolKind::LineEngine => Box::new(LineEngine::new(process)),
            ProtocolKind::Qtp => Box::new(Qtp::new(process)),
        })
    }
}

/// The words of a command: between blanks, and what stands between quotes together. The error is a quote
/// that is not closed.
fn words_of(command: &str) -> Result<Vec<String>, char> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_people_write_it() {
        let words = words_of(r#"  python3 "my bots/a.py" --name='x y' '' "#).expect("a command");
        assert_eq!(words, ["python3", "my bots/a.py", "--name=x y", ""]);
        assert_eq!(words_of(" "), Ok(vec![]));
        assert_eq!(words_of("a 'b"), Err('\''));
    }
}
