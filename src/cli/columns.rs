//! Text as wide as the terminal: lines break at words, and a second column wraps under itself.

use anstream::adapter::strip_str;
use anstyle::Style;
use std::io::{self, IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

/// The width that every terminal has.
const WIDTH: usize = 80;
/// The narrowest that text is made.
const NARROWEST: usize = 40;

/// Columns of the terminal, or those that `COLUMNS` tells; `None` where it tells none and standard
/// output is no terminal.
fn terminal() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let size = || ratatui::crossterm::terminal::size().ok().map(|(columns, _)| columns.into());
    let columns = told.or_else(|| io::stdout().is_terminal().then(size)?);
    columns.map(|columns: usize| columns.max(NARROWEST))
}

/// The width of lists and tables: that of the terminal, 80 columns elsewhere.
pub(super) fn width() -> usize {
    terminal().unwrap_or(WIDTH)
}

/// The lines of a text that stands `indent` columns from the left: broken at words where a terminal
/// would break them anywhere, and left alone where programs read them.
pub(super) fn prose(text: &str, indent: usize) -> Vec<String> {
    lines_of(text, terminal().map(|columns| columns.saturating_sub(indent)))
}

fn lines_of(text: &str, width: Option<usize>) -> Vec<String> {
    let lines = text.split('\n');
    let Some(width) = width else { return lines.map(str::to_string).collect() };
    let broken = |line: &str| match is_code(line) || columns_of(line) <= width {
        true => vec![line.to_string()],
        false => {
            let words = line.trim_start_matches(' ');
            let blanks = &line[..line.len() - words.len()];
            let lines = wrap(words, width - blanks.len());
            lines.iter().map(|line| format!("{blanks}{}", line.trim_end())).collect()
        }
    };
    lines.flat_map(broken).collect()
}

/// True if a line is one of a bot's source, with its number, or has the caret below one.
fn is_code(line: &str) -> bool {
    let number = |c: char| c.is_ascii_digit();
    line.starts_with(' ')
        && line.trim_start().trim_start_matches(number).trim_start().starts_with('|')
}

/// The lines of a command that stands `indent` columns from the left. A shell takes them for one.
pub(super) fn command(line: &str, indent: usize) -> Vec<String> {
    continued(prose(line, indent + 2))
}

fn continued(mut lines: Vec<String>) -> Vec<String> {
    let last = lines.len().saturating_sub(1);
    lines[..last].iter_mut().for_each(|line| line.push_str(" \\"));
    lines
}

/// Columns that a text takes, its styles aside.
fn columns_of(text: &str) -> usize {
    strip_str(text).to_string().width()
}

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
    for (i, line) in wrap(text, width().saturating_sub(at)).iter().enumerate() {
        let blanks = if i == 0 { at - column } else { at };
        writeln!(out, "{:blanks$}{}", "", line.replace(NO_BREAK, " "))?;
    }
    Ok(())
}

/// The words of `text` in lines of at most `width` columns, but for words longer than that.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
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
    fn text_breaks_at_words_and_only_on_a_terminal() {
        let text = "three words here\n  two of them\n   12 | code as it is\nwör ter";
        let terminal = lines_of(text, Some(9));
        let code = "   12 | code as it is";
        assert_eq!(terminal, ["three", "words", "here", "  two of", "  them", code, "wör ter"]);
        assert_eq!(lines_of(text, None), text.lines().collect::<Vec<_>>());
        // A style takes no column.
        assert_eq!(lines_of("\u{1b}[1mthree\u{1b}[0m be", Some(8)).len(), 1);
    }

    #[test]
    fn a_command_over_several_lines_is_still_one() {
        let lines = continued(lines_of("juez play quoridor me.lua", Some(12)));
        assert_eq!(lines, ["juez play \\", "quoridor \\", "me.lua"]);
    }

    #[test]
    fn a_long_name_has_a_line_of_its_own() {
        let name = "n".repeat(68);
        assert_eq!(written(&name, "text"), format!("  {name}\n{}text\n", " ".repeat(70)));
    }
}
