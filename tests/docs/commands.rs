//! Commands that pages show.

use std::path::Path;
use std::process::{Command, Stdio};

/// Subcommands that run until a person ends them: only their arguments are checked.
const ENDLESS: &[&str] = &["watch", "serve", "class"];

/// The result of a command.
pub struct Run {
    /// Its stdout, then its stderr.
    pub printed: String,
    /// Its standard output.
    pub stdout: String,
    pub stderr: String,
    /// Its exit code.
    pub code: i32,
}

/// A line that a page shows.
#[derive(PartialEq, Debug)]
pub enum Line {
    /// juez with these arguments.
    Juez(Vec<String>),
    /// An example of the repository. `tests/examples.rs` runs them.
    Example(String),
    /// A file to be copied.
    Copy(String, String),
    /// Programs that everybody who works on the repository runs.
    Workshop,
}

/// Classifies a line, without its comment; an error for other programs.
pub fn read(line: &str) -> Result<Line, String> {
    let words = words(line);
    Ok(match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["juez", ..] => Line::Juez(words[1..].to_vec()),
        ["cargo", "run", "--release", "--", ..] => Line::Juez(words[4..].to_vec()),
        ["cargo", "run", "--release", "--example", name, ..] => Line::Example(name.to_string()),
        ["cp", from, to] => Line::Copy(from.to_string(), to.to_string()),
        ["cargo", "test" | "fmt" | "clippy" | "build", ..] => Line::Workshop,
        _ => return Err(format!("{line:?} is no command of juez: say `sh elsewhere`")),
    })
}

/// Splits a line into words as a shell does, up to a comment.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(mark), _) if c == mark => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, '#') if word.is_none() => break,
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Runs juez in a folder. A command that only a person ends, or that takes too long and is only
/// `measured`, prints its help instead, which checks its arguments.
pub fn run(folder: &Path, arguments: &[String], measured: bool) -> Run {
    let subcommand = arguments.first().map_or("", String::as_str);
    let is_person = |word: &String| word == "human" || word.ends_with("=human");
    let asks_a_person = arguments.iter().any(|word| is_person(word) || word == "--step");
    let is_served = arguments.iter().any(|word| word == "--web");
    let help = measured || ENDLESS.contains(&subcommand) || asks_a_person || is_served;
    let mut command = Command::new(env!("CARGO_BIN_EXE_juez"));
    for name in ["CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    let output = command
        .env("NO_COLOR", "1")
        .args(arguments)
        .args(help.then_some("--help"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("juez runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Run {
        printed: format!("{stdout}{stderr}"),
        stdout,
        stderr,
        code: output.status.code().unwrap_or(-1),
    }
}

#[test]
fn lines_are_parted_as_a_shell_does() {
    assert_eq!(words("juez play 'a b' \"c\"   # why"), ["juez", "play", "a b", "c"]);
    assert_eq!(read("cargo run --release -- games"), Ok(Line::Juez(vec!["games".to_string()])));
    assert_eq!(read("cargo test --test docs"), Ok(Line::Workshop));
    assert!(read("rm mine.lua").is_err());
}
