//! Text fitted to the terminal: lines break at words, and a second column wraps under itself.

use anstyle::Style;
use comfy_table::{ContentArrangement, Table, presets::ASCII_MARKDOWN};
use std::io::{self, IsTerminal, Write};

use juez_core::{columns_of, wrap};

const DEFAULT_COLUMNS: usize = 80;
/// Minimum width of formatted text.
const MIN_COLUMNS: usize = 40;

/// Returns the width from `COLUMNS`, else of the terminal `out`; `None` if neither is known.
fn terminal(out: &impl IsTerminal) -> Option<usize> {
    let reported = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let size = || ratatui::crossterm::terminal::size().ok().map(|(columns, _)| columns.into());
    // A terminal of unknown width reports 0.
    let is_known = |columns: &usize| *columns > 0;
    let columns = reported.filter(is_known).or_else(|| out.is_terminal().then(size)?);
    columns.filter(is_known).map(|columns| columns.max(MIN_COLUMNS))
}

/// Returns the width of lists and tables: the terminal's, or 80 columns.
pub(super) fn width() -> usize {
    terminal(&io::stdout()).unwrap_or(DEFAULT_COLUMNS)
}

/// Breaks a text on standard output, indented by `indent` columns, at words. Leaves it alone if the
/// output is not a terminal.
pub(super) fn prose(text: &str, indent: usize) -> Vec<String> {
    lines_of(text, terminal(&io::stdout()).map(|columns| columns.saturating_sub(indent)))
}

/// Like [`prose`] without indent, as one string.
pub(super) fn printed(text: &str) -> String {
    prose(text, 0).join("\n")
}

/// Like [`printed`] for standard error.
pub(super) fn reported(text: &str) -> String {
    lines_of(text, terminal(&io::stderr())).join("\n")
}

fn lines_of(text: &str, width: Option<usize>) -> Vec<String> {
    let lines = text.split('\n');
    let Some(width) = width else { return lines.map(str::to_string).collect() };
    let broken = |line: &str| {
        if is_code(line) || columns_of(line) <= width {
            vec![line.to_string()]
        } else {
            let words = line.trim_start_matches(' ');
            let blanks = &line[..line.len() - words.len()];
            let lines = wrap(words, width.saturating_sub(blanks.len()));
            lines.iter().map(|line| format!("{blanks}{}", line.trim_end())).collect()
        }
    };
    lines.flat_map(broken).collect()
}

/// Fits a Markdown page to standard output: paragraphs, lists and tables. Leaves it alone if the
/// output is not a terminal.
pub(super) fn page(text: &str) -> String {
    terminal(&io::stdout()).map_or(text.to_string(), |width| filled(text, width))
}

fn filled(text: &str, width: usize) -> String {
    // Lines of one paragraph, or of one table with its line breaks.
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines() {
        let is_row = |line: &str| line.starts_with('|');
        let begins = line.is_empty() || line.starts_with('#') || mark(line) > 0;
        let continues = |part: &&mut String| {
            let is_text = !part.is_empty() && !part.starts_with('#');
            !begins && is_text && is_row(part) == is_row(line)
        };
        match parts.last_mut().filter(continues) {
            Some(table) if is_row(line) => *table += &format!("\n{line}"),
            Some(part) => *part += &format!(" {}", line.trim_start()),
            None => parts.push(line.to_string()),
        }
    }
    let broken = |part: &String| {
        if part.starts_with('|') {
            return table(part, width);
        }
        // Continuation lines of an item are indented to its text.
        let (mark, text) = part.split_at(mark(part));
        let lines = wrap(text, width.saturating_sub(mark.len()));
        format!("{mark}{}", lines.join(&format!("\n{:1$}", "", mark.len())))
    };
    parts.iter().map(broken).collect::<Vec<_>>().join("\n")
}

/// Formats a Markdown table; breaks cells to fit `width`.
fn table(text: &str, width: usize) -> String {
    if text.lines().all(|line| columns_of(line) <= width) {
        return text.to_string();
    }
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches(['|', ' ']).split('|').map(|cell| cell.trim().to_string()).collect()
    };
    let mut rows = text.lines().filter(|line| !line.starts_with("|-")).map(cells);
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
    table.set_header(rows.next().unwrap_or_default());
    table.add_rows(rows);
    table.to_string()
}

/// Returns the length in bytes of a list marker, `- ` or `1. `, with the blanks before it; 0 for
/// another line.
fn mark(line: &str) -> usize {
    let text = line.trim_start_matches(' ');
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dot = if after.len() < text.len() { ". " } else { "- " };
    after.strip_prefix(dot).map_or(0, |rest| line.len() - rest.len())
}

/// True if a line is numbered source code of a bot, or the caret below it.
fn is_code(line: &str) -> bool {
    let number = |c: char| c.is_ascii_digit();
    line.starts_with(' ')
        && line.trim_start().trim_start_matches(number).trim_start().starts_with('|')
}

/// Splits a command that is indented by `indent` columns into lines that a shell reads as one.
pub(super) fn command(line: &str, indent: usize) -> Vec<String> {
    continued(prose(line, indent + 2))
}

fn continued(mut lines: Vec<String>) -> Vec<String> {
    let last = lines.len().saturating_sub(1);
    lines[..last].iter_mut().for_each(|line| line.push_str(" \\"));
    lines
}

/// Writes a head, then the lines of a text from column `at` on.
pub(super) fn row(out: &mut impl Write, head: &str, at: usize, text: &str) -> io::Result<()> {
    beside(out, head, at, &prose(text, at))
}

fn beside(out: &mut impl Write, head: &str, at: usize, lines: &[String]) -> io::Result<()> {
    let blanks = at.saturating_sub(columns_of(head));
    writeln!(out, "{head}{:blanks$}{}", "", lines.join(&format!("\n{:at$}", "")))
}

/// Writes `name` in its style and `text` next to it, from column `at` to the edge of the screen. A
/// name that reaches that column gets a line of its own.
pub(super) fn entry(
    out: &mut impl Write,
    (style, name): (Style, &str),
    at: usize,
    text: &str,
) -> io::Result<()> {
    let mut head = format!("  {style}{name}{style:#}");
    if columns_of(&head) >= at {
        writeln!(out, "{head}")?;
        head.clear();
    }
    beside(out, &head, at, &wrap(text, width().saturating_sub(at)))
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
        // More blanks than the terminal has columns; a bot can print them.
        assert_eq!(lines_of("            be it", Some(9)), ["            be", "            it"]);
        // Style codes take no columns.
        assert_eq!(lines_of("\u{1b}[1mthree\u{1b}[0m be", Some(8)).len(), 1);
    }

    #[test]
    fn paragraphs_items_and_tables_of_a_page_are_broken_again() {
        let text = "# A heading of many words\n\nOne two\nthree.\n\n- an item\n  of words\n  1. two\n\n| a | b |\n|---|---|\n| of words | 1 |\n";
        let expected = "# A heading of\nmany words\n\nOne two three.\n\n- an item of\n  words\n  1. two\n\n| a      | b |\n|--------|---|\n| of     | 1 |\n| words  |   |";
        assert_eq!(filled(text, 14), expected);
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
