//! Turns Rhai's parse errors into sentences for beginners.

use rhai::{LexError, ParseErrorType, Position};

use super::super::{Bundle, SyntaxError};
use super::engine::Unparsed;
use super::{engine, hints, words};

/// Line and column as we count them.
pub fn place(position: Position) -> (Option<u32>, Option<u32>) {
    (position.line().map(|n| n as u32), position.position().map(|n| n as u32))
}

/// The error with its line and what was probably meant.
pub fn explain(bundle: &Bundle, file: &str, unparsed: &Unparsed) -> SyntaxError {
    let error = match unparsed {
        Unparsed::Wrong(error) => error,
        Unparsed::TooMuch(counted, position) => {
            let (line, column) = place(*position);
            let message = words::too_many(counted.most(), counted.word());
            return SyntaxError::new(bundle, file, line, column, message);
        }
    };
    let (line, column) = place(error.position());
    let mut message = match error.err_type() {
        ParseErrorType::ExprTooDeep => words::nested(engine::EXPRESSION_DEPTH),
        ParseErrorType::UnexpectedEOF => words::ends_too_early('}'),
        kind => lower_first(&kind.to_string()),
    };
    let text = line.and_then(|line| bundle.line(file, line)).unwrap_or_default();
    if let Some(hint) = hint(text, column.unwrap_or(1), error.err_type()) {
        message = format!("{message}: {hint}");
    }
    SyntaxError::new(bundle, file, line, column, message)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// What was probably meant at a column of a line.
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
        return Some(format!("a text is written in double quotes: \"{text}\""));
    }
    let wrong = kind.to_string();
    for (symbol, hint) in [("'++'", "up write i += 1"), ("'--'", "down write i -= 1")] {
        if wrong.contains(symbol) {
            return Some(format!("to count {hint}"));
        }
    }
    if last == "mut" {
        return Some("every variable declared with let can be changed: leave mut out".to_string());
    }
    if let Some(method) = after.strip_prefix(':') {
        let method: String = method.chars().take_while(|&c| word(c)).collect();
        if !last.is_empty() && !method.is_empty() {
            return Some(format!("methods are called with a dot: {last}.{method}()"));
        }
    }
    if let ParseErrorType::Reserved(name) = kind {
        return Some(match hints::foreign(name) {
            Some(hint) => hint.to_string(),
            None => "Rhai keeps this word for itself: choose another name".to_string(),
        });
    }
    [last, here].iter().find_map(|word| hints::foreign(word)).map(str::to_string)
}
