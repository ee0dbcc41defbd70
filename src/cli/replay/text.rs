//! Converts drawings and styles for ratatui.

use anstream::{AutoStream, ColorChoice};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use std::borrow::Cow;
use std::io::stdout;
use std::sync::OnceLock;
use unicode_width::UnicodeWidthChar;

use crate::cli::colours::tone_style;

/// Converts a style; drops its colours if the other commands drop theirs.
pub(super) fn style(style: anstyle::Style) -> Style {
    let own = Style::from(style);
    // Ratatui's own NO_COLOR handling would drop bold and dim as well.
    if has_colours() { own } else { Style { fg: None, bg: None, ..own } }
}

/// Returns text in a style of the other commands.
pub(super) fn styled(text: impl Into<Cow<'static, str>>, of: anstyle::Style) -> Span<'static> {
    Span::styled(text, style(of))
}

/// True if the terminal has colours and its user wants them.
fn has_colours() -> bool {
    static COLOURS: OnceLock<bool> = OnceLock::new();
    *COLOURS.get_or_init(|| AutoStream::choice(&stdout()) != ColorChoice::Never)
}

pub(super) fn line(spans: &[juez_core::Span]) -> Line<'static> {
    Line::from_iter(spans.iter().map(|span| styled(span.text.clone(), tone_style(span.tone))))
}

/// Breaks a line into lines of at most `width` columns, at blanks if possible.
pub(super) fn wrap(line: &Line<'static>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width.max(1));
    let chars: Vec<(char, Style)> = line
        .spans
        .iter()
        .flat_map(|span| span.content.chars().map(|c| (c, span.style)))
        .filter(|(c, _)| !c.is_control())
        .collect();
    let mut lines = Vec::new();
    let mut rest = &chars[..];
    loop {
        let mut columns = 0;
        let fits = rest
            .iter()
            .take_while(|(c, _)| {
                columns += c.width().unwrap_or(0);
                columns <= width
            })
            .count();
        if fits == rest.len() {
            lines.push(joined(rest));
            return lines;
        }
        // A blank at the end of the line or just after it.
        let blank = rest[..=fits].iter().rposition(|&(c, _)| c == ' ').filter(|&at| at > 0);
        let end = blank.unwrap_or(fits.max(1));
        lines.push(joined(&rest[..end]));
        rest = &rest[end + usize::from(blank.is_some())..];
        if rest.is_empty() {
            return lines;
        }
    }
}

/// Joins characters into a line with as few spans as possible.
pub(super) fn joined(chars: &[(char, Style)]) -> Line<'static> {
    let runs = chars.chunk_by(|(_, a), (_, b)| a == b);
    let span = |run: &[(char, Style)]| {
        Span::styled(run.iter().map(|(c, _)| c).collect::<String>(), run[0].1)
    };
    Line::from_iter(runs.map(span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: u16) -> Vec<String> {
        wrap(&Line::from(text.to_string()), width).iter().map(Line::to_string).collect()
    }

    #[test]
    fn lines_break_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 9), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("", 3), [""]);
        assert_eq!(wrapped("日本語", 4), ["日本", "語"]);
        assert_eq!(wrapped("日", 1), ["日"]);
    }
}
