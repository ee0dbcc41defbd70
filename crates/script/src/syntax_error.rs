//! Errors in source text, shown with the offending line.

use serde::{Deserialize, Serialize};

use super::Bundle;
use juez_core::{Fault, FaultKind, Hook, plain, plain_sentence};

/// A compile error. Its texts are plain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{file}:{}{} {message}{}", shown(.line), shown(.column), .excerpt.iter().map(|line| format!("\n{line}")).collect::<String>())]
pub struct SyntaxError {
    /// The file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// The message of the compiler.
    pub message: String,
    /// The line, with a caret under the error.
    pub excerpt: Option<String>,
}

/// Formats a line or column as a prefix of a message, if known.
fn shown(number: &Option<u32>) -> String {
    number.map(|number| format!("{number}:")).unwrap_or_default()
}

impl SyntaxError {
    /// Creates an error at a position of a bundle, with its excerpt.
    pub fn new(
        bundle: &Bundle,
        file: &str,
        line: Option<u32>,
        column: Option<u32>,
        message: String,
    ) -> SyntaxError {
        let excerpt = line.and_then(|line| excerpt(bundle, file, line, column));
        let (file, message) = (plain(file), plain_sentence(&message));
        SyntaxError { file, line, column, message, excerpt }
    }

    /// Returns an error reported by another process about this bundle, with a locally made excerpt.
    #[must_use]
    pub fn told_of(self, bundle: &Bundle) -> SyntaxError {
        let SyntaxError { file, line, column, message, excerpt: _ } = self;
        SyntaxError::new(bundle, &file, line, column, message)
    }

    /// Converts the error to the fault of a bot with this source.
    pub fn fault(self) -> Fault {
        let fault = Fault::new(FaultKind::Script, Hook::Load, "", self.message);
        Fault { file: Some(self.file), line: self.line, ..fault }
    }
}

/// Returns line `line` of a file with a caret under `column` (from 1), or under its first word. For
/// a line past the end, where compilers report missing text, returns the last non-empty line with a
/// caret after it.
pub fn excerpt(bundle: &Bundle, file: &str, line: u32, column: Option<u32>) -> Option<String> {
    let (line, text, caret) = match bundle.line(file, line) {
        Some(text) => {
            let first = text.chars().take_while(|c| c.is_whitespace()).count();
            (line, text, column.map_or(first, |column| column.saturating_sub(1) as usize))
        }
        None => {
            let lines = bundle.files.get(file)?.lines().zip(1..);
            let (text, last) = lines.filter(|(text, _)| !text.trim().is_empty()).last()?;
            (last, text, text.trim_end().chars().count())
        }
    };
    let text = text.replace('\t', " ");
    let shown = plain(&text.chars().take(120).collect::<String>());
    Some(format!("{line:>5} | {}\n      | {}^", shown.trim_end(), " ".repeat(caret.min(120))))
}
