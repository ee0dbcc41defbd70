//! A program and its protocol.

use std::path::PathBuf;

use super::json_lines::JsonLines;
use super::line_engine::LineEngine;
use super::process::Process;
use super::protocol::Protocol;
use super::qtp::{Dialect, Qtp};
use super::words;
use juez_core::{GameInfo, TimeControl, named};

/// An external program that is not started yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSpec {
    /// Protocol and command as given: `exec:python3 bot.py`.
    pub text: String,
    /// The clock of the program.
    pub time: TimeControl,
    /// The program `juez` that guards it; `None` for this one.
    pub guard: Option<PathBuf>,
    kind: ProtocolKind,
    /// The dialect of `qtp:`; `None` to detect it.
    dialect: Option<Dialect>,
    command: Vec<String>,
}

/// The reason why a text is not a program that can play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SpecError {
    #[error("{0:?}: a command follows the colon, as in exec:python3 bot.py")]
    NoCommand(String),
    #[error("{text:?}: the command has a {quote} that is not closed")]
    Unclosed { text: String, quote: char },
    #[error("{0:?}: engine players see whole positions, and this game has hidden hands: use exec:")]
    HiddenHands(String),
    #[error("{0:?}: the protocol of qtp: players is that of Quoridor")]
    OtherGame(String),
    #[error("{text:?}: no dialect {dialect}; expected standard, token or play")]
    NoDialect { text: String, dialect: String },
}

/// The prefix of the dialect in a `qtp:` command.
const DIALECT: &str = "dialect=";
/// Programs that run a script, without their versions.
const INTERPRETERS: [&str; 37] = [
    "bash",
    "bun",
    "deno",
    "dotnet",
    "elixir",
    "env",
    "escript",
    "guile",
    "java",
    "julia",
    "lua",
    "luajit",
    "mono",
    "nice",
    "node",
    "nodejs",
    "npx",
    "ocaml",
    "perl",
    "php",
    "poetry",
    "powershell",
    "pwsh",
    "py",
    "pypy",
    "python",
    "racket",
    "Rscript",
    "ruby",
    "runghc",
    "sbcl",
    "sh",
    "ts-node",
    "tsx",
    "uv",
    "wine",
    "zsh",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProtocolKind {
    JsonLines,
    LineEngine,
    Qtp,
}

named! { ProtocolKind: JsonLines = "exec", LineEngine = "engine", Qtp = "qtp" }

impl ExternalSpec {
    /// Parses a protocol and command; `None` if the text names no protocol.
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
        let Some((kind, mut command)) = named else { return Ok(None) };
        let (text, mut dialect) = (text.to_string(), None);
        if let Some(rest) = command.strip_prefix(DIALECT).filter(|_| kind == ProtocolKind::Qtp) {
            let (name, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            dialect = Dialect::ALL.into_iter().find(|dialect| dialect.name() == name);
            if dialect.is_none() {
                return Err(SpecError::NoDialect { text, dialect: name.to_string() });
            }
            command = after;
        }
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
        Ok(Some(ExternalSpec { text, time, guard: None, kind, dialect, command }))
    }

    /// Returns the name in tables: the file name of the program, or of the script that an
    /// interpreter runs.
    pub fn name(&self) -> String {
        let words = self.command.iter().filter(|word| !word.starts_with('-'));
        let program = words.clone().next().unwrap_or(&self.command[0]);
        // As in `deno run bot.ts`, `uv run bot.py`.
        let is_run = |(at, word): &(usize, &String)| *at > 0 && *word == "run";
        let mut names = words.enumerate().filter(|word| !is_run(word)).map(|(_, word)| stem(word));
        names.find(|name| !is_interpreter(name)).unwrap_or(stem(program)).to_string()
    }

    /// Starts the program.
    ///
    /// # Errors
    /// A sentence if its guard does not start.
    pub(super) fn start(&self) -> Result<Box<dyn Protocol>, String> {
        let process = Process::start(&self.command, self.guard.as_deref())
            .map_err(|why| words::not_started(&self.command[0], why))?;
        Ok(match self.kind {
            ProtocolKind::JsonLines => Box::new(JsonLines::new(process)),
            ProtocolKind::LineEngine => Box::new(LineEngine::new(process)),
            ProtocolKind::Qtp => Box::new(Qtp::new(process, self.dialect)),
        })
    }
}

/// Returns a file name without its folder and extension.
fn stem(word: &str) -> &str {
    let file = word.rsplit(['/', '\\']).next().unwrap_or(word);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// Returns true for a program that runs the script named after it.
fn is_interpreter(name: &str) -> bool {
    // python3, python3.12, lua5.4, qemu-aarch64-static
    let family = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS.contains(&family) || family.starts_with("qemu-")
}

/// Splits a command into words at blanks; quoted text stays together. The error is an unclosed
/// quote.
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
    fn a_program_is_called_by_its_own_name() {
        let game = &<juez_games::quoridor::Quoridor as juez_core::Game>::INFO;
        let names = [
            ("exec:python3 bots/ana.py weights.bin", "ana"),
            ("exec:python3.12 -u bots/ana.py", "ana"),
            ("exec:python3 -m ana", "ana"),
            ("qtp:./engine weights.bin 40 100", "engine"),
            ("qtp:dialect=token bin/engine.exe 40", "engine"),
            ("exec:java -jar bot.jar", "bot"),
            ("exec:/usr/bin/env node bot.js", "bot"),
            ("exec:deno run bot.ts", "bot"),
            ("exec:./run.sh 40", "run"),
            ("exec:python3 run.py", "run"),
            ("exec:python3", "python3"),
        ];
        for (text, name) in names {
            let spec = ExternalSpec::read(text, TimeControl::default(), game).expect(text);
            assert_eq!(spec.expect("a program").name(), name, "{text}");
        }
        let wrong = ExternalSpec::read("qtp:dialect=klingon x", TimeControl::default(), game);
        assert!(wrong.is_err_and(|error| error.to_string().ends_with("standard, token or play")));
    }

    #[test]
    fn a_command_is_split_as_people_write_it() {
        let words = words_of(r#"  python3 "my bots/a.py" --name='x y' '' "#).expect("a command");
        assert_eq!(words, ["python3", "my bots/a.py", "--name=x y", ""]);
        assert_eq!(words_of(" "), Ok(vec![]));
        assert_eq!(words_of("a 'b"), Err('\''));
    }
}
