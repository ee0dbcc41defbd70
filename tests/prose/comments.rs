//! Doc comments name an item, and are present only if its name does not suffice.

use std::collections::BTreeMap;

use super::ceilings::{CEILINGS, NONE};
use super::{files, is_headless, vague_words};

/// The share of doc comments of a folder that may open with a headless clause, in percent.
const HEADLESS_PERCENT: usize = 5;

/// A doc comment of at most this many words repeats the name of its item.
const SHORT: usize = 4;

/// The counts of a folder or file.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    /// Doc comments.
    docs: usize,
    /// Doc comments that open with a headless clause.
    headless: usize,
    /// Vague words, in comments, strings and names.
    vague: usize,
    /// Doc comments of one short line on items that are not public.
    short: usize,
    bool_matches: usize,
}

/// A doc comment, and whether its item is public.
struct Doc {
    lines: Vec<String>,
    is_public: bool,
}

/// Returns the doc comments of a source file in order.
fn docs(source: &str) -> Vec<Doc> {
    let lines: Vec<&str> = source.lines().collect();
    let mut docs = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let text = |i: usize| {
            let line = lines.get(i).map_or("", |line| line.trim_start());
            line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
        };
        let start = at;
        while text(at).is_some() {
            at += 1;
        }
        if start == at {
            at += 1;
            continue;
        }
        let lines = (start..at).filter_map(|i| text(i).map(|line| line.trim().to_string()));
        docs.push(Doc { lines: lines.collect(), is_public: is_public(source, at) });
    }
    docs
}

/// Returns true if the item at line `at` is public: its own `pub` counts, except in a private
/// struct, and variants and methods are as public as their enum or trait.
fn is_public(source: &str, at: usize) -> bool {
    let lines: Vec<&str> = source.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some(item) = lines[at..].iter().find(|line| !line.trim_start().starts_with('#')) else {
        return true;
    };
    if lines[..at].iter().all(|line| line.starts_with("//!")) {
        return true;
    }
    let is_pub = item.trim_start().starts_with("pub ");
    let mut depth = indent(item);
    for line in lines[..at].iter().rev().filter(|line| !line.trim().is_empty()) {
        if indent(line) < depth && !line.trim_start().starts_with("//") {
            depth = indent(line);
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["pub", "enum" | "trait", ..] => return true,
                ["struct", ..] => return false,
                _ => {}
            }
        }
    }
    is_pub
}

/// Counts the `match` expressions with a `bool` as their first pattern.
fn bool_matches(source: &str) -> usize {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let opens = |line: &str| {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        line.ends_with('{') && words.into_iter().any(|word| word == "match")
    };
    let is_bool = |line: &str| {
        ["true =>", "false =>", "true if ", "false if "].iter().any(|arm| line.starts_with(arm))
    };
    lines.windows(2).filter(|pair| opens(pair[0]) && is_bool(pair[1])).count()
}

fn counts(source: &str) -> Counts {
    let docs = docs(source);
    let is_short = |doc: &&Doc| {
        !doc.is_public && doc.lines.len() == 1 && doc.lines[0].split_whitespace().count() <= SHORT
    };
    Counts {
        docs: docs.len(),
        headless: docs.iter().filter(|doc| is_headless(&doc.lines[0])).count(),
        vague: vague_words(source),
        short: docs.iter().filter(is_short).count(),
        bool_matches: bool_matches(source),
    }
}

/// Returns the counts of each crate, of each folder of src, and of tests and examples.
fn by_folder() -> BTreeMap<String, Counts> {
    let mut folders: BTreeMap<String, Counts> = BTreeMap::new();
    for folder in ["src", "crates", "tests", "examples"] {
        for (path, source) in files::with_endings(folder, &["rs"]) {
            // This test contains the words.
            if path.starts_with("tests/prose/") {
                continue;
            }
            let found = counts(&source);
            let sum = folders.entry(files::folder_of(&path).to_string()).or_default();
            sum.docs += found.docs;
            sum.headless += found.headless;
            sum.vague += found.vague;
            sum.short += found.short;
            sum.bool_matches += found.bool_matches;
        }
    }
    folders
}

#[test]
fn comments_name_the_item_and_add_to_its_name() {
    let mut over = Vec::new();
    println!("{:<16} docs headless  %  vague short bool", "folder");
    for (folder, found) in by_folder() {
        let Counts { docs, headless, vague, short, bool_matches } = found;
        let percent = 100 * headless / docs.max(1);
        println!(
            "{folder:<16} {docs:4} {headless:8} {percent:2} {vague:6} {short:5} {bool_matches:4}"
        );
        let ceiling = CEILINGS.iter().find(|ceiling| ceiling.folder == folder);
        let ceiling = ceiling.unwrap_or(&NONE);
        let most_headless = ceiling.headless.max(docs * HEADLESS_PERCENT / 100);
        for (what, count, most) in [
            ("doc comments open with a headless clause", headless, most_headless),
            ("vague words", vague, ceiling.vague),
            ("doc comments of private items say no more than the name", short, ceiling.short),
            ("`match` on a bool", bool_matches, ceiling.bool_matches),
        ] {
            if count > most {
                over.push(format!("{folder}: {count} {what}, {most} at most"));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}

#[test]
fn a_faulty_comment_is_counted() {
    let source = "//! How it works.\n\n/// Who.\nstruct A {\n    /// The path.\n    path: u8,\n}\n\
                  /// The way.\npub enum B {\n    /// Left.\n    Left,\n}\n";
    let found = counts(source);
    assert_eq!((found.docs, found.headless, found.short), (5, 2, 2), "{found:?}");
    assert_eq!(counts("// nobody\nlet a = \"he\";").vague, 2);
    let branches =
        "let x = match a.b() {\n    true => 1,\n    false => 2,\n};\nmatch n {\n    1 => 1,";
    assert_eq!(bool_matches(branches), 1);
}
