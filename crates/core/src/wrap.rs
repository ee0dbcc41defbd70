//! Wraps text to a width.

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr;

/// A blank at which [`wrap`] never breaks a line.
pub const NO_BREAK: char = '\u{a0}';

/// Returns the columns that a text takes on a terminal, without its styles.
pub fn columns_of(text: &str) -> usize {
    strip_str(text).to_string().width()
}

/// Breaks a text at blanks into lines of at most `width` columns. A longer word gets its own line;
/// a [`NO_BREAK`] becomes a blank.
///
/// ```
/// use juez_core::wrap;
/// assert_eq!(wrap("one two three\u{a0}four", 7), ["one two", "three four"]);
/// ```
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if columns_of(line) + 1 + columns_of(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.into_iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}
