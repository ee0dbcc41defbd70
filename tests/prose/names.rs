//! Names keep to the words of docs/glossary.md.

use std::collections::BTreeSet;
use std::fs;

use super::files;
use super::tokens::tokens;

/// A word that the glossary excludes from names, the paths that use it as the term of their field,
/// and the reason.
struct Exception {
    word: &'static str,
    path: &'static str,
    why: &'static str,
}

const fn but(word: &'static str, path: &'static str, why: &'static str) -> Exception {
    Exception { word, path, why }
}

/// The script API calls a square, card or tile that a bot can mark its place.
const MARKED: &str = "the place of a mark, in the script API";

const HOUSE: &str = "players call the options house rules";

const EXCEPTIONS: &[Exception] = &[
    but("beat", "games/", "a card beats a card"),
    but("beat", "tests/", "a card beats a card, a bot beats a bot"),
    but("beat", "crates/tournament/src/", "a pass criterion says which player to beat"),
    but("floor", "crates/games/src/quoridor/bots/", "the lower bound of alpha-beta"),
    but("floor", "crates/script/src/", "the functions of Rust and Rhai"),
    but("floor", "crates/grading/src/", "the function on numbers"),
    but("floor", "crates/tournament/src/", "the function on numbers"),
    but("floor", "web/", "the function on numbers; the floor under a table in 3D"),
    but("frame", "src/cli/replay/", "what ratatui draws at once"),
    but("frame", "crates/pool/src/", "a message with its length in a byte protocol"),
    but("frame", "crates/luau/src/", "a frame of the call stack"),
    but("frame", "crates/script/src/lua/", "a frame of the call stack"),
    but("frame", "tests/pool/", "a message with its length in a byte protocol"),
    but("frame", "web/", "what a browser draws at once"),
    but("scene", "web/", "the tree of objects that three.js draws"),
    but("place", "crates/python/src/", "a function of rayon: in place, on this thread"),
    but("place", "durak/", "the rank of a seat in a game, in the script API"),
    but("place", "crates/grading/src/", "the rank of an entrant in the standings"),
    but("place", "tournament/", "the rank of an entrant in the standings"),
    but("place", "class/tournaments/", "the rank of an entrant in the standings"),
    but("place", "tests/core_types.rs", MARKED),
    but("place", "tests/marks.rs", MARKED),
    but("place", "tests/rhai_host/api.rs", MARKED),
    but("place", "tests/scripts.rs", MARKED),
    but("place", "crates/core/src/capacity.rs", MARKED),
    but("place", "crates/core/src/drawing.rs", MARKED),
    but("place", "crates/core/src/journal.rs", MARKED),
    but("place", "crates/core/src/marks.rs", MARKED),
    but("place", "crates/core/src/plain_record.rs", MARKED),
    but("place", "crates/core/src/query.rs", MARKED),
    but("place", "crates/match/src/referee/any_table.rs", MARKED),
    but("place", "crates/match/src/registry/definitions/", MARKED),
    but("place", "crates/pool/src/", MARKED),
    but("place", "crates/script/src/api.rs", MARKED),
    but("place", "crates/script/src/args.rs", MARKED),
    but("place", "crates/script/src/host.rs", MARKED),
    but("place", "crates/script/src/words.rs", MARKED),
    but("place", "examples/xtask/costs.rs", MARKED),
    but("place", "/draw.rs", MARKED),
    but("place", "/queries.rs", MARKED),
    but("place", "crates/luau/src/object.rs", "`drop_in_place` of the standard library"),
    but("house", "crates/core/src/rules_text.rs", HOUSE),
    but("house", "src/cli/", HOUSE),
    but("house", "tests/", HOUSE),
    but("house", "web/src/i18n/", HOUSE),
    but("place", "web/", "where a thing lies on a table; `place-items` of CSS"),
    but("Look", "web/src/", "the appearance of materials"),
    but("Room", "web/src/scene/", "the room around the table in 3D"),
    but("aside", "web/", "the direction across another one; an element of HTML"),
    but("leg", "web/src/", "a leg of a table or a figure"),
    but("eyes", "web/src/games/quoridor/scene/", "the eyes of a pawn"),
    but("looking", "web/src/games/quoridor/scene/", "the way in which a pawn looks"),
    but("paper", "web/src/", "the stuff of cards"),
    but("place", "cli/grades.rs", "the rank of an entrant in the standings"),
    but("place", "src/cli/replay/tests.rs", MARKED),
];

/// Everyday words in the long name of a test, which is a sentence.
const EVERYDAY: [&str; 2] = ["house", "place"];

/// A name of this many words is a sentence.
const SENTENCE: usize = 5;

/// The words that names do not use.
struct Glossary(Vec<String>);

