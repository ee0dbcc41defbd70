//! Names of people and bots.

use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use super::error::ClassErrorKind::{Forbidden, Wrong};
use super::error::Result;
use super::words;
use juez_core::misleads;

/// Limit on the name of a person or a bot, in characters.
const MAX_NAME: usize = 40;

/// Normalizes a name for display: one line, composed (NFC, UAX #15), single blanks.
///
/// # Errors
/// If it is empty, too long, or has characters that turn or hide text.
pub(super) fn shown_name(text: &str) -> Result<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect::<String>();
    if name.chars().count() > MAX_NAME {
        return Err(Wrong.because(words::name_too_long(MAX_NAME)));
    }
    if name.chars().any(misleads) {
        return Err(Forbidden.because(words::name_has_marks()));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(Wrong.because(words::name_empty()));
    }
    Ok(name)
}

/// Appends a number to a name, shortening the name if needed.
pub(super) fn numbered(name: &str, number: &str) -> String {
    let room = MAX_NAME.saturating_sub(number.len() + 1);
    let start: String = name.chars().take(room).collect();
    format!("{} {number}", start.trim_end())
}

/// True for a bot name that juez can have made. Earlier versions appended the number to a name of
/// full length, once per conflict.
pub(super) fn is_bot_name(name: &str, id: i64) -> bool {
    let is_shown = |name: &str| shown_name(name).is_ok_and(|shown| shown == name);
    is_shown(name) || is_shown(name.trim_end_matches(&*format!(" {id}")))
}

/// Normalizes a name for comparison, so that no two names differ only in letter case, accents or
/// marks.
pub(super) fn name_key(name: &str) -> String {
    let letters = name.nfkd().filter(|sign| sign.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// True if two bot names are the same.
pub fn same_name(one: &str, other: &str) -> bool {
    name_key(one) == name_key(other)
}

/// The names of a class, compared with new names that could be confused with them.
#[derive(Default)]
pub(super) struct TakenNames(BTreeSet<(usize, String)>);

impl TakenNames {
    pub fn of(names: &[String]) -> TakenNames {
        let mut taken = TakenNames::default();
        for name in names {
            taken.add(name);
        }
        taken
    }

    /// Adds a name; returns false if the same or a similar-looking one exists.
    pub fn add(&mut self, name: &str) -> bool {
        let forms = forms(name);
        let is_new = forms.iter().all(|form| !self.0.contains(form));
        self.0.extend(forms);
        is_new
    }
}

/// Returns a name in normal form, and two skeletons of its looks (UTS #39): letters that differ in
/// one case can look alike in the other.
fn forms(name: &str) -> [(usize, String); 3] {
    let key = name_key(name);
    let letters: String = name.nfkd().filter(|sign| sign.is_alphanumeric()).collect();
    let small = skeleton(&key).collect();
    [(0, key), (1, skeleton(&letters).collect()), (2, small)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_like_another_is_the_same_or_refused() {
        assert_eq!(shown_name("  Zoë   Ruiz ").expect("a name"), "Zoë Ruiz");
        assert_eq!(name_key("Zoë Ruiz"), name_key("zoe-RUIZ"));
        assert_ne!(name_key("كريم"), name_key("كرم"));
        for bad in ["", "  ", "--", "a\u{202e}b", "a\u{200b}b", "a\nb\u{7}", &"x".repeat(41)] {
            assert!(shown_name(bad).is_err(), "{bad:?}");
        }
        let mut taken = TakenNames::default();
        assert!(["Ana", "Oscar", "Sara"].iter().all(|name| taken.add(name)));
        for like in [
            "\u{410}na",
            "\u{41e}\u{455}car",
            "\u{405}\u{430}r\u{430}",
            "\u{391}na",
            "0scar",
            "A n a",
        ] {
            assert!(!taken.add(like), "{like:?}");
        }
        assert!(["Анна", "Ona", "Anna", "Сергей"].iter().all(|name| taken.add(name)));
        assert_eq!(shown_name("<b>Ana</b>").expect("pages escape it"), "<b>Ana</b>");
    }
}
