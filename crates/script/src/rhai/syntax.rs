//! Converts Rhai's parse errors to sentences for beginners.

use rhai::{LexError, ParseError, ParseErrorType, Position};

use super::super::{Bundle, SyntaxError};
use super::counted::Counted;
use super::{hints, limits, words};

/// Returns the line and column of a position, from 1.
pub fn line_and_column(position: Position) -> (Option<u32>, Option<u32>) {
    (position.line().map(|n| n as u32), position.position().map(|n| n as u32))
}

/// Returns the error for a source that exceeds a limit.
pub fn too_much(bundle: &Bundle, file: &str, of: Counted, position: Position) -> SyntaxError {
    let (line, column) = line_and_column(position);
    SyntaxError::new(bundle, file, line, column, words::too_many(of.most(), of.word()))
}

/// Converts an error, with its line and a suggestion.
pub fn explain(bundle: &Bundle, file: &str, error: &ParseError) -> SyntaxError {
    let (line, column) = line_and_column(error.position());
    let message = match error.err_type() {
        ParseErrorType::ExprTooDeep => words::nested(limits::EXPRESSION_DEPTH),
        ParseErrorType::UnexpectedEOF => words::ends_too_early('}'),
        kind => {
            let text = line.and_then(|line| bundle.line(file, line)).unwrap_or_default();
            let mut error = kind.to_string();
            if let Some(first) = error.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            match hint(text, column.unwrap_or(1), kind) {
                Some(hint) => words::hinted(error, hint),
                None => error,
            }
        }
    };
    SyntaxError::new(bundle, file, line, column, message)
}

/// Returns the hint about a column of a line.
fn hint(text: &str, column: u32, kind: &ParseErrorType) -> Option<String> {
    let at = text.char_indices().nth(column.saturating_sub(1) as usize).map_or(text.len(), |c| c.0);
    let (before, after) = text.split_at(at);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let here: String = after.chars().take_while(|&c| word(c)).collect();
    let last: String = {
        let before = before.trim_end();
        before[before.trim_end_matches(word).len()..].to_string()
    };
    if let ParseErrorType::BadInput(LexError::MalformedChar(text)) = kind {
        return Some(words::in_double_quotes(text));
    }
    if let Some(method) = after.strip_prefix(':') {
        let method: String = method.chars().take_while(|&c| word(c)).collect();
        if !last.is_empty() && !method.is_empty() {
            return Some(words::with_a_dot(last, method));
        }
    }
    // The error quotes a word or symbol that Rhai reserves.
    let error = kind.to_string();
    let kept = error.split('\'').nth(1).unwrap_or_default();
    match [kept, &last, &here].into_iter().find_map(hints::foreign) {
        None if matches!(kind, ParseErrorType::Reserved(_)) => Some(words::is_kept()),
        hint => hint.map(str::to_string),
    }
}
