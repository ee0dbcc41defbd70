//! Names of people and bots.

use unicode_normalization::UnicodeNormalization;

use super::error::ClassErrorKind::Wrong;
use super::error::Result;
use super::words;
use crate::core::misleads;

/// Longest name of a person or a bot, in characters.
const MAX_NAME: usize = 40;

/// A name as it is shown: on one line, composed (NFC, UAX #15), blanks inside it single.
///
/// # Errors
/// If it is empty, too long, or has characters that turn or hide text.
pub(super) fn shown_name(text: &str) -> Result<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect::<String>();
    if name.chars().count() > MAX_NAME {
        return Err(Wrong.because(words::name_too_long(MAX_NAME)));
    }
    if name.chars().any(misleads) {
        return Err(Wrong.because(words::name_has_marks()));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(Wrong.because(words::name_empty()));
    }
    Ok(name)
}

/// A name as it is compared: no two people differ in letter case, accents or marks alone.
pub(super) fn name_key(name: &str) -> String {
    let letters = name.nfkd().filter(|sign| sign.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
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
        assert_eq!(shown_name("<b>Ana</b>").expect("pages escape it"), "<b>Ana</b>");
    }
}
