//! Text in columns: the second one wraps under itself.

use anstyle::Style;
use std::io::{self, Write};

/// The width that every terminal has.
pub(super) const WIDTH: usize = 80;

/// Stands for a blank at which a line is not broken.
pub(super) const NO_BREAK: char = '\u{a0}';

/// Writes `name` in its style and `text` beside it, from column `at` to the end of the screen. A
/// name that reaches that column has a line of its own.
pub(super) fn entry(
    out: &mut impl Write,
    (style, name): (Style, &str),
    at: usize,
    text: &str,
) -> io::Result<()> {
    write!(out, "  {style}{name}{style:#}")?;
    let mut column = 2 + name.chars().count();
    if column >= at {
        writeln!(out)?;
        column = 0;
    }
    for (i, line) in wrap(text, WIDTH - at).iter().enumerate() {
        let blanks = if i == 0 { at - column } else { at };
        writeln!(out, "{:blanks$}{}", "", line.replace(NO_BREAK, " "))?;
    }
    Ok(())
}

/// The words of `text` in lines of at most `width` characters, but for words longer than that.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, text: &str) -> String {
        let mut out = Vec::new();
        entry(&mut out, (Style::new(), name), 70, text).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_second_column_wraps_under_itself() {
        let blanks = " ".repeat(70);
        assert_eq!(
            written("name", "a text of several words"),
            format!("  name{}a text of\n{blanks}several\n{blanks}words\n", " ".repeat(64))
        );
    }

    #[test]
    fn a_long_name_has_a_line_of_its_own() {
        let name = "n".repeat(68);
        assert_eq!(written(&name, "text"), format!("  {name}\n{}text\n", " ".repeat(70)));
    }
}
