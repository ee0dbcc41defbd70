//! Names in any script on a terminal: how wide they are, and what of them may be shown.

use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// Stands for a character that would disturb a terminal.
const HIDDEN: char = '\u{fffd}';
/// Joins several emoji to one.
const JOINER: char = '\u{200d}';

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text on one line, without what moves the cursor or turns the direction of writing.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(|c| if disturbs(c) { HIDDEN } else { c }).collect()
}

/// As [`plain`], but with its lines and tabs: for files, which keep them.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    let hides = |c: char| disturbs(c) && !matches!(c, '\n' | '\t');
    match text.contains(hides) {
        true => Cow::Owned(text.chars().map(|c| if hides(c) { HIDDEN } else { c }).collect()),
        false => Cow::Borrowed(text),
    }
}

/// Whether a character moves the cursor or turns the direction of writing.
fn disturbs(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text in at most `room` columns, an ellipsis for what is left out.
pub(super) fn clipped(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_string();
    }
    let whole = |at: &usize| {
        // Not between a letter and its accents, nor within an emoji that is made of several.
        let next = text[*at..].chars().next();
        let stays = next.is_some_and(|c| c == JOINER || width(c.encode_utf8(&mut [0; 4])) == 0);
        !stays && !text[..*at].ends_with(JOINER)
    };
    let ends = text.char_indices().map(|(at, _)| at).filter(whole);
    let end = ends.take_while(|&at| width(&text[..at]) < room).last().unwrap_or_default();
    if room == 0 { String::new() } else { format!("{}…", text[..end].trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns_and_accents_none() {
        assert_eq!(width("電腦"), 4);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("👩\u{200d}💻"), 2);
    }

    #[test]
    fn a_name_is_cut_between_letters() {
        assert_eq!(clipped("Montecarlo", 10), "Montecarlo");
        assert_eq!(clipped("Montecarlo", 6), "Monte…");
        assert_eq!(clipped("電腦圍棋", 6), "電腦…");
        assert_eq!(clipped("電腦圍棋", 5), "電腦…");
        assert_eq!(clipped("ae\u{301}io", 3), "ae\u{301}…");
        assert_eq!(clipped("a👩\u{200d}💻b", 3), "a…");
        assert_eq!(clipped("abc", 0), "");
    }

    #[test]
    fn what_would_move_the_cursor_is_replaced() {
        assert_eq!(plain("a\u{1b}[2Jb\n"), "a\u{fffd}[2Jb\u{fffd}");
        assert_eq!(plain("\u{202e}evil"), "\u{fffd}evil");
        assert_eq!(printable("\u{1b}[2Ja\n\tb\u{2066}"), "\u{fffd}[2Ja\n\tb\u{fffd}");
    }
}
