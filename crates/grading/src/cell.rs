//! Values for a spreadsheet.

use std::borrow::Cow;

use juez_core::plain_lines;

/// The content of one cell in a column added to a roster.
#[derive(Clone, PartialEq, Debug)]
pub enum RosterCell {
    /// Text, guarded when written ([`guarded`]).
    Text(String),
    /// A number with a fixed number of decimals; empty if it is not finite.
    Number {
        /// The number.
        value: f64,
        /// Digits after the decimal mark.
        decimals: u8,
    },
}

/// A column added to a roster.
#[derive(Clone, PartialEq, Debug)]
pub struct RosterColumn {
    pub header: String,
    /// A cell for each row of the roster, in order.
    pub cells: Vec<RosterCell>,
}

impl RosterCell {
    /// Makes a number cell, empty for `None`.
    pub fn number(value: Option<f64>, decimals: u8) -> RosterCell {
        RosterCell::Number { value: value.unwrap_or(f64::NAN), decimals }
    }

    /// Returns the text, with this decimal mark.
    pub(super) fn written(&self, mark: char) -> Cow<'_, str> {
        match self {
            RosterCell::Text(text) => guarded(text),
            RosterCell::Number { value, .. } if !value.is_finite() => Cow::Borrowed(""),
            RosterCell::Number { value, decimals } => {
                let text = format!("{value:.0$}", usize::from(*decimals));
                let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
                let text = if is_zero { text.replace('-', "") } else { text };
                Cow::Owned(if mark == '.' { text } else { text.replace('.', &mark.to_string()) })
            }
        }
    }
}

/// Guards text so that a spreadsheet shows it and does not calculate it: puts an apostrophe before
/// anything that looks like a formula, and replaces characters that would disturb a terminal
/// ([`plain_lines`]). For all text that a bot or its author can choose, such as the name of an
/// entrant.
///
/// The characters are from the OWASP page "CSV Injection", including the wide ones of East Asian
/// keyboards. Blanks before them are skipped, because some programs trim them.
///
/// ```
/// use juez_grading::guarded;
/// assert_eq!(guarded("=HYPERLINK(\"http://example.org\")"), "'=HYPERLINK(\"http://example.org\")");
/// assert_eq!(guarded("greedy"), "greedy");
/// ```
pub fn guarded(text: &str) -> Cow<'_, str> {
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let starts = text.trim_start_matches(is_blank).starts_with(SIGNS);
    let calm = plain_lines(text);
    match starts || text.starts_with(['\t', '\r', '\n']) {
        true => Cow::Owned(format!("'{calm}")),
        false if calm == text => Cow::Borrowed(text),
        false => Cow::Owned(calm),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_is_guarded() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "＝1", "\tx"] {
            assert_eq!(guarded(text), format!("'{text}"));
        }
        for text in ["\u{0}=1", "\r=1"] {
            assert_eq!(guarded(text), "'\u{fffd}=1");
        }
        for text in ["", "a=1", "1-2", "'=1", "Ñandú", "🤖=1"] {
            assert_eq!(guarded(text), text);
        }
    }

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        assert_eq!(guarded("a\u{1b}[31m\u{202e}b\n\tc"), "a\u{fffd}[31m\u{fffd}b\n\tc");
    }

    #[test]
    fn numbers_have_the_mark_of_the_country_and_no_guard() {
        let written = |value, decimals, mark| {
            RosterCell::Number { value, decimals }.written(mark).into_owned()
        };
        assert_eq!(written(-12.34, 1, '.'), "-12.3");
        assert_eq!(written(1234.5, 2, ','), "1234,50");
        assert_eq!(written(-0.04, 1, '.'), "0.0");
        assert_eq!(written(7.0, 0, ','), "7");
        assert_eq!(written(f64::INFINITY, 1, '.'), "");
        assert_eq!(RosterCell::number(None, 1).written('.'), "");
        assert_eq!(RosterCell::Text(String::new()).written('.'), "");
    }
}
