//! Names of people: one form for all of them, and when two are likely to mean the same person.

use unicode_normalization::UnicodeNormalization;

use crate::core::plain;

/// The form in which a name is kept and compared: on one line, without blanks around it, composed
/// (NFC, UAX #15). A Mac writes é in the names of files as e with an accent, most others as one
/// letter.
pub(super) fn tidy(name: &str) -> String {
    plain(name.trim()).nfc().collect()
}

/// A name without letter case and without what parts its words.
pub(super) fn loose(name: &str) -> String {
    let is_mark = |c: &char| c.is_whitespace() || "_-.,'’".contains(*c);
    tidy(name).chars().filter(|c| !is_mark(c)).flat_map(char::to_lowercase).nfc().collect()
}

/// As [`loose`], and without accents: Ana García is Ana Garcia in many an account.
pub(super) fn bare(name: &str) -> String {
    loose(name).nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_a_system_composes_it() {
        assert_eq!(tidy(" Ana Garci\u{301}a "), "Ana Garc\u{ed}a");
        assert_ne!(tidy("Ana Garcia"), tidy("Ana García"));
        assert_eq!(tidy("a\u{1b}b\u{202e}\n"), "a\u{fffd}b\u{fffd}");
    }

    #[test]
    fn names_are_likely_the_same_but_for_case_marks_and_accents() {
        assert_eq!(loose("ana_garcía-LÓPEZ"), loose("Ana García López"));
        assert_eq!(loose("García, Ana"), "garcíaana");
        assert_eq!(bare("Iñaki Núñez"), bare("inaki.nunez"));
        assert_ne!(bare("كريم"), bare("كرم"), "letters are no accents");
    }
}
