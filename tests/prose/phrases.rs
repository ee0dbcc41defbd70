//! Phrases that English engineers hardly use are rare: each has a limit per 10 000 words.

use super::files;
use super::pages::{pages, prose};
use super::tokens::strings;

/// A phrase with its limit per 10 000 words.
struct Phrase {
    name: &'static str,
    limit: f64,
    /// Its words, in lower case.
    words: &'static [&'static str],
    /// Words that must follow for the phrase to count; empty for any.
    followed_by: &'static [&'static str],
    /// Words after which it does not count.
    not_before: &'static [&'static str],
}

const fn phrase(name: &'static str, limit: f64, words: &'static [&'static str]) -> Phrase {
    Phrase { name, limit, words, followed_by: &[], not_before: &[] }
}

const PHRASES: &[Phrase] = &[
    phrase("stands", 1.0, &["stands"]),
    phrase("beside", 1.0, &["beside"]),
    phrase("so many", 1.0, &["so", "many"]),
    phrase("goes on", 1.0, &["goes", "on"]),
    phrase("those of", 1.0, &["those", "of"]),
    Phrase {
        // "for" as "because" opens a clause.
        followed_by: &["he", "it", "no", "nothing", "one", "she", "that", "there", "they", "this"],
        ..phrase(", for", 1.0, &[",", "for"])
    },
    Phrase { not_before: &["longer", "more"], ..phrase("is no", 5.0, &["is", "no"]) },
    Phrase {
        followed_by: &["a", "an", "each", "is", "it", "its", "the", "they", "was"],
        ..phrase("what it", 16.0, &["what"])
    },
];

/// Splits a text into lower-case words and commas.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in text.split_whitespace() {
        let word = part.trim_matches(|c: char| !c.is_alphanumeric());
        if !word.is_empty() {
            words.push(word.to_lowercase());
        }
        if part.ends_with(',') {
            words.push(",".to_string());
        }
    }
    words
}

impl Phrase {
    fn count(&self, words: &[String]) -> usize {
        let is_here = |at: &usize| {
            let (found, after) = words[*at..].split_at(self.words.len());
            let after = after.first().map_or("", String::as_str);
            found == self.words
                && (self.followed_by.is_empty() || self.followed_by.contains(&after))
                && !self.not_before.contains(&after)
        };
        (0..(words.len() + 1).saturating_sub(self.words.len())).filter(is_here).count()
    }
}

/// Returns the text of the comments of a source file in Rust, TypeScript or Svelte.
fn comments(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines().map(str::trim_start) {
        let comment =
            ["///", "//!", "//", "/**", "*"].iter().find_map(|mark| line.strip_prefix(mark));
        if let Some(comment) = comment {
            text.push_str(comment);
            text.push('\n');
        }
    }
    prose(&text)
}

/// Returns the sentences among the string literals of a Rust source.
fn messages(source: &str) -> String {
    let literals = strings(source).into_iter().filter(|text| text.contains(' '));
    literals.collect::<Vec<_>>().join("\n")
}

/// Returns the sentences in the texts of the page.
fn page_texts(source: &str) -> String {
    let literals = source.split('\'').skip(1).step_by(2).filter(|text| text.contains(' '));
    literals.collect::<Vec<_>>().join("\n")
}

/// Returns the prose of the repository by kind.
fn kinds() -> Vec<(&'static str, String)> {
    let source = |folder, endings: &[&str]| files::with_endings(folder, endings);
    let of = |texts: Vec<(String, String)>, read: &dyn Fn(&str) -> String| {
        texts.iter().map(|(_, text)| read(text)).collect::<Vec<_>>().join("\n")
    };
    let rust = || [source("src", &["rs"]), source("crates", &["rs"])].concat();
    let is_english = |(path, _): &(String, String)| path.ends_with("/en.ts");
    let english = source("web/src", &["ts"]).into_iter().filter(is_english).collect();
    vec![
        ("comments", of(rust(), &comments)),
        ("comments of tests", of(source("tests", &["rs"]), &comments)),
        ("comments of the page", of(source("web/src", &["ts", "svelte"]), &comments)),
        ("messages", of(rust(), &messages)),
        ("texts of the page", of(english, &page_texts)),
        ("documentation", pages().into_iter().map(|(_, prose)| prose).collect()),
    ]
}

#[test]
fn phrases_that_engineers_hardly_use_are_rare() {
    let mut over = Vec::new();
    for (kind, text) in kinds() {
        let words = words(&text);
        println!("{kind}, {} words", words.len());
        for phrase in PHRASES {
            let count = phrase.count(&words);
            let rate = 1e4 * count as f64 / words.len() as f64;
            println!("  {:<10} {count:4} {rate:5.1}", phrase.name);
            if rate > phrase.limit {
                over.push(format!("{kind}: {rate:.1} {:?}, at most {}", phrase.name, phrase.limit));
            }
        }
    }
    assert!(over.is_empty(), "per 10 000 words\n{}", over.join("\n"));
}

#[test]
fn a_phrase_is_counted_where_it_stands_alone() {
    let words = words("It stands, for it is no wall; what it is goes on: those of the so many.");
    let counts: Vec<usize> = PHRASES.iter().map(|phrase| phrase.count(&words)).collect();
    assert_eq!(counts, [1, 0, 1, 1, 1, 1, 1, 1]);
    let others = words_of_plain_english();
    assert!(PHRASES.iter().all(|phrase| phrase.count(&others) == 0));
}

fn words_of_plain_english() -> Vec<String> {
    words("A stand-in, for example the last, is no longer there; ask what to do with those.")
}

#[test]
fn comments_and_messages_are_found() {
    let source = "/// Reads `what it` was.\nlet a = \"a b\"; // not this\n    // But this.\n";
    assert_eq!(messages(source), r#""a b""#);
    assert_eq!(comments(source).trim(), "Reads _ was.\n But this.");
}
