//! Names of people: a canonical form, and forms for comparing names that probably mean the same
//! person.

use unicode_normalization::UnicodeNormalization;

use juez_core::{misleads, plain};

/// Returns the canonical form of a name, for storage and comparison: on one line, trimmed, without
/// characters that change the writing direction, composed (NFC, UAX #15). In file names, a Mac
/// writes é as e with an accent, most other systems as one letter.
pub(super) fn tidy(name: &str) -> String {
    let turns = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let name: String = name.chars().filter(|c| !turns(c)).collect();
    plain(name.trim()).nfc().collect()
}

/// Removes letter case, word separators and invisible characters.
pub(super) fn loose(name: &str) -> String {
    let counts = |c: &char| !parts_words(*c) && !is_invisible(*c);
    tidy(name).chars().filter(counts).flat_map(char::to_lowercase).nfc().collect()
}

/// Like [`loose`], and removes accents: Ana García is Ana Garcia in many accounts.
pub(super) fn bare(name: &str) -> String {
    let plain =
        loose(name).nfkd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).collect::<String>();
    plain.chars().fold(String::new(), |mut bare, letter| {
        match in_ascii(letter) {
            Some(letters) => bare.push_str(letters),
            None => bare.push(letter),
        }
        bare
    })
}

/// Returns the ASCII form of a lower-case letter without a Unicode decomposition, as typed on
/// keyboards without it.
fn in_ascii(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ł' => "l",
        'ø' => "o",
        'ß' => "ss",
        'đ' | 'ð' => "d",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ı' => "i",
        'ħ' => "h",
        'ŧ' => "t",
        'ŋ' => "n",
        'ƒ' => "f",
        'ə' => "e",
        _ => return None,
    })
}

/// Returns true for blanks and everything that people and programs put between or into words:
/// hyphens, dashes, apostrophes and accents typed for them, dots, commas, brackets.
fn parts_words(c: char) -> bool {
    c.is_whitespace()
        || "_-.,'()`´’‘‚‛ʼʻʹʽˈ′‵＇´＿．，（）·•・".contains(c)
        || matches!(c, '\u{ad}' | '\u{58a}' | '\u{5be}' | '\u{2010}'..='\u{2015}' | '\u{2043}')
        || matches!(c, '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Returns true for characters without a visible form, including joiners and selectors.
fn is_invisible(c: char) -> bool {
    misleads(c)
        || matches!(c, '\u{200c}' | '\u{200d}' | '\u{34f}' | '\u{61c}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_a_system_composes_it() {
        assert_eq!(tidy(" Ana Garci\u{301}a "), "Ana Garc\u{ed}a");
        assert_ne!(tidy("Ana Garcia"), tidy("Ana García"));
        assert_eq!(tidy("a\u{1b}b\u{202e}\n"), "a\u{fffd}b");
    }

    #[test]
    fn names_are_likely_the_same_but_for_case_marks_and_accents() {
        assert_eq!(loose("ana_garcía-LÓPEZ"), loose("Ana García López"));
        assert_eq!(loose("García, Ana"), "garcíaana");
        assert_eq!(bare("Iñaki Núñez"), bare("inaki.nunez"));
        assert_ne!(bare("كريم"), bare("كرم"), "letters are no accents");
    }

    #[test]
    fn letters_that_unicode_does_not_take_apart_are_those_of_a_plain_keyboard() {
        for (name, plain) in [
            ("Wałęsa Łucja", "Walesa Lucja"),
            ("Bjørn Ærø", "Bjorn Aero"),
            ("Weiß", "Weiss"),
            ("WEIẞ", "weiss"),
            ("Đorđe", "Dorde"),
            ("Þóra Guðrún", "Thora Gudrun"),
            ("Işık", "Isik"),
            ("İpek", "ipek"),
            ("Œuvre", "Oeuvre"),
            ("ﬁona", "fiona"),
        ] {
            assert_eq!(bare(name), bare(plain), "{name}");
        }
    }

    #[test]
    fn apostrophes_hyphens_and_what_cannot_be_seen_do_not_count() {
        for mark in
            ["'", "’", "‘", "`", "´", "ʼ", "′", "＇", "-", "‐", "‑", "–", "—", "−", "\u{ad}"]
        {
            assert_eq!(loose(&format!("Nora D{mark}Angelo")), loose("Nora DAngelo"), "{mark}");
        }
        for hidden in ["\u{200b}", "\u{200e}", "\u{feff}", "\u{2060}", "\u{200d}", "\u{a0}"] {
            assert_eq!(loose(&format!("Nora{hidden} Gil")), loose("Nora Gil"), "{hidden:?}");
        }
        assert_ne!(loose("Nora"), loose("Noraa"));
    }
}
