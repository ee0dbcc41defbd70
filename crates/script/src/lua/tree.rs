//! Parses Lua files for passes that read source without running it.
//!
//! The parser is not the VM's own, so it only gets sources that the VM has compiled: their nesting
//! is limited, which protects the stack. A panic in the parser yields no tree.

use luau_syntax::location::Position;
use luau_syntax::parser::{ParseOptions, ParsedSource};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::lint::MOST_SOURCE;

/// Parses a source that the VM compiles, for optional passes; `None` if this parser fails or the
/// source is too long.
pub fn parsed(source: &str) -> Option<ParsedSource> {
    if source.len() > MOST_SOURCE { None } else { parsed_whole(source) }
}

/// Parses a source of any length that the VM compiles; `None` if this parser fails.
pub fn parsed_whole(source: &str) -> Option<ParsedSource> {
    let parse = AssertUnwindSafe(|| ParsedSource::parse(source, ParseOptions::default()).ok());
    catch_unwind(parse).ok().flatten()
}

/// Returns the line and column of a position, both from 1, the column in characters.
pub fn line_and_column(source: &str, position: Position) -> (u32, u32) {
    let text = source.lines().nth(position.line as usize).unwrap_or_default();
    let before = text.as_bytes().get(..position.column as usize).unwrap_or(text.as_bytes());
    (position.line + 1, String::from_utf8_lossy(before).chars().count() as u32 + 1)
}
