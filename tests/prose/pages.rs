//! Pages and `--help` call persons and things by their names.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::ceilings::HELP;
use super::tokens::tokens;
use super::{files, is_headless, vague_words};

/// Returns the prose of a page, without blocks of code, inline code and comments.
pub fn prose(text: &str) -> String {
    let (mut prose, mut in_block) = (String::new(), false);
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        if !in_block && !is_fence && !line.starts_with("<!--") {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    // Every second part lies between backticks.
    let outside = prose.split('`').step_by(2);
    outside.collect::<Vec<_>>().join("_")
}

/// Returns the English pages of the repository: their paths and prose.
pub fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for folder in ["docs", "examples", "crates/games/src"] {
        pages.extend(files::with_endings(folder, &["md"]));
    }
    for name in ["README.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(files::root().join(name)).expect("a page");
        pages.push((name.to_string(), text));
    }
    let is_english = |path: &str| ![".es.md", ".it.md"].iter().any(|other| path.ends_with(other));
    pages.retain(|(path, _)| is_english(path));
    pages.into_iter().map(|(path, text)| (path, prose(&text))).collect()
}

#[test]
fn pages_have_no_vague_words_and_no_headless_paragraphs() {
    let mut found = Vec::new();
    for (path, prose) in pages() {
        for line in prose.lines().filter(|line| vague_words(line) > 0) {
            found.push(format!("{path}: vague: {line}"));
        }
        for paragraph in prose.split("\n\n") {
            let is_question = paragraph.contains('?');
            if is_headless(paragraph.trim_start_matches(['\n', '*', '-', ' '])) && !is_question {
                found.push(format!("{path}: headless: {paragraph}"));
            }
        }
    }
    println!("{} lines of pages", found.len());
    assert!(found.is_empty(), "{} lines\n{}", found.len(), found.join("\n"));
}

/// Returns the subcommands that a help text lists.
fn subcommands(help: &str) -> Vec<String> {
    let after = help.split_once("Commands:\n").map_or("", |(_, after)| after);
    let listed = after.lines().take_while(|line| !line.is_empty());
    let named = listed.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let lines = named.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
    lines.filter(|name| *name != "help").map(String::from).collect()
}

/// Collects the help of a command and of its subcommands, each with the words of its command.
fn help(command: &[String], all: &mut Vec<(String, String)>) {
    let output = Command::new(env!("CARGO_BIN_EXE_juez"))
        .args(command)
        .arg("--help")
        .env("COLUMNS", "1000")
        .output()
        .expect("juez runs");
    let text = String::from_utf8(output.stdout).expect("help is text");
    for name in subcommands(&text) {
        help(&[command, &[name]].concat(), all);
    }
    all.push((command.join(" "), text));
}

/// Returns the sentence of a line of help, after the option or the name of a command.
fn sentence(line: &str) -> &str {
    line.trim().rsplit_once("  ").map_or(line.trim(), |(_, sentence)| sentence)
}

#[test]
fn help_has_no_vague_words_and_no_headless_lines() {
    let mut all = Vec::new();
    help(&[], &mut all);
    assert!(all.len() > 10, "{} commands", all.len());
    let mut found = Vec::new();
    for (command, text) in all {
        for line in text.lines() {
            if vague_words(line) > 0 || is_headless(sentence(line)) {
                found.push(format!("juez {command}: {line}"));
            }
        }
    }
    found.sort();
    found.dedup();
    println!("{} lines of help", found.len());
    assert!(found.len() <= HELP, "{} lines\n{}", found.len(), found.join("\n"));
}

#[test]
fn blocks_and_code_are_no_prose() {
    let text = "Say `told` or he.\n```lua\n-- nobody\n```\nHe came.\n";
    assert_eq!(vague_words(&prose(text)), 2);
    let help = "Runs.\n\nCommands:\n  play  Plays\n  help  Helps\n\nOptions:\n  --seed <S>  Who\n";
    assert_eq!(subcommands(help), ["play"]);
    assert!(is_headless(sentence("  --seed <S>  Who")));
}

/// Returns the names of Rust in the code spans of a page: types, functions and files.
fn rust_names(page: &str) -> Vec<String> {
    let spans = page.split('`').skip(1).step_by(2);
    let is_path = |span: &&str| {
        let is_word = |c: char| c.is_alphanumeric() || "_:/.".contains(c);
        let is_type = span.starts_with(char::is_uppercase) && span.contains(char::is_lowercase);
        span.chars().all(is_word)
            && (is_type && !span.contains('.') || span.contains("::") || span.ends_with(".rs"))
    };
    spans.filter(is_path).map(String::from).collect()
}

#[test]
fn the_types_that_pages_name_exist() {
    let sources: Vec<_> =
        ["src", "crates"].iter().flat_map(|folder| files::with_endings(folder, &["rs"])).collect();
    let tokens: BTreeSet<String> = sources.iter().flat_map(|(_, text)| tokens(text)).collect();
    let mut missing = Vec::new();
    for page in ["docs/architecture.md", "docs/decisions.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(files::root().join(page)).expect("a page");
        for name in rust_names(&text) {
            let exists = if name.ends_with(".rs") {
                let ends = |(path, _): &(String, String)| path.ends_with(&format!("/{name}"));
                files::root().join(&name).exists() || sources.iter().any(ends)
            } else {
                name.split("::").all(|part| tokens.contains(part))
            };
            if !exists {
                missing.push(format!("{page}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_name_of_rust_is_found() {
    let page = "`State::play` in `core/state.rs`, `take`, `juez play`, `ID`, `Record`";
    assert_eq!(rust_names(page), ["State::play", "core/state.rs", "Record"]);
}
