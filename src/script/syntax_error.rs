//! Source text that does not compile, shown with the line it happens on.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::Bundle;

/// Source text that is no program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

impl std::error::Error for SyntaxError {}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, "{number}:")?;
        }
        write!(f, " {}", self.message)?;
        match &self.excerpt {
            Some(excerpt) => write!(f, "\n{excerpt}"),
            None => Ok(()),
        }
    }
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
        SyntaxError { file: file.to_string(), line, column, message, excerpt }
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
    let shown: String = text.chars().take(120).collect();
    Some(format!("{line:>5} | {}\n      | {}^", shown.trim_end(), " ".repeat(caret.min(120))))
}
