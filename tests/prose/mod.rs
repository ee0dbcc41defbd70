//! The prose and the names of the repository keep to the style of CONTRIBUTING.md.
//!
//! `cargo test --test it prose -- --nocapture` prints the counts of every folder.

mod ceilings;
mod comments;
mod files;
mod names;
mod pages;
mod phrases;
mod tokens;

/// Words that leave open which person or thing is meant, or that belong to another century.
const VAGUE: [&str; 9] =
    ["somebody", "nobody", "whoever", "whom", "anew", "he", "him", "his", "told"];

/// Openings that describe an item by a clause instead of naming it.
const HEADLESS: [&str; 8] = ["What", "Who", "Whose", "Whom", "Whether", "How", "Those", "Of"];

/// Counts the vague words of a text.
fn vague_words(text: &str) -> usize {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| VAGUE.contains(&word.to_lowercase().as_str())).count()
}

/// Returns true if a text opens with one of the headless clauses.
fn is_headless(text: &str) -> bool {
    HEADLESS.contains(&text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}

#[test]
fn words_are_found_whole() {
    assert_eq!(vague_words("He told nobody; the hero foretold it."), 3);
    assert!(is_headless("What a worker says."));
    assert!(!is_headless("Whatever it says."));
}