impl Glossary {
    /// Reads the left column of the second table.
    fn read() -> Glossary {
        let page = fs::read_to_string(files::root().join("docs/glossary.md")).expect("a page");
        let (_, table) = page.split_once("| not | say |\n|---|---|\n").expect("the table");
        let rows = table.lines().take_while(|line| line.starts_with('|'));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        Glossary(cells.flat_map(|cell| cell.split(',')).map(|word| word.trim().into()).collect())
    }

    /// Returns the word of the table that a name contains.
    fn word_in(&self, name: &str) -> Option<&str> {
        let parts = parts(name);
        self.0.iter().map(String::as_str).find(|word| {
            if word.starts_with(char::is_uppercase) {
                return name == *word;
            }
            let is_it = |part: &String| part == word || part.strip_suffix('s') == Some(word);
            let is_sentence = parts.len() >= SENTENCE && EVERYDAY.contains(word);
            !is_sentence && parts.iter().any(is_it)
        })
    }
}

/// Splits a name in `snake_case`, `CamelCase` or `kebab-case` into lower-case words.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut last = ' ';
    for c in name.chars() {
        let starts = c.is_uppercase() && last.is_lowercase();
        if starts || !c.is_alphanumeric() {
            parts.push(String::new());
        }
        if c.is_alphanumeric() {
            parts.last_mut().expect("one part at least").extend(c.to_lowercase());
        }
        last = c;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the code of a page of TypeScript, without comments and quoted text.
fn code(source: &str) -> String {
    let mut code = String::new();
    let mut in_comment = false;
    for line in source.lines().map(str::trim_start) {
        in_comment |= line.starts_with("/*") || line.starts_with("<!--");
        if !in_comment {
            let line = line.split("// ").next().unwrap_or_default();
            code.extend(line.split(['\'', '`', '"']).step_by(2));
            code.push('\n');
        }
        in_comment &= !line.contains("*/") && !line.contains("-->");
    }
    code
}

/// Returns every name of the repository with the path that has it: words of code, files and
/// folders.
fn names() -> BTreeSet<(String, String)> {
    let mut names = BTreeSet::new();
    for folder in ["src", "crates", "tests", "examples", "web/src", "web/tests"] {
        for (path, source) in files::with_endings(folder, &["rs", "ts", "svelte"]) {
            let source = if path.ends_with(".rs") { source } else { code(&source) };
            let in_path = path.split(['/', '.']).map(String::from).collect::<Vec<_>>();
            let is_name =
                |token: &String| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let in_code = tokens(&source).into_iter().filter(is_name);
            names.extend(in_path.into_iter().chain(in_code).map(|name| (path.clone(), name)));
        }
    }
    names
}

/// Returns true if an exception allows a word in a file.
fn is_let(word: &str, path: &str) -> bool {
    EXCEPTIONS.iter().any(|one| one.word == word && path.contains(one.path))
}

#[test]
fn names_use_the_words_of_the_glossary() {
    let glossary = Glossary::read();
    let found = names().into_iter().filter_map(|(path, name)| {
        let word = glossary.word_in(&name).filter(|word| !is_let(word, &path))?;
        Some(format!("{name} ({word}, {path})"))
    });
    let found: Vec<String> = found.collect();
    assert!(
        found.is_empty(),
        "names with a word that the glossary keeps out\n{}",
        found.join("\n")
    );
}

#[test]
fn every_exception_is_used_and_says_why() {
    let glossary = Glossary::read();
    let names = names();
    for one in EXCEPTIONS {
        let is_it = |(path, name): &(String, String)| {
            path.contains(one.path) && glossary.word_in(name) == Some(one.word)
        };
        assert!(!one.why.is_empty() && names.iter().any(is_it), "{} in {}", one.word, one.path);
    }
}

#[test]
fn a_word_is_found_in_a_name() {
    let glossary = Glossary(vec!["hall".into(), "Word".into()]);
    assert_eq!(glossary.word_in("HallOptions"), Some("hall"));
    assert_eq!(glossary.word_in("the_halls"), Some("hall"));
    assert_eq!(glossary.word_in("shall"), None);
    assert_eq!(glossary.word_in("Word"), Some("Word"));
    assert_eq!(glossary.word_in("word"), None);
    let everyday = Glossary(vec!["place".into()]);
    assert_eq!(everyday.word_in("every_card_is_in_one_place"), None);
    assert_eq!(everyday.word_in("third_place"), Some("place"));
    assert_eq!(code("let a = 'hall' // hall\n/* hall\n hall */\nb"), "let a =  \nb\n");
    assert!(
        is_let("frame", "crates/pool/src/protocol.rs")
            && !is_let("frame", "crates/server/src/event-log.rs")
    );
}
