//! Compiles Luau source to bytecode, once per bundle.

use juez_luau::Optimization;
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::sync::Arc;

use super::charges::CHARGED_BUILTINS;
use super::code::LuaCode;
use super::faults::Hinted;
use super::inlining;
use super::levels::{Levels, levels};
use super::loops::ordered;
use super::tree::parsed_whole;
use super::words;
use crate::{Bundle, Compiled, SyntaxError, unlimited};

/// Inlined only while the collector is idle, so a call would be counted in one run and not in the
/// next.
const UNSTEADY_BUILTINS: &[&CStr] = &[c"string.sub", c"string.char", c"tostring"];

/// Not inlined because they take many times as long as other operations: calls are charged, inlined
/// operations are not.
const SLOW_BUILTINS: &[&CStr] = &[
    c"math.acos",
    c"math.asin",
    c"math.atan",
    c"math.atan2",
    c"math.cos",
    c"math.cosh",
    c"math.exp",
    c"math.log",
    c"math.log10",
    c"math.pow",
    c"math.sin",
    c"math.sinh",
    c"math.tan",
    c"math.tanh",
];

/// Compiles every file.
pub fn compile(bundle: &Bundle) -> Result<Arc<dyn Compiled>, SyntaxError> {
    let mut called = SLOW_BUILTINS.to_vec();
    if !unlimited::on() {
        called.extend(UNSTEADY_BUILTINS.iter().chain(CHARGED_BUILTINS));
    }
    let mut chunks = BTreeMap::new();
    let compile = |optimization, file: &str, source: &str| {
        let bytecode = juez_luau::compile(source, optimization, &called);
        bytecode.map_err(|error| syntax_error(bundle, file, &error))
    };
    let mut sources = Vec::new();
    for (file, source) in &bundle.files {
        compile(Optimization::Plain, file, source)?;
        let Some(tree) = parsed_whole(source) else {
            return Err(SyntaxError::new(bundle, file, None, None, words::unread()));
        };
        // The tree takes far more memory than the source, and is not kept.
        sources.push((file, ordered(source, &tree), levels(source, &tree), inlining::work(&tree)));
    }
    let any = sources.iter().any(|(_, _, levels, _)| *levels == Levels::Any);
    let mut left = inlining::MOST;
    for (file, source, levels, work) in &sources {
        let may_inline = !any && *levels == Levels::Own;
        // Without inlining, compile time is proportional to the length.
        let more = may_inline.then(|| left.checked_sub(*work)).flatten();
        let optimization =
            if more.is_some() { Optimization::Inlining } else { Optimization::Plain };
        left = more.unwrap_or(left);
        chunks.insert(file.to_string(), compile(optimization, file, source)?);
    }
    Ok(Arc::new(LuaCode { bundle: Arc::new(bundle.clone()), chunks: Arc::new(chunks) }))
}

/// Converts an error of Luau, `3: Expected ..., got 'x'`; the caret goes under the token it got.
fn syntax_error(bundle: &Bundle, file: &str, error: &str) -> SyntaxError {
    let text = error.lines().next().unwrap_or_default().trim_start_matches(':');
    let (line, message) = match text.split_once(": ") {
        Some((line, message)) if line.parse::<u32>().is_ok() => (line.parse().ok(), message),
        _ => (None, text),
    };
    let source = line.and_then(|line| bundle.line(file, line)).unwrap_or_default();
    let column = line.and_then(|line| {
        let quoted = message.rsplit_once("got '").or_else(|| message.split_once('\''))?.1;
        let token = quoted.split_once('\'').map_or(quoted, |(token, _)| token);
        let source = bundle.line(file, line)?;
        let at = source.find(token).filter(|_| !token.is_empty())?;
        Some(source[..at].chars().count() as u32 + 1)
    });
    let message = match foreign(source) {
        Some(hinted) => hinted(message.to_string()),
        None => message.to_string(),
    };
    SyntaxError::new(bundle, file, line, column, message)
}

/// Returns the message with Lua's equivalent of a construct from another language, for a line that
/// is not Lua.
fn foreign(line: &str) -> Option<Hinted> {
    const WORDS: &[(&[&str], Hinted)] = &[
        (&["def", "fn"], words::function_is_written),
        (&["goto"], words::no_goto),
        (&["let", "var"], words::write_local),
        (&["import", "from"], words::write_require),
        (&["elif"], words::write_elseif),
        (&["class"], words::no_classes),
    ];
    let line = line.trim_start();
    let first = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let word = WORDS.iter().find(|(words, _)| words.contains(&first)).map(|(_, hint)| *hint);
    word.or_else(|| line.contains("++").then_some(words::count_up))
}
