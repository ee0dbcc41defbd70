//! Names in any script on a terminal: how wide they are.

use unicode_width::UnicodeWidthStr;

/// Joins several emoji to one.
const JOINER: char = '\u{200d}';

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
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
}
