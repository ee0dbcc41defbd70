//! Source text that does not compile, shown with the line it happens on.

use serde::{Deserialize, Serialize};

use super::Bundle;
use crate::core::{Fault, FaultKind, Hook, plain, plain_sentence};

/// Source text that is no program. Its texts are plain.
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
    /// The line with a caret under the place.
    pub excerpt: Option<String>,
}

/// A line or column in front of a message, where it is known.
fn shown(number: &Option<u32>) -> String {
    number.map(|number| format!("{number}:")).unwrap_or_default()
}

impl SyntaxError {
    /// The error at a place of a bundle, with its excerpt.
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

    /// The same error as another process tells it of this bundle, with an excerpt of our own.
    #[must_use]
    pub fn told_of(self, bundle: &Bundle) -> SyntaxError {
        let SyntaxError { file, line, column, message, excerpt: _ } = self;
        SyntaxError::new(bundle, &file, line, column, message)
    }

    /// The fault of a bot with such a source.
    pub fn fault(self) -> Fault {
        let fault = Fault::new(FaultKind::Script, Hook::Load, "", self.message);
        Fault { file: Some(self.file), line: self.line, ..fault }
    }
}

/// Line `line` of a file with a caret under `column` (from 1), or under its first word. For a line
/// after the end, where compilers see that something is missing, the last line that is not empty
/// with a caret behind it.
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
