//! No page, example or template has a short seed for a contest of a game with chance: readers copy
//! it, and a bot can try all short seeds.

use std::fs;
use std::path::Path;

use juez::core::Seed;
use juez::registry::game;
use juez::tournament::has_chance;

use super::page::{self, root};

/// Returns true if hands are dealt in a game; a word that is not a game counts as one.
fn deals(word: &str) -> bool {
    game(word)
        .map_or(true, |game| has_chance(game, &serde_json::Map::new()).expect("its own rules"))
}

fn is_short(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    text.parse::<Seed>().is_ok_and(|seed| seed.is_short())
}

/// Returns the command on a line if it plays a contest of a game with chance from a short seed.
fn command(line: &str) -> Option<&str> {
    ["juez tournament ", "juez compare "].iter().find_map(|start| {
        let command = &line[line.find(start)?..];
        let mut words = command.split_whitespace().skip(2);
        let dealt = deals(words.clone().next().unwrap_or_default());
        let seed = words.find_map(|word| match word.strip_prefix("--seed") {
            Some("") => Some(None),
            Some(value) => value.strip_prefix('=').map(Some),
            None => None,
        })?;
        let seed = seed.or_else(|| words.next())?;
        (dealt && is_short(seed)).then_some(command)
    })
}

/// Returns the line with the seed if a text is the file of such a contest.
fn file(text: &str) -> Option<&str> {
    let value = |key: &str| {
        text.lines().find_map(|line| {
            let line = line.trim_start_matches(['#', ' ']);
            let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
            Some((
                line,
                value.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']),
            ))
        })
    };
    let ((line, seed), (_, game)) = (value("seed")?, value("game")?);
    (is_short(seed) && deals(game)).then_some(line)
}

fn found(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(command).chain(file(text));
    lines.map(|line| format!("{path}: {line}")).collect()
}

fn read_all(folder: &Path, wrong: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_all(&path, wrong);
        } else {
            let text = fs::read(&path).expect("a file of the repository");
            let text = String::from_utf8_lossy(&text).into_owned();
            wrong.extend(found(&path.display().to_string(), &text));
        }
    }
}

#[test]
fn nothing_that_people_copy_has_a_short_seed_for_a_contest_with_deals() {
    let mut wrong = Vec::new();
    for page in page::all() {
        wrong.extend(found(&page.path, &page.prose.join("\n")));
        for block in &page.blocks {
            wrong.extend(found(&format!("{}:{}", page.path, block.line), &block.text));
        }
    }
    for folder in ["examples", "bots", "crates/games/src", "src/cli/new", "src/cli/tournament"] {
        read_all(&root().join(folder), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_short_seed_is_found_wherever_it_stands() {
    let long = "5e".repeat(32);
    for line in [
        "juez tournament durak a b --seed 7".to_string(),
        "Say `juez compare scopone a b --seed=7` and see.".to_string(),
        "juez tournament class.toml --seed 7 --quiet".to_string(),
        "#game = \"tute\"\nrounds = 1\n#seed = 12   # any\n".to_string(),
        format!("game = 'durak'\nseed = \"{:064}\"\n", 7),
    ] {
        assert_eq!(found("page", &line).len(), 1, "{line}");
    }
    for line in [
        "juez tournament quoridor a b --seed 7".to_string(),
        "juez play durak a b --seed 7".to_string(),
        "juez tournament durak a b".to_string(),
        format!("juez tournament durak a b --seed {long}"),
        "game = 'quoridor'\nseed = 7\n".to_string(),
        format!("game = 'durak'\nseed = '{long}'\n"),
    ] {
        assert_eq!(found("page", &line), [""; 0], "{line}");
    }
}
