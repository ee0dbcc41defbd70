//! The functions of a language's own library that bots use, with what they do where it is said.

use serde::Serialize;
use std::collections::BTreeMap;

use crate::script::Language;

/// The functions of Luau's library that Lua's lacks, for lua-language-server.
pub(super) const LUAU: &str = include_str!("library.lua");
/// The functions of Rhai that bots use most; its language server knows none by itself.
pub(super) const RHAI: &str = include_str!("library.d.rhai");

/// Globals of Luau that are of little use in a bot.
const RARE: [&str; 6] = ["_G", "_VERSION", "buffer", "coroutine", "rawlen", "typeof"];

/// A function of a library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LibraryFunction {
    /// The names of its parameters, between commas.
    pub params: String,
    /// One line of documentation.
    pub doc: String,
}

/// The names of a table of a library, and what is said of some of them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LibraryTable {
    /// All names, ascending, between blanks.
    pub names: String,
    /// The functions that are documented, by name.
    pub functions: BTreeMap<String, LibraryFunction>,
}

/// The library of a language by table; its globals under the empty name.
pub(super) fn library(language: &Language) -> BTreeMap<String, LibraryTable> {
    let mut tables = BTreeMap::<String, LibraryTable>::new();
    for (path, function) in documented(language.id) {
        let (table, name) = path.rsplit_once('.').unwrap_or(("", path));
        let functions = &mut tables.entry(table.to_string()).or_default().functions;
        // The first of several that differ in their arguments.
        functions.entry(name.to_string()).or_insert(function);
    }
    for (table, names) in language.library.iter().filter(|(table, _)| !RARE.contains(table)) {
        let entry = tables.entry(table.to_string()).or_default();
        let listed = names.split_whitespace().filter(|name| !RARE.contains(name));
        let mut all: Vec<&str> = listed.chain(entry.functions.keys().map(String::as_str)).collect();
        all.sort_unstable();
        all.dedup();
        entry.names = all.join(" ");
    }
    tables
}

/// The functions of a library file. Above each stand its comments, the first of which says what it does.
fn documented(language: &str) -> impl Iterator<Item = (&'static str, LibraryFunction)> {
    let (text, comment, head) = match language {
        "lua" => (LUAU, "---", "function "),
        "rhai" => (RHAI, "///", "fn "),
        // Another language has another format.
        _ => ("", "", ""),
    };
    text.split("\n\n").filter_map(move |part| {
        let doc = part.lines().find_map(|line| line.strip_prefix(comment))?.trim();
        let call = part.lines().find_map(|line| line.strip_prefix(head))?;
        let (name, params) = call.split_once('(')?;
        let params = params.split(')').next()?.split(", ");
        let params: Vec<&str> = params.filter_map(|param| param.split(':').next()).collect();
        Some((name, LibraryFunction { params: params.join(", "), doc: doc.to_string() }))
    })
}
