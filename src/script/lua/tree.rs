//! The syntax tree of a Lua file, for what looks at source without running it.
//!
//! The parser is not the VM's own, so it reads only what the VM has compiled: that is nested less
//! deeply than a stack can bear. A panic in it gives no tree.

use luau_syntax::location::Position;
use luau_syntax::parser::{ParseOptions, ParsedSource};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::script::lint::MOST_SOURCE;

/// The tree of a source that the VM compiles, for a look that may be left out; `None` where this parser
/// does not follow, and for sources that are too long.
pub fn parsed(source: &str) -> Option<ParsedSource> {
    if source.len() > MOST_SOURCE { None } else { parsed_whole(source) }
}

/// The tree of a source that the VM compiles, of any length; `None` where this parser does not follow.
pub fn parsed_whole(source: &str) -> Option<ParsedSource> {
    let parse = AssertUnwindSafe(|| ParsedSource::parse(source, ParseOptions::default()).ok());
    catch_unwind(parse).ok().flatten()
}

/// Line and column of a place, both from 1, the column in characters.
pub fn line_and_column(source: &str, position: Position) -> (u32, u32) {
    let text = source.lines().nth(position.line as usize).unwrap_or_default();
    let before = text.as_bytes().get(..position.column as usize).unwrap_or(text.as_bytes());
    (position.line + 1, String::from_utf8_lossy(before).chars().count() as u32 + 1)
}
