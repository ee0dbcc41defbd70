//! Suggestions for misspelt names and for moves in another notation.

use std::fmt::Display;

use super::words;

/// Minimum letters of a name that is matched as a part of another.
const PART: usize = 4;
/// Maximum bytes of a text that is compared: the cost of a comparison grows with its length.
const LONGEST: usize = 64;

/// Returns the word of `known` that `word` most likely means: one within a typo or two, else the
/// longest that contains `word` or is contained in it.
///
/// ```
/// use juez_core::nearest;
/// assert_eq!(nearest("quorridor", ["quoridor", "durak"]), Some("quoridor"));
/// assert_eq!(nearest("getLegalMoves", ["moves", "mark"]), Some("moves"));
/// assert_eq!(nearest("chess", ["quoridor", "durak"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let lower = plain(word);
    let known: Vec<&str> = known.into_iter().collect();
    let slip = known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&lower, &plain(name)), *name))
        .filter(|(distance, name)| *distance <= 1 + name.len().max(word.len()) / 4)
        .min();
    let part = || {
        let related = |name: &&&str| {
            let name = plain(name);
            (name.len() >= PART && lower.contains(&name))
                || (lower.len() >= PART && name.contains(&lower))
        };
        known.iter().filter(related).max_by_key(|name| name.len()).copied()
    };
    slip.map(|(_, name)| name).or_else(part)
}

/// An unknown name, with a suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// The known name that was probably meant.
    pub meant: Option<&'static str>,
    /// All known names, separated by commas.
    pub known: String,
}

impl UnknownName {
    /// Finds the known name that was probably meant.
    pub fn of(name: &str, known: impl IntoIterator<Item = &'static str>) -> UnknownName {
        let known: Vec<&'static str> = known.into_iter().collect();
        let meant = nearest(name, known.iter().copied());
        UnknownName { name: name.to_string(), meant, known: known.join(", ") }
    }
}

/// Converts a word to lower case and removes its separators.
fn plain(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Reads one of a few names; `what` is the noun for error messages.
///
/// # Errors
/// Returns a sentence about an unknown name, with a suggestion and all known names.
///
/// ```
/// use juez_core::one_of;
/// let kinds = [("thread", 1), ("process", 2)];
/// assert_eq!(one_of("isolation", "process", &kinds), Ok(2));
/// let error = one_of("isolation", "proces", &kinds).unwrap_err();
/// assert_eq!(error, "no isolation called \"proces\"; did you mean process?; there are thread and process");
/// ```
pub fn one_of<T: Copy>(what: &str, text: &str, all: &[(&str, T)]) -> Result<T, String> {
    if let Some((_, value)) = all.iter().find(|(name, _)| *name == text) {
        return Ok(*value);
    }
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let meant = nearest(text, names.iter().copied());
    let meant = meant.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    Err(format!("no {what} called {text:?}{meant}; there are {}", listed(&names, "and")))
}

/// Joins items as `a, b and c`, with `and` as the word before the last.
pub fn listed(items: impl IntoIterator<Item: Display>, and: &str) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match texts.split_last() {
        Some((last, before)) if !before.is_empty() => {
            format!("{} {and} {last}", before.join(", "))
        }
        _ => texts.concat(),
    }
}

/// Returns at most `most` of the legal moves that resemble `text`, the most similar first.
///
/// Case and punctuation do not count. A move that is a whole word of the text matches, whatever
/// surrounds it. Otherwise one typo per three letters is allowed.
///
/// ```
/// use juez_core::nearest_moves;
/// let legal = ["d1", "e2", "e3h", "e4h"];
/// assert_eq!(nearest_moves("E2", legal, 3), ["e2"]);
/// assert_eq!(nearest_moves("e1-e2", legal, 3), ["e2"]);
/// assert_eq!(nearest_moves("e3 h", legal, 3), ["e3h"]);
/// assert_eq!(nearest_moves("pass", legal, 3), [""; 0]);
/// ```
pub fn nearest_moves<'a>(
    text: &str,
    legal: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let bare = letters(text);
    if bare.is_empty() {
        return Vec::new();
    }
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).map(letters).filter(|w| !w.is_empty()).collect();
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for (i, mv) in legal.into_iter().enumerate() {
        let other = letters(mv);
        let distance = match strsim::damerau_levenshtein(&bare, &other) {
            0 => 0,
            _ if words.contains(&other) => 1,
            // A typo in a word of two letters makes it another word.
            slips if slips * 3 <= bare.len().max(other.len()) => 1 + slips,
            _ => continue,
        };
        found.push((distance, i, mv));
    }
    found.sort_unstable();
    // Equal except for case and punctuation, or a word of the text: no doubt is left.
    let best = found.first().map_or(0, |(distance, ..)| *distance);
    let doubtless = best <= 1;
    found
        .into_iter()
        .filter(|(distance, ..)| !doubtless || *distance == best)
        .take(most)
        .map(|(.., mv)| mv)
        .collect()
}

/// Appends to `why`, the reason that refuses `text`, the three legal moves most like it.
///
/// ```
/// use juez_core::with_nearest_moves;
/// let why = |text| with_nearest_moves("no move".to_string(), text, ["d1", "e2", "e3h"]);
/// assert_eq!(why("E2"), "no move; legal and like it: e2");
/// assert_eq!(why("pass"), "no move");
/// ```
pub fn with_nearest_moves<'a>(
    why: String,
    text: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> String {
    match nearest_moves(text, legal, 3)[..] {
        [] => why,
        // The game's hint already names it.
        [only] if why.ends_with(&format!(": {only})")) => why,
        ref near => words::like_it(why, near.join(" ")),
    }
}

/// Returns the letters and digits, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
